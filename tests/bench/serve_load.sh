#!/bin/sh
# Many matches at once on one `fiel serve` beside BUSY busy processes, bots that think 20 ms and may think 2 s: how many decisions cost
# the arbiter more than 5 ms, how much of the time was nobody's, and how many time-outs there were, of which no bot deserved one.
# serve_load.sh BUILD [MATCHES] [GAMES] [BUSY]     exit 1: there was a fault
set -eu
build=$1 matches=${2:-100} games=${3:-10} busy=${4:-2}
bin=$(cd "$build/bin" && pwd)
work=$(mktemp -d)
serve= loops=
# shellcheck disable=SC2086
trap 'kill "$serve" $loops 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$work"' EXIT INT TERM
mkdir -p "$work/state/bots" "$work/state/allow" "$work/state/operators"
cp "$build/bench/thinker" "$work/state/bots/a"
cp "$build/bench/thinker" "$work/state/bots/b"
(cd "$work" && "$bin/fiel" keys new host >/dev/null && cp host.pub state/operators/)
cat > "$work/serve.conf" <<CONF
[folders]
state = $work/state
[control]
address = ipc://$work/control
[matches]
at_once = $matches
queue = 10000
pin = no
jail = basic
bot_memory = 64M
sign = hand
tick = 0s
clock = bank=60s,inc=100ms,cap=2s,grace=0ms,start=120s,duty=1m
CONF
"$bin/fiel" serve --config "$work/serve.conf" 2>"$work/log" &
serve=$!
until [ -S "$work/control" ]; do kill -0 "$serve"; done
for i in $(seq "$busy"); do
    sh -c 'while :; do :; done' &
    loops="$loops $!"
done
start=$(date +%s.%N)
for i in $(seq "$matches"); do
    "$bin/fiel" order --config "$work/serve.conf" --key "$work/host.key" --bot a --bot b --games "$games" --ref "load-$i" --detach >/dev/null
done
for i in $(seq "$matches"); do
    "$bin/fiel" order --config "$work/serve.conf" --key "$work/host.key" --follow "$i" --json >> "$work/ends" || true
done
end=$(date +%s.%N)
# Of each match: its events, and what its result says of the time that was nobody's.
{
    cat "$work/ends"
    find "$work/state" -name '*.replay' | while read -r replay; do
        "$bin/fiel" replay --json "$replay"
    done
} | awk -v seconds="$(echo "$end $start" | awk '{print $1 - $2}')" -v matches="$matches" -v busy="$busy" '
    /"event":"act"/ && match($0, /"used_us":[0-9]+/) {
        over = substr($0, RSTART + 10, RLENGTH - 10) - 20000; n++; sum += over
        if (over > 5000) late++
        if (over > worst) worst = over
    }
    /"event":"fault"/ { faults++ }
    /"event":"fault","hand":[0-9]+,"seat":[0-9]+,"fault":"timeout"/ { timeouts++ }
    /"state":"/ {
        ends++; played += /"state":"finished"/
        for (line = $0; match(line, /"paused_us":[0-9]+/); line = substr(line, RSTART + RLENGTH))
            paused += substr(line, RSTART + 12, RLENGTH - 12)
    }
    END {
        printf "%d matches at once beside %d busy processes, %d played, %d decisions in %.0f s\n", matches, busy, played, n, seconds
        printf "beyond the 20 ms of thinking: mean %.2f ms, worst %.0f ms; above 5 ms %.2f%%\n", sum / n / 1000, worst / 1000, 100 * late / n
        printf "nobody'"'"'s: %.1f s in all; faults %d, of them time-outs %d, all of them false\n", paused / 1e6, faults, timeouts
        exit faults > 0 || played < matches
    }'
