# Fifteen parameters: one more than registers carry. It lies in the frame, beside what the routine saves.
@i function turn!(p1!::Fixed, p2!::Fixed, p3!::Fixed, p4!::Fixed, p5!::Fixed, p6!::Fixed, p7!::Fixed, p8!::Fixed, p9!::Fixed, p10!::Fixed, p11!::Fixed, p12!::Fixed, p13!::Fixed, p14!::Fixed, p15!::Fixed)
    p1! += p2! * 0.5
    p2! += p3! * 0.5
    p3! += p4! * 0.5
    p4! += p5! * 0.5
    p5! += p6! * 0.5
    p6! += p7! * 0.5
    p7! += p8! * 0.5
    p8! += p9! * 0.5
    p9! += p10! * 0.5
    p10! += p11! * 0.5
    p11! += p12! * 0.5
    p12! += p13! * 0.5
    p13! += p14! * 0.5
    p14! += p15! * 0.5
    p15! += p1! * 0.5
    if (p14! > 0.5, ~)
        p1! += sin(p2!)
        p3! -= p4! * p5!
    end
    p1! -= p5! * 0.25
    p2! -= p6! * 0.25
    p3! -= p7! * 0.25
    p4! -= p8! * 0.25
    p5! -= p9! * 0.25
    p6! -= p10! * 0.25
    p7! -= p11! * 0.25
    p8! -= p12! * 0.25
    p9! -= p13! * 0.25
    p10! -= p14! * 0.25
    p11! -= p15! * 0.25
    p12! -= p1! * 0.25
    p13! -= p2! * 0.25
    p14! -= p3! * 0.25
    p15! -= p4! * 0.25
end

@i function twice(p1!::Fixed, p2!::Fixed, p3!::Fixed, p4!::Fixed, p5!::Fixed, p6!::Fixed, p7!::Fixed, p8!::Fixed, p9!::Fixed, p10!::Fixed, p11!::Fixed, p12!::Fixed, p13!::Fixed, p14!::Fixed, p15!::Fixed)
    turn!(p1!, p2!, p3!, p4!, p5!, p6!, p7!, p8!, p9!, p10!, p11!, p12!, p13!, p14!, p15!)
    p15! += p1! * 0.125
    turn!(p2!, p3!, p4!, p5!, p6!, p7!, p8!, p9!, p10!, p11!, p12!, p13!, p14!, p15!, p1!)
    ~turn!(p2!, p3!, p4!, p5!, p6!, p7!, p8!, p9!, p10!, p11!, p12!, p13!, p14!, p15!, p1!)
    p2! += p15!
end

#! run twice --set p1!=0.125 --set p2!=0.25 --set p3!=0.375 --set p4!=0.5 --set p5!=0.625 --set p6!=0.75 --set p7!=0.875 --set p8!=1.0 --set p9!=1.125 --set p10!=1.25 --set p11!=1.375 --set p12!=1.5 --set p13!=1.625 --set p14!=1.75 --set p15!=1.875
#! tolerance 1e-3
#! value p1! 0.423676257203965
#! value p2! 2.08811578215045
#! value p15! 1.94749078215045
#! check twice --set p1!=0.125 --set p2!=0.25 --set p3!=0.375 --set p4!=0.5 --set p5!=0.625 --set p6!=0.75 --set p7!=0.875 --set p8!=1.0 --set p9!=1.125 --set p10!=1.25 --set p11!=1.375 --set p12!=1.5 --set p13!=1.625 --set p14!=1.75 --set p15!=1.875
