#!/bin/sh
# make demo: real bots play a real match, then the match is retold, audited, and a forgery is caught.
set -eu
build=${FIEL_BUILD:-build}
bin=$(cd "$build/bin" && pwd)
work=$(mktemp -d /tmp/fiel-demo-XXXXXX) # bots run as users of their own, who may not enter every folder
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
rm -rf "$build/demo"
mkdir "$build/demo"
cd "$build/demo"

bold= plain=
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then bold=$(printf '\033[1m') plain=$(printf '\033[0m'); fi

# say COMMAND...: shows the command as a user would type it, then runs it.
say() {
    shown=$*
    printf '\n%s$ %s%s\n' "$bold" "$(printf '%s' "$shown" | sed -e "s|$bin/||g")" "$plain"
    "$@"
}

step() { printf '\n%s\n' "$1"; }

echo "1. Two bots play twenty games of Argentine truco. Each sits in a process of its own; the referee deals."
say "$bin/fiel" match --rules argentino --games 20 --bot embustero --bot cauto --replay match.replay

step "2. One hand of it, told."
say "$bin/fiel" replay match.replay --hand 3

step "3. The whole match, proved: the deal, every call, every clock, every signature."
say "$bin/fiel-audit" match.replay

step "4. The same file with one bit changed is caught."
cp match.replay forged.replay
size=$(wc -c < forged.replay)
at=$((size / 2))
byte=$(od -An -tu1 -j "$at" -N 1 forged.replay)
printf "$(printf '\\%03o' $((byte ^ 1)))" | dd of=forged.replay bs=1 seek="$at" conv=notrunc 2>/dev/null
if say "$bin/fiel-audit" forged.replay; then
    echo "fiel: the forged replay passed the audit: this must never happen" >&2
    exit 1
fi

step "5. A ladder of all bundled bots: pairs with the same cards and sides exchanged, planned, played, audited and rated."
say "$bin/fiel-ladder" init --store sqlite:ladder.db
for bot in random cauto embustero maestro campeon; do
    "$bin/fiel-ladder" enter --new --games 1 --store sqlite:ladder.db "demo/$bot" "$bin/../bots/$bot"
done
printf '\n%s$ fiel-ladder serve --store sqlite:ladder.db --workers 2 --jail basic --listen 127.0.0.1:0%s\n' "$bold" "$plain"
"$bin/fiel-ladder" serve --store sqlite:ladder.db --workers 2 --jail basic --work "$work" --listen 127.0.0.1:0 > serve.log 2>&1 &
serve=$!
trap 'kill "$serve" 2>/dev/null; wait 2>/dev/null; rm -rf "$work"' EXIT
# Until every bot has played six pairs.
until "$bin/fiel-ladder" standings --store sqlite:ladder.db --json 2>/dev/null |
    awk -F'"pairs":' '{ split($2, n, ","); if (n[1] >= 6) ready++ } END { exit ready < 5 }'; do
    kill -0 "$serve" 2>/dev/null || { cat serve.log >&2; exit 1; }
    sleep 1
done
say "$bin/fiel-ladder" standings --store sqlite:ladder.db
address=$(grep -m 1 "^http://" serve.log) # warnings may stand before it
echo
if [ -t 0 ] && [ -t 1 ]; then
    echo "The pages, with every match shown and proved in your browser: $address   (Enter ends the ladder)"
    read -r _ || true
else
    echo "The pages were at $address, with every match shown and proved in a visitor's browser. They are there again with:"
    echo "  $build/bin/fiel-ladder serve --store sqlite:$build/demo/ladder.db"
fi

step "Kept in $build/demo: match.replay, which is the proof, and forged.replay."
echo "Next: docs/first-bot.md takes you to a bot of your own in ten minutes; \`$build/bin/fiel --help\` lists what there is."
