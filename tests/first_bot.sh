#!/bin/sh
# make first-bot-test: the pages docs/first-bot-*.md followed word for word, each in a Debian of its own that has nothing but what
# debootstrap brings and the packages of `make deb`; a clock notes every command.  Then a bot must be active on a ladder.
#   first_bot.sh OUT PACKAGES [PAGE...]      PAGE: c, python, javascript, lines
# Needs root: the Debian is a folder, entered with mounts and processes of its own, which are gone with it.
set -eu
out=$1 packages=$2
shift 2
mkdir -p "$out"
out=$(cd "$out" && pwd)
. tests/debian.sh
debian_pristine "$out"

# What is not the page's: the clock; a ladder that somebody else has running; the end, when the bot is active.
# shellcheck disable=SC2016
before='
total=0 had=$(dpkg-query -W | wc -l)
noted() {
    begun=$(date +%s)
    if ! sh -c "$1" > last.log 2>&1 < password; then
        cat last.log
        echo "first-bot-test: this failed: $1"
        exit 1
    fi
    took=$(($(date +%s) - begun)) total=$((total + took))
    printf "%3d:%02d %4d s  %s\n" $((total / 60)) $((total % 60)) $took "$1"
}
host() {
    jail=strict
    fiel runtime > /dev/null
    fiel jail-test > /dev/null || jail=basic
    fiel-ladder init --store sqlite:/srv/ladder.db --enter cauto
    mkfifo /srv/address
    fiel-ladder serve --store sqlite:/srv/ladder.db --workers 1 --jail $jail --listen 127.0.0.1:0 > /srv/address &
    exec 3< /srv/address
    read -r ladder <&3
    echo "(a ladder at $ladder, --jail $jail)"
}
active() {
    for again in $(seq 300); do
        fiel-ladder bot show me/mine > shown
        grep -q active shown && return 0
        grep -q -e disabled -e failed shown && break
        sleep 1
    done
    cat shown
    fiel-ladder bot log "me/mine#1"
    return 1
}
ladder=
echo a-password-of-one > password'

# script PAGE: the commands between its marks, in their order.
# shellcheck disable=SC2016
script() {
    echo "$before"
    awk -v quote="'" '
        /^```/ { on = !on && /^```console/; next }
        on && sub(/^\$ /, "") {
            gsub(quote, quote "\\" quote quote)
            if (/https:\/\/ladder.example/) print "[ \"$ladder\" ] || host"
            n = split($0, part, "https://ladder.example")
            line = part[1]
            for (i = 2; i <= n; i++) line = line quote "\"$ladder\"" quote part[i]
            print "noted " quote line quote
        }' "docs/first-bot-$1.md"
    echo 'begun=$(date +%s); active; echo "active $(($(date +%s) - begun)) s later:"; cat shown; echo "$(($(dpkg-query -W | wc -l) - had)) packages came"'
}

[ $# -gt 0 ] || set -- c python javascript lines
for page in "$@"; do
    root=$out/$page
    debian_copy "$out" "$root" "$packages"/*.deb
    script "$page" > "$root/root/page.sh"
    echo "== docs/first-bot-$page.md"
    debian_run "$root" sh -e page.sh
    rm -rf "$root"
done
