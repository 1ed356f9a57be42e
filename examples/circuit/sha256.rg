# SHA-256 on words of 32 bits (FIPS 180-4): a circuit for `retrograd build --emit=qasm --bits 32`.
# Every update is modulo 2^32 there, so the words of the machine must have 32 bits too to run it.

# One of 64 rounds. What is in `a` to `h` moves on by one name from round to round.
@i function round(a::Int, b::Int, c::Int, d!::Int, e::Int, f::Int, g::Int, h!::Int, k::Int, w::Int)
    h! += (e >>> 6 | e << 26) ⊻ (e >>> 11 | e << 21) ⊻ (e >>> 25 | e << 7)
    h! += g ⊻ (e & (f ⊻ g))
    h! += k
    h! += w
    d! += h!
    h! += (a >>> 2 | a << 30) ⊻ (a >>> 13 | a << 19) ⊻ (a >>> 22 | a << 10)
    h! += a ⊻ ((a ⊻ b) & (a ⊻ c))
end

# A word of the message schedule takes the place of the one 16 words before.
@i function schedule(w0!::Int, w1::Int, w9::Int, w14::Int)
    w0! += (w1 >>> 7 | w1 << 25) ⊻ (w1 >>> 18 | w1 << 14) ⊻ (w1 >>> 3)
    w0! += w9
    w0! += (w14 >>> 17 | w14 << 15) ⊻ (w14 >>> 19 | w14 << 13) ⊻ (w14 >>> 10)
end

@i function constants(k!::Vector{Int})
    k![1] += 0x428a2f98
    k![2] += 0x71374491
    k![3] += 0xb5c0fbcf
    k![4] += 0xe9b5dba5
    k![5] += 0x3956c25b
    k![6] += 0x59f111f1
    k![7] += 0x923f82a4
    k![8] += 0xab1c5ed5
    k![9] += 0xd807aa98
    k![10] += 0x12835b01
    k![11] += 0x243185be
    k![12] += 0x550c7dc3
    k![13] += 0x72be5d74
    k![14] += 0x80deb1fe
    k![15] += 0x9bdc06a7
    k![16] += 0xc19bf174
    k![17] += 0xe49b69c1
    k![18] += 0xefbe4786
    k![19] += 0x0fc19dc6
    k![20] += 0x240ca1cc
    k![21] += 0x2de92c6f
    k![22] += 0x4a7484aa
    k![23] += 0x5cb0a9dc
    k![24] += 0x76f988da
    k![25] += 0x983e5152
    k![26] += 0xa831c66d
    k![27] += 0xb00327c8
    k![28] += 0xbf597fc7
    k![29] += 0xc6e00bf3
    k![30] += 0xd5a79147
    k![31] += 0x06ca6351
    k![32] += 0x14292967
    k![33] += 0x27b70a85
    k![34] += 0x2e1b2138
    k![35] += 0x4d2c6dfc
    k![36] += 0x53380d13
    k![37] += 0x650a7354
    k![38] += 0x766a0abb
    k![39] += 0x81c2c92e
    k![40] += 0x92722c85
    k![41] += 0xa2bfe8a1
    k![42] += 0xa81a664b
    k![43] += 0xc24b8b70
    k![44] += 0xc76c51a3
    k![45] += 0xd192e819
    k![46] += 0xd6990624
    k![47] += 0xf40e3585
    k![48] += 0x106aa070
    k![49] += 0x19a4c116
    k![50] += 0x1e376c08
    k![51] += 0x2748774c
    k![52] += 0x34b0bcb5
    k![53] += 0x391c0cb3
    k![54] += 0x4ed8aa4a
    k![55] += 0x5b9cca4f
    k![56] += 0x682e6ff3
    k![57] += 0x748f82ee
    k![58] += 0x78a5636f
    k![59] += 0x84c87814
    k![60] += 0x8cc70208
    k![61] += 0x90befffa
    k![62] += 0xa4506ceb
    k![63] += 0xbef9a3f7
    k![64] += 0xc67178f2
end

# The 64 rounds in place: a bijection on the state and the 16 words of the message.
@i function rounds(s!::Vector{Int}, w!::Vector{Int})
    k ← zeros(Int, 64)
    constants(k)
    for i = 0:63
        if (i >= 16, ~)
            schedule(w![i % 16 + 1], w![(i + 1) % 16 + 1], w![(i + 9) % 16 + 1],
                w![(i + 14) % 16 + 1])
        end
        round(s![(64 - i) % 8 + 1], s![(65 - i) % 8 + 1], s![(66 - i) % 8 + 1],
            s![(67 - i) % 8 + 1], s![(68 - i) % 8 + 1], s![(69 - i) % 8 + 1],
            s![(70 - i) % 8 + 1], s![(71 - i) % 8 + 1], k[i + 1], w![i % 16 + 1])
    end
    (~constants)(k)
    k → zeros(Int, 64)
end

# The compression function: out += the next state; state and message stay as they are.
@i function main(out!::Vector{Int}, state::Vector{Int}, message::Vector{Int})
    for i = 1:8
        out![i] += state[i]
    end
    rounds(state, message)
    for i = 1:8
        out![i] += state[i]
    end
    (~rounds)(state, message)
end
