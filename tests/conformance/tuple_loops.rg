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

@i function dots(s!::Vector{Fixed}, A::Matrix{Fixed}, B::Matrix{Fixed})
    for (i, (a, b)) in enumerate(zip(eachcol(A), eachrow(B)))
        s![i] += sum(a .* b)
    end
end

@i function scaled(A!::Matrix{Fixed}, w::Vector{Fixed})
    for (i, r) in enumerate(eachrow(A!))
        r[1] += w[i]
    end
    for (k, (x, y)) in enumerate(zip(w, w))
        A![k, 2] += x * y
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
#! run dots --set s!=[0,0] --set A=[[3,1],[4,2]] --set B=[[1,2],[3,5]] --grad s![2]
#! value s! [11,13]
#! gradient A [[0,3],[0,5]]
#! gradient B [[0,0],[1,2]]
#! restored true
#! run scaled --set A!=[[0,1],[0,1],[0,1]] --set w=[1,2,3] --grad A![3,2]
#! value A! [[1,2],[2,5],[3,10]]
#! gradient w [0,0,6]
#! restored true
