#!/bin/sh
# Ends `make check`: names what was skipped, counts it, and compares it with what this place may skip (tests/skips).
# skips.sh BUILD PASSED   exit 0 when all that was skipped is listed, 1 when not.  FIEL_PLACE says which place this is.
set -u
build=$1 passed=$2
place=${FIEL_PLACE:-}
if [ -z "$place" ]; then
    case $build in *-address*) place=sanitized ;; esac
fi
if [ -z "$place" ]; then
    if [ "$(id -u)" != 0 ]; then
        place=user
        unshare --user true 2> /dev/null || place=guest
    elif "$build/bin/fiel" jail-test --quick > /dev/null 2>&1; then
        place=whole
    else
        place=contained
    fi
fi
grep -q "^place $place " tests/skips || {
    echo "fiel: FIEL_PLACE=$place: tests/skips knows no such place: it names them" >&2
    exit 1
}

# The places whose lines count here, between blanks.
case $place in guest) places=' user contained ' ;; *) places=" $place " ;; esac

# Whether one line of the file, "PLACE PROGRAM PATTERN", lets this program skip this.
allowed() {
    while read -r its_place its_program pattern; do
        case $places in *" $its_place "*) ;; *) continue ;; esac
        # shellcheck disable=SC2254
        case $1 in $its_program) ;; *) continue ;; esac
        # shellcheck disable=SC2254
        case $2 in $pattern) return 0 ;; esac
    done < tests/skips
    return 1
}

skipped=0 bad=0
for log in $(find "$build/checked" -name '*.log' | sort); do
    program=${log#"$build/checked/"}
    program=${program%.log}
    while IFS= read -r what; do
        [ -n "$what" ] || continue
        skipped=$((skipped + 1))
        echo "skipped here: $program: $what"
        allowed "$program" "$what" && continue
        bad=$((bad + 1))
        echo "fiel: $program skipped '$what', which the place '$place' has to hold: mend it, or say why not in tests/skips" >&2
    done <<EOF
$(sed -n 's/^skipped: //p' "$log")
EOF
done
[ "$bad" = 0 ] || exit 1
echo "$passed passed, 0 failed, $skipped skipped"
