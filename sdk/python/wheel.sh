#!/bin/sh
# The package as a wheel, with the rules' library and the bridge inside: the same sources are the same bytes.
# wheel.sh LIBRARY BRIDGE OUT VERSION
set -eu
library=$(realpath "$1")
bridge=$(realpath "$2")
mkdir -p "$3"
out=$(realpath "$3")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$(dirname "$0")"
cp -R pyproject.toml setup.py README.md fiel "$work"
rm -rf "$work/fiel/__pycache__"
cp "$library" "$work/fiel/libfielrules.so"
cp "$bridge" "$work/fiel/bridge"
chmod -R u=rwX,go=rX "$work"
# A zip archive knows no time before 1980.
export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-315532800}" FIEL_VERSION="$4" PYTHONHASHSEED=0 TZ=UTC LC_ALL=C.UTF-8
umask 022
/usr/bin/python3 -m pip wheel --quiet --no-build-isolation --no-deps --no-index --no-cache-dir --wheel-dir "$out" "$work" || {
    echo "fiel: the wheel could not be made: apt-get install python3-pip python3-setuptools python3-wheel" >&2
    exit 3
}
ls "$out"/fiel-"$4"-*.whl
