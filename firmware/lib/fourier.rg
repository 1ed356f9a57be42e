# Discrete Fourier transform. `using Fourier`

"x! := its unitary discrete Fourier transform X[k] = n^(-1/2) sum x[j] exp(-2πi jk / n), in place. n: a power of two. Made of exchanges, ROT and HADAMARD, so it is exactly invertible: (~i_fft!)(x!) is the inverse transform. No ancillas but counters."
@i function i_fft!(x!::AbstractVector{Complex{Fixed}})
    @assert count_ones(length(x!)) == 1
    i_bit_reversal!(x!)
    half ← 1
    while (2half <= length(x!), half != 1)
        for start = 1:2half:length(x!), j = 0:half-1
            ROT(x![start+j+half].re, x![start+j+half].im, -(π * j / half))
            HADAMARD(x![start+j], x![start+j+half])
        end
        ROL(half, 1)
    end
    half → length(x!)
end

"x! with the elements whose indices, from 0, are each other's bits in reverse exchanged. A power of two of elements. Its own inverse."
@i function i_bit_reversal!(x!::AbstractVector)
    bits ← 0
    bits += count_ones(length(x!) - 1)
    for i = 0:length(x!)-1
        @routine begin
            j ← 0
            for b = 1:bits
                j += ((i >> (b - 1)) & 1) << (bits - b)
            end
        end
        if (i < j, ~)
            x![i+1] ↔ x![j+1]
        end
        ~@routine
    end
    bits -= count_ones(length(x!) - 1)
    bits → 0
end
