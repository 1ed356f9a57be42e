# Spellings of older versions of NiLang and of its generated code, and types that are asked of a value.
@i function main(y!::Fixed, x::Fixed)
    @zeros typeof(x) a b
    @instr a += 2x
    PLUS(sin)(b, a)
    @instr PLUS(*)(y!, a, b)
    MINUS(identity)(y!, x)
    MINUS(sin)(b, a)
    a -= 2x
    ~@zeros typeof(x) a b
end

#! run main --set x=0.5 --grad y!
#! value y! 0.3414709848079
#! gradient x 1.763546581352
#! restored true
