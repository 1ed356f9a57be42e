# Bijections of words: generators of random numbers, ChaCha and SHA-256. For words of 64 bits.
# A word of 32 bits is an Int from 0 to 2^32 - 1. Inside it stands in the upper half of an Int, where
# sums modulo 2^32 are sums of Int.

"The next state of xorshift64 (Marsaglia, 13, 7, 17). The state is not 0."
@i function i_xorshift!(x!::Int)
    x! ⊻= x! << 13
    x! ⊻= x! >>> 7
    x! ⊻= x! << 17
end

"A word as splitmix64 and MurmurHash3 mix it."
@i function i_mix!(z!::Int)
    z! ⊻= z! >>> 30
    z! *= 0xBF58476D1CE4E5B9
    z! ⊻= z! >>> 27
    z! *= 0x94D049BB133111EB
    z! ⊻= z! >>> 31
end

"splitmix64: the next state, and its number added to out!."
@i function i_splitmix!(out!::Int, state!::Int)
    state! += 0x9E3779B97F4A7C15
    @routine begin
        z ← 0
        z += state!
        i_mix!(z)
    end
    out! += z
    ~@routine
end

"A word of 32 bits rotated to the left by k, 0 < k < 32; it stands in the upper half."
@i function i_rotate_upper!(x!::Int; k)
    ROL(x!, k)
    x! ⊻= x! << 32
    x! ⊻= (x! >>> 32) & ((1 << k) - 1)
end

"The quarter round of ChaCha on words in the upper half."
@i function i_chacha_quarter!(a!::Int, b!::Int, c!::Int, d!::Int)
    a! += b!
    d! ⊻= a!
    i_rotate_upper!(d!; k=16)
    c! += d!
    b! ⊻= c!
    i_rotate_upper!(b!; k=12)
    a! += b!
    d! ⊻= a!
    i_rotate_upper!(d!; k=8)
    c! += d!
    b! ⊻= c!
    i_rotate_upper!(b!; k=7)
end

"Ten double rounds on 16 words in the upper half."
@i function i_chacha_rounds!(s!::Vector{Int})
    for r = 1:10
        for k = 1:4
            i_chacha_quarter!(s![k], s![k+4], s![k+8], s![k+12])
        end
        for k = 1:4
            i_chacha_quarter!(s![k], s![k%4+5], s![(k+1)%4+9], s![(k+2)%4+13])
        end
    end
end

"The 16 words of a block of ChaCha20 (RFC 8439), exclusive-ored to out!: key of 8 words, counter, nonce of 3."
@i function i_chacha_block!(out!::Vector{Int}, key::Vector{Int}, counter::Int, nonce::Vector{Int})
    @routine begin
        s ← [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        s[5:12] .+= key
        s[13] += counter
        s[14:16] .+= nonce
        for k = 1:16
            ROL(s[k], 32)
        end
        t ← zeros(Int, 16)
        t .+= s
        i_chacha_rounds!(s)
        t .+= s
    end
    for k = 1:16
        out![k] ⊻= t[k] >>> 32
    end
    ~@routine
end

const SHA256_START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19]
const SHA256_ROUND = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2]

"A word in the upper half and its copy in the lower one: its lower half shifted by k is rotated by k."
@i function i_twice!(x!::Int)
    x! ⊻= x! >>> 32
end

"One round of SHA-256 with the word w plus the constant k: d and h change."
@i function i_sha256_round!(a::Int, b::Int, c::Int, d!::Int, e::Int, f::Int, g::Int, h!::Int, w::Int, k::Int)
    @routine begin
        p ← e
        q ← a
        i_twice!(p)
        i_twice!(q)
    end
    h! += ((p >>> 6) ⊻ (p >>> 11) ⊻ (p >>> 25)) << 32
    h! += (e & f) ⊻ (~e & g)
    h! += w + (k << 32)
    d! += h!
    h! += ((q >>> 2) ⊻ (q >>> 13) ⊻ (q >>> 22)) << 32
    h! += (a & b) ⊻ (a & c) ⊻ (b & c)
    ~@routine
end

"The eight words s! of SHA-256, in the upper half, through the rounds of the 16 words w!, of which the next 16 are made."
@i function i_sha256_rounds!(s!::Vector{Int}, w!::Vector{Int}, round::Vector{Int})
    for t = 0:8:56
        i_sha256_round!(s![1], s![2], s![3], s![4], s![5], s![6], s![7], s![8], w![t%16+1], round[t+1])
        i_sha256_round!(s![8], s![1], s![2], s![3], s![4], s![5], s![6], s![7], w![t%16+2], round[t+2])
        i_sha256_round!(s![7], s![8], s![1], s![2], s![3], s![4], s![5], s![6], w![t%16+3], round[t+3])
        i_sha256_round!(s![6], s![7], s![8], s![1], s![2], s![3], s![4], s![5], w![t%16+4], round[t+4])
        i_sha256_round!(s![5], s![6], s![7], s![8], s![1], s![2], s![3], s![4], w![t%16+5], round[t+5])
        i_sha256_round!(s![4], s![5], s![6], s![7], s![8], s![1], s![2], s![3], w![t%16+6], round[t+6])
        i_sha256_round!(s![3], s![4], s![5], s![6], s![7], s![8], s![1], s![2], w![t%16+7], round[t+7])
        i_sha256_round!(s![2], s![3], s![4], s![5], s![6], s![7], s![8], s![1], w![t%16+8], round[t+8])
        if (t % 16 == 8, ~)
            i_sha256_schedule!(w!)
        end
    end
end

"Sixteen words of the message schedule of SHA-256 become the next sixteen."
@i function i_sha256_schedule!(w!::Vector{Int})
    for i = 0:15
        @routine begin
            p ← w![(i+1)%16+1]
            q ← w![(i+14)%16+1]
            i_twice!(p)
            i_twice!(q)
        end
        w![i+1] += w![(i+9)%16+1]
        w![i+1] += ((p >>> 7) ⊻ (p >>> 18) ⊻ (p >>> 35)) << 32
        w![i+1] += ((q >>> 17) ⊻ (q >>> 19) ⊻ (q >>> 42)) << 32
        ~@routine
    end
end

"SHA-256 of a padded message of 16 n words, added to the 8 words of out!, all from 0 to 2^32 - 1."
@i function i_sha256!(out!::Vector{Int}, message::Vector{Int})
    @routine begin
        n ← length(message) ÷ 16
        h ← zeros(Int, 8, n + 1)
        start ← zeros(Int, 8)
        round ← zeros(Int, 64)
        start .+= SHA256_START
        round .+= SHA256_ROUND
        for j = 1:8
            h[j, 1] += start[j] << 32
        end
        for k = 1:n
            @routine begin
                w ← zeros(Int, 16)
                s ← zeros(Int, 8)
                for j = 1:16
                    w[j] += message[16*(k-1)+j] << 32
                end
                s .+= h[:, k]
                i_sha256_rounds!(s, w, round)
            end
            h[:, k+1] .+= h[:, k] .+ s
            ~@routine
        end
    end
    for j = 1:8
        out![j] += h[j, n+1] >>> 32
    end
    ~@routine
end
