#!/bin/sh
# model.sh BUILD: spin walks through spec/deal.pml whole.  As it stands nothing in it fails; each mistake that can be planted
# in it (PLANT_...) breaks the property that stands beside it here; and what can happen does (SEEN_...), which its denial shows.
set -eu
build=$1/model
model=spec/deal.pml
expected='
- nothing
PLANT_CUT_BEFORE_SEAL CUT
PLANT_CHAIN_FORWARD CUT
PLANT_UNSIGNED_SEAL CUT
PLANT_CUTS_UNBOUND CULPRIT
PLANT_RESUME_REDEALS CUT
PLANT_RESUME_COUNTS CUT
PLANT_SIGN_NOT_P AGREEMENT
PLANT_CULPRIT_SWAPPED CULPRIT
PLANT_OPEN_UNPROVED CULPRIT
PLANT_PROTEST_RETOLD CULPRIT
PLANT_PROTEST_FIRST CULPRIT
PLANT_ANY_SEED SEED
PLANT_ONE_SALT HIDDEN
SEEN_PLAYED SEEN
SEEN_KILLED SEEN
SEEN_PROTEST SEEN
SEEN_ALONE SEEN
SEEN_BESIDE SEEN'

# One walk, in a folder of its own: what failed, by the word at its assertion.
if [ $# -eq 3 ]; then
    path=$PWD/$model
    mkdir -p "$build/$2" && cd "$build/$2" && rm -f pan* ./*.trail said
    cp "$path" deal.pml
    fast=-O2
    [ "$2" = - ] || { define=-D$2 && fast=-O0; }
    # shellcheck disable=SC2086
    spin ${define-} -a deal.pml > said && cc $fast -w -DSAFETY -DMEMLIM=1024 -o pan pan.c && ./pan -w20 -m10000 > said
    failed=$(sed -n 's/.*assertion violated *(*\([A-Z]*\)||.*/\1/p' said)
    grep -q 'max search depth too small\|out of memory' said || failed=${failed:-$(sed -n 's/.*errors: 0$/nothing/p' said)}
    [ "$failed" = "$3" ] && exit 0
    echo "$model, $2: $failed failed, where $3 has to"
    exit 1
fi

# Every mistake that is there is in the list.
for name in $(grep -oE '(PLANT|SEEN)_[A-Z_]*[A-Z]' $model | sort -u); do
    case $expected in *"$name "*) ;; *) echo "$model: nobody expects anything of $name"; exit 1 ;; esac
done
echo "$expected" | sed 1d | xargs -n 2 -P "$(nproc)" sh "$0" "$1"
echo "model: $(sed -n 's/ *\([0-9]*\) states, stored/\1/p' "$build/-/said") states, nothing fails;" \
    "$(echo "$expected" | grep -c PLANT) planted mistakes fail where they have to"
