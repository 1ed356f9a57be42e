# many forms
const two = 2
const third = 1/3
@i function sq(y!, x)
    y! += x^two
end
@i function main(y!::Fixed, x::Fixed, n::Int, A::Matrix{Fixed}, v::Vector{Int}; tol=1e-8)
    @anc acc = zero(x)
    @routine begin
        a <- zero(x)
        a += sin(x + 2x) ^ 2 - third
        for i = 1:2:size(A, 1), j = size(A, 2):-1:1
            a += A[i, j] * v[end]
        end
    end
    y! += a
    ~@routine
    sq(y!, x + 1)
    (~sq)(y!, 0.5)
    ~sq(y!, n)
    begin
        k <- 0
        k += n
        k ⊻= 5
        k xor= 5
        k -> n
    end
    if x > 0.5 && !(n == 0)
        y! += 1
    elseif x > 0
        y! += 2
    else
        y! += 3
    end
    ~(y! += x; y! -= n / 2)
    k <- 0
    @from k == 0 while k < n
        INC(k)
        y! += tanh(x) * (n > 2 ? 1.0 : -x)
    end
    k → n
    y! += max(x, 0.1, n) + min(x, 0.25) + abs(-x) + floor(x*10) + atan(x) + atan(x, 2) + tan(x) + log2(x) + exp2(x) + asin(x) + acos(x)
    y! += round(Int, 2.6) + trunc(Int, x * 7) % 4 + x^3 + x^n + x^0.5 + x^-1 + 2.0^x + √x
    y! += sign(-x) + (1 << n) + (n >> 1) + mod(-n, 5) + fld(-n, 2) + (-n) % 5 + (-n) ÷ 2
end
