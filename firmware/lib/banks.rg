# Banks that spill: exact products in place, however many. `using Banks`
#
# A bank is a vector of Int zeros. bank[1] counts the words set aside, bank[2] and bank[3] are the digits at
# hand, and the words stand behind them. While any word is set aside the digits are a number from 2^40 up to
# 2^104, so either direction sees by them alone whether a word has just gone or has to come back. On a machine
# with words of 32 bits these are 2^20 and 2^52: (ones >>> 1) >>> 31 is 0 there.

"One word is set aside. Gradients of the digits go the other way, as they shrink where the digits grow."
@i function i_set_aside!(bank!::AbstractVector{Int})
    bank![1] += 1
    bank![bank![1] + 3] ↔ bank![2]
    bank![bank![1] + 3] ↔ bank![3]
    bank![2] ⊻= bank![bank![1] + 3]
    bank![bank![1] + 3] ⊻= bank![2]
    bank![bank![1] + 3] ⊻= bank![3]
    bank![3] ⊻= bank![bank![1] + 3]
end

"x! := x! n / d where the digits grow: |n| < |d|. They are brought between two multiples of n first, and behind the product above 2^40 again."
@i function i_shrink!(x!::Fixed, bank!::AbstractVector{Int}, n::Int, d::Int)
    @routine begin
        ones ← 0
        ones -= 1
        least ← 0
        least += 1048576 * (1 + ((ones >>> 1) >>> 31 & 1048575))
        part ← 0
        part += least ÷ abs(n)
        low ← 0
        low += part * abs(n)
        top ← 0
        top += part * abs(d)
    end
    if (bank![3] >= low, bank![1] > 0 && bank![3] == 0 && bank![2] >= 0 && bank![2] < least)
        i_set_aside!(bank!)
    end
    MULDIV(x!, n, d, bank![2], bank![3])
    if (bank![3] >= least, bank![1] > 0 && bank![3] == 0 && bank![2] >= 0 && bank![2] < top)
        i_set_aside!(bank!)
    end
    ~@routine
end

"x! := x! n / d, exactly invertible, with a bank that never fills while bank! has room; |n| and |d| below 2^19, with words of 32 bits below 2^9. bank! grows by log2(d / n) bits a step."
@i function i_muldiv!(x!::Fixed, bank!::AbstractVector{Int}, n::Int, d::Int)
    @routine begin
        ones ← 0
        ones -= 1
        limit ← 0
        limit += 512 * (1 + ((ones >>> 1) >>> 31 & 1023))
    end
    @assert abs(n) < limit && abs(d) < limit
    ~@routine
    if (abs(n) == abs(d), ~)
        if ((n < 0) != (d < 0), ~)
            NEG(x!)
        end
    elseif (abs(n) < abs(d), ~)
        i_shrink!(x!, bank!, n, d)
    else
        (~i_shrink!)(x!, bank!, d, n)
    end
end
