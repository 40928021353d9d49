#!/bin/sh
# make season-test: a ladder of installed packages plays and closes a season; its folder is proved in another Debian, which has nothing but
# the arbiter's package: neither the ladder nor its store.
#   season.sh OUT PACKAGES [READER READER_SUITE]     the packages of SUITE (tests/debian.sh), and those that prove it, of another Debian
# Needs root and debootstrap.   PAIRS=: so many pairs one of its three bots has played at least
# What it printed stays in OUT/*.log.
set -eu
[ $# = 2 ] || [ $# = 4 ] || { echo "fiel: season-test: $# words: give it two, a folder of its own and one with the packages" >&2; exit 2; }
out=$1 packages=$2 reader=${3:-$2}
mkdir -p "$out"
out=$(cd "$out" && pwd)
. tests/debian.sh

# made ROOT PACKAGE...: a Debian with these packages.
made() {
    root=$1
    debian_pristine "$out"
    debian_copy "$out" "$@"
    debian_run "$root" sh -ec 'apt-get update; apt-get install --no-install-recommends ./*.deb' > "$root.log" 2>&1 || {
        tail "$root.log" >&2
        exit 3
    }
}
made "$out/ladder" "$packages"/fiel_*.deb "$packages"/fiel-ladder_*.deb
SUITE=${4:-$SUITE}
made "$out/reader" "$reader"/fiel_*.deb

cat > "$out/ladder/root/close.sh" <<'END'
where="--store sqlite:/root/ladder.db"
fiel runtime > runtime.log 2>&1 || echo "season-test: no runtime here: bots play in --jail basic"
jail=strict
fiel jail-test > /dev/null 2>&1 || jail=basic
fiel-ladder init $where --host ana > password.txt
for bot in cauto random embustero; do fiel-ladder enter --games 1 $where ana/$bot /usr/lib/fiel/bots/$bot; done > enter.log
fiel keys new site > keys.log
mkfifo address
fiel-ladder serve $where --workers 2 --jail $jail --listen 127.0.0.1:0 > address 2>> serve.log &
server=$!
exec 3< address
read -r ladder <&3
tries=0
played=0
until [ "${played:-0}" -ge "$PAIRS" ]; do
    tries=$((tries + 1))
    [ $tries != 300 ] || { echo "season-test: not enough is played"; cat standings.txt serve.log; exit 1; }
    sleep 1
    fiel-ladder standings $where --json > standings.txt 2>&1 || continue
    played=$(sed -n "s/.*\"pairs\":\([0-9]*\).*/\1/p" standings.txt | sort -n | tail -n 1)
done
fiel-ladder season close spring spring --key site.key $where
kill "$server"
wait "$server"
sed -n "s/^ed25519 //p" site.pub > site.hex
END
debian_run "$out/ladder" env PAIRS="${PAIRS:-10}" sh -e close.sh

cp -R "$out/ladder/root/spring" "$out/ladder/root/site.hex" "$out/reader/root/"
rm -rf "$out/ladder"
cat > "$out/reader/root/prove.sh" <<'END'
! command -v fiel-ladder > /dev/null || { echo "season-test: the reader has a ladder"; exit 1; }
fiel-audit season --key site.hex spring | tee proved.txt
grep -q "^valid: the season .spring." proved.txt
record=$(find spring -type f -size +4k | sort | head -n 1)
cp "$record" kept
printf "\377" | dd of="$record" bs=1 seek=2000 conv=notrunc 2> /dev/null
! cmp -s kept "$record" || printf "\376" | dd of="$record" bs=1 seek=2000 conv=notrunc 2> /dev/null
code=0
fiel-audit season --key site.hex --quiet spring > changed.txt || code=$?
[ $code = 1 ] || { echo "season-test: a changed byte of $record: exit $code"; cat changed.txt; exit 1; }
echo "season-test: a changed byte of a record is found: $(head -n 1 changed.txt)"
cp kept "$record"
fiel-audit season --key site.hex --quiet spring
echo "season-test: passed"
END
debian_run "$out/reader" sh -e prove.sh
rm -rf "$out/reader"
