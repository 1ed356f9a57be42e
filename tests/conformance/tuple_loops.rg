# Loops over numbered elements, over several lists at once, over a list written out.
@i function numbered(s!::Fixed, x::Vector{Fixed})
    for (i, a) in enumerate(x)
        s! += i * a^2
    end
end

@i function together(s!::Fixed, x::Vector{Fixed}, y::Vector{Fixed}, A::Matrix{Fixed})
    for (a, b, c) in zip(x, y, A[:, 2])
        s! += a * b * c
    end
end

@i function written_out(y!::Int, x!::Vector{Int}, n::Int)
    for s in [1, n, 4], k in 1:length(x!)
        x![k] += s
        y! += s * k
    end
end

@i function numbers(y!::Vector{Complex{Fixed}}, z::Vector{Complex{Fixed}})
    for (k, w) = enumerate(z)
        y![k] += w * conj(w) + k
    end
end

#! run numbered --set x=[1,-2,3] --grad s!
#! value s! 36
#! gradient x [2,-8,18]
#! restored true
#! check numbered --set x=[1,-2,3]
#! run together --set x=[1,2,3] --set y=[4,5,6,7] --set A=[[1,2],[3,4],[5,6]] --grad s!
#! value s! 156
#! gradient x [8,20,36]
#! gradient y [2,8,18,0]
#! gradient A [[0,4],[0,10],[0,18]]
#! restored true
#! run written_out --set x!=[10,20] --set n=2
#! value x! [17,27]
#! value y! 21
#! run written_out --backward --set x!=[17,27] --set n=2 --set y!=21
#! value x! [10,20]
#! value y! 0
#! run numbers --set 'y!=["0","0"]' --set 'z=["1+2im","3im"]' --grad y![2].re
#! value y! [{"re":6,"im":0},{"re":11,"im":0}]
#! gradient z [{"re":0,"im":0},{"re":0,"im":6}]
