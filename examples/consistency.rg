# Learning by consistency (NiLang draft, section 4): find y with f(0.3, y) = 1 for f(x, y) = exp(x + y) - exp(x), without
# a gradient. It runs f forward from the input wanted and backward from the output wanted. With f1, which keeps all of x
# and x + y, nothing is learned. With f2, which uncomputes x up to rounding, y converges to log(1 + exp(0.3)) - 0.3.
@i function f1(out!, x, y!)
    y! += identity(x)
    out! -= exp(x)
    out! += exp(y!)
end

@i function f2(out!, x!, y!)
    y! += identity(x!)
    out! -= exp(x!)
    x! -= log(-out!)
    out! += exp(y!)
end

"`train` of the listing. What it writes over at the end of a round goes to outs! and xs!, so that training can be run back."
@i function train1(loss!::Vector{Fixed}, outs!::Vector{Fixed}, xs!::Vector{Fixed}, y!::Fixed)
    for i = 1:length(loss!)
        @zeros Fixed out x
        x += 0.3
        f1(out, x, y!)
        loss![i] ↔ out
        out += 1
        (~f1)(out, x, y!)
        outs![i] ↔ out
        xs![i] ↔ x
        ~@zeros Fixed out x
    end
end

@i function train2(loss!::Vector{Fixed}, outs!::Vector{Fixed}, xs!::Vector{Fixed}, y!::Fixed)
    for i = 1:length(loss!)
        @zeros Fixed out x
        x += 0.3
        f2(out, x, y!)
        loss![i] ↔ out
        out += 1
        (~f2)(out, x, y!)
        outs![i] ↔ out
        xs![i] ↔ x
        ~@zeros Fixed out x
    end
end

# f1 learns nothing. f2: values of the listing in double precision; after 120 iterations y is right to the last digits.
#! run train1 --set loss!=[0,0,0] --set outs!=[0,0,0] --set xs!=[0,0,0] --set y!=1.6
#! tolerance 1e-11
#! value loss! [5.336035634703267,5.336035634703267,5.336035634703267]
#! value xs! [0.3,0.3,0.3]
#! value y! 1.6
#! run train2 --set loss!=[0,0,0,0,0,0] --set outs!=[0,0,0,0,0,0] --set xs!=[0,0,0,0,0,0] --set y!=1.6
#! tolerance 1e-11
#! value loss! [5.336035634703267,0.23740483072262109,2.2985567631714985,0.5096854219124729,1.570435541611766,0.7029436961822837]
#! value xs! [1.737988448561106,-0.5322814317049136,0.9739615633548133,-0.15135299592712123,0.6524784811580229,0.051455659775949916]
#! value outs! [0,0,0,0,0,0]
#! value y! 0.6677502747821431
#! run train2 --set loss!=[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0] --set outs!=[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0] --set xs!=[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0] --set y!=1.6 --grad y!
#! tolerance 1e-12
#! value y! 0.5543552444685271
#! restored true
#! check f1 --set out!=0.0 --set x=0.3 --set y!=1.6
#! check f2 --set out!=0.0 --set x!=0.3 --set y!=1.6
