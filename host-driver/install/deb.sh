#!/bin/bash
# deb.sh BUILD VERSION SONAME: packages of Debian in BUILD/deb, from what `make install` and
# `make install-python` install. The engines that BUILD has go into retrograd-engines.
set -eu
build=$1 version=$2 soname=$3
out=$build/deb
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
arch=$(dpkg --print-architecture) multiarch=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
root=$tree/root
# Who builds them, as the tools of Debian ask for it.
maintainer="${DEBFULLNAME:-Retrograd developers} <${DEBEMAIL:-retrograd@users.noreply.github.com}>"
make -s BUILD="$build" DESTDIR="$root" PREFIX=/usr LIBDIR="lib/$multiarch" install install-python >"$tree/log" 2>&1 || {
    cat "$tree/log" >&2
    exit 1
}
rm -rf "$out"
mkdir -p "$out" "$tree/debian"
printf 'Source: retrograd\n\nPackage: x\nArchitecture: any\n' >"$tree/debian/control"

# part PACKAGE PATH...: these paths of the installation go into the package.
part() {
    local package=$1 path
    shift
    for path in "$@"; do
        mkdir -p "$tree/$package/$(dirname "$path")"
        mv "$root/usr/$path" "$tree/$package/$path"
    done
    # below usr/, as it was
    mkdir -p "$tree/$package.d"
    mv "$tree/$package" "$tree/$package.d/usr"
    mv "$tree/$package.d" "$tree/$package"
}

# What its programs and libraries need, by the packages that have them.
needed() {
    local files
    files=$(find "$tree/$1" -type f \( -name '*.so*' -o -perm -111 \) ! -name '*.sh')
    [ -z "$files" ] || (cd "$tree" && xargs -d '\n' dpkg-shlibdeps -O --ignore-missing-info <<<"$files" 2>/dev/null |
        sed 's/^shlibs:Depends=//')
}

# seal PACKAGE ARCH SECTION DEPENDS TITLE TEXT
seal() {
    local package=$1 kind=$2 section=$3 depends=$4 title=$5 text=$6 folder=$tree/$1 own
    own=$(needed "$package")
    depends=$(printf '%s\n' "$own" "$depends" | grep . | paste -sd, | sed 's/, */, /g')
    find "$folder" -type f \( -name '*.so.*' -o -name '*.so' -o -path '*/bin/*' \) -exec strip --strip-unneeded -R .comment -R .note {} +
    find "$folder" -path '*/man/*' -type f -exec gzip -9n {} +
    mkdir -p "$folder/usr/share/doc/$package" "$folder/DEBIAN"
    {
        printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: *\n'
        printf 'Copyright: %s the authors of Retrograd\nLicense: Apache-2.0\n' "$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y)"
        printf ' On Debian the text of the Apache License, Version 2.0 is in\n /usr/share/common-licenses/Apache-2.0.\n'
    } >"$folder/usr/share/doc/$package/copyright"
    printf 'retrograd (%s) unstable; urgency=medium\n\n  * %s\n\n -- %s  %s\n' "$version" \
        'Made from the sources.' "$maintainer" \
        "$(date -u -R -d "@$SOURCE_DATE_EPOCH")" | gzip -9n >"$folder/usr/share/doc/$package/changelog.gz"
    {
        printf 'Package: %s\nSource: retrograd\nVersion: %s\nArchitecture: %s\n' "$package" "$version" "$kind"
        printf 'Maintainer: %s\nInstalled-Size: %s\nSection: %s\nPriority: optional\n' "$maintainer" \
            "$(du -sk "$folder/usr" | cut -f1)" "$section"
        [ -z "$depends" ] || printf 'Depends: %s\n' "$depends"
        printf 'Description: %s\n' "$title"
        fold -s -w 74 <<<"$text" | sed 's/ *$//; s/^/ /'
    } >"$folder/DEBIAN/control"
    (cd "$folder" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
    chmod -R u=rwX,go=rX "$folder"
    dpkg-deb --root-owner-group -Zxz --build "$folder" "$out/${package}_${version}_$kind.deb" >/dev/null
}

# The examples that are run belong to the command; pages to the documentation.
library=lib/$multiarch
part libretrograd$soname "$library/libretrograd.so.$soname" "$library/libretrograd.so.$soname.0.0" share/retrograd/lib share/retrograd/energy
part libretrograd-dev "$library/libretrograd.so" "$library/libretrograd.a" "$library/pkgconfig" "$library/cmake" include share/retrograd/schemas
part python3-retrograd lib/python3
part retrograd bin/retrograd share/man share/bash-completion share/zsh share/retrograd/examples share/retrograd/editors
mkdir -p "$tree/retrograd/usr/share/zsh"
[ ! -d "$tree/retrograd/usr/share/zsh/site-functions" ] ||
    mv "$tree/retrograd/usr/share/zsh/site-functions" "$tree/retrograd/usr/share/zsh/vendor-completions"
doc=$tree/retrograd-doc/usr/share/doc/retrograd-doc
mkdir -p "$doc"
git ls-files -z docs README.md CHANGELOG.md 2>/dev/null | grep -zE '\.(md|svg|json)$' | xargs -0 cp --parents -t "$doc"
chmod -R u=rwX,go=rX "$doc"

mkdir -p "$tree/libretrograd$soname/DEBIAN"
printf 'libretrograd %s libretrograd%s (>= %s)\n' "$soname" "$soname" "$version" >"$tree/libretrograd$soname/DEBIAN/shlibs"
echo 'activate-noawait ldconfig' >"$tree/libretrograd$soname/DEBIAN/triggers"
about='Retrograd is a processor that runs programs forward and backward, in simulation. It computes the gradient of a program by running the same instructions back.'
seal libretrograd$soname "$arch" libs '' 'run and differentiate reversible programs (library)' \
    "$about This is the shared library, with the functional engine and the routines of the language."
seal libretrograd-dev "$arch" libdevel "libretrograd$soname (= $version), libyaml-dev, libc6-dev" 'run and differentiate reversible programs (development)' \
    "$about This has the header, the static library, and what pkg-config and CMake read."
seal retrograd "$arch" science "libretrograd$soname (= $version)" 'run and differentiate reversible programs' \
    "$about This is the command, with examples, manual pages and completion for shells."
seal python3-retrograd "$arch" python "python3 (>= 3.11), python3-numpy, libretrograd$soname (= $version)" 'run and differentiate reversible programs (Python)' \
    "$about This makes routines functions of Python, with gradients, Jacobians and Hessians."
seal retrograd-doc all doc '' 'run and differentiate reversible programs (documentation)' \
    "$about This has the tutorial, the reference and the changes."
if [ -n "$(find "$root/usr/lib/retrograd" -name '*.so' 2>/dev/null)" ]; then
    part retrograd-engines lib/retrograd
    seal retrograd-engines "$arch" science "libretrograd$soname (= $version)" 'run and differentiate reversible programs (hardware engines)' \
        "$about This has the engines made from its Verilog."
fi
# Whatever is installed belongs to a package.
left=$(find "$root" ! -type d)
[ -z "$left" ] || {
    printf 'no package has %s\n' "$left" >&2
    exit 1
}
ls "$out"
