# A block that the block around it computes and undoes at its end: what stands between the outer block and its end may use what the inner one changes.
@i function changed_elements(y!::Fixed, x::Fixed, v!::Vector{Fixed})
    u ← 0.0
    @routine begin
        @routine inner begin
            for i = 1:length(v!)
                v![i] += x * x
            end
        end
        for i = 1:length(v!)
            u += v![i] * v![1]
        end
        ~@routine inner
    end
    y! += u + v![1]
    ~@routine
    u → 0.0
end
@i function accumulated(y!::Fixed, z!::Fixed, x::Fixed)
    u ← 0.0
    @routine begin
        @routine inner begin
            MAC(x, x)
        end
        u += accumulator()
        ~@routine inner
    end
    MAC(u, u)
    y! += u
    z! += accumulator()
    (~MAC)(u, u)
    ~@routine
    u → 0.0
end
@i function freed_between(y!::Fixed, x::Fixed, n::Int)
    u ← 0.0
    C ← zeros(Fixed, n)
    @routine begin
        @routine inner begin
            A ← zeros(Fixed, n)
            A[1] += x * x
        end
        u += A[1] * 3
        ~@routine inner
    end
    C → zeros(Fixed, n)
    y! += u
    ~@routine
    u → 0.0
end
@i function outlives(y!::Fixed, x::Fixed, n::Int)
    u ← 0.0
    @routine begin
        @routine inner begin
            A ← zeros(Fixed, n)
            A[1] += x * x
        end
        u += A[1] * 3
        ~@routine inner
    end
    C ← zeros(Fixed, n)
    y! += u
    ~@routine
    C → zeros(Fixed, n)
    u → 0.0
end
@i function square!(y!::Fixed, x::Vector{Fixed})
    @routine begin
        s ← 0.0
        for i in eachindex(x)
            s += sin(x[i]) * x[1]
        end
    end
    y! += s * s
    ~@routine
end
@i function called(z!::Fixed, x::Vector{Fixed}, c::Fixed)
    @routine begin
        s ← 0.0
        square!(s, x)
    end
    z! += s * c
    ~@routine
end
#! run changed_elements --set y!=0 --set x=1.5 --set v!=[1,2] --grad y!
#! value y! 25.375
#! value v! [1,2]
#! gradient x 42
#! gradient v! [11.75,3.25]
#! sweep 150 180
#! run accumulated --set y!=0 --set z!=0 --set x=1.5
#! value y! 2.25
#! value z! 5.0625
#! run freed_between --set y!=0 --set x=1.5 --set n=3 --grad y!
#! value y! 6.75
#! gradient x 9
#! sweep 79 79
#! run outlives --set y!=0 --set x=1.5 --set n=3 --grad y!
#! value y! 6.75
#! gradient x 9
#! sweep 208 208
#! run called --set z!=0 --set x=[0,0.5,0] --set c=2 --grad z!
#! value z! 0
#! gradient x [0,0,0]
#! sweep 96 462
#! run called --set z!=0 --set x=[1,0,0] --set c=2 --grad z!
#! tolerance 1e-10
#! value z! 1.4161468365471424
#! gradient x [4.650888526745648, 3.365883939231586, 3.365883939231586]
#! sweep 96 462
