# Neighbours on rings and tori, as their authors write them.

@i function ising(E!::Fixed, s::Matrix{Fixed}, J::Fixed)
    n ← size(s, 1)
    for i = 1:n
        for j = 1:n
            E! -= J * s[i, j] * (s[mod1(i + 1, n), j] + s[i, mod1(j + 1, n)])
        end
    end
    n → size(s, 1)
end

@i function diffuse(V!::Matrix{Fixed}, U::Matrix{Fixed}, k::Fixed)
    for j = 1:size(U, 2)
        for i = 1:size(U, 1)
            V![i, j] += U[i, j]
            V![i, j] += k * (U[mod1(i - 1, size(U, 1)), j] + U[mod1(i + 1, size(U, 1)), j] - 4 * U[i, j])
            V![i, j] += k * (U[i, mod1(j - 1, size(U, 2))] + U[i, mod1(j + 1, size(U, 2))])
        end
    end
end

"Column t+1 comes from column t, upwind."
@i function advect(c!::Matrix{Fixed}, u::Fixed)
    for t = 1:size(c!, 2)-1
        for i = 1:size(c!, 1)
            @routine begin
                left ← mod1(i - 1, size(c!, 1))
                flux ← 0.0
                flux += u * (c![i, t] - c![left, t])
            end
            c![i, t+1] += c![i, t] - flux
            ~@routine
        end
    end
end

"Indices from 0 on."
@i function circular(y!::Vector{Fixed}, x::Vector{Fixed}, h::Vector{Fixed})
    for i = 0:length(x)-1
        for k = 0:length(h)-1
            y![i+1] += h[k+1] * x[mod(i - k, length(x)) + 1]
        end
    end
end

"`end` within a call within an index."
@i function smooth(y!::Vector{Fixed}, x::Vector{Fixed})
    for i in eachindex(x)
        y![i] += (x[mod1(i - 1, end)] + x[i] + x[mod1(i + 1, end)]) * x[clamp(i + 2, 1, end)]
    end
end

@i function neighbours(N!::Matrix{Int}, A::Matrix{Int})
    for i = 1:size(A, 1), j = 1:size(A, 2)
        for di = -1:1, dj = -1:1
            if di != 0 || dj != 0
                N![i, j] += A[mod1(i + di, size(A, 1)), mod1(j + dj, size(A, 2))]
            end
        end
    end
end

#! run ising --set 'E!=0.0' --set 's=[[1.0, -1.0, 1.0], [1.0, 1.0, -1.0], [-1.0, 1.0, 1.0]]' --set 'J=0.5' --grad 'E!'
#! value E! 3.0
#! gradient E! 1.0
#! gradient s [[0.0, -2.0, 0.0], [0.0, 0.0, -2.0], [-2.0, 0.0, 0.0]]
#! gradient J 6.0
#! restored true
#! run ising --set 'E!=0.0' --set 's=[[-1.0]]' --set 'J=0.5' --grad 'E!'
#! value E! -1.0
#! gradient E! 1.0
#! gradient s [[2.0]]
#! gradient J -2.0
#! restored true
#! run diffuse --set 'V!=[[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]' --set 'U=[[0.5, 1.0, -0.25, 2.0], [1.5, 0.0, 0.75, -1.0], [0.25, -0.5, 1.0, 0.5]]' --set 'k=0.25' --grad 'V![3,1]'
#! value V! [[1.1875, -0.0625, 1.1875, -0.0625], [-0.0625, 0.6875, -0.0625, 1.1875], [0.5, 0.5625, 0.125, 0.5625]]
#! gradient V! [[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]]
#! gradient U [[0.25, 0.0, 0.0, 0.0], [0.25, 0.0, 0.0, 0.0], [0.0, 0.25, 0.0, 0.25]]
#! gradient k 1.0
#! restored true
#! run advect --set 'c!=[[1.0, 0.0, 0.0], [0.5, 0.0, 0.0], [-0.25, 0.0, 0.0], [2.0, 0.0, 0.0]]' --set 'u=0.5' --grad 'c![1,3]'
#! value c! [[1.0, 1.5, 1.1875], [0.5, 0.75, 1.125], [-0.25, 0.125, 0.4375], [2.0, 0.875, 0.5]]
#! gradient c! [[0.25, 0.5, 1.0], [0.0, 0.0, 0.0], [0.25, 0.0, 0.0], [0.5, 0.5, 0.0]]
#! gradient u -1.25
#! restored true
#! run smooth --set 'y!=[0.0, 0.0, 0.0, 0.0]' --set 'x=[0.5, 1.0, -0.25, 2.0]' --grad 'y![1]'
#! value y! [-0.875, 2.5, 5.5, 4.5]
#! gradient y! [1.0, 0.0, 0.0, 0.0]
#! gradient x [-0.25, -0.25, 3.5, -0.25]
#! restored true
#! run circular --set 'y!=[0.0, 0.0, 0.0, 0.0, 0.0]' --set 'x=[0.5, 1.0, -0.25, 2.0, 0.75]' --set 'h=[1.0, -0.5, 0.25]' --grad 'y![2]'
#! value y! [0.625, 0.9375, -0.625, 2.375, -0.3125]
#! gradient y! [0.0, 1.0, 0.0, 0.0, 0.0]
#! gradient x [-0.5, 1.0, 0.0, 0.0, 0.25]
#! gradient h [1.0, 0.5, 0.75]
#! restored true
#! run neighbours --set 'N!=[[0,0,0,0],[0,0,0,0],[0,0,0,0]]' --set 'A=[[1,0,1,1],[0,1,1,0],[1,1,0,0]]'
#! value N! [[4,6,4,4],[5,5,4,5],[4,5,5,5]]
