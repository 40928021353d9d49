#!/bin/sh
# The examples that win do win: montecarlo, and the network of docs/training.md after its ten minutes, each against cauto over
# duplicate pairs, with the whole 95% interval of its points a hand above 0.   examples.sh BUILD [PAIRS [SECONDS]]
# montecarlo makes about 0.07 points a hand more, and 400 pairs know them to 0.045: too few to tell from 0 every time.  What is learned
# in SECONDS depends on what else the machine does.
set -eu
build=$(realpath "$1") pairs=${2:-1000} seconds=${3:-600}
root=$(realpath "$(dirname "$0")/..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
PATH=$build/bin:$PATH

# better NAME COMMAND [OPTIONS]: measures it against cauto.
better() {
    fiel measure --jail none $3 --within 0.03 --pairs "$pairs" --json "$2" cauto > "$work/told"
    python3 - "$1" "$work/told" << 'END'
import json, sys
told = json.load(open(sys.argv[2]))
points = told["points_per_hand"]
low = points["mean"] - points["half"]
print("%s against cauto: %+.3f ± %.3f points a hand over %d pairs, %d hands" % (
    sys.argv[1], points["mean"], points["half"], told["pairs"], told["hands"]))
sys.exit(0 if low > 0 and not any(bot["faults"] for bot in told["bots"]) else 1)
END
}

better montecarlo "$build/examples/montecarlo" "--tables 32"
cd "$work"
"$root/sdk/examples/train.py" --seconds "$seconds" --seed 1 --out net.npz --curve curve.csv > /dev/null
sed -n '1p;2p;$p' curve.csv
fiel new-bot trained --lang python > /dev/null
cp "$root/sdk/examples/played.py" trained/bot.py
mv net.npz trained
make -s -C trained fiel
better "the network" "lines:$work/trained/bot.py" ""
