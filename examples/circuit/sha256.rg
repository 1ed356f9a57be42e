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

# Those above 2^31 are negative words.
@i function constants(k!::Vector{Int})
    k![1] += 0x428a2f98
    k![2] += 0x71374491
    k![3] -= 0x4a3f0431
    k![4] -= 0x164a245b
    k![5] += 0x3956c25b
    k![6] += 0x59f111f1
    k![7] -= 0x6dc07d5c
    k![8] -= 0x54e3a12b
    k![9] -= 0x27f85568
    k![10] += 0x12835b01
    k![11] += 0x243185be
    k![12] += 0x550c7dc3
    k![13] += 0x72be5d74
    k![14] -= 0x7f214e02
    k![15] -= 0x6423f959
    k![16] -= 0x3e640e8c
    k![17] -= 0x1b64963f
    k![18] -= 0x1041b87a
    k![19] += 0x0fc19dc6
    k![20] += 0x240ca1cc
    k![21] += 0x2de92c6f
    k![22] += 0x4a7484aa
    k![23] += 0x5cb0a9dc
    k![24] += 0x76f988da
    k![25] -= 0x67c1aeae
    k![26] -= 0x57ce3993
    k![27] -= 0x4ffcd838
    k![28] -= 0x40a68039
    k![29] -= 0x391ff40d
    k![30] -= 0x2a586eb9
    k![31] += 0x06ca6351
    k![32] += 0x14292967
    k![33] += 0x27b70a85
    k![34] += 0x2e1b2138
    k![35] += 0x4d2c6dfc
    k![36] += 0x53380d13
    k![37] += 0x650a7354
    k![38] += 0x766a0abb
    k![39] -= 0x7e3d36d2
    k![40] -= 0x6d8dd37b
    k![41] -= 0x5d40175f
    k![42] -= 0x57e599b5
    k![43] -= 0x3db47490
    k![44] -= 0x3893ae5d
    k![45] -= 0x2e6d17e7
    k![46] -= 0x2966f9dc
    k![47] -= 0x0bf1ca7b
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
    k![59] -= 0x7b3787ec
    k![60] -= 0x7338fdf8
    k![61] -= 0x6f410006
    k![62] -= 0x5baf9315
    k![63] -= 0x41065c09
    k![64] -= 0x398e870e
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
