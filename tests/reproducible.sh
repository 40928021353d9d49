#!/bin/sh
# reproducible.sh OUT VERSION: the same sources give the same bytes, whoever builds them, where and when.
# Two copies of this tree are built, installed and made into packages: in other folders, with other umasks, locales, time
# zones, homes, numbers of jobs, clocks and, for root, users.  All that comes out must be the same, modes too.
set -eu
version=$2
mkdir -p "$1"
out=$(cd "$1" && pwd)
epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}

# What is done in each copy: sh -c "$build" sh FOLDER JOBS VERSION
# shellcheck disable=SC2016
build='set -e
cd "$1"
make -j"$2" install DESTDIR="$1/installed" PREFIX=/usr
DEB_BUILD_OPTIONS=parallel=$2 sh debian/make.sh "$1/packages" "$3"'

# copied FOLDER UMASK: this tree as somebody with that umask would have it.
copied() {
    rm -rf "$1"
    mkdir -p "$1"
    git ls-files -z | tar --null -T - --mode=a+rwX -cf - | (umask "$2" && tar --no-same-permissions -xf - -C "$1")
}

# built FOLDER JOBS COMMAND...: what COMMAND... makes of the copy.  No ccache, or the second one were the first.
built() {
    folder=$1 jobs=$2
    shift 2
    echo "building in $folder"
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin GIT_CEILING_DIRECTORIES="$out" SOURCE_DATE_EPOCH="$epoch" \
        "$@" sh -c "$build" sh "$folder" "$jobs" "$version" > "$folder.log" 2>&1 || {
        tail -n 20 "$folder.log" >&2
        echo "fiel: the copy in $folder cannot be built: $folder.log tells all" >&2
        exit 1
    }
}

# Every file with its mode, and where it leads or its hash.
listed() {
    (cd "$1" && find . -type f -printf '%M %p ' -exec sh -c 'sha256sum < "$1"' sh {} \; -o -printf '%M %p %l\n') | LC_ALL=C sort -k2
}

# same WHAT ONE OTHER: 1, and the files that differ, when they do.
same() {
    listed "$2" > "$out/one.$1"
    listed "$3" > "$out/other.$1"
    diff "$out/one.$1" "$out/other.$1" && echo "the same: $(wc -l < "$out/one.$1") files of $1"
}

one=$out/one other=$out/the/other/place
copied "$one" 022
copied "$other" 077
localedef -i tr_TR -f UTF-8 "$out/tr_TR.UTF-8"
as=
if [ "$(id -u)" = 0 ]; then
    chown -R nobody "$other"
    as="setpriv --reuid=65534 --clear-groups"
    $as test -w "$other" || as=
fi
(umask 022 && built "$one" 1 env HOME=/ TZ=UTC LC_ALL=C USER=root)
# shellcheck disable=SC2086
(umask 077 && built "$other" 3 env HOME="$other" TZ=Pacific/Kiritimati LOCPATH="$out" LC_ALL=tr_TR.UTF-8 LANG=tr_TR.UTF-8 \
    USER=other EDITOR=ed NO_FAKE_STAT=1 faketime -f +400d $as)
result=0
same installed "$one/installed" "$other/installed" || result=1
mkdir -p "$out/one.deb" "$out/other.deb"
cp "$one"/packages/*.deb "$out/one.deb"
cp "$other"/packages/*.deb "$out/other.deb"
same packages "$out/one.deb" "$out/other.deb" || result=1
[ $result = 0 ] || echo "fiel: the builds differ: diffoscope FILE FILE tells in what ($one, $other)" >&2
exit $result
