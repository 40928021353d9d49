#!/bin/sh
# Installs the Debian packages named that are not there yet, and says so.  Under make -j one call waits for the other.
# deps.sh [--tell] PACKAGE...   exit 0 when all are there, 3 when one cannot be had.
# --tell: installs nothing, says what is missing, and exits with 0; where there is no dpkg it says nothing.
set -u

tell=
[ "${1:-}" != --tell ] || { tell=1 && shift; }
# A server that a package starts must not hold on to this: hence the 9>&- below.
exec 9< "$0"
[ "$tell" ] || flock 9

there=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "$@" 2> /dev/null | sed -n 's/ installed$//p')
missing=
for package in "$@"; do
    printf '%s\n' "$there" | grep -qxF -e "$package" || missing="$missing $package"
done
[ "$missing" ] || exit 0
if [ "$tell" ]; then
    ! command -v dpkg-query > /dev/null || echo "fiel: these packages are not installed:$missing: make deps installs them, make deps-fiel those of make fiel" >&2
    exit 0
fi

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
{ $as_root apt-get update && $as_root apt-get install -y --no-install-recommends $missing; } > "$log" 2>&1 9>&- || {
    tail -n 20 "$log" >&2
    echo "fiel: could not install$missing: see above; fiel needs Debian 12 or newer and its package archive" >&2
    exit 3
}
echo "installed"
