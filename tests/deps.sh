#!/bin/sh
# Installs the Debian packages named that are not there yet, and says so.
# deps.sh PACKAGE...   exit 0 when all are there, 3 when one cannot be had.
set -u

missing=
for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -z "$missing" ] && exit 0

as_root=
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null 2>&1 || {
        echo "fiel: missing packages:$missing: install them as root: apt-get install$missing" >&2
        exit 3
    }
    as_root=sudo
fi

echo "installing:$missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086
$as_root apt-get update >"$log" 2>&1 && $as_root apt-get install -y --no-install-recommends $missing >>"$log" 2>&1 || {
    tail -n 20 "$log" >&2
    echo "fiel: could not install$missing: see above; fiel needs Debian 12 or newer and its package archive" >&2
    exit 3
}
echo "installed"
