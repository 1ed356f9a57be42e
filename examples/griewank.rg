# Griewank and Walther's first example (Evaluating Derivatives, table 1.1): y = (sin(x1/x2) + x1/x2 - exp(x2)) (x1/x2 - exp(x2)).
# One expression; the compiler computes its parts once, uses them and uncomputes them.
@i function griewank(y!::Fixed, x1::Fixed, x2::Fixed)
    y! += (sin(x1 / x2) + x1 / x2 - exp(x2)) * (x1 / x2 - exp(x2))
end

"The evaluation trace of the book, a variable for each line."
@i function trace(y!::Fixed, x1::Fixed, x2::Fixed)
    @routine begin
        @zeros Fixed v1 v2 v3 v4 v5
        v1 += x1 / x2
        v2 += sin(v1)
        v3 += exp(x2)
        v4 += v1 - v3
        v5 += v2 + v4
    end
    y! += v5 * v4
    ~@routine
end

#! run griewank --set x1=1.5 --set x2=0.5 --grad y! --raw
#! tolerance 1e-11
#! raw y! 17738611697217
#! value y! 2.0166466694282014
#! gradient x1 3.0118433276739066
#! gradient x2 -13.7239615093140747
#! restored true
#! check griewank --set x1=-0.75 --set x2=1.25
#! run trace --set x1=1.5 --set x2=0.5 --grad y! --raw
#! tolerance 1e-11
#! raw y! 17738611697217
#! value y! 2.0166466694282014
#! gradient x1 3.0118433276739066
#! gradient x2 -13.7239615093140747
#! restored true
#! check trace --set x1=-0.75 --set x2=1.25
#! run griewank --set x1=1
#! status 1
#! trap R0808
#! run griewank --set x1=1.5 --set x2=0.5 --hessian y!
#! tolerance 1e-10
#! hessian y!,x1,x2 [[0,0,0],[0,-0.68270983348326387,-7.3059988637411766],[0,-7.3059988637411766,50.72851381442217]]
#! restored true
#! run trace --set x1=1.5 --set x2=0.5 --hessian y!
#! tolerance 1e-10
#! hessian y!,x1,x2 [[0,0,0],[0,-0.68270983348326387,-7.3059988637411766],[0,-7.3059988637411766,50.72851381442217]]
#! restored true
