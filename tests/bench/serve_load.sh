#!/bin/sh
# Many matches at once on one `fiel serve`, bots that think 20 ms: how many decisions cost the arbiter more than 5 ms, and
# how many time-outs there were that no bot deserved.   serve_load.sh BUILD [MATCHES] [GAMES]
set -eu
build=$1 matches=${2:-100} games=${3:-10}
bin=$(cd "$build/bin" && pwd)
work=$(mktemp -d)
serve=
trap 'kill "$serve" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$work"' EXIT INT TERM
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
jail = none
sign = hand
tick = 0s
clock = bank=60s,inc=100ms,cap=1s,grace=0ms,start=120s
CONF
"$bin/fiel" serve --config "$work/serve.conf" 2>"$work/log" &
serve=$!
until [ -S "$work/control" ]; do kill -0 "$serve"; done
start=$(date +%s.%N)
for i in $(seq "$matches"); do
    "$bin/fiel" order --config "$work/serve.conf" --key "$work/host.key" --bot a --bot b --games "$games" --ref "load-$i" --detach >/dev/null
done
for i in $(seq "$matches"); do
    "$bin/fiel" order --config "$work/serve.conf" --key "$work/host.key" --follow "$i" --json >> "$work/ends" || true
done
end=$(date +%s.%N)
find "$work/state" -name '*.replay' | while read -r replay; do
    "$bin/fiel" replay --json "$replay"
done | awk -v seconds="$(echo "$end $start" | awk '{print $1 - $2}')" -v matches="$matches" '
    /"event":"act"/ && match($0, /"used_us":[0-9]+/) {
        over = substr($0, RSTART + 10, RLENGTH - 10) - 20000; n++; sum += over
        if (over > 5000) late++
        if (over > worst) worst = over
    }
    /"event":"fault"/ { faults++ }
    END {
        printf "%d matches at once, %d decisions in %.0f s\n", matches, n, seconds
        printf "beyond the 20 ms of thinking: mean %.2f ms, worst %.0f ms; above 5 ms %.2f%%; faults %d\n",
            sum / n / 1000, worst / 1000, 100 * late / n, faults
    }'
