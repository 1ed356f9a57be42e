# The solar system by the leapfrog method (NiLang, appendix F, listing 25): positions in astronomical units, time in years, masses in
# those of the Sun. Every update adds something computed from variables that it does not change, so the way back is exact to the bit.
struct V3{T}
    x::T
    y::T
    z::T
end

@i function (:+=)(sqdistance)(y!::T, ra::V3{T}, rb::V3{T}) where T
    y! += (ra.x - rb.x)^2
    y! += (ra.y - rb.y)^2
    y! += (ra.z - rb.z)^2
end

"Listing 25"
@i function (:+=)(acceleration)(y!::V3{T}, ra::V3{T}, rb::V3{T}, mb::Fixed, G) where T
    @routine @invcheckoff begin
        @zeros T d anc1 anc2 anc3 anc4
        rc ← zero(V3{T})
        d += sqdistance(ra, rb)
        anc1 += sqrt(d)
        anc2 += anc1 ^ 3
        anc3 += G * mb
        anc4 += anc3 / anc2
        rc += rb - ra
    end
    y! += anc4 * rc
    ~@routine
end

"Listing 26: rb itself becomes the difference and is uncomputed. In floating point it is not recovered; here it is."
@i function (:+=)(acceleration26)(y!::V3{T}, ra::V3{T}, rb::V3{T}, mb::Fixed, G) where T
    @routine @invcheckoff begin
        @zeros T d anc1 anc2 anc3 anc4
        d += sqdistance(ra, rb)
        anc1 += sqrt(d)
        anc2 += anc1 ^ 3
        anc3 += G * mb
        anc4 += anc3 / anc2
        rb -= ra
    end
    y! += anc4 * rb
    ~@routine
end

"Both listings for one pair of bodies."
@i function accelerations(a!::V3{Fixed}, b!::V3{Fixed}, ra::V3{Fixed}, rb::V3{Fixed}, mb::Fixed, G::Fixed)
    a! += acceleration(ra, rb, mb, G)
    b! += acceleration26(ra, rb, mb, G)
end

"Each velocity gains dt times the acceleration by all other bodies."
@i function kick!(v!::Vector{V3{Fixed}}, x::Vector{V3{Fixed}}, m::Vector{Fixed}, G::Fixed, dt::Fixed)
    for i = 1:length(x)
        @routine begin
            a ← zero(V3{Fixed})
            for j = 1:length(x)
                if (j != i, ~)
                    a += acceleration(x[i], x[j], m[j], G)
                end
            end
        end
        v![i] += a * dt
        ~@routine
    end
end

"The positions after steps * dt; the velocities half a step later (equations 9 and 10)."
@i function leapfrog!(x!::Vector{V3{Fixed}}, v!::Vector{V3{Fixed}}, m::Vector{Fixed}, G::Fixed, dt::Fixed, steps::Int)
    kick!(v!, x!, m, G, dt / 2)
    for t = 1:steps
        for i = 1:length(x!)
            x![i] += v![i] * dt
        end
        kick!(v!, x!, m, G, dt)
    end
end

# The Sun with the inner planets, Jupiter, Saturn, Uranus, Neptune and Pluto on 5 September 1994 (Hairer, Lubich and Wanner, Geometric
# Numerical Integration, table I.2.2), two years in steps of 0.1. Values and gradients: the same steps with 32 digits.
#! run leapfrog! --set x!='[{"x":0,"y":0,"z":0},{"x":-3.5023653,"y":-3.8169847,"z":-1.5507963},{"x":9.0755314,"y":-3.0458353,"z":-1.6483708},{"x":8.3101420,"y":-16.2901086,"z":-7.2521278},{"x":11.4707666,"y":-25.7294829,"z":-10.8169456},{"x":-15.5387357,"y":-25.2225594,"z":-3.1902382}]' --set v!='[{"x":0.0,"y":0.0,"z":0.0},{"x":2.0652294225,"y":-1.506619725,"z":-0.6961263225},{"x":0.614781495,"y":1.7660750625,"z":0.702967455},{"x":1.293635145,"y":0.500765055,"z":0.2009934225},{"x":1.055316825,"y":0.4183098675,"z":0.1449202425},{"x":1.0107380625,"y":-0.623489055,"z":-0.49858086}]' --set m=[1.00000597682,0.000954786104043,0.000285583733151,0.0000437273164546,0.0000517759138449,0.0000000076923077] --set G=39.47692642143 --set dt=0.1 --set steps=20 --grad x![2].x
#! tolerance 1e-9
#! value x! [{"x":-0.00068663923868076965,"y":-0.0022643551475063141,"z":-0.0009574936681662988},{"x":1.5997544578646128,"y":-4.5180888814543116,"z":-1.9756397916718377},{"x":9.4817404754964883,"y":0.64664035262610997,"z":-0.14080705039086402},{"x":10.802865840960505,"y":-15.124076139001939,"z":-6.7767546341215344},{"x":13.546353292816511,"y":-24.819588547894741,"z":-10.496242045157234},{"x":-13.472993627456799,"y":-26.393241211276949,"z":-4.176929869247806}]
#! value v! [{"x":-0.00022414916127392297,"y":-0.0024196323469429804,"z":-0.0010357622504344533},{"x":2.5639962526621964,"y":0.9846447532357326,"z":0.35958728919973893},{"x":-0.24561916816097544,"y":1.870778147906863,"z":0.78321635315352944},{"x":1.1922904225056817,"y":0.6666806824886037,"z":0.27509499523347916},{"x":1.0182820167909638,"y":0.49295761396926966,"z":0.17639482804572833},{"x":1.0548784138201112,"y":-0.54483354761350739,"z":-0.48733626030423999}]
#! gradient x! [{"x":0.22369583412232363,"y":-0.39985835187772608,"z":-0.16529703494164263},{"x":0.77633198036087863,"y":0.39986528326651598,"z":0.16529834795220665},{"x":-2.7666176463741229e-5,"y":-8.1693545652228527e-6,"z":-1.8686018169778505e-6},{"x":-1.9099832484818356e-7,"y":9.807880841127932e-7,"z":4.4714486626399915e-7},{"x":4.2684834439824922e-8,"y":2.5722888478987718e-7,"z":1.0845034384803097e-7},{"x":6.7518965570109357e-12,"y":-5.1193572113341649e-11,"z":-3.9571507990007158e-12}]
#! gradient v! [{"x":0.25087670513580854,"y":-0.15500886827654792,"z":-0.064428980709364146},{"x":1.7491417557305418,"y":0.15501702024591529,"z":0.064431276044331586},{"x":-1.8342048718383993e-5,"y":-9.0645353589411077e-6,"z":-2.7050679600564764e-6},{"x":-1.5007579763405517e-7,"y":7.2983447523334138e-7,"z":3.3276083121577165e-7},{"x":3.1255056180593088e-8,"y":1.8276521695517325e-7,"z":7.6974921648988669e-8},{"x":3.5642057605200516e-12,"y":-3.3700618104022892e-11,"z":-2.7602482470704187e-12}]
#! gradient G 0.023369612585057122
#! gradient dt 51.790671356881599
#! gradient m [0.92242339330057907,-0.049073430125607715,0.58702508078655481,0.17999509154713785,0.056197467858956705,-0.06551833425078513]
#! restored true
#! run accelerations --set ra='{"x":1,"y":0.5,"z":-0.25}' --set rb='{"x":-2,"y":1.5,"z":3}' --set mb=0.3 --set G=39.5 --grad a!.x
#! tolerance 1e-11
#! value a! {"x": -0.38126394047858008, "y": 0.12708798015952669, "z": 0.41303593551846175}
#! value b! {"x": -0.38126394047858008, "y": 0.12708798015952669, "z": 0.41303593551846175}
#! value rb {"x": -2, "y": 1.5, "z": 3}
#! gradient ra {"x": 0.039787422359973403, "y": -0.055625134173166699, "z": -0.18078168606279177}
#! gradient rb {"x": -0.039787422359973403, "y": 0.055625134173166699, "z": 0.18078168606279177}
#! gradient mb -1.2708798015954596
#! gradient G -0.0096522516576855717
#! restored true
#! run accelerations --set ra='{"x":1,"y":0.5,"z":-0.25}' --set rb='{"x":-2,"y":1.5,"z":3}' --set mb=0.3 --set G=39.5 --grad b!.x
#! tolerance 1e-11
#! value a! {"x": -0.38126394047858008, "y": 0.12708798015952669, "z": 0.41303593551846175}
#! value b! {"x": -0.38126394047858008, "y": 0.12708798015952669, "z": 0.41303593551846175}
#! value rb {"x": -2, "y": 1.5, "z": 3}
#! gradient ra {"x": 0.039787422359973403, "y": -0.055625134173166699, "z": -0.18078168606279177}
#! gradient rb {"x": -0.039787422359973403, "y": 0.055625134173166699, "z": 0.18078168606279177}
#! gradient mb -1.2708798015954596
#! gradient G -0.0096522516576855717
#! restored true
#! check accelerations --set ra='{"x":1,"y":0.5,"z":-0.25}' --set rb='{"x":-2,"y":1.5,"z":3}' --set mb=0.3 --set G=39.5
