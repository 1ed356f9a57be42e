#!/bin/sh
# findings.sh FOLDER PAGE: what the studies found, from FOLDER/NAME.txt into PAGE between its lines
# `<!-- finding NAME -->` and `<!-- end -->`. A study that has not been run keeps what stands there.
set -eu
folder=$1 page=$2
awk -v folder="$folder" '
    /^<!-- finding / {
        print
        file = folder "/" $3 ".txt"
        text = ""
        while ((getline line < file) > 0) text = text line "\n"
        close(file)
        skipping = text != ""
        if (skipping) printf "\n%s\n", text
        next
    }
    /^<!-- end -->/ { skipping = 0 }
    !skipping { print }' "$page" >"$page.part"
mv "$page.part" "$page"
