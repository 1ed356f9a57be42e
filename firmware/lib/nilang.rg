# What NiLang brings: its standard library. `using NiLang`
using NiLangCore, Sums, Linear, LU, Sparse, Statistics, Neural, Sorting, Special, Bennett, Random
