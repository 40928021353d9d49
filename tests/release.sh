#!/bin/sh
# make release-test: the tarball of `make dist` in each Debian that Fiel is made for, as debootstrap makes it.
#   release.sh OUT TARBALL [SUITE...]     Needs root and debootstrap (tests/debian.sh).   SUITE: bookworm and trixie unless told
# An ordinary user who may use sudo unpacks it and types `make demo`, `make test` and `make deb`.  Then the packages of each Debian are
# installed in a fresh one and play a season, and those of the next Debian prove it (tests/season.sh).
# What it printed stays in OUT/SUITE.log.
set -eu
[ $# -ge 2 ] || { echo "fiel: release-test: $# words: give it a folder of its own and the tarball" >&2; exit 2; }
out=$1 tarball=$2
shift 2
[ $# -gt 0 ] || set -- bookworm trixie
mkdir -p "$out"
out=$(cd "$out" && pwd)
. tests/debian.sh

# shellcheck disable=SC2016
builds='
apt-get update && apt-get install --no-install-recommends make sudo ca-certificates
useradd --create-home ana
echo "ana ALL=(ALL) NOPASSWD: ALL" > /etc/sudoers.d/ana
mv "$1" /home/ana
exec runuser -u ana -- env HOME=/home/ana USER=ana LOGNAME=ana sh -ec "cd /home/ana && tar xzf *.tar.gz && cd fiel-*/ && for what in demo test deb; do make --no-print-directory -k \$what; done"'
for SUITE; do
    debian_pristine "$out"
    debian_copy "$out" "$out/$SUITE" "$tarball"
    debian_run "$out/$SUITE" sh -ec "$builds" sh "${tarball##*/}" > "$out/$SUITE.log" 2>&1 || {
        tail -n 20 "$out/$SUITE.log" >&2
        echo "fiel: release-test: $SUITE: failed: see $out/$SUITE.log" >&2
        exit 1
    }
    grep -e ' passed, 0 failed' "$out/$SUITE.log" || true
    rm -rf "$out/$SUITE.packages"
    cp -R "$out/$SUITE/home/ana"/fiel-*/build/deb "$out/$SUITE.packages"
    rm -rf "$out/$SUITE"
done
first=$1
while [ $# -gt 0 ]; do
    SUITE=$1 sh tests/season.sh "$out/season" "$out/$1.packages" "$out/${2:-$first}.packages" "${2:-$first}"
    echo "release-test: what the packages of $1 played is proved by those of ${2:-$first}"
    shift
done
