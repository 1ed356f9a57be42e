#!/bin/sh
# pictures.sh COMMAND [FOLDER]: every committed picture is what its script draws now, and has a
# title and a description. Pictures of runs need COMMAND, the built retrograd; without it they are
# left out, and the last line says so.
command=$1 folder=${2:-docs/pictures}
failed=0 left=
drawn=$(mktemp)
trap 'rm -f "$drawn"' EXIT
for script in "$folder"/*.pl; do
    picture=${script%.pl}.svg
    if [ ! -x "$command" ] && grep -q 'COMMAND:' "$script"; then
        left="$left ${picture##*/}"
        continue
    fi
    perl "$script" "$command" >"$drawn" || { echo "$script fails" >&2 && failed=1 && continue; }
    cmp -s "$drawn" "$picture" || { echo "$picture is out of date: run make pictures" >&2 && failed=1; }
    for part in title desc; do
        grep -q "<$part id=\"[a-z]*\">[^<]" "$drawn" || { echo "$picture has no $part" >&2 && failed=1; }
    done
done
for picture in "$folder"/*.svg; do
    [ -e "${picture%.svg}.pl" ] || { echo "$picture: no script draws it" >&2 && failed=1; }
done
[ -z "$left" ] || echo "pictures of runs are not checked, for there is no $command:$left"
exit "$failed"
