#!/bin/sh
# make units-test: the units of systemd as the packages install them, in a Debian of their own that systemd boots: a ladder comes up on an
# empty store, with a worker beside it, and so does the arbiter's daemon; each plays its first pair.
#   units.sh OUT PACKAGES      Needs root, debootstrap and systemd-nspawn (tests/debian.sh); it has no network but its own loopback.
# What it printed stays in OUT/units.log, what the units said in OUT/journal.log.
set -eu
[ $# = 2 ] || { echo "fiel: units-test: $# words: give it two, a folder of its own and one with the packages" >&2; exit 2; }
out=$1 packages=$2
mkdir -p "$out"
out=$(cd "$out" && pwd)
. tests/debian.sh
debian_pristine "$out"
root=$out/units
debian_copy "$out" "$root" "$packages"/fiel_*.deb "$packages"/fiel-ladder_*.deb
debian_run "$root" sh -ec 'apt-get update; apt-get install --no-install-recommends systemd-sysv ./*.deb' > "$out/apt.log" 2>&1 || {
    tail "$out/apt.log" >&2
    exit 3
}

# It is what a host types, told in the comments of the units.
cat > "$root/root/units.sh" <<'END'
trap 'journalctl --no-pager -u "fiel*" > /root/journal.log; sync; systemctl --no-block --force poweroff' EXIT
server=http://127.0.0.1:8080
until_says() {
    words=$1 tries=0
    shift
    until "$@" > said.txt 2>&1 && { [ -z "$words" ] || grep -q -e "$words" said.txt; }; do
        tries=$((tries + 1))
        [ $tries != 180 ] || { echo "units-test: nobody says '$words': $*"; cat said.txt; exit 1; }
        sleep 1
    done
}
set -e
cd /root
fiel runtime
install -d /etc/fiel
cp /usr/share/fiel/fiel-ladder.conf /etc/fiel/
systemctl start fiel-ladder
until_says "" fiel-ladder bot list --server $server
echo "units-test: fiel-ladder.service serves an empty store"
systemctl stop fiel-ladder
fiel-ladder init --config /etc/fiel/fiel-ladder.conf --host ana > password.txt
for bot in cauto random; do fiel-ladder enter --games 1 --config /etc/fiel/fiel-ladder.conf ana/$bot /usr/lib/fiel/bots/$bot; done
fiel-ladder worker-key new here --admits --to /etc/fiel/worker.key --config /etc/fiel/fiel-ladder.conf > key.txt
printf 'server = %s\nworker-key = /etc/fiel/worker.key\n' $server >> /etc/fiel/fiel-ladder.conf
systemctl start fiel-ladder fiel-ladder-worker@1
until_says 'ana *cauto.*active' fiel-ladder bot list --server $server
until_says '"pairs":[1-9]' fiel-ladder standings --config /etc/fiel/fiel-ladder.conf --json
cat said.txt
systemctl is-active fiel-ladder fiel-ladder-worker@1
systemctl stop fiel-ladder-worker@1 fiel-ladder
fiel-ladder standings --config /etc/fiel/fiel-ladder.conf --verify
echo "units-test: passed"
END
cat > "$root/etc/systemd/system/units-test.service" <<'END'
[Unit]
After=multi-user.target
[Service]
Type=oneshot
ExecStart=/bin/sh /root/units.sh
StandardOutput=file:/root/units.log
StandardError=inherit
END
mkdir -p "$root/etc/systemd/system/multi-user.target.wants"
ln -s ../units-test.service "$root/etc/systemd/system/multi-user.target.wants/units-test.service"
timeout --kill-after 20 900 systemd-nspawn --quiet --directory "$root" --boot --private-network --register=no --keep-unit > "$out/boot.log" 2>&1 || :
cp "$root/root/units.log" "$root/root/journal.log" "$out/" || { tail "$out/boot.log" >&2; exit 3; }
cat "$out/units.log"
grep -q '^units-test: passed' "$out/units.log" || { tail -n 40 "$out/journal.log" >&2; exit 1; }
rm -rf "$root"
