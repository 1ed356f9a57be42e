# What NiLangCore brings besides the language. `using NiLangCore`

"A value behind one field f, as `Inv{}(x)` makes it of a variable: another type, so that another routine of the same name takes it."
struct Inv{F}
    f::F
end
