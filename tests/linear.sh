#!/bin/bash
# linear.sh BUILD [SHAPE ...]: how the compiler's work grows with the length of a program. For each
# shape it counts instructions (callgrind) for N, 2 N and 4 N parts. Work that is linear grows as
# much from 2 N to 4 N as twice from N to 2 N; a shape may grow by its bound times that. Instructions
# are the same on every machine, however busy it is.
set -u
retrograd=$PWD/$1/bin/retrograd
shift
export RETROGRAD_LIBRARY=$PWD/firmware/lib
command -v valgrind >/dev/null || { echo "linear: valgrind is not installed" >&2; exit 2; }
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
failed=0

# Each shape N prints a program of N parts.
chain() { # routines that call the one before
    awk -v n="$1" 'BEGIN { for (i = 1; i <= n; i++)
        printf "@i function r%d(y!::Fixed, x::Fixed)\n    y! += x * 0.5\n%send\n", i, (i > 1 ? "    r" (i - 1) "(y!, x)\n" : "") }'
}
star() { # a routine that calls all others
    awk -v n="$1" 'BEGIN { for (i = 1; i <= n; i++)
            printf "@i function r%d(y!::Fixed, x::Fixed)\n    y! += x * %d.5\nend\n", i, i
        print "@i function f(y!::Fixed, x::Fixed)"
        for (i = 1; i <= n; i++) printf "    r%d(y!, x)\n", i
        print "end" }'
}
nests() { # routines of a nest of two statements
    awk -v n="$1" 'BEGIN { for (i = 1; i <= n; i++)
        printf "@i function r%d(y!::Vector{Fixed}, x::Vector{Fixed})\n    for i = 1:length(x)\n        y![i] += x[i] * 0.5\n        y![i] -= x[i] * x[i]\n    end\nend\n", i }'
}
products() { # nests one after the other
    awk -v n="$1" 'BEGIN { print "@i function f(y!::Vector{Fixed}, A::Matrix{Fixed}, x::Vector{Fixed})"
        for (i = 1; i <= n; i++)
            print "    for i = 1:size(A, 1)\n        for j = 1:size(A, 2)\n            y![i] += A[i,j] * x[j]\n        end\n    end"
        print "end" }'
}
blocks() { # blocks that are undone
    awk -v n="$1" 'BEGIN { print "@i function f(y!::Fixed, x::Fixed)"
        for (i = 1; i <= n; i++)
            printf "    @routine begin\n        a%d ← 0.0\n        a%d += x * 0.5\n    end\n    y! += a%d\n    ~@routine\n", i, i, i
        print "end" }'
}
variables() { # ancillas of which each is made of the one before
    awk -v n="$1" 'BEGIN { print "@i function f(y!::Fixed, x::Fixed)"
        for (i = 1; i <= n; i++) printf "    a%d ← 0.0\n    a%d += %s * 0.5\n", i, i, (i > 1 ? "a" (i - 1) : "x")
        printf "    y! += a%d\n", n
        for (i = n; i > 0; i--) printf "    a%d -= %s * 0.5\n    a%d → 0.0\n", i, (i > 1 ? "a" (i - 1) : "x"), i
        print "end" }'
}
straight() { # updates, one after the other
    awk -v n="$1" 'BEGIN { print "@i function f(y!::Fixed, z!::Fixed, x::Fixed)"
        for (i = 1; i <= n; i++) printf "    %s! += %s! * %s\n", (i % 2 ? "y" : "z"), (i % 2 ? "z" : "y"), (i % 3 ? "x" : "0.5")
        print "end" }'
}
wide() { # a loop around many updates
    awk -v n="$1" 'BEGIN { print "@i function f(y!::Vector{Fixed}, x::Vector{Fixed})\n    for i = 1:length(x)"
        for (i = 1; i <= n; i++) printf "        y![i] += x[i] * %d.5\n", i % 7
        print "    end\nend" }'
}
branches() { # conditions, one after the other
    awk -v n="$1" 'BEGIN { print "@i function f(y!::Fixed, x::Fixed, n::Int)"
        for (i = 1; i <= n; i++) printf "    if (n > %d, ~)\n        y! += x\n    end\n", i
        print "end" }'
}
deep() { # conditions in conditions
    awk -v n="$1" 'BEGIN { print "@i function f(y!::Fixed, x::Fixed, n::Int)"
        for (i = 1; i <= n; i++) printf "if (n > %d, ~)\n", i
        print "y! += x"
        for (i = 1; i <= n; i++) print "end"
        print "end" }'
}
mixed() { # routines of a loop with a block, a branch and functions
    awk -v n="$1" 'BEGIN { for (i = 1; i <= n; i++)
        printf "@i function r%d(y!::Vector{Fixed}, x::Vector{Fixed}, k::Int)\n    for i = 1:length(x)\n        @routine begin\n            t ← 0.0\n            t += x[i] * %d.5\n        end\n        if (i > k, ~)\n            y![i] += t * t\n        else\n            y![i] += exp(t)\n        end\n        ~@routine\n    end\nend\n", i, i }'
}
terms() { # one sum of elements
    awk -v n="$1" 'BEGIN { printf "@i function f(y!::Fixed, x::Vector{Fixed})\n    y! += x[1]"
        for (i = 2; i <= n; i++) printf " + x[%d]", i % 7 + 1
        print "\nend" }'
}
differences() { # one sum whose signs alternate, so that its parts undo each other
    awk -v n="$1" 'BEGIN { printf "@i function f(y!::Fixed, x::Fixed, z::Fixed)\n    y! += x"
        for (i = 2; i <= n; i++) printf " %s x*z", (i % 2 ? "+" : "-")
        print "\nend" }'
}

# instructions SHAPE N: in thousands.
instructions() {
    "$1" "$2" >"$work/program.rg"
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$retrograd" build "$work/program.rg" -o "$work/out.elf" \
        >"$work/said" 2>&1 || { cat "$work/said" >&2; return 1; }
    sed -n 's/.*refs: *//p' "$work/said" | tr -d , | sed 's/...$//'
}

# grows SHAPE N BOUND: BOUND in hundredths.
grows() {
    local one two four
    one=$(instructions "$1" "$2") && two=$(instructions "$1" $((2 * $2))) && four=$(instructions "$1" $((4 * $2))) || {
        failed=1
        return
    }
    local growth=$((50 * (four - two) / (two - one)))
    echo "$1: $2, $((2 * $2)) and $((4 * $2)) parts: $one, $two and $four thousand; $growth hundredths of linear"
    [ "$growth" -le "$3" ] || { echo "linear: $1 may grow by $3"; failed=1; }
}

while read -r shape count bound; do
    [ $# -eq 0 ] || [[ " $* " == *" $shape "* ]] || continue
    grows "$shape" "$count" "$bound"
done <<'SHAPES'
chain 100 120
star 60 120
nests 30 110
products 24 130
blocks 60 140
variables 40 160
straight 300 140
wide 40 130
branches 60 130
deep 8 200
mixed 20 120
terms 250 120
differences 250 160
SHAPES
exit $failed
