# The library SpecialFunctions: values, gradients, Hessians, in routines and in @fn, and where it traps.
using SpecialFunctions

@i function error_functions(y!::Vector{Fixed}, x::Fixed)
    y![1] += erf(x)
    y![2] += erfc(x)
end

@i function gamma_functions(y!::Vector{Fixed}, x::Fixed)
    y![1] += gamma(x)
    y![2] += lgamma(x)
    y![3] += digamma(x)
end

@i function log_gamma(y!::Fixed, x::Fixed)
    y! += loggamma(x)
end

@i function log_gamma_and_sign(y!::Vector{Fixed}, x::Fixed)
    (y![1], y![2]) += logabsgamma(x)
end

@i function bessel(y!::Vector{Fixed}, n::Int, x::Fixed)
    y![1] += besselj(n, x)
    y![2] += besselj0(x)
    y![3] += besselj1(x)
end

@fn mean_of_normal(v::Vector{Fixed}) = sum(map(x -> (1 + erf(x / sqrt(2))) / 2, v)) / length(v)

#! run error_functions --set y!=[0,0] --set x=0 --grad y![1]
#! tolerance 2e-11
#! value y! [0.0, 1.0]
#! gradient x 1.1283791670955126
#! restored true
#! run error_functions --set y!=[0,0] --set x=0.5 --grad y![1]
#! tolerance 2e-11
#! value y! [0.52049987781304654, 0.47950012218695346]
#! gradient x 0.87878257893544479
#! restored true
#! run error_functions --set y!=[0,0] --set x=-0.5 --grad y![1]
#! tolerance 2e-11
#! value y! [-0.52049987781304654, 1.5204998778130465]
#! gradient x 0.87878257893544479
#! restored true
#! run error_functions --set y!=[0,0] --set x=1 --grad y![1]
#! tolerance 2e-11
#! value y! [0.84270079294971487, 0.15729920705028513]
#! gradient x 0.4151074974205947
#! restored true
#! run error_functions --set y!=[0,0] --set x=-2.25 --grad y![1]
#! tolerance 2e-11
#! value y! [-0.99853728341331885, 1.9985372834133188]
#! gradient x 0.007142319022017983
#! restored true
#! run error_functions --set y!=[0,0] --set x=5 --grad y![1]
#! tolerance 2e-11
#! value y! [0.99999999999846254, 1.5374597944280349e-12]
#! gradient x 1.5670866531017335e-11
#! restored true
#! run error_functions --set y!=[0,0] --set x=30 --grad y![1]
#! tolerance 2e-11
#! value y! [1.0, 2.5646562037561116e-393]
#! gradient x 1.5396476604099959e-391
#! restored true
#! run error_functions --set y!=[0,0] --set x=0.75 --hessian y![2]
#! tolerance 2e-11
#! hessian y![1],y![2],x [[0,0,0],[0,0,0],[0,0,0.964396603792811]]
#! value y! [0.71115563365351513, 0.28884436634648487]
#! run gamma_functions --set y!=[0,0,0] --set x=1.0 --grad y![1]
#! tolerance 2e-11
#! value y! [1.0, 0.0, -0.57721566490153286]
#! gradient x -0.57721566490153286
#! restored true
#! run gamma_functions --set y!=[0,0,0] --set x=1.0 --grad y![2]
#! tolerance 2e-11
#! gradient x -0.57721566490153286
#! restored true
#! run gamma_functions --set y!=[0,0,0] --set x=1.0 --grad y![3]
#! tolerance 1e-10
#! gradient x 1.6449340668482264
#! restored true
#! run gamma_functions --set y!=[0,0,0] --set x=2.0 --grad y![1]
#! tolerance 2e-11
#! value y! [1.0, 0.0, 0.42278433509846714]
#! gradient x 0.42278433509846714
#! restored true
#! run gamma_functions --set y!=[0,0,0] --set x=2.0 --grad y![2]
#! tolerance 2e-11
#! gradient x 0.42278433509846714
#! restored true
#! run gamma_functions --set y!=[0,0,0] --set x=2.0 --grad y![3]
#! tolerance 1e-10
#! gradient x 0.64493406684822644
#! restored true
#! run gamma_functions --set y!=[0,0,0] --set x=5.0 --grad y![1]
#! tolerance 2e-11
#! value y! [24.0, 3.1780538303479456, 1.5061176684318005]
#! gradient x 36.146824042363211
#! restored true
#! run gamma_functions --set y!=[0,0,0] --set x=5.0 --grad y![2]
#! tolerance 2e-11
#! gradient x 1.5061176684318005
#! restored true
#! run gamma_functions --set y!=[0,0,0] --set x=5.0 --grad y![3]
#! tolerance 1e-10
#! gradient x 0.22132295573711533
#! restored true
#! run gamma_functions --set y!=[0,0,0] --set x=0.25 --grad y![1]
#! tolerance 2e-11
#! value y! [3.6256099082219083, 1.2880225246980775, -4.2274535333762654]
#! gradient x -15.327097417156704
#! restored true
#! run gamma_functions --set y!=[0,0,0] --set x=0.25 --grad y![2]
#! tolerance 2e-11
#! gradient x -4.2274535333762654
#! restored true
#! run gamma_functions --set y!=[0,0,0] --set x=0.25 --grad y![3]
#! tolerance 1e-10
#! gradient x 17.197329154507111
#! restored true
#! run gamma_functions --set y!=[0,0,0] --set x=8.5 --grad y![1]
#! tolerance 1e-9
#! value y! [14034.407293483413, 9.5492672573009977, 2.0800908175794201]
#! gradient x 29192.841741344488
#! restored true
#! run gamma_functions --set y!=[0,0,0] --set x=8.5 --grad y![2]
#! tolerance 2e-11
#! gradient x 2.0800908175794201
#! restored true
#! run gamma_functions --set y!=[0,0,0] --set x=8.5 --grad y![3]
#! tolerance 1e-10
#! gradient x 0.12483811891892602
#! restored true
#! run gamma_functions --set y!=[0,0,0] --set x=-0.5 --grad y![1]
#! tolerance 2e-11
#! value y! [-3.5449077018110321, 1.2655121234846454, 0.036489973978576521]
#! gradient x -0.12935358979554006
#! restored true
#! run gamma_functions --set y!=[0,0,0] --set x=-0.5 --grad y![2]
#! tolerance 2e-11
#! gradient x 0.036489973978576521
#! restored true
#! run gamma_functions --set y!=[0,0,0] --set x=-0.5 --grad y![3]
#! tolerance 1e-10
#! gradient x 8.9348022005446793
#! restored true
#! run gamma_functions --set y!=[0,0,0] --set x=-4.25 --grad y![1]
#! tolerance 2e-11
#! value y! [-0.12617664186267892, -2.0700724342573241, 4.7015699899973388]
#! gradient x -0.59322831282021315
#! restored true
#! run gamma_functions --set y!=[0,0,0] --set x=-4.25 --grad y![2]
#! tolerance 2e-11
#! gradient x 4.7015699899973388
#! restored true
#! run gamma_functions --set y!=[0,0,0] --set x=-4.25 --grad y![3]
#! tolerance 1e-10
#! gradient x 19.529448389881463
#! restored true
#! run log_gamma --set x=1000 --grad y!
#! tolerance 1e-9
#! value y! 5905.2204232091812
#! gradient x 6.9072551956488121
#! restored true
#! run bessel --set y!=[0,0,0] --set n=0 --set x=0.0 --grad y![1]
#! tolerance 2e-11
#! value y! [1.0, 1.0, 0.0]
#! gradient x 0.0
#! restored true
#! run bessel --set y!=[0,0,0] --set n=1 --set x=0.0 --grad y![1]
#! tolerance 2e-11
#! value y! [0.0, 1.0, 0.0]
#! gradient x 0.5
#! restored true
#! run bessel --set y!=[0,0,0] --set n=2 --set x=1.5 --grad y![1]
#! tolerance 2e-11
#! value y! [0.23208767214421473, 0.51182767173591813, 0.55793650791009964]
#! gradient x 0.24848627838448001
#! restored true
#! run bessel --set y!=[0,0,0] --set n=-3 --set x=2.5 --grad y![1]
#! tolerance 2e-11
#! value y! [-0.21660039103911352, -0.048383776468197996, 0.49709410246427404]
#! gradient x -0.186138589192681
#! restored true
#! run bessel --set y!=[0,0,0] --set n=7 --set x=-20.5 --grad y![1]
#! tolerance 2e-11
#! value y! [0.16002944669060422, 0.11509696025367476, -0.13625468819339574]
#! gradient x 0.08537059453894491
#! restored true
#! run bessel --set y!=[0,0,0] --set n=40 --set x=50.0 --grad y![1]
#! tolerance 2e-11
#! value y! [-0.13817628120116143, 0.055812327669251815, -0.097511828125175138]
#! gradient x 0.031054826328472303
#! restored true
#! run mean_of_normal --set v=[0.5,-1,2] --grad out!
#! tolerance 2e-11
#! value out! 0.60912252775243032
#! gradient v [0.11735510892143316, 0.080656908173047783, 0.017996988837729351]
#! restored true
#! run gamma_functions --set y!=[0,0,0] --set x=0
#! status 1
#! trap R0808
#! run gamma_functions --set y!=[0,0,0] --set x=-3
#! status 1
#! trap R0808
#! run gamma_functions --set y!=[0,0,0] --set x=-16.5
#! status 1
#! trap R0809
#! run gamma_functions --set y!=[0,0,0] --set x=30
#! status 1
#! trap R0810
#! run log_gamma --set x=0
#! status 1
#! trap R0809
#! run log_gamma --set x=-1.5
#! status 1
#! trap R0809
#! run bessel --set y!=[0,0,0] --set n=41 --set x=1
#! status 1
#! trap R0809
#! run bessel --set y!=[0,0,0] --set n=0 --set x=50.5
#! status 1
#! trap R0809
#! check error_functions --set y!=[0,0] --set x=0.3
#! check gamma_functions --set y!=[0,0,0] --set x=2.7
#! check gamma_functions --set y!=[0,0,0] --set x=-1.3
#! check bessel --set y!=[0,0,0] --set n=2 --set x=3.1

#! run log_gamma_and_sign --set y!=[0,0] --set x=-2.5 --grad y![1]
#! tolerance 2e-10
#! value y! [-0.056243716497674061, -1.0]
#! gradient x 1.1031566406452433
