#!/bin/sh
# manual.sh BIN OUT VERSION: the manual pages of all commands, from what the programs in BIN say with --help, into OUT.
# With SOURCE_DATE_EPOCH the pages bear that date.
set -eu
export LC_ALL=C # what is upper case is not the same everywhere
bin=$1 out=$2 version=$3
here=$(dirname "$0")
date=$(date -u -d "@${SOURCE_DATE_EPOCH:-$(date +%s)}" +%Y-%m-%d)
mkdir -p "$out"

# page NAME WHAT ALSO COMMAND...  The same page wherever it is made: no folder of this machine.
page() {
    name=$1 what=$2 also=$3
    shift 3
    "$@" --help $all |
        sed '/^Bundled bots are in this folder:$/,$c\
Bundled bots are in lib/fiel/bots of where fiel is installed.' |
        awk -v page="$name" -v what="$what" -v also="$also" -v version="$version" -v date="$date" -f "$here/manual.awk" > "$out/$name.1"
}

# The commands of a program with what they do, a line each: "match<TAB>play a match ...".
commands() { "$1" help all | sed -n 's/^  \([a-z][a-z-]*\)  *\(.*[^ ]\)$/\1\t\2/p' | grep -v "^$(basename "$1")	"; }

for program in fiel fiel-ladder; do
    pages= all=
    commands "$bin/$program" > "$out/commands"
    while IFS='	' read -r word what; do
        page "$program-$word" "$what" "$program(1)" "$bin/$program" "$word"
        pages="$pages${pages:+, }$program-$word(1)"
    done < "$out/commands"
    rm "$out/commands" && all=all
    case $program in
    fiel) page fiel 'referee of bot competitions in the Truco family' "$pages, fiel-audit(1), fiel-ladder(1), fiel(3)" "$bin/fiel" ;;
    *) page fiel-ladder 'who plays whom, what came of it, and how sure that is' "$pages, fiel(1)" "$bin/fiel-ladder" ;;
    esac
done && all=
page fiel-audit 'prove a replay, or name who broke the rules' 'fiel-audit-log(1), fiel-audit-season(1), fiel(1), fiel-replay(1)' "$bin/fiel-audit"
page fiel-audit-log 'prove that a host has kept to its match log' 'fiel-audit(1), fiel-log(1)' "$bin/fiel-audit" log
page fiel-witness 'ask the witnesses of a match log' 'fiel-log(1), fiel-audit-log(1)' "$bin/fiel-witness"
page fiel-audit-season 'prove a closed season of a ladder' 'fiel-audit(1), fiel-audit-log(1), fiel-ladder-season(1)' "$bin/fiel-audit" season

# A file in which every key has its comment explains itself.
{
    printf '.TH SERVE.CONF 5 "%s" "fiel %s" "Fiel"\n.SH NAME\nserve.conf \\- what fiel serve is to do\n.SH DESCRIPTION\n.nf\n' "$date" "$version"
    "$bin/fiel" serve --print-config | sed 's/\\/\\e/g; s/^\./\\\&./; s/-/\\-/g'
    printf '.fi\n.SH SEE ALSO\nfiel\\-serve(1)\n'
} > "$out/serve.conf.5"

# These pages were made here, and are read elsewhere.
if grep -F "$(cd "$bin/.." && pwd)" "$out"/*.[15] >&2; then
    echo "fiel: manual.sh: these lines of $out name a folder of this machine: have manual.sh say what it is elsewhere" >&2
    exit 1
fi
