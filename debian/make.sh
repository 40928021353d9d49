#!/bin/sh
# make.sh OUT VERSION: the packages of what git knows of this tree (or of all of it, outside of git), into OUT.
# The same sources give the same bytes: all dates are that of the last commit, or SOURCE_DATE_EPOCH.
set -eu
[ $# = 2 ] || { echo "fiel: make.sh: $# words: give it two, the folder for the packages and their version" >&2; exit 2; }
out=$1 version=$2
export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}"
tree=$out/fiel-$version
rm -rf "$tree"
mkdir -p "$tree"
if git rev-parse --git-dir > /dev/null 2>&1; then
    git ls-files -z | tar --null -T - -cf - | tar -xf - -C "$tree"
else
    tar --exclude='./build*' -cf - . | tar -xf - -C "$tree"
fi
sed -i -e "1s/(.*)/($version)/" -e "s/^\( -- .*>  \).*/\1$(date -u -R -d "@$SOURCE_DATE_EPOCH")/" "$tree/debian/changelog"
(cd "$tree" && dpkg-buildpackage -b -us -uc)
rm -rf "$tree"
ls -l "$out"/*.deb
