/* foreign_names.c: functions under the names that other languages give them. */
#include "compiler/front/foreign_names.h"

#include "compiler/syntax/words.h"

const char *fr_foreign_function(const char *name)
{
    static const fr_advice others[] = {
        {"len", "the number of elements is length(v)"},
        {"ln", "the natural logarithm is log(x)"},
        {"pow", "a power is x^y"},
        {"power", "a power is x^y"},
        {"sqr", "a square is x^2, or abs2(x)"},
        {"square", "a square is x^2, or abs2(x)"},
        {"fabs", "the absolute value is abs(x)"},
        {"arcsin", "the name is asin(x)"},
        {"arccos", "the name is acos(x)"},
        {"arctan", "the name is atan(x)"},
        {"atan2", "the name is atan(y, x)"},
        {"fmax", "the name is max(a, b)"},
        {"fmin", "the name is min(a, b)"},
        {"fmod", "the name is rem(a, b)"},
        {"matmul", "a matrix product is an update, C .+= A * B"},
        {"mm", "a matrix product is an update, C .+= A * B"},
        {"einsum", "write the loops, for i = 1:m, k = 1:n, ... end"},
        {"where", "write c ? a : b, and ifelse.(c, a, b) for each element"},
        {"reshape", "matrices are made in an '@i function', by reshape or as [1 2; 3 4]"},
        {"arange", "a range is first:last, and a loop is for i = first:last"},
        {"linspace", "write the numbers, a + (b - a) * (i - 1) / (n - 1)"},
        {"accumulate", "`using Sums`, or a loop: c[i] += c[i-1] + v[i]"},
        {"sort", "a function with a value has it: s = sort(v); in an '@i function' it is `using "
                 "Sorting` and i_sort!(v, place)"},
        {"sort!", "`using Sorting`: i_sort!(v, place), where place is a Vector{Int} of zeros"},
        {"sortperm",
         "`using Sorting`: i_sort!(v, place) leaves it in place, a Vector{Int} of zeros"},
        {"partialsort", "`using Sorting` and i_sort!(v, place) in an '@i function', then v[k]"},
        {"median", "a function with a value has it; in an '@i function' it is `using Sorting`, "
                   "i_sort!(v, place), and the middle of v"},
        {"quantile",
         "`using Sorting` and i_sort!(v, place) in an '@i function', then elements of v"},
        {"unique", "how many there are, only the run knows: mark them in a Vector{Bool}"},
        {"filter",
         "sum(filter(p, v)) belongs to a function with a value; here write a loop with an if"},
        {"findall", "how many there are, only the run knows: a loop with an if, or count(v .> 0)"},
        {"searchsortedfirst", "count(v .< x) + 1 of a sorted v"},
        {"push!", "[v; x] is v with x behind it; [e for i in 1:n] is an array of n elements"},
        {"append!", "[v; w] is v with w behind it; [e for i in 1:n] is an array of n elements"},
        {"det", "`using LU` and the product of the diagonal, or the formula for a small matrix"},
        {"inv", "`using LU` solves A x = b, without the inverse; a small matrix has a formula"},
        {"eigvals", "repeat v = A * v / norm(A * v) for the largest one"},
        {"svd", "there is none; `using QR` has orthogonal factors"},
        {"typemax", "start a minimum from the first element: m = v[1]"},
        {"typemin", "start a maximum from the first element: m = v[1]"},
        {"eltype", "give the type a name: f(x::Vector{T}) where T, and zero(T)"},
        {"typeof", "give the type a name: f(x::T) where T, and zero(T)"},
        {"XOR", "the exclusive or is y ⊻= x"},
        {"MULEQ", "a product in place is y *= x, of a Log"},
        {"PLUSEQ", "write y += x"},
        {"MINUSEQ", "write y -= x"},
        {"printf", "print with @safe println(\"x = \", x)"},
        {"int", "an integer is floor(Int, x), round(Int, x) or trunc(Int, x)"},
    };
    return FR_ADVICE(name, others);
}
