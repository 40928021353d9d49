#!/bin/sh
# make bench: what Fiel costs against the raw limits, measured side by side in one run.
#
# This machine's absolute figures are worth nothing elsewhere; the ratios are what to read.  Every pair is run
# alternately ROUNDS times and its middle ratio is printed with the lowest and the highest.
set -eu
build=${FIEL_BUILD:-build}
rounds=${ROUNDS:-5}
games=${GAMES:-60}
tables=1
work=$(mktemp -d /tmp/fiel-bench-XXXXXX)
trap 'rm -rf "$work"' EXIT

# field NAME: a number of the JSON object on stdin.
field() { sed -n "s/.*\"$1\":\([-0-9.e]*\).*/\1/p"; }
# decisions: the sum over the seats.
decisions() { tr ',' '\n' < "$1" | sed -n 's/.*"decisions":\([0-9]*\).*/\1/p' | awk '{ n += $1 } END { print n }'; }
# middle FILE: "median (lowest .. highest)" of a column of numbers.
middle() { sort -g "$1" | awk '{ v[NR] = $1 } END { printf "%.2f (%.2f .. %.2f)", v[int((NR + 1) / 2)], v[1], v[NR] }'; }
row() { printf '%-62s %s\n' "$1" "$2"; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.4f\n", a / b }'; }

# play CPU RECORD OUT: one match of two instant bots that sign every $sign; its record goes to RECORD.
sign=hand
play() {
    rm -f "$2"
    "$build/bin/fiel" match --rules argentino --games "$games" --tables "$tables" --cpu "$1" --json --names a,b --sign "$sign" \
        --bot "$build/bench/instant" --bot "$build/bench/instant" --replay "$2" > "$3" 2>/dev/null
}
# jailed HOW GAMES OUT: the same with this jail.
jailed() {
    rm -f "$work/jail.replay"
    "$build/bin/fiel" match --jail "$1" --games "$2" --cpu "$cpu" --json --names a,b --bot "$build/bench/instant" \
        --bot "$build/bench/instant" --replay "$work/jail.replay" > "$3" 2>/dev/null
}
# rate FILE: decisions per second of a match.
rate() { awk -v d="$(decisions "$1")" -v us="$(field elapsed_us < "$1")" 'BEGIN { printf "%.0f\n", d * 1e6 / us }'; }

# against_raw PLACE RECORD WORDS: a row of match against ping-pong, both placed alike.
against_raw() {
    : > "$work/ratios"
    for round in $(seq "$rounds"); do
        play "$1" "$2" "$work/match.json"
        raw=$("$build/bench/pingpong" --request "$request" --answer "$answer" --seconds 1 --cpu "$1")
        ratio "$(rate "$work/match.json")" "$raw" >> "$work/ratios"
    done
    rm -f "$2"
    row "  $3: match / raw" "$(middle "$work/ratios")    last: $(rate "$work/match.json") / $raw"
}

scaled() { awk -v n="$1" -v by="${SCALE:-1}" 'BEGIN { printf "%d", n * by }'; }

cpu=$(awk '/^Cpus_allowed_list/ { split($2, c, /[,-]/); print c[1] }' /proc/self/status)

echo "decisions per second of a match, against a bare ROUTER and two DEALERs that take turns with the same bytes"
request=${REQUEST_BYTES:-230} answer=${ANSWER_BYTES:-20} # what such a match sends, on average
memory=$work
[ -w /dev/shm ] && memory=$(mktemp -d /dev/shm/fiel-bench-XXXXXX) && trap 'rm -rf "$work" "$memory"' EXIT
against_raw "$cpu" "$work/m.replay" "on one core"
against_raw "$cpu" "$memory/m.replay" "on one core, the record in memory: no disk to wait for"
against_raw none "$work/m.replay" "wherever the kernel puts them"
sign=decision
against_raw "$cpu" "$work/m.replay" "on one core, every decision signed"
sign=hand

echo
echo "64 tables on one connection, against the same bare match at its best: on one core"
: > "$work/ratios"
: > "$work/spread"
: > "$work/floor"
for round in $(seq "$rounds"); do
    raw=$("$build/bench/pingpong" --request "$request" --answer "$answer" --seconds 1 --cpu "$cpu")
    (games=1280 tables=64; play "$cpu" "$memory/m.replay" "$work/match.json")
    ratio "$(rate "$work/match.json")" "$raw" >> "$work/ratios"
    "$build/bench/envelopes" "$memory/m.replay" > "$work/envelopes"
    read -r out back each < "$work/envelopes"
    trips=$("$build/bench/pingpong" --request "$out" --answer "$back" --seconds 1 --cpu "$cpu")
    bare=$(awk -v t="$trips" -v d="$each" 'BEGIN { printf "%.0f", t * d }')
    ratio "$bare" "$raw" >> "$work/floor"
    (games=1280 tables=64; play none "$memory/m.replay" "$work/wide.json")
    ratio "$(rate "$work/wide.json")" "$raw" >> "$work/spread"
done
rm -f "$memory/m.replay"
row "  64 tables on one core / raw" "$(middle "$work/ratios")    last: $(rate "$work/match.json") / $raw"
row "  64 tables wherever the kernel puts them / raw" "$(middle "$work/spread")    last: $(rate "$work/wide.json") / $raw"
row "  its envelopes alone, nothing checked or recorded / raw" "$(middle "$work/floor")    $each decisions, $out bytes out, $back back"
"$build/bench/bench_tables" > "$work/tables"
echo "where a decision's time goes, microseconds of one core that has nothing else to do"
awk -v rate="$(rate "$work/match.json")" -v bare="$bare" '
    / 64 tables / { printf "  all of it, 64 tables: %.1f = work %.1f, processes and transport %.1f (its envelopes alone: %.1f)\n",
                    1e6 / rate, $3, 1e6 / rate - $3, 1e6 / bare }' "$work/tables"
echo "the work, without processes and sockets"
cat "$work/tables"

echo
echo "the work of one decision without processes and sockets (referee, record, decoder, libfiel), microseconds"
"$build/bench/bench_decision"

echo
echo "the jail (--jail=basic: all that this machine holds) against none"
: > "$work/ratios"
for round in $(seq "$rounds"); do
    jailed none "$games" "$work/none.json"
    jailed basic "$games" "$work/basic.json"
    ratio "$(rate "$work/basic.json")" "$(rate "$work/none.json")" >> "$work/ratios"
done
row "  decisions per second: jailed / not" "$(middle "$work/ratios")"

echo
echo "start and end of a match of one game, by difference with one of 41 games (with another build: tests/bench/start.py $rounds OTHER $build)"
/usr/bin/python3 tests/bench/start.py "$rounds" "$build"

echo
echo "the arbiter's own time in one decision (rules, hashes, signatures, journal), microseconds"
play "$cpu" "$work/match.replay" "$work/match.json"
row "  p50 / p99" "$(field work_p50_us < "$work/match.json") / $(field work_p99_us < "$work/match.json")"

echo
echo "audit against play, hands per second on one core"
: > "$work/ratios"
for round in $(seq "$rounds"); do
    play "$cpu" "$work/match.replay" "$work/match.json"
    start=$(date +%s%N)
    "$build/bin/fiel-audit" --quiet "$work/match.replay" > /dev/null || { echo "fiel: the benchmark's match does not audit" >&2; exit 1; }
    end=$(date +%s%N)
    ratio "$(field elapsed_us < "$work/match.json")" $(((end - start) / 1000)) >> "$work/ratios"
done
row "  audit / play" "$(middle "$work/ratios")"

hands=$(field hands < "$work/match.json")
echo
echo "the record"
row "  bytes per hand" "$(($(wc -c < "$work/match.replay") / hands))"
row "  decisions per hand" "$(awk -v d="$(decisions "$work/match.json")" -v h="$hands" 'BEGIN { printf "%.1f", d / h }')"

echo
echo "resident memory at its highest, KiB"
games=400 play none "$work/match.replay" "$work/match.json" &
player=$!
sleep 1
for status in /proc/[0-9]*/status; do
    dir=${status%/status}
    words=$({ tr '\0' ' ' < "$dir/cmdline"; } 2>/dev/null) || continue
    case $words in
    *"fiel match"*) name=match ;;
    "fiel referee"*) name=referee ;;
    "fiel seat"*) name=seat ;;
    *) continue ;;
    esac
    size=$(awk '/^VmHWM/ { print $2 }' "$status" 2>/dev/null) || continue
    [ -n "$size" ] && echo "$name $size"
done | sort | awk '{ if ($2 > most[$1]) most[$1] = $2 } END { for (n in most) printf "  %-60s %d\n", n, most[n] }' | sort
wait "$player" || true

echo
echo "after kill -9: until the match plays on, against the time that it had been played"
size() { if [ -f "$work/killed.replay" ]; then wc -c < "$work/killed.replay"; else echo 0; fi; }
reaches() { while [ "$(size)" -lt "$1" ] && kill -0 "$2" 2> /dev/null; do sleep 0.01; done; }
start=$(date +%s%N)
"$build/bin/fiel" match --jail=none --games 400 --bot cauto --bot random --replay "$work/killed.replay" > /dev/null 2>&1 &
player=$!
reaches 4000000 "$player"
kill -9 "$player"
wait "$player" 2> /dev/null || true
played=$((($(date +%s%N) - start) / 1000000))
before=$(size)
start=$(date +%s%N)
"$build/bin/fiel" match --resume "$work/killed.replay" > /dev/null 2>&1 &
player=$!
reaches $((before + 20000)) "$player"
again=$((($(date +%s%N) - start) / 1000000))
kill -9 "$player"
wait "$player" 2> /dev/null || true
row "  resume / played" "$(ratio "$again" "$played")    $again / $played ms, record $((before / 1000)) kB"

echo
echo "fiel measure: pairs per second of two instant bots, two at once, against one series of fiel match --duplicate"
: > "$work/ratios"
for round in $(seq "$rounds"); do
    rm -rf "$work/pairs"
    start=$(date +%s%N)
    "$build/bin/fiel" match --duplicate --games 20 --json --names a,b --bot "$build/bench/instant" --bot "$build/bench/instant" \
        --replay "$work/pairs" > /dev/null 2>&1
    series=$((($(date +%s%N) - start) / 1000000))
    start=$(date +%s%N)
    "$build/bin/fiel" measure --within 0.0001 --pairs 20 --jobs 2 --json "$build/bench/instant" "$build/bench/instant" > /dev/null 2>&1
    measured=$((($(date +%s%N) - start) / 1000000))
    ratio "$series" "$measured" >> "$work/ratios"
done
row "  measure / series" "$(middle "$work/ratios")    last: $(awk -v m="$measured" -v s="$series" 'BEGIN { printf "%.1f / %.1f", 20000 / m, 20000 / s }')"

echo
echo "fiel measure --tables 64: pairs per second of two instant bots, two matches at once, against the same without tables"
: > "$work/ratios"
for round in $(seq "$rounds"); do
    start=$(date +%s%N)
    "$build/bin/fiel" measure --within 0.0001 --pairs 20 --jobs 2 --json "$build/bench/instant" "$build/bench/instant" > /dev/null 2>&1
    alone=$((($(date +%s%N) - start) / 1000000))
    start=$(date +%s%N)
    "$build/bin/fiel" measure --tables 64 --within 0.0001 --pairs 384 --jobs 2 --json "$build/bench/instant" "$build/bench/instant" > /dev/null 2>&1
    together=$((($(date +%s%N) - start) / 1000000))
    ratio $((384000 * alone)) $((20000 * together)) >> "$work/ratios"
done
row "  64 tables / one" "$(middle "$work/ratios")    last: $(awk -v m="$together" -v s="$alone" 'BEGIN { printf "%.1f / %.1f", 384000 / m, 20000 / s }')"

echo
echo "random playouts of the rules, ratios to argentino for two in the same run"
"$build/bench/bench_rules"

echo
echo "the door: bots that wait, and connections that never finish"
"$build/bench/lobby" "$build/bin/fiel" idle 1000 > "$work/idle.json"
row "  1,000 bots wait: KiB of the door for each" "$(field kib_per_bot < "$work/idle.json")"
row "  to call two of them: ms, median (99th percentile)" \
    "$(field call_two_ms < "$work/idle.json") ($(field call_two_p99_ms < "$work/idle.json"))"
: > "$work/ratios"
for round in $(seq "$rounds"); do
    play "$cpu" "$work/m.replay" "$work/alone.json"
    mkfifo "$work/stop"
    "$build/bench/lobby" "$build/bin/fiel" half-open 2000 < "$work/stop" > "$work/half.json" &
    exec 9> "$work/stop"
    sleep 2 # until the lines are there
    play "$cpu" "$work/m.replay" "$work/beside.json"
    exec 9>&-
    wait
    rm -f "$work/stop"
    ratio "$(rate "$work/beside.json")" "$(rate "$work/alone.json")" >> "$work/ratios"
done
row "  decisions of a match beside 2,000 half-open lines / without" "$(middle "$work/ratios")"
row "  and to call two bots meanwhile: ms, median (99th percentile)" \
    "$(field call_two_ms < "$work/half.json") ($(field call_two_p99_ms < "$work/half.json"))"

echo
echo "the monitor over a log of 10,000 entries, each with a signature to verify"
"$build/bench/biglog" "$work/biglog" 10000
began=$(date +%s%N)
"$build/bin/fiel-audit" log "$work/biglog" > /dev/null
row "  fiel-audit log: microseconds an entry" "$(( ($(date +%s%N) - began) / 10000000 ))"

echo
echo "the ladder's store, SQLite, a pair leased and filed with two replays; what pages read (LADDER_PAIRS=)"
"$build/bench/ladder_store" "sqlite:$work/ladder.db" "${LADDER_PAIRS:-2000}"

echo
echo "a ladder's worker: a duplicate pair of a game from lease to filed, against the same fiel match alone"
mkdir "$work/worker"
"$build/bench/ladder_worker" "$work/worker" "$build/bin/fiel" "$build/bench/instant" 21 > "$work/worker.json"
row "  filed / bare" "$(field ratio < "$work/worker.json") ($(field low < "$work/worker.json") .. $(field high < "$work/worker.json"))    ms: $(field filed_ms < "$work/worker.json") / $(field bare_ms < "$work/worker.json")"

echo
echo "a season of those pairs: closed, and proved from its folder alone"
"$build/bin/fiel" keys new site --dir "$work" > /dev/null
began=$(date +%s%N)
"$build/bin/fiel-ladder" season close spring "$work/spring" --key "$work/site.key" --store "sqlite:$work/worker/worker.db" > /dev/null
closed=$(date +%s%N)
"$build/bin/fiel-audit" season "$work/spring" > /dev/null
proved=$(date +%s%N)
pairs=$(grep -c '^pair ' "$work/spring/index")
row "  close, prove: milliseconds a pair" "$(( (closed - began) / pairs / 1000000 )), $(( (proved - closed) / pairs / 1000000 ))"
row "  bytes a pair, in whole blocks" "$(( $(du -s -B1 "$work/spring" | cut -f1) / pairs ))"

echo
echo "100 workers by the API against one site, and 2,048 slow clients (WORKERS=, one site, this machine's processors)"
mkdir "$work/workers"
FIEL_BUILD=$build "$build/bench/ladder_workers" "$work/workers" "${WORKERS:-100}"
echo "the same with PostgreSQL (aims: 10,000 matches an hour; the front page's p99 at most three times the idle site's)"
mkdir "$work/workers/pg" && FIEL_BUILD=$build "$build/bench/ladder_workers" "$work/workers/pg" "${WORKERS:-100}" 10 pg

echo
echo "a season as it grows: memory and time a pair (the last number is $(scaled 4000) pairs, SCALE=)"
mkdir "$work/season"
FIEL_BUILD=$build "$build/bench/ladder_season" "$work/season" 200 "$(scaled 500)" "$(scaled 4000)"
rm -rf "$work/workers" "$work/season"

echo
echo "a match that is watched live: from the line that a worker tells to the last watcher who has read it"
: > "$work/ratios"
for round in $(seq "$rounds"); do
    "$build/bench/ladder_live" 500 30 > "$work/live.json"
    ratio "$(field all_ms < "$work/live.json")" "$(field one_ms < "$work/live.json")" >> "$work/ratios"
done
row "  500 watchers / one" "$(middle "$work/ratios")    last: $(field all_ms < "$work/live.json") / $(field one_ms < "$work/live.json") ms"

echo
echo "a large ladder: $(scaled 1000) bots, $(scaled 200000) pairs (SCALE=): its table, its store, what its pages cost"
"$build/bench/ladder_scale" "sqlite:$work/scale.db" "$(scaled 1000)" "$(scaled 200000)" 0.6

echo
echo "4,096 tables stepped in one call (sdk/foreign.h), any legal action, all told: rows, mask, rewards"
: > "$work/ratios"
: > "$work/bare"
for round in $(seq "$rounds"); do
    c=$("$build/bench/batch" 4096) bare=$("$build/bench/batch" 4096 bare) python=$(/usr/bin/python3 tests/bench/batch.py 4096)
    ratio "$python" "$c" >> "$work/ratios"
    ratio "$c" "$bare" >> "$work/bare"
done
row "  steps/s from Python / the same loop in C" "$(middle "$work/ratios")    last: $python / $c"
row "  the loop in C / the rules alone, nothing told" "$(middle "$work/bare")    last: $c / $bare"

# client COMMAND: decisions/s of a match of two of them.
client() {
    rm -f "$work/m.replay"
    "$build/bin/fiel" match --jail none --rules argentino --games 10 --json --names a,b --bot "$1" --bot "$1" --replay "$work/m.replay" \
        > "$work/client.json" 2> /dev/null
    rate "$work/client.json"
}
echo
echo "bots that do not think, by lines, decisions/s against libfiel's"
for language in py js; do
    : > "$work/ratios"
    for round in $(seq "$rounds"); do
        c=$(client "$build/bench/instant") other=$(client "lines:tests/bench/instant.$language")
        ratio "$other" "$c" >> "$work/ratios"
    done
    row "  instant.$language / instant.c" "$(middle "$work/ratios")    last: $other / $c"
done
