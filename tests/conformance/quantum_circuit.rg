# Two qubits: HADAMARD, ROT and an exchange on parts of complex numbers.
@i function hgate!(psi!, q::Int)
    for k = 0:3
        if ((k >> q) & 1 == 0, ~)
            HADAMARD(psi![k+1], psi![k+1+(1<<q)])
        end
    end
end
@i function rz!(psi!, q::Int, θ)
    for k = 0:3
        if ((k >> q) & 1 == 0, ~)
            ROT(psi![k+1].re, psi![k+1].im, -θ / 2)
        else
            ROT(psi![k+1].re, psi![k+1].im, θ / 2)
        end
    end
end
@i function cnot!(psi!)
    psi![2] ↔ psi![4]
end
@i function circuit!(psi!, θ, φ)
    hgate!(psi!, 0)
    rz!(psi!, 0, θ)
    cnot!(psi!)
    hgate!(psi!, 1)
    rz!(psi!, 1, φ)
    hgate!(psi!, 1)
end
@i function expect(e!::Fixed, θ::Fixed, φ::Fixed)
    @routine begin
        psi ← zeros(Complex{Fixed}, 4)
        psi[1] += 1.0
        circuit!(psi, θ, φ)
    end
    for k = 1:4
        e! += abs2(psi[k]) * (k - 2.5)
    end
    ~@routine
end

#! run expect --set θ=0.7 --set φ=1.9 --grad e!
#! value e! 0.0
#! gradient θ 0.0
#! gradient φ 0.0
#! restored true
#! check expect --set θ=0.7 --set φ=1.9
