# SYNTAX TEST "source.retrograd" "a routine"
@i function f!(y!::Fixed, v::Vector{Fixed})
# <-- support.function.macro.retrograd
#  ^^^^^^^^ keyword.control.retrograd
#           ^^ entity.name.function.retrograd
#              ^^ variable.other.retrograd
#                  ^^^^^ support.type.retrograd
    t ← 0.0
#   ^ variable.other.retrograd
#     ^ keyword.operator.ancilla.retrograd
#       ^^^ constant.numeric.retrograd
    for i = 1:length(v)
#   ^^^ keyword.control.retrograd
#             ^^^^^^ entity.name.function.call.retrograd
        t += v[i]^2
#         ^^ keyword.operator.update.retrograd
    end
#   ^^^ keyword.control.retrograd
    t → 0.0
#     ^ keyword.operator.ancilla.retrograd
end
