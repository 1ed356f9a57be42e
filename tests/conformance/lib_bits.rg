# The library Bits against published test vectors: xorshift64, splitmix64, ChaCha20 (RFC 8439), SHA-256 (FIPS 180-4).
using Bits

@i function shifted(x!::Int)
    i_xorshift!(x!)
end

@i function split(out!::Int, state!::Int)
    i_splitmix!(out!, state!)
end

@i function quarter(a!::Int, b!::Int, c!::Int, d!::Int)
    ROL(a!, 32); ROL(b!, 32); ROL(c!, 32); ROL(d!, 32)
    i_chacha_quarter!(a!, b!, c!, d!)
    ROR(a!, 32); ROR(b!, 32); ROR(c!, 32); ROR(d!, 32)
end

@i function block(out!::Vector{Int}, key::Vector{Int}, counter::Int, nonce::Vector{Int})
    i_chacha_block!(out!, key, counter, nonce)
end

@i function digest(out!::Vector{Int}, message::Vector{Int})
    i_sha256!(out!, message)
end

#! run shifted --set x!=1
#! value x! 1082269761
#! run shifted --set x!=-8690466094656961759
#! value x! -3672092221708869145
#! check shifted --set x!=-8690466094656961759
#! run split --set state!=1234567
#! value out! 6457827717110365317
#! value state! -7046029254385118564
#! check split --set state!=1234567
#! run quarter --set a!=286331153 --set b!=16909060 --set c!=2609737539 --set d!=19088743
#! value a! 3928658676
#! value b! 3407673550
#! value c! 1166100270
#! value d! 1484899515
#! run block --set out!=[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0] --set key=[50462976,117835012,185207048,252579084,319951120,387323156,454695192,522067228] --set counter=1 --set nonce=[150994944,1241513984,0]
#! value out! [3840405776,358169553,534581072,3295748259,3354710471,57196595,2594841092,1315755203,1180992210,162176775,98026004,2718075865,3516666549,3108902622,3900952779,1312575650]
#! run digest --set out!=[0,0,0,0,0,0,0,0] --set message=[1633837952,0,0,0,0,0,0,0,0,0,0,0,0,0,0,24]
#! value out! [3128432319,2399260650,1094795486,1571693091,2953011619,2518121116,3021012833,4060091821]
#! run digest --set out!=[0,0,0,0,0,0,0,0] --set message=[1633837924,1650680933,1667523942,1684366951,1701209960,1718052969,1734895978,1751738987,1768581996,1785425005,1802268014,1819111023,1835954032,1852797041,2147483648,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,448]
#! value out! [613247585,3523623096,3854575251,205414457,2738676825,1694441831,4142722516,433784513]
#! check digest --set out!=[0,0,0,0,0,0,0,0] --set message=[1633837952,0,0,0,0,0,0,0,0,0,0,0,0,0,0,24]
