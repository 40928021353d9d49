#!/bin/sh
# Twenty games against the bundled bot `random`: no fault, most games won, and the record audits.
set -eu
fiel=${1:-fiel}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$fiel" match --clock start=60s --games 20 --bot @RUN@ --bot random --names @NAME@,random --replay "$work/m.replay" --json > "$work/result.json"
won=$(sed 's/.*"seat":0,[^}]*"games":\([0-9]*\).*/\1/' "$work/result.json")
faults=$(sed 's/.*"faults":\(\[[^]]*\]\).*/\1/' "$work/result.json")
"$fiel-audit" --quiet "$work/m.replay"
[ "$faults" = "[]" ] || { echo "test: the bot is at fault: $faults" >&2; exit 1; }
[ "$won" -ge 11 ] || { echo "test: only $won of 20 games won against random" >&2; exit 1; }
echo "test: passed: $won of 20 games won against random, no fault"
