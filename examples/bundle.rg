# Bundle adjustment (arXiv:2003.04617, section 5.4; the benchmark of Srajer, Kukelova and Fitzgibbon, ADBench). It computes the reprojection
# error of a point seen by a camera, and the error of the weights. examples/benchmark/bundle.c runs it on the files of the benchmark.

struct P2{T}
    x::T
    y::T
end

struct P3{T}
    x::T
    y::T
    z::T
end

"Rotation as axis times angle, centre, focal length, principal point, radial distortion."
struct Camera{T}
    r::P3{T}
    c::P3{T}
    f::T
    x0::P2{T}
    κ::P2{T}
end

@i function cross(out!::P3{T}, a::P3{T}, b::P3{T}) where T
    out!.x += a.y * b.z - a.z * b.y
    out!.y += a.z * b.x - a.x * b.z
    out!.z += a.x * b.y - a.y * b.x
end

"out! gains pt turned by |rot| about rot: Rodrigues' formula."
@i function rodrigues_rotate(out!::P3{T}, rot::P3{T}, pt::P3{T}) where T
    @routine begin
        sqtheta ← zero(T)
        sqtheta += rot.x * rot.x + rot.y * rot.y + rot.z * rot.z
    end
    if (sqtheta != 0, ~)
        @routine begin
            @zeros T θ s c along
            w ← zero(P3{T})
            turned ← zero(P3{T})
            θ += sqrt(sqtheta)
            (s, c) += sincos(θ)
            w.x += rot.x / θ
            w.y += rot.y / θ
            w.z += rot.z / θ
            cross(turned, w, pt)
            along += (w.x * pt.x + w.y * pt.y + w.z * pt.z) * (1 - c)
        end
        out!.x += pt.x * c + turned.x * s + w.x * along
        out!.y += pt.y * c + turned.y * s + w.y * along
        out!.z += pt.z * c + turned.z * s + w.z * along
        ~@routine
    else
        out! += pt
        cross(out!, rot, pt)
    end
    ~@routine
end

@i function project(out!::P2{T}, cam::Camera{T}, X::P3{T}) where T
    @routine begin
        @zeros T rsq L
        Xo ← zero(P3{T})
        Xcam ← zero(P3{T})
        plane ← zero(P2{T})
        Xo += X
        Xo -= cam.c
        rodrigues_rotate(Xcam, cam.r, Xo)
        plane.x += Xcam.x / Xcam.z
        plane.y += Xcam.y / Xcam.z
        rsq += plane.x * plane.x + plane.y * plane.y
        L += 1 + rsq * (cam.κ.x + cam.κ.y * rsq)
    end
    out!.x += plane.x * L * cam.f + cam.x0.x
    out!.y += plane.y * L * cam.f + cam.x0.y
    ~@routine
end

@i function reproj_err(err!::P2{T}, cam::Camera{T}, X::P3{T}, w::T, feat::P2{T}) where T
    @routine begin
        seen ← zero(P2{T})
        project(seen, cam, X)
        seen -= feat
    end
    err!.x += w * seen.x
    err!.y += w * seen.y
    ~@routine
end

@i function w_err(err!::T, w::T) where T
    err! += 1 - w * w
end

"One observation."
@i function observe(err!::P2{Fixed}, werr!::Fixed, cam::Camera{Fixed}, X::P3{Fixed}, w::Fixed, feat::P2{Fixed})
    reproj_err(err!, cam, X, w, feat)
    w_err(werr!, w)
end

"""Many observations, each with its own copy of camera, point and weight: the gradient of total!.x then holds the first row of
every Jacobian, and that of total!.y the second."""
@i function ba(total!::P2{Fixed}, wtotal!::Fixed, err!::Vector{P2{Fixed}}, werr!::Vector{Fixed}, cams::Vector{Camera{Fixed}},
               X::Vector{P3{Fixed}}, w::Vector{Fixed}, feats::Vector{P2{Fixed}})
    for i in eachindex(w)
        reproj_err(err![i], cams[i], X[i], w[i], feats[i])
        w_err(werr![i], w[i])
        total! += err![i]
        wtotal! += werr![i]
    end
end

# The observation of examples/data/ba/ba_test.txt; reference values in 50 digits.
#! run observe --set 'cam={"r":{"x":1.797201,"y":0.590697,"z":-0.635786},"c":{"x":90.859550,"y":29.361415,"z":28.777534},"f":211.628116,"x0":{"x":-0.284531,"y":-14.762924},"κ":{"x":0.058931,"y":0.069976}}' --set 'X={"x":4.173048,"y":5.586898,"z":1.403869}' --set w=0.417022 --set 'feat={"x":-525.672849,"y":161.811929}' --grad err!.x
#! value err! {"x":-0.269048849235302,"y":0.259944792677916}
#! value werr! 0.826092651516
#! gradient cam {"r":{"x":228.877202208247,"y":634.574811495546,"z":-782.222866259341},"c":{"x":2.4289261560716,"y":-11.7828079628011,"z":2.54169312487744},"f":-1.03657084958518,"x0":{"x":0.417022,"y":0},"κ":{"x":-350.739521096005,"y":-912.107773668009}}
#! gradient X {"x":-2.4289261560716,"y":11.7828079628011,"z":-2.54169312487744}
#! gradient w -0.645167039713258
#! gradient feat {"x":-0.417022,"y":0}
#! restored true
#! run observe --set 'cam={"r":{"x":1.797201,"y":0.590697,"z":-0.635786},"c":{"x":90.859550,"y":29.361415,"z":28.777534},"f":211.628116,"x0":{"x":-0.284531,"y":-14.762924},"κ":{"x":0.058931,"y":0.069976}}' --set 'X={"x":4.173048,"y":5.586898,"z":1.403869}' --set w=0.417022 --set 'feat={"x":-525.672849,"y":161.811929}' --grad err!.y
#! gradient cam {"r":{"x":-120.542435994997,"y":-385.673240766461,"z":97.5476291403327},"c":{"x":-1.78372108529577,"y":4.15466799433126,"z":2.040257180299},"f":0.349176397433146,"x0":{"x":0,"y":0.417022},"κ":{"x":118.149147704415,"y":307.250108960344}}
#! gradient w 0.623335921553097
#! restored true
#! run observe --set 'cam={"r":{"x":1.797201,"y":0.590697,"z":-0.635786},"c":{"x":90.859550,"y":29.361415,"z":28.777534},"f":211.628116,"x0":{"x":-0.284531,"y":-14.762924},"κ":{"x":0.058931,"y":0.069976}}' --set 'X={"x":4.173048,"y":5.586898,"z":1.403869}' --set w=0.417022 --set 'feat={"x":-525.672849,"y":161.811929}' --grad werr!
#! gradient w -0.834044
#! restored true
# No rotation at all: the other branch.
#! run observe --set 'cam={"r":{"x":0,"y":0,"z":0},"c":{"x":1,"y":2,"z":0.5},"f":211.628116,"x0":{"x":-0.284531,"y":-14.762924},"κ":{"x":0.058931,"y":0.069976}}' --set 'X={"x":4.173048,"y":5.586898,"z":1.403869}' --set w=0.417022 --set 'feat={"x":-525.672849,"y":161.811929}' --grad err!.x
#! value err! {"x":18125.5745364358,"y":20168.3220172429}
#! restored true
#! run observe --set 'cam={"r":{"x":1.797201,"y":0.590697,"z":-0.635786},"c":{"x":90.859550,"y":29.361415,"z":28.777534},"f":211.628116,"x0":{"x":-0.284531,"y":-14.762924},"κ":{"x":0.058931,"y":0.069976}}' --set 'X={"x":4.173048,"y":5.586898,"z":1.403869}' --set w=0.417022 --set 'feat={"x":-525.672849,"y":161.811929}' --jacobian
#! jacobian err!.x,err!.y,werr!,cam.r.x,cam.r.y,cam.r.z,cam.c.x,cam.c.y,cam.c.z,cam.f,cam.x0.x,cam.x0.y,cam.κ.x,cam.κ.y,X.x,X.y,X.z,w,feat.x,feat.y [[1,0,0,228.877202208247,634.574811495546,-782.222866259341,2.4289261560716,-11.7828079628011,2.54169312487744,-1.03657084958518,0.417022,0,-350.739521096005,-912.107773668009,-2.4289261560716,11.7828079628011,-2.54169312487744,-0.645167039713258,-0.417022,0],[0,1,0,-120.542435994997,-385.673240766461,97.5476291403327,-1.78372108529577,4.15466799433126,2.040257180299,0.349176397433146,0,0.417022,118.149147704415,307.250108960344,1.78372108529577,-4.15466799433126,-2.040257180299,0.623335921553097,0,-0.417022],[0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,-0.834044,0,0],[0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],[0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],[0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0],[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0],[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0],[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0],[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0],[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1]]
#! run observe --set 'cam={"r":{"x":1.797201,"y":0.590697,"z":-0.635786},"c":{"x":90.859550,"y":29.361415,"z":28.777534},"f":211.628116,"x0":{"x":-0.284531,"y":-14.762924},"κ":{"x":0.058931,"y":0.069976}}' --set 'X={"x":4.173048,"y":5.586898,"z":1.403869}' --set w=0.417022 --set 'feat={"x":-525.672849,"y":161.811929}' --tangent w=1 --tangent X.x=-0.5
#! tangent err! {"x":0.569296038322542,"y":-0.268524621094786}
#! tangent werr! -0.834044
#! run observe --set 'cam={"r":{"x":1.797201,"y":0.590697,"z":-0.635786},"c":{"x":90.859550,"y":29.361415,"z":28.777534},"f":211.628116,"x0":{"x":-0.284531,"y":-14.762924},"κ":{"x":0.058931,"y":0.069976}}' --set 'X={"x":4.173048,"y":5.586898,"z":1.403869}' --set w=0.417022 --set 'feat={"x":-525.672849,"y":161.811929}' --hvp err!.x --tangent cam.f=1
#! product X {"x":-0.0114773320387712,"y":0.0556769496676951,"z":-0.0120101864200191}
#! check observe --set 'cam={"r":{"x":0.7,"y":0.5,"z":-0.6},"c":{"x":1,"y":2,"z":-3},"f":2,"x0":{"x":-0.3,"y":-1.5},"κ":{"x":0.05,"y":0.07}}' --set 'X={"x":4,"y":5.5,"z":1.5}' --set w=0.4 --set 'feat={"x":-5,"y":1}'
