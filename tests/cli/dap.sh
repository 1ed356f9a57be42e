#!/bin/sh
# dap.sh BUILD: a scripted editor drives the debug adapter, forward, backward, and with nonsense.
set -u
. tests/cli/head.sh
printf '@i function f(y!::Fixed, v::Vector{Fixed})\n    t ← 0.0\n    for i = 1:length(v)\n        t += v[i]^2\n        y! += t * v[i]\n    end\n    for i = 1:length(v)\n        t -= v[i]^2\n    end\n    t → 0.0\nend\n' >"$work/f.rg"
printf '@i function f(y!::Fixed, x::Fixed)\n    t ← 0.0\n    t += x\n    y! += t\n    t → 0.0\nend\n' >"$work/dirty.rg"
printf '@i function f(y!::Fixed, n::Int)\n    for i = 1:n\n        y! += 0.001\n        y! -= 0.001\n    end\nend\n' >"$work/long.rg"
printf '@i function f(y!::Float64, x::Float64)\n    y! += 3.0\n    t ← x * 0.5\n    y! += 1.0e-30 / t\n    t → x * 0.5\nend\n' >"$work/wide.rg"
timeout 60 perl tests/cli/dap.pl "$retrograd" "$work" 2>"$work/err" || { tail -5 "$work/err"; exit 1; }
timeout 200 perl tests/cli/dap_random.pl "$retrograd" "$work" "${DAP_TIMES:-1500}" "${DAP_SEED:-9}"
