# The norm of a vector with the sum of squares beside it (NiLang, listing 24): the ported function of a host framework.
@i function r_norm(out::T, out2::T, x::AbstractArray{T}) where T
    for i=1:length(x)
        @inbounds out2 += x[i]^2
    end
    out += sqrt(out2)
end

#! run --set out=0.0 --set out2=0.0 --set x=[1.0,2,3] --grad out
#! tolerance 1e-11
#! value out 3.7416573867739414
#! value out2 14
#! gradient x [0.2672612419124244,0.5345224838248488,0.8017837257372732]
#! gradient out2 0.1336306209562122
#! restored true
#! run --set out=3.7416573867739089 --set out2=14.0 --set x=[1.0,2,3] --backward
#! tolerance 1e-12
#! value out 0
#! value out2 0
#! check --set out=0.0 --set out2=0.0 --set x=[0.5,-2,1.25]
#! run --set out=0.0 --set out2=0.0 --set x=[1.0,2,3] --hessian out
#! tolerance 1e-11
#! hessian out,out2,x[1],x[2],x[3] [[0,0,0,0,0],[0,-0.0047725221770075783,-0.0095450443540151566,-0.019090088708030313,-0.02863513306204547],[0,-0.0095450443540151566,0.24817115320439407,-0.038180177416060626,-0.05727026612409094],[0,-0.019090088708030313,-0.038180177416060626,0.19090088708030313,-0.11454053224818188],[0,-0.02863513306204547,-0.05727026612409094,-0.11454053224818188,0.095450443540151566]]
#! restored true
