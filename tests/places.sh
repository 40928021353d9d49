#!/bin/sh
# make places: the demo and the tests in places unlike the one where this is written, each in a copy of this tree.
# places.sh BUILD [PLACE...]    WHAT="demo check": what is run in each; make's words, one by one.
#   user       an ordinary user, as whom nothing can be given away, with a home of his own
#   blanks     a path with blanks and accents
#   home       an ordinary user whose home is read-only
#   es_AR pt_BR C   a locale; the first two are made for this, where the machine has their sources (package locales)
#   busy       beside twenty busy loops
# exit 0 when all passed, 1 when one did not.  What each printed stays beside the build until the next run.
set -u
build=$1
shift
tree=$(pwd) what=${WHAT:-demo check}
[ $# -gt 0 ] || set -- user blanks home es_AR pt_BR C busy
room=$(mktemp -d /var/tmp/fiel-places-XXXXXX) || exit 3
logs=$tree/$build/places failed=
mkdir -p "$logs"
chmod 755 "$room"
loops=
trap 'for l in $loops; do kill "$l"; done 2>/dev/null; rm -rf "$room"' EXIT

# copy NAME: the tree and what is built of it, with its times, so that nothing is built anew.
copy() {
    mkdir -p "$room/$1" && git ls-files -z | xargs -0 cp -a --parents -t "$room/$1" && cp -a "$build" "$room/$1/"
}

# in_place PLACE FOLDER WORD...: make there, in this environment; what it prints is kept.
in_place() {
    place=$1 folder=$2
    shift 2
    start=$(date +%s) code=0
    for target in $what; do
        (cd "$folder" && "$@" make --no-print-directory -k "$target") > "$logs/$place-$target.log" 2>&1 || code=1
        tail -n 1 "$logs/$place-$target.log" | sed "s/^/$place: $target: /"
    done
    echo "$place: $([ $code = 0 ] && echo passed || echo FAILED) in $(($(date +%s) - start)) s"
    [ $code = 0 ] || failed="$failed $place"
}

for place; do
    case $place in
    user | home)
        [ "$(id -u)" = 0 ] || { echo "skipped: $place: this is no root who could become another user"; continue; }
        copy "$place" && mkdir "$room/$place.home" || exit 3
        chown -R 65534:65534 "$room/$place" "$room/$place.home"
        [ "$place" = user ] || chmod 555 "$room/$place.home"
        in_place "$place" "$room/$place" setpriv --reuid 65534 --regid 65534 --clear-groups -- \
            env HOME="$room/$place.home" USER=nobody LOGNAME=nobody FIEL_PLACE=user
        ;;
    blanks)
        copy "un árbol con espacios ñ" || exit 3
        in_place blanks "$room/un árbol con espacios ñ" env
        ;;
    es_AR | pt_BR)
        if ! localedef -i "$place" -f UTF-8 "$room/$place.UTF-8" > /dev/null 2>&1 && [ ! -d "$room/$place.UTF-8" ]; then
            echo "skipped: $place: localedef cannot make it: install the package locales"
            continue
        fi
        in_place "$place" "$tree" env LOCPATH="$room" LC_ALL="$place.UTF-8" LANG="$place.UTF-8"
        ;;
    C) in_place C "$tree" env -u LANG LC_ALL=C ;;
    busy)
        i=0
        while [ $i -lt 20 ]; do
            sh -c 'while :; do :; done' &
            loops="$loops $!" i=$((i + 1))
        done
        in_place busy "$tree" env
        for l in $loops; do kill "$l"; done
        loops=
        ;;
    *)
        echo "fiel: places: $place: no such place: user, blanks, home, es_AR, pt_BR, C, busy" >&2
        exit 2
        ;;
    esac
done
[ -z "$failed" ] || { echo "fiel: failed in:$failed: see $logs" >&2; exit 1; }
