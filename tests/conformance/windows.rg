# Parts of arrays whose elements follow each other are arguments where they stand: two words before them are their header meanwhile.
@i function ramp!(y!::Vector{Fixed}, c::Fixed)
    for i = 2:length(y!)
        y![i] += y![i-1] * c
    end
    if (c > 0, ~)
        y![1] += c
    end
end

@i function columns(A!::Matrix{Fixed}, j::Int, k::Int, c::Fixed)
    ramp!(A![:, j], c)
    ramp!(A![1:k, j], c)
end

@i function both_ends(x!::Vector{Fixed}, k::Int, c::Fixed)
    ramp!(x![1:k], c)
    ramp!(x![k+1:end], c)
end

@i function weigh!(s!::Fixed, y::Vector{Fixed})
    for i = 1:length(y)
        s! += y[i] * i
    end
end

@i function cut(s!::Fixed, x::Vector{Fixed}, a::Int, b::Int)
    weigh!(s!, x[a:b])
end

@i function halves(s!::Fixed, x!::Vector{Fixed})
    if (length(x!) > 1, ~)
        m ← length(x!) ÷ 2
        halves(s!, x![1:m])
        halves(s!, x![m+1:end])
        m → length(x!) ÷ 2
    else
        s! += x![1] * x![1]
        x![1] += 1.0
    end
end

@i function add!(x!::Vector{Fixed}, y!::Vector{Fixed})
    for i = 1:length(x!)
        x![i] += y![i]
    end
    y![1] += 2x![2]
end

@i function neighbours(s!::Fixed, A!::Matrix{Fixed}, i::Int, j::Int)
    add!(A![:, i], A![:, j])
    weigh!(s!, A![:, i][2:3])
end

@i function product!(y!::Vector{Log}, x::Log)
    for i = 1:length(y!)
        y![i] *= x
    end
end

@i function logs(y!::Matrix{Log}, x::Log)
    product!(y![:, 2], x)
end

@i function grow!(s!::Vector{Int})
    k ← 7
    PUSH!(s!, k)
    k → 0
end

@i function no_room(x!::Vector{Int})
    grow!(x![2:3])
end

@i function of_a_stack(y!::Fixed, x::Fixed)
    @routine begin
        s ← stack(Fixed, 5)
        s[end+1] ← 1.0
        s[end+1] ← 2.0
        s[end+1] ← 4.0
        s[2] += x
        ramp!(s[1:2], 0.5)
        ramp!(s[3:3], x)
    end
    y! += s[1] + 10s[2] + 100s[3]
    ~@routine
end

#! run columns --set A!=[[1,2,3],[4,5,6],[7,8,9]] --set j=1 --set k=2 --set c=0.5
#! value A! [[2,2,3],[5.25,5,6],[9.25,8,9]]
#! run columns --set A!=[[1,2,3],[4,5,6],[7,8,9]] --set j=3 --set k=3 --set c=0.5 --grad A![3,3]
#! value A! [[1,2,4],[4,5,9.25],[7,8,17.375]]
#! gradient A! [[0,0,0.75],[0,0,1],[0,0,1]]
#! gradient c 21.75
#! restored true
#! run columns --set A!=[[1,2,3],[4,5,6],[7,8,9]] --set j=4 --set k=0 --set c=0.5
#! status 1
#! trap R0807
#! says windows.rg:12:17
#! run columns --set A!=[[1,2,3],[4,5,6],[7,8,9]] --set j=2 --set k=4 --set c=0.5
#! status 1
#! trap R0807
#! says windows.rg:13:11
#! check columns --set A!=[[1,2,3],[4,5,6],[7,8,9]] --set j=2 --set k=2 --set c=0.5
#! run both_ends --set x!=[1,2,3,4] --set k=3 --set c=0.25 --grad x![3]
#! value x! [1.25,2.25,3.5625,4.25]
#! gradient x! [0.0625,0.25,1,0]
#! gradient c 2.5
#! restored true
#! run both_ends --set x!=[1,2,3,4] --set k=4 --set c=-0.25
#! value x! [1,1.75,2.5625,3.359375]
#! check both_ends --set x!=[1,2,3,4,5] --set k=2 --set c=0.5
#! run cut --set x=[1,2,3,4,5] --set a=2 --set b=4 --grad s!
#! value s! 20
#! gradient x [0,1,2,3,0]
#! run cut --set x=[1,2,3,4,5] --set a=7 --set b=6
#! value s! 0
#! run cut --set x=[1,2,3,4,5] --set a=-7 --set b=-9
#! value s! 0
#! run cut --set x=[1,2,3,4,5] --set a=6 --set b=5
#! value s! 0
#! run cut --set x=[1,2,3,4,5] --set a=0 --set b=2
#! status 1
#! trap R0807
#! run cut --set x=[1,2,3,4,5] --set a=3 --set b=6
#! status 1
#! trap R0807
#! run halves --set x!=[1,2,3,4,5] --grad s!
#! value s! 55
#! value x! [2,3,4,5,6]
#! gradient x! [2,4,6,8,10]
#! restored true
#! run neighbours --set A!=[[1,2,3],[4,5,6],[7,8,9]] --set i=1 --set j=2 --grad s!
#! value A! [[3,20,3],[9,5,6],[15,8,9]]
#! value s! 39
#! gradient A! [[0,0,0],[1,1,0],[2,2,0]]
#! run neighbours --set A!=[[1,2,3],[4,5,6],[7,8,9]] --set i=3 --set j=2
#! value A! [[1,24,5],[4,5,11],[7,8,17]]
#! value s! 45
#! run neighbours --set A!=[[1,2,3],[4,5,6],[7,8,9]] --set i=2 --set j=2
#! status 1
#! trap R0815
#! check neighbours --set A!=[[1,2,3],[4,5,6],[7,8,9]] --set i=3 --set j=1
#! run logs --set y!=[[1,2],[3,4]] --set x=2.5
#! tolerance 1e-11
#! value y! [[1,5],[3,10]]
#! run no_room --set x!=[1,2,3,4]
#! status 1
#! trap R0815
#! run of_a_stack --set x=0.5 --grad y!
#! value y! 481.5
#! gradient x 110
#! restored true
#! run cut --backward --set s!=20 --set x=[1,2,3,4,5] --set a=2 --set b=4
#! value s! 0
#! run cut --backward --set s!=20 --set x=[1,2,3,4,5] --set a=2 --set b=6
#! status 1
#! trap R0807
