# Constants are added in the order of their values where they go to different words: on the way to the sum of one word a number must fit as it did.
@i function there_and_back(y!::Fixed, k::Int)
    t ← zeros(Fixed, 3)
    t[1] += 600000.0
    t[2] += 5.0
    t[3] += 2.0
    t[1] += -600000.0
    t[2] += 2.0
    t[1] += 600000.0
    t[1] += -600000.0
    t[3] += 5.0
    y! += t[k]
    t[3] -= 7.0
    t[2] -= 7.0
    t → zeros(Fixed, 3)
end

#! run there_and_back --set y!=0.5 --set k=1 --grad y!
#! value y! 0.5
#! restored true
#! run there_and_back --set y!=0.5 --set k=3 --grad y!
#! value y! 7.5
#! restored true
