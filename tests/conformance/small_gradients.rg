# A large constant, or one steep argument, is no reason to lose the digits of a small gradient.
@i function beside_a_constant(y!::Fixed, x::Fixed, z::Fixed)
    y! += 70000.0
    y! += 5000.0 * x
    y! += 0.000001 * z
end
#! run beside_a_constant --set y!=0 --set x=1 --set z=1 --grad y!
#! tolerance 1e-13
#! gradient x 5000
#! gradient z 0.00000099999999747524271
@i function beside_a_steep_one(y!::Fixed, x::Fixed, z::Fixed)
    y! += 100000.0 * x
    y! += 0.000001 * z
end
#! run beside_a_steep_one --set y!=0 --set x=1 --set z=1 --grad y!
#! tolerance 1e-12
#! gradient x 100000
#! gradient z 0.000001
