# The library Integrators against the same compositions in numpy, and against a solution with a far smaller step.
using Integrators

struct Pendulum
    g::Fixed
end

@i function i_kick!(v!::Vector{Fixed}, q::Vector{Fixed}, h::Fixed, system::Pendulum)
    for i = 1:length(q)
        v![i] -= h * system.g * sin(q[i])
    end
end

@i function pendulum2(q!::Vector{Fixed}, v!::Vector{Fixed}, h::Fixed, n::Int, p::Pendulum)
    i_leapfrog!(q!, v!, h, n, p)
end

@i function pendulum4(q!::Vector{Fixed}, v!::Vector{Fixed}, h::Fixed, n::Int, p::Pendulum)
    i_forest_ruth!(q!, v!, h, n, p)
end

@i function pendulum6(q!::Vector{Fixed}, v!::Vector{Fixed}, h::Fixed, n::Int, p::Pendulum)
    i_yoshida6!(q!, v!, h, n, p)
end

@i function kepler(q!::Vector{Fixed}, v!::Vector{Fixed}, h::Fixed, n::Int, s::Gravity)
    i_leapfrog!(q!, v!, h, n, s)
end

@i function energy(e!::Fixed, q!::Vector{Fixed}, v!::Vector{Fixed}, s::Gravity)
    i_energy(e!, q!, v!, s)
end

#! run pendulum2 --set q!=[1,-0.5] --set v!=[0.5,2] --set h=0.125 --set n=4 --set 'p={"g":1.5}' --grad q![2]
#! tolerance 1e-10
#! value q! [1.087173313057, 0.5322656190336412]
#! value v! [-0.1573735446554892, 1.988145936002593]
#! gradient q! [0, 0.8261686632983054]
#! gradient v! [0, 0.4716948254868198]
#! gradient h 8.03485998362722
#! gradient p {"g": 0.02032261565992102}
#! restored true
#! run pendulum4 --set q!=[1,-0.5] --set v!=[0.5,2] --set h=0.125 --set n=4 --set 'p={"g":1.5}' --grad q![2]
#! tolerance 1e-10
#! value q! [1.086833226494899, 0.5288016626221598]
#! value v! [-0.157975900384677, 1.989343241670667]
#! gradient q! [0, 0.8256113126139445]
#! gradient v! [0, 0.4701464866106835]
#! gradient h 7.956404464802219
#! gradient p {"g": 0.01808586162630335}
#! restored true
#! run pendulum6 --set q!=[1,-0.5] --set v!=[0.5,2] --set h=0.125 --set n=4 --set 'p={"g":1.5}' --grad q![2]
#! tolerance 1e-10
#! value q! [1.086836757428712, 0.5288260761454244]
#! value v! [-0.1579749380158466, 1.989334593494619]
#! gradient q! [0, 0.8256224922393567]
#! gradient v! [0, 0.4701316606246731]
#! gradient h 7.9573449305915
#! gradient p {"g": 0.01813493169153019}
#! restored true
#! run pendulum2 --set q!=[1,-0.5] --set v!=[0.5,2] --set h=0.125 --set n=16 --set 'p={"g":1.5}'
#! tolerance 0.01
#! value q! [-0.292792099528059, 2.04351196000889]
#! value v! [-1.225323747174583, -0.03653709860461255]
#! run pendulum4 --set q!=[1,-0.5] --set v!=[0.5,2] --set h=0.125 --set n=16 --set 'p={"g":1.5}'
#! tolerance 0.0002
#! value q! [-0.292792099528059, 2.04351196000889]
#! value v! [-1.225323747174583, -0.03653709860461255]
#! run pendulum6 --set q!=[1,-0.5] --set v!=[0.5,2] --set h=0.125 --set n=16 --set 'p={"g":1.5}'
#! tolerance 1e-06
#! value q! [-0.292792099528059, 2.04351196000889]
#! value v! [-1.225323747174583, -0.03653709860461255]
#! run pendulum2 --set q!=[1] --set v!=[0.5] --set h=0.125 --set n=0 --set 'p={"g":1.5}'
#! value q! [1]
#! value v! [0.5]
#! run kepler --set q!=[0,0,1,0,-2,0.5] --set v!=[0,0,0,1.25,0.5,-0.75] --set h=0.0625 --set n=4 --set 's={"G":1.25,"dimension":2,"m":[1,0.5,0.25]}' --grad q![3]
#! tolerance 1e-10
#! value q! [0.01707474987723779, 0.002438879560096523, 0.9600372450334553, 0.3088017940681804, -1.863373489575862, 0.310140893623253]
#! value v! [0.135009500311474, 0.02853296224391695, -0.3180766410489215, 1.201744405770912, 0.596115280851947, -0.7676206605174913]
#! gradient q! [-0.078075941000389, -0.01123370325720566, 1.078789688292781, 0.01111821662148927, -0.0007137472923921067, 0.0001154866357163889]
#! restored true
#! run energy --set q!=[0,0,1,0,-2,0.5] --set v!=[0,0,0,1.25,0.5,-0.75] --set 's={"G":1.25,"dimension":2,"m":[1,0.5,0.25]}' --grad e!
#! tolerance 1e-11
#! value e! -0.3357719491806322
#! gradient q! [-0.5536659926363726, -0.01783350184090684, 0.6416620595241916, -0.002777009920698603, -0.08799606688781897, 0.02061051176160544]
#! gradient v! [0, 0, 0, 0.625, 0.125, -0.1875]
#! restored true
#! run energy --set q!=[0,0,1] --set v!=[0,0,0] --set 's={"G":1.25,"dimension":2,"m":[1,0.5,0.25]}'
#! status 1
