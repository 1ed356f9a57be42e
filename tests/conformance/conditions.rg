# Conditions in loops, in spellings of all kinds (docs/development/compiler.md): values against plain Python, and what a
# sweep costs. All triangles cost what the first one does, but that with n on both sides, which asks first whether n is small.

@i function triangle_1(y!::Vector{Fixed}, A::Matrix{Fixed}, x::Vector{Fixed}, n::Int)
    for i = 1:n
        for j = 1:n
            if (j <= i, ~)
                y![i] += A[i,j] * x[j]
            end
        end
    end
end

@i function triangle_2(y!::Vector{Fixed}, A::Matrix{Fixed}, x::Vector{Fixed}, n::Int)
    for i = 1:n
        for j = 1:n
            if (!(j > i), ~)
                y![i] += A[i,j] * x[j]
            end
        end
    end
end

@i function triangle_3(y!::Vector{Fixed}, A::Matrix{Fixed}, x::Vector{Fixed}, n::Int)
    for i = 1:n
        for j = 1:n
            if (i - j >= 0, ~)
                y![i] += A[i,j] * x[j]
            end
        end
    end
end

@i function triangle_4(y!::Vector{Fixed}, A::Matrix{Fixed}, x::Vector{Fixed}, n::Int)
    for i = 1:n
        for j = 1:n
            if (0 <= i - j, ~)
                y![i] += A[i,j] * x[j]
            end
        end
    end
end

@i function triangle_5(y!::Vector{Fixed}, A::Matrix{Fixed}, x::Vector{Fixed}, n::Int)
    for i = 1:n
        for j = 1:n
            if (j + 1 <= i + 1, ~)
                y![i] += A[i,j] * x[j]
            end
        end
    end
end

@i function triangle_6(y!::Vector{Fixed}, A::Matrix{Fixed}, x::Vector{Fixed}, n::Int)
    for i = 1:n
        for j = 1:n
            if (2j <= 2i, ~)
                y![i] += A[i,j] * x[j]
            end
        end
    end
end

@i function triangle_7(y!::Vector{Fixed}, A::Matrix{Fixed}, x::Vector{Fixed}, n::Int)
    for i = 1:n
        for j = 1:n
            if (3j <= 3i + 2, ~)
                y![i] += A[i,j] * x[j]
            end
        end
    end
end

@i function triangle_8(y!::Vector{Fixed}, A::Matrix{Fixed}, x::Vector{Fixed}, n::Int)
    for i = 1:n
        for j = 1:n
            if (-i <= -j, ~)
                y![i] += A[i,j] * x[j]
            end
        end
    end
end

@i function triangle_9(y!::Vector{Fixed}, A::Matrix{Fixed}, x::Vector{Fixed}, n::Int)
    for i = 1:n
        for j = 1:n
            if (n - j >= n - i, ~)
                y![i] += A[i,j] * x[j]
            end
        end
    end
end

@i function triangle_10(y!::Vector{Fixed}, A::Matrix{Fixed}, x::Vector{Fixed}, n::Int)
    for i = 1:n
        for j = 1:n
            if (!(i < j || j < 1), ~)
                y![i] += A[i,j] * x[j]
            end
        end
    end
end

@i function without_diagonal(y!::Vector{Fixed}, A::Matrix{Fixed}, x::Vector{Fixed}, n::Int)
    for i = 1:n
        for j = 1:n
            if (i != j, ~)
                y![i] += A[i,j] * x[j]
            end
        end
    end
end

@i function band(y!::Vector{Fixed}, A::Matrix{Fixed}, x::Vector{Fixed}, n::Int)
    for i = 1:n
        for j = 1:n
            if (i - j <= 1 && j - i <= 1, ~)
                y![i] += A[i,j] * x[j]
            end
        end
    end
end

@i function diagonal(y!::Vector{Fixed}, A::Matrix{Fixed}, x::Vector{Fixed}, n::Int)
    for i = 1:n
        for j = 1:n
            if (i - j == 0, ~)
                y![i] += A[i,j] * x[j]
            end
        end
    end
end

@i function two_halves(y!::Vector{Fixed}, A::Matrix{Fixed}, x::Vector{Fixed}, n::Int)
    for i = 1:n
        for j = 1:n
            if (i - j > 0, ~)
                y![i] += A[i,j] * x[j]
            else
                y![i] -= A[j,i] * x[j]
            end
        end
    end
end

@i function switched(y!::Vector{Fixed}, A::Matrix{Fixed}, x::Vector{Fixed}, n::Int, k::Int)
    for i = 1:n
        for j = 1:n
            if (k > 0, ~)
                y![i] += A[i,j] * x[j]
            end
        end
    end
end

@i function never(y!::Vector{Fixed}, A::Matrix{Fixed}, x::Vector{Fixed}, n::Int)
    for i = 1:n
        for j = 1:n
            if (i + j < 2, ~)
                y![i] += A[i,j] * x[j]
            end
        end
    end
end

"Sums that wrap are compared as they are."
@i function wraps(y!::Vector{Fixed}, A::Matrix{Fixed}, x::Vector{Fixed}, n::Int, s::Int)
    for i = 1:n
        for j = 1:n
            if (j + s <= i + s, ~)
                y![i] += A[i,j] * x[j]
            end
        end
    end
end

# Signs go through products and quotients: each of these is a stream, as without a sign.
@i function signs(Y!::Matrix{Fixed}, A::Matrix{Fixed}, X::Matrix{Fixed})
    for i = 1:size(A, 1), j = 1:size(X, 2), k = 1:size(A, 2)
        Y![i,j] += -A[i,k] * X[k,j]
    end
end

@i function all_signs(y!::Fixed, n!::Int, a::Fixed, b::Fixed, c::Int)
    y! += -a * b
    y! -= a * -b
    y! += (-a) * (-b)
    y! += a / -b
    y! += (-a)^2
    y! -= -a
    n! += -c * 3
    n! -= (-c) * (-c)
    y! += -(a + b)
    y! -= -(a - b) * 2
end

#! run triangle_1 --set y!=[0.0,0.0,0.0,0.0,0.0,0.0] --set A=[[0.0,0.75,2.0,-2.0,1.5,-0.25],[-1.75,-0.75,-1.25,0.75,1.75,-0.25],[1.0,-1.25,-0.25,-2.0,-0.5,1.25],[0.0,-0.75,1.0,-0.75,-1.5,-1.0],[1.5,-1.0,-1.0,-2.0,-2.0,-0.5],[-0.5,-0.75,-0.75,0.25,0.5,-0.5]] --set x=[-0.5,-0.75,-0.5,1.0,0.25,-2.0] --set n=6 --grad y![3]
#! value y! [0.0,1.4375,0.5625,-0.6875,-2.0,2.5625]
#! restored true
#! sweep 118 148
#! run triangle_2 --set y!=[0.0,0.0,0.0,0.0,0.0,0.0] --set A=[[0.0,0.75,2.0,-2.0,1.5,-0.25],[-1.75,-0.75,-1.25,0.75,1.75,-0.25],[1.0,-1.25,-0.25,-2.0,-0.5,1.25],[0.0,-0.75,1.0,-0.75,-1.5,-1.0],[1.5,-1.0,-1.0,-2.0,-2.0,-0.5],[-0.5,-0.75,-0.75,0.25,0.5,-0.5]] --set x=[-0.5,-0.75,-0.5,1.0,0.25,-2.0] --set n=6 --grad y![3]
#! value y! [0.0,1.4375,0.5625,-0.6875,-2.0,2.5625]
#! restored true
#! sweep 118 148
#! run triangle_3 --set y!=[0.0,0.0,0.0,0.0,0.0,0.0] --set A=[[0.0,0.75,2.0,-2.0,1.5,-0.25],[-1.75,-0.75,-1.25,0.75,1.75,-0.25],[1.0,-1.25,-0.25,-2.0,-0.5,1.25],[0.0,-0.75,1.0,-0.75,-1.5,-1.0],[1.5,-1.0,-1.0,-2.0,-2.0,-0.5],[-0.5,-0.75,-0.75,0.25,0.5,-0.5]] --set x=[-0.5,-0.75,-0.5,1.0,0.25,-2.0] --set n=6 --grad y![3]
#! value y! [0.0,1.4375,0.5625,-0.6875,-2.0,2.5625]
#! restored true
#! sweep 118 148
#! run triangle_4 --set y!=[0.0,0.0,0.0,0.0,0.0,0.0] --set A=[[0.0,0.75,2.0,-2.0,1.5,-0.25],[-1.75,-0.75,-1.25,0.75,1.75,-0.25],[1.0,-1.25,-0.25,-2.0,-0.5,1.25],[0.0,-0.75,1.0,-0.75,-1.5,-1.0],[1.5,-1.0,-1.0,-2.0,-2.0,-0.5],[-0.5,-0.75,-0.75,0.25,0.5,-0.5]] --set x=[-0.5,-0.75,-0.5,1.0,0.25,-2.0] --set n=6 --grad y![3]
#! value y! [0.0,1.4375,0.5625,-0.6875,-2.0,2.5625]
#! restored true
#! sweep 118 148
#! run triangle_5 --set y!=[0.0,0.0,0.0,0.0,0.0,0.0] --set A=[[0.0,0.75,2.0,-2.0,1.5,-0.25],[-1.75,-0.75,-1.25,0.75,1.75,-0.25],[1.0,-1.25,-0.25,-2.0,-0.5,1.25],[0.0,-0.75,1.0,-0.75,-1.5,-1.0],[1.5,-1.0,-1.0,-2.0,-2.0,-0.5],[-0.5,-0.75,-0.75,0.25,0.5,-0.5]] --set x=[-0.5,-0.75,-0.5,1.0,0.25,-2.0] --set n=6 --grad y![3]
#! value y! [0.0,1.4375,0.5625,-0.6875,-2.0,2.5625]
#! restored true
#! sweep 118 148
#! run triangle_6 --set y!=[0.0,0.0,0.0,0.0,0.0,0.0] --set A=[[0.0,0.75,2.0,-2.0,1.5,-0.25],[-1.75,-0.75,-1.25,0.75,1.75,-0.25],[1.0,-1.25,-0.25,-2.0,-0.5,1.25],[0.0,-0.75,1.0,-0.75,-1.5,-1.0],[1.5,-1.0,-1.0,-2.0,-2.0,-0.5],[-0.5,-0.75,-0.75,0.25,0.5,-0.5]] --set x=[-0.5,-0.75,-0.5,1.0,0.25,-2.0] --set n=6 --grad y![3]
#! value y! [0.0,1.4375,0.5625,-0.6875,-2.0,2.5625]
#! restored true
#! sweep 118 148
#! run triangle_7 --set y!=[0.0,0.0,0.0,0.0,0.0,0.0] --set A=[[0.0,0.75,2.0,-2.0,1.5,-0.25],[-1.75,-0.75,-1.25,0.75,1.75,-0.25],[1.0,-1.25,-0.25,-2.0,-0.5,1.25],[0.0,-0.75,1.0,-0.75,-1.5,-1.0],[1.5,-1.0,-1.0,-2.0,-2.0,-0.5],[-0.5,-0.75,-0.75,0.25,0.5,-0.5]] --set x=[-0.5,-0.75,-0.5,1.0,0.25,-2.0] --set n=6 --grad y![3]
#! value y! [0.0,1.4375,0.5625,-0.6875,-2.0,2.5625]
#! restored true
#! sweep 118 148
#! run triangle_8 --set y!=[0.0,0.0,0.0,0.0,0.0,0.0] --set A=[[0.0,0.75,2.0,-2.0,1.5,-0.25],[-1.75,-0.75,-1.25,0.75,1.75,-0.25],[1.0,-1.25,-0.25,-2.0,-0.5,1.25],[0.0,-0.75,1.0,-0.75,-1.5,-1.0],[1.5,-1.0,-1.0,-2.0,-2.0,-0.5],[-0.5,-0.75,-0.75,0.25,0.5,-0.5]] --set x=[-0.5,-0.75,-0.5,1.0,0.25,-2.0] --set n=6 --grad y![3]
#! value y! [0.0,1.4375,0.5625,-0.6875,-2.0,2.5625]
#! restored true
#! sweep 118 148
#! run triangle_9 --set y!=[0.0,0.0,0.0,0.0,0.0,0.0] --set A=[[0.0,0.75,2.0,-2.0,1.5,-0.25],[-1.75,-0.75,-1.25,0.75,1.75,-0.25],[1.0,-1.25,-0.25,-2.0,-0.5,1.25],[0.0,-0.75,1.0,-0.75,-1.5,-1.0],[1.5,-1.0,-1.0,-2.0,-2.0,-0.5],[-0.5,-0.75,-0.75,0.25,0.5,-0.5]] --set x=[-0.5,-0.75,-0.5,1.0,0.25,-2.0] --set n=6 --grad y![3]
#! value y! [0.0,1.4375,0.5625,-0.6875,-2.0,2.5625]
#! restored true
#! sweep 186 186
#! run triangle_10 --set y!=[0.0,0.0,0.0,0.0,0.0,0.0] --set A=[[0.0,0.75,2.0,-2.0,1.5,-0.25],[-1.75,-0.75,-1.25,0.75,1.75,-0.25],[1.0,-1.25,-0.25,-2.0,-0.5,1.25],[0.0,-0.75,1.0,-0.75,-1.5,-1.0],[1.5,-1.0,-1.0,-2.0,-2.0,-0.5],[-0.5,-0.75,-0.75,0.25,0.5,-0.5]] --set x=[-0.5,-0.75,-0.5,1.0,0.25,-2.0] --set n=6 --grad y![3]
#! value y! [0.0,1.4375,0.5625,-0.6875,-2.0,2.5625]
#! restored true
#! sweep 118 148
#! run without_diagonal --set y!=[0.0,0.0,0.0,0.0,0.0,0.0] --set A=[[0.0,0.75,2.0,-2.0,1.5,-0.25],[-1.75,-0.75,-1.25,0.75,1.75,-0.25],[1.0,-1.25,-0.25,-2.0,-0.5,1.25],[0.0,-0.75,1.0,-0.75,-1.5,-1.0],[1.5,-1.0,-1.0,-2.0,-2.0,-0.5],[-0.5,-0.75,-0.75,0.25,0.5,-0.5]] --set x=[-0.5,-0.75,-0.5,1.0,0.25,-2.0] --set n=6 --grad y![3]
#! value y! [-2.6875,3.1875,-4.1875,1.6875,-0.5,1.5625]
#! restored true
#! sweep 259 309
#! run band --set y!=[0.0,0.0,0.0,0.0,0.0,0.0] --set A=[[0.0,0.75,2.0,-2.0,1.5,-0.25],[-1.75,-0.75,-1.25,0.75,1.75,-0.25],[1.0,-1.25,-0.25,-2.0,-0.5,1.25],[0.0,-0.75,1.0,-0.75,-1.5,-1.0],[1.5,-1.0,-1.0,-2.0,-2.0,-0.5],[-0.5,-0.75,-0.75,0.25,0.5,-0.5]] --set x=[-0.5,-0.75,-0.5,1.0,0.25,-2.0] --set n=6 --grad y![3]
#! value y! [-0.5625,2.0625,-0.9375,-1.625,-1.5,1.125]
#! restored true
#! sweep 243 273
#! run diagonal --set y!=[0.0,0.0,0.0,0.0,0.0,0.0] --set A=[[0.0,0.75,2.0,-2.0,1.5,-0.25],[-1.75,-0.75,-1.25,0.75,1.75,-0.25],[1.0,-1.25,-0.25,-2.0,-0.5,1.25],[0.0,-0.75,1.0,-0.75,-1.5,-1.0],[1.5,-1.0,-1.0,-2.0,-2.0,-0.5],[-0.5,-0.75,-0.75,0.25,0.5,-0.5]] --set x=[-0.5,-0.75,-0.5,1.0,0.25,-2.0] --set n=6 --grad y![3]
#! value y! [0.0,0.5625,0.125,-0.75,-0.5,1.0]
#! restored true
#! sweep 49 54
#! run two_halves --set y!=[0.0,0.0,0.0,0.0,0.0,0.0] --set A=[[0.0,0.75,2.0,-2.0,1.5,-0.25],[-1.75,-0.75,-1.25,0.75,1.75,-0.25],[1.0,-1.25,-0.25,-2.0,-0.5,1.25],[0.0,-0.75,1.0,-0.75,-1.5,-1.0],[1.5,-1.0,-1.0,-2.0,-2.0,-0.5],[-0.5,-0.75,-0.75,0.25,0.5,-0.5]] --set x=[-0.5,-0.75,-0.5,1.0,0.25,-2.0] --set n=6 --grad y![3]
#! value y! [-2.1875,-0.8125,-1.9375,1.8125,0.0,0.5625]
#! restored true
#! sweep 325 325
#! run switched --set y!=[0.0,0.0,0.0,0.0,0.0,0.0] --set A=[[0.0,0.75,2.0,-2.0,1.5,-0.25],[-1.75,-0.75,-1.25,0.75,1.75,-0.25],[1.0,-1.25,-0.25,-2.0,-0.5,1.25],[0.0,-0.75,1.0,-0.75,-1.5,-1.0],[1.5,-1.0,-1.0,-2.0,-2.0,-0.5],[-0.5,-0.75,-0.75,0.25,0.5,-0.5]] --set x=[-0.5,-0.75,-0.5,1.0,0.25,-2.0] --set n=6 --set k=1 --grad y![3]
#! value y! [-2.6875,3.75,-4.0625,0.9375,-1.0,2.5625]
#! restored true
#! sweep 85 90
#! run never --set y!=[0.0,0.0,0.0,0.0,0.0,0.0] --set A=[[0.0,0.75,2.0,-2.0,1.5,-0.25],[-1.75,-0.75,-1.25,0.75,1.75,-0.25],[1.0,-1.25,-0.25,-2.0,-0.5,1.25],[0.0,-0.75,1.0,-0.75,-1.5,-1.0],[1.5,-1.0,-1.0,-2.0,-2.0,-0.5],[-0.5,-0.75,-0.75,0.25,0.5,-0.5]] --set x=[-0.5,-0.75,-0.5,1.0,0.25,-2.0] --set n=6 --grad y![3]
#! value y! [0.0,0.0,0.0,0.0,0.0,0.0]
#! restored true
#! sweep 5 5
#! run wraps --set y!=[0.0,0.0,0.0,0.0,0.0,0.0] --set A=[[0.0,0.75,2.0,-2.0,1.5,-0.25],[-1.75,-0.75,-1.25,0.75,1.75,-0.25],[1.0,-1.25,-0.25,-2.0,-0.5,1.25],[0.0,-0.75,1.0,-0.75,-1.5,-1.0],[1.5,-1.0,-1.0,-2.0,-2.0,-0.5],[-0.5,-0.75,-0.75,0.25,0.5,-0.5]] --set x=[-0.5,-0.75,-0.5,1.0,0.25,-2.0] --set n=6 --set s=9223372036854775805 --grad y![3]
#! value y! [-2.125,3.75,0.125,-1.25,-2.0,1.75]
#! restored true
#! sweep 1050 1050
#! run signs --set Y!=[[0,0],[0,0]] --set A=[[1,2],[-3,0.5]] --set X=[[4,-1],[0.25,2]] --grad Y![2,1]
#! value Y! [[-4.5,-3],[11.875,-4]]
#! gradient A [[0,0],[-4,-0.25]]
#! gradient X [[3,0],[-0.5,0]]
#! restored true
#! sweep 69 75
#! run all_signs --set y!=0 --set n!=0 --set a=1.5 --set b=-0.5 --set c=5 --grad y!
#! value y! 9
#! value n! -40
#! gradient a 6.5
#! gradient b 4.5
#! restored true
