# QR decomposition by Gram and Schmidt (NiLang draft, section 5.3), and its check.
@i function idot(out, v1::AbstractVector{T}, v2) where T
    @anc anc1 = zero(T)
    for i = 1:length(v1)
        anc1 += identity(v1[i])
        CONJ(anc1)
        out += v1[i]*v2[i]
        CONJ(anc1)
        anc1 -= identity(v1[i])
    end
end

@i function inorm2(out, vec::AbstractVector{T}) where T
    @anc anc1 = zero(T)
    for i = 1:length(vec)
        anc1 += identity(vec[i])
        CONJ(anc1)
        out += anc1*vec[i]
        CONJ(anc1)
        anc1 -= identity(vec[i])
    end
end

@i function iqr(Q, R, A::AbstractMatrix{T}) where T
    @anc anc_norm = zero(T)
    @anc anc_dot = zeros(T, size(A,2))
    @anc ri = zeros(T, size(A,1))
    for col = 1:size(A, 1)
        ri .+= identity.(A[:,col])
        for precol = 1:col-1
            idot(anc_dot[precol], Q[:,precol], ri)
            R[precol,col] += identity(anc_dot[precol])
            for row = 1:size(Q,1)
                ri[row] -= anc_dot[precol] * Q[row, precol]
            end
        end
        inorm2(anc_norm, ri)

        R[col, col] += anc_norm^0.5
        for row = 1:size(Q,1)
            Q[row,col] += ri[row] / R[col, col]
        end

        ~(ri .+= identity.(A[:,col]);
        for precol = 1:col-1
            idot(anc_dot[precol], Q[:,precol], ri)
            for row = 1:size(Q,1)
                ri[row] -= anc_dot[precol] * Q[row, precol]
            end
        end;
        inorm2(anc_norm, ri)
        )
    end
end

"The sum of Q."
@i function sum_of_q(out!::Fixed, Q::Matrix{Fixed}, R::Matrix{Fixed}, A::Matrix{Fixed})
    iqr(Q, R, A)
    for q in Q
        out! += q
    end
end

"The two losses with which the paper checks the gradient."
@i function test1(out::Fixed, q::Matrix{Fixed}, r::Matrix{Fixed}, A::Matrix{Fixed})
    iqr(q, r, A)
    out += identity(q[1,2])
end

@i function test2(out::Fixed, q::Matrix{Fixed}, r::Matrix{Fixed}, A::Matrix{Fixed})
    iqr(q, r, A)
    out += identity(r[1,2])
end

"Q R - A and Q'Q - 1, which are zero; Q and R are uncomputed."
@i function residuals(product!::Matrix{Fixed}, orthogonal!::Matrix{Fixed}, A::Matrix{Fixed})
    n ← size(A, 1)
    @routine begin
        Q ← zeros(Fixed, n, n)
        R ← zeros(Fixed, n, n)
        iqr(Q, R, A)
    end
    for i = 1:n
        orthogonal![i,i] -= 1
        for j = 1:n
            product![i,j] += dot(Q[i,:], R[:,j])
            product![i,j] -= A[i,j]
            orthogonal![i,j] += dot(Q[:,i], Q[:,j])
        end
    end
    ~@routine
end

#! run sum_of_q --set Q=[[0,0,0],[0,0,0],[0,0,0]] --set R=[[0,0,0],[0,0,0],[0,0,0]] --set A=[[2,1,0],[1,3,1],[0,1,4]] --grad out!
#! tolerance 1e-11
#! value out! 2.8884341107678213
#! value Q [[0.8944271909999159,-0.40824829046386302,0.18257418583505537],[0.44721359549995794,0.81649658092772603,-0.36514837167011074],[0,0.40824829046386302,0.91287092917527686]]
#! value R [[2.2360679774997897,2.2360679774997897,0.44721359549995794],[0,2.4494897427831781,2.4494897427831781],[0,0,3.2863353450309967]]
#! gradient A [[0.05238670022712972,-0.00642495654983672,0],[-0.10477340045425944,0.01284991309967344,0],[-0.31333315353434238,-0.03212478274918361,0]]
#! restored true
#! run test1 --set q=[[0,0,0],[0,0,0],[0,0,0]] --set r=[[0,0,0],[0,0,0],[0,0,0]] --set A=[[1.25,-0.75,0.5],[1.75,0.25,-1],[1.5,0.5,2.25]] --grad out
#! tolerance 1e-11
#! value out -0.85482894316413079
#! gradient A [[0.15378237777408971,0.04512932703318696,0],[-0.03066976011237814,-0.15795264461615435,0],[-0.09237059468063359,0.14667031285785761,0]]
#! restored true
#! run test2 --set q=[[0,0,0],[0,0,0],[0,0,0]] --set r=[[0,0,0],[0,0,0],[0,0,0]] --set A=[[1.25,-0.75,0.5],[1.75,0.25,-1],[1.5,0.5,2.25]] --grad out
#! tolerance 1e-11
#! value out 0.09534625892455923
#! gradient A [[-0.30337446021450665,0.4767312946227962,0],[0.0710763021073987,0.66742381247191462,0],[0.16988969772012372,0.57207755354735539,0]]
#! restored true
#! run residuals --set product!=[[0,0,0],[0,0,0],[0,0,0]] --set orthogonal!=[[0,0,0],[0,0,0],[0,0,0]] --set A=[[1.25,-0.75,0.5],[1.75,0.25,-1],[1.5,0.5,2.25]]
#! tolerance 2e-12
#! value product! [[0,0,0],[0,0,0],[0,0,0]]
#! value orthogonal! [[0,0,0],[0,0,0],[0,0,0]]
#! check test1 --set q=[[0,0,0],[0,0,0],[0,0,0]] --set r=[[0,0,0],[0,0,0],[0,0,0]] --set A=[[1.25,-0.75,0.5],[1.75,0.25,-1],[1.5,0.5,2.25]]
#! check sum_of_q --set Q=[[0,0,0],[0,0,0],[0,0,0]] --set R=[[0,0,0],[0,0,0],[0,0,0]] --set A=[[2,1,0],[1,3,1],[0,1,4]]
#! run sum_of_q --set Q=[[0,0,0],[0,0,0],[0,0,0]] --set R=[[0,0,0],[0,0,0],[0,0,0]] --set A=[[1,2,0],[1,2,1],[0,0,4]]
#! status 1
#! trap R0808
