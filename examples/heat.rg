# The heat equation u' = u'' on a ring, explicit steps x[i] += c (x[i-1] - 2 x[i] + x[i+1]). A step forgets, so it is not done in
# place: heat flows through each bond by a rotation-free exchange of differences. The bonds (1,2), (3,4), ... and then (2,3), (4,5), ...
# take turns (Saul'yev's splitting), and in each pair the new difference d - 2 c d is made in place by MULDIV, whose bank keeps what
# rounding takes. The mean of a pair stays, so the total heat is conserved to the bit, and 100 steps run back exactly.
