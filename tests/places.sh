#!/bin/sh
# make places: the demo and the tests in places unlike the one where this is written, each in a copy of this tree.
# places.sh BUILD [PLACE...]    WHAT="demo test": what is run in each; make's words, one by one.
#   WHAT="deps-test checked/build/e2e/power" runs one of the tests again.
#   user       an ordinary user, as whom nothing can be given away, with a home of his own
#   blanks     a path with blanks and accents
#   home       an ordinary user whose home is read-only
#   es_AR pt_BR C   a locale; the first two are made for this, where the machine has their sources (package locales)
#   stranger   four of these in one run: an ordinary user with a read-only home, a path with blanks and accents, es_AR (C.UTF-8 where it
#              cannot be made)
#   busy       beside twenty busy loops, and before that without them: how many times the quiet time it took is printed
#   contained  root that can neither mount nor make namespaces, as in a container without rights
#   podman     root in podman's default container, which may not mount, in a copy of the Debian of `chroot`
#   chroot     root in a Debian that debootstrap made, with /proc, without /sys and /dev/shm, in locale C; it is kept beside the build
#   sudo       an ordinary user with sudo, in a copy of that Debian, in pt_BR
#   trixie     the same in Debian 13, where everything is built anew
# Without names: stranger chroot sudo trixie podman contained busy, in which everything above is met once.
# exit 0 when all passed, 1 when one did not.  What each printed stays beside the build until the next run.
set -u
. tests/debian.sh
build=$1
shift
tree=$(pwd) what=${WHAT:-demo test}
# Each make counts its own jobs: those of the one that started this are not handed on.
MAKEFLAGS=$(printf '%s' "${MAKEFLAGS:-}" | sed -e 's/ -j[0-9]*//g' -e 's/ --jobserver-[^ ]*//g')
export MAKEFLAGS
[ $# -gt 0 ] || set -- stranger chroot sudo trixie podman contained busy
room=$(mktemp -d /var/tmp/fiel-places-XXXXXX) || exit 3
logs=$tree/$build/places failed=
mkdir -p "$logs"
chmod 755 "$room"
loops=
trap 'for l in $loops; do kill "$l"; done 2>/dev/null; rm -rf "$room"' EXIT
trap 'exit 3' HUP INT TERM

# copy NAME: the tree and what is built of it, with its times, so that nothing is built anew but what names the folder it lies in.
# What other targets keep in the build, as whole Debians, is left.
copy() {
    mkdir -p "$room/$1/$build" && git ls-files -z | xargs -0 cp -a --parents -t "$room/$1" &&
        for part in bin bots e2e examples js lib libexec man obj runtime tests web; do
            cp -a "$build/$part" "$room/$1/$build/" || return 1
        done && rm -rf "$room/$1/$build/lib/pkgconfig"
}

# in_place PLACE FOLDER WORD...: make there, in this environment; what it prints is kept.
in_place() {
    place=$1 folder=$2
    shift 2
    start=$(date +%s) code=0
    for target in $what; do
        log=$logs/$place-$(printf '%s' "$target" | tr / -).log
        (cd "$folder" && "$@" make --no-print-directory -k "$target") > "$log" 2>&1 || code=1
        tail -n 1 "$log" | sed "s|^|$place: $target: |"
    done
    took=$(($(date +%s) - start))
    echo "$place: $([ $code = 0 ] && echo passed || echo FAILED) in $took s"
    [ $code = 0 ] || failed="$failed $place"
}

# debian NAME: a Debian of its own below $room/NAME with this tree in /srv/fiel, and nothing but make and sudo.
debian() {
    debian_pristine "$logs" && debian_copy "$logs" "$room/$1" && copy "$1/srv/fiel" && cp /etc/hosts "$room/$1/etc/" &&
        debian_run "$room/$1" sh -c 'apt-get update && apt-get install --no-install-recommends make sudo ca-certificates' > "$logs/$1.log" 2>&1
}

# locale_made NAME: the locale, for LOCPATH="$room".
locale_made() {
    [ -d "$room/$1.UTF-8" ] || localedef -i "$1" -f UTF-8 "$room/$1.UTF-8" > /dev/null 2>&1 || [ -d "$room/$1.UTF-8" ]
}

for place; do
    case $place in
    contained)
        # In a namespace of users of its own that may have no further ones, and without the right to mount in it.
        copy contained || exit 3
        in_place contained "$room/contained" unshare --user --map-root-user sh -c '
            echo 0 > /proc/sys/user/max_user_namespaces
            exec setpriv --bounding-set=-sys_admin --inh-caps=-sys_admin "$@"' sh env
        ;;
    podman)
        if [ "$(id -u)" != 0 ] || ! command -v debootstrap > /dev/null || ! command -v podman > /dev/null; then
            echo "skipped: podman: it takes root, debootstrap and podman"
            continue
        fi
        debian podman || exit 3
        # It has the network of this machine, for its packages; PODMAN_RUN has options for a machine that lets podman do less.
        # shellcheck disable=SC2086
        in_place podman "$tree" podman run --rm --network host ${PODMAN_RUN:-} --workdir /srv/fiel --rootfs "$room/podman"
        ;;
    chroot | sudo | trixie)
        if [ "$(id -u)" != 0 ] || ! command -v debootstrap > /dev/null; then
            echo "skipped: $place: it takes root and debootstrap"
            continue
        fi
        SUITE=bookworm
        [ "$place" != trixie ] || SUITE=trixie
        debian "$place" || exit 3
        # What was built in another Debian is not used.
        [ "$place" != trixie ] || rm -rf "$room/trixie/srv/fiel/$build"
        who=0 name=root home=/root locale=C
        if [ "$place" != chroot ]; then
            who=1000 name=ana home=/home/ana
            locale_made pt_BR && cp -a "$room/pt_BR.UTF-8" "$room/$place/srv/" && locale=pt_BR.UTF-8
            chroot "$room/$place" useradd --create-home ana && chown -R 1000:1000 "$room/$place/srv/fiel" &&
                echo 'ana ALL=(ALL) NOPASSWD: ALL' > "$room/$place/etc/sudoers.d/ana" || exit 3
        fi
        in_place "$place" "$tree" unshare --mount --pid --fork --kill-child --propagation private sh -c '
            mount -t proc proc "$1/proc" || exit 3
            root=$1 who=$2
            shift 2
            exec chroot --userspec="$who:$who" "$root" sh -c "cd /srv/fiel && exec \"\$@\"" sh "$@"' \
            sh "$room/$place" "$who" env -u LANG HOME="$home" USER="$name" LOGNAME="$name" LOCPATH=/srv LC_ALL="$locale"
        ;;
    user | home | stranger)
        [ "$(id -u)" = 0 ] || { echo "skipped: $place: this is no root who could become another user"; continue; }
        folder=$place locale=
        if [ "$place" = stranger ]; then
            folder='un extraño ñ' locale=C.UTF-8
            locale_made es_AR && locale=es_AR.UTF-8
        fi
        copy "$folder" && mkdir "$room/$place.home" || exit 3
        chown -R 65534:65534 "$room/$folder" "$room/$place.home"
        [ "$place" = user ] || chmod 555 "$room/$place.home"
        in_place "$place" "$room/$folder" setpriv --reuid 65534 --regid 65534 --clear-groups -- \
            env HOME="$room/$place.home" USER=nobody LOGNAME=nobody FIEL_PLACE=user \
            ${locale:+LOCPATH="$room" LC_ALL="$locale" LANG="$locale"}
        ;;
    blanks)
        copy "un árbol con espacios ñ" || exit 3
        in_place blanks "$room/un árbol con espacios ñ" env
        ;;
    es_AR | pt_BR)
        locale_made "$place" || { echo "skipped: $place: localedef cannot make it: install the package locales"; continue; }
        copy "$place" || exit 3
        in_place "$place" "$room/$place" env LOCPATH="$room" LC_ALL="$place.UTF-8" LANG="$place.UTF-8"
        ;;
    C)
        copy C || exit 3
        in_place C "$room/C" env -u LANG LC_ALL=C
        ;;
    busy)
        copy busy || exit 3
        in_place quiet "$room/busy" env
        quiet=$took i=0
        while [ $i -lt 20 ]; do
            sh -c 'while :; do :; done' &
            loops="$loops $!" i=$((i + 1))
        done
        in_place busy "$room/busy" env
        echo "busy: $((took * 10 / (quiet + 1) / 10)).$((took * 10 / (quiet + 1) % 10)) times the quiet time"
        for l in $loops; do kill "$l"; done
        loops=
        ;;
    *)
        echo "fiel: places: $place: no such place: user, blanks, home, stranger, es_AR, pt_BR, C, busy, contained, podman, chroot, sudo, trixie" >&2
        exit 2
        ;;
    esac
done
[ -z "$failed" ] || { echo "fiel: failed in:$failed: see $logs" >&2; exit 1; }
