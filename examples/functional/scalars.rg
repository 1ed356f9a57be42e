# One expression each: the functional front end. `retrograd build FILE --emit=unf` shows the unary form.

# exp(cos(x)) on the context x1, x2, the example of the background section of the paper on unary form.
@fn expcos(x1, x2) = exp(cos(x1))

#! run expcos --set x1=0.5 --set x2=7 --grad out!
#! value out! 2.4050785445725795
#! gradient x1 -1.1530560766171216
#! gradient x2 0
#! restored true

# let: y is computed once, and uncomputed when the result is there.
@fn square_of_product(x1, x2) = let y = x1 * x2 in y * y + sin(y)

#! run square_of_product --set x1=1.5 --set x2=-2 --grad out!
#! value out! 8.8588799919401328
#! gradient x1 13.979984993200891
#! gradient x2 -10.484988744900668
#! restored true

# Pairs: swap, then tell the parts apart again by pattern and by number.
@fn swap(p::Tuple{Fixed,Fixed})::Tuple{Fixed,Fixed} = (snd(p), fst(p))
@fn quotient(x, y) = let (a, b) = swap((x, y)) in a / b + (a, b)[2]

#! run quotient --set x=2 --set y=3 --grad out!
#! value out! 3.5
#! gradient x 0.25
#! gradient y 0.5
#! restored true

# A condition takes one way only: log is never asked for a negative number.
@fn safe_log(x) = x > 0 ? log(x) : 2x - 1

#! run safe_log --set x=2 --grad out!
#! value out! 0.69314718055994531
#! gradient x 0.5
#! run safe_log --set x=-3 --grad out!
#! value out! -7
#! gradient x 2
#! restored true
