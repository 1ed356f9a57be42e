# A convolution by two transforms and one back.
using Fourier
@i function convolve!(out!::Vector{Fixed}, a::Vector{Fixed}, b::Vector{Fixed})
    n ← length(a)
    @routine begin
        A ← zeros(Complex{Fixed}, n)
        B ← zeros(Complex{Fixed}, n)
        C ← zeros(Complex{Fixed}, n)
        A.re .+= a
        B.re .+= b
        i_fft!(A)
        i_fft!(B)
        C .+= A .* B
        (~i_fft!)(C)
    end
    out! .+= C.re
    ~@routine
    n → length(a)
end
@i function energy(e!::Fixed, a::Vector{Fixed}, b::Vector{Fixed})
    @routine begin
        o ← zeros(Fixed, length(a))
        convolve!(o, a, b)
    end
    for x in o
        e! += x ^ 2
    end
    ~@routine
end

#! run energy --set 'a=[1.0, 0.5, -0.25, 0.75]' --set 'b=[0.5, 0.25, 1.0, -0.5]' --grad e!
#! value e! 0.603515625
#! gradient a [0.453125, 0.53125, -0.0546875, 0.6328125]
#! gradient b [0.4765625, 0.875, 0.8828125, 0.265625]
#! restored true
#! check energy --set 'a=[1.0, 0.5, -0.25, 0.75]' --set 'b=[0.5, 0.25, 1.0, -0.5]'
