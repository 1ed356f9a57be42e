# hypot and abs of complex numbers: right wherever the result fits, whatever the squares do; atan of one operand.

@i function distance(r!::Fixed, x::Fixed, y::Fixed)
    r! += hypot(x, y)
end
#! run distance --set x=3 --set y=-4 --grad r!
#! value r! 5
#! gradient x 0.6
#! gradient y -0.8
#! restored true
#! run distance --set x=0 --set y=0 --grad r!
#! value r! 0
#! gradient x 0
#! gradient y 0
#! run distance --set x=12000 --set y=16000 --grad r!
#! value r! 20000
#! gradient x 0.6
#! gradient y 0.8
#! restored true
#! run distance --set x=-420000 --set y=560000 --grad r!
#! value r! 700000
#! gradient x -0.6
#! gradient y 0.8
#! restored true
#! run distance --set x=1000000 --set y=1000000
#! status 1
#! trap R0810
#! run distance --set x=0.000000178813934326171875 --set y=0.0000002384185791015625 --grad r!
#! tolerance 1e-15
#! value r! 2.98023223876953125e-7
#! tolerance 1e-9
#! gradient x 0.6
#! gradient y 0.8
#! run distance --set x=1.5 --set y=2 --hessian r!
#! hessian r!,x,y [[0,0,0],[0,0.256,-0.192],[0,-0.192,0.144]]
#! run distance --set x=1.5 --set y=2 --tangent x=1 --tangent y=-1
#! tangent r! -0.2

@i function modulus(r!::Fixed, z::Complex{Fixed})
    r! += abs(z)
end
#! run modulus --set z=300000+400000im --grad r!
#! value r! 500000
#! gradient z {"re":0.6,"im":0.8}
#! restored true

@i function arc(a!::Fixed, x::Fixed)
    a! += atan(x)
end
#! run arc --set x=-2 --grad a!
#! value a! -1.10714871779409
#! gradient x 0.2
#! run arc --set x=500000 --grad a!
#! value a! 1.57079432679490
#! gradient x 4e-12
#! run arc --set x=1 --hessian a!
#! hessian a!,x [[0,0],[0,-0.5]]

# An angle in parentheses, negated.
@i function turned_back(x!::Fixed, y!::Fixed, e::Fixed)
    ROT(x!, y!, (-e))
end
#! run turned_back --set x!=3 --set y!=4 --set e=0.5
#! value x! 4.55044984008
#! value y! 2.07205363266
