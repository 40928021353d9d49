#!/bin/sh
# client_tables: a client in another language at several tables: a match with every decision signed, pairs whose bots make
# signs, and a match of which everything is killed and resumed.   sh tests/client_tables.sh BUILD BOT
set -eu
build=$1
bot=$2
work=$(mktemp -d "${FIEL_SCRATCH:-/tmp}/fiel-tables-XXXXXX")
trap 'rm -rf "$work"' EXIT

# Nobody was at fault, and the records prove themselves.
played() {
    ! grep -q '"fault":' "$work/said" || { cat "$work/said"; exit 1; }
    "$build/bin/fiel-audit" --quiet "$@" > "$work/audit" || { cat "$work/audit"; exit 1; }
}

"$build/bin/fiel" match --tables 4 --games 6 --rules argentino,target=6 --sign decision --bot "$bot" --bot random --json \
    --replay "$work/m.replay" > "$work/said" 2> /dev/null
played "$work/m.replay"

"$build/bin/fiel" match --duplicate --tables 2 --games 3 --rules venezolano,signs=on,target=4 --seats 4 --bot "$bot" --bot random --json \
    --replay "$work/pairs" > "$work/said" 2> /dev/null
played --pair "$work"/pairs/*.replay

# What the bots wrote into their folders since the OFFER is gone with them.
"$build/bin/fiel" match --tables 3 --games 6 --rules argentino,target=9 --bot "$bot" --bot random --json --replay "$work/k.replay" \
    > "$work/said" 2> /dev/null &
match=$!
until [ "$(stat -c %s "$work/k.replay" 2> /dev/null || echo 0)" -ge 60000 ] || ! kill -0 "$match" 2> /dev/null; do sleep 0.02; done
kill -9 "$match" 2> /dev/null || true
wait "$match" 2> /dev/null || true
[ ! -e "$work/k.resume" ] || "$build/bin/fiel" match --resume "$work/k.replay" --json > "$work/said" 2> /dev/null
played "$work/k.replay"
