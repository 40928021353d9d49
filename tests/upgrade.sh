#!/bin/sh
# make upgrade-test: a ladder plays on installed packages of an earlier commit; they are upgraded to today's while it serves.
#   upgrade.sh OUT OLD NEW     OLD: a commit or tag of this repository, or a folder with its packages; NEW: a folder of packages
# Then it is stopped and started, as a unit's restart does it.  Every row of its store must be there as it was, the records must be
# found right by today's programs, and it must play on.  Needs root and debootstrap (tests/debian.sh).
# What it printed stays in OUT/*.log.
set -eu
[ $# = 3 ] && [ -n "$2" ] || {
    echo "fiel: upgrade-test: there is nothing to upgrade from: no tag of a release here: name a commit, or a folder of its packages, with OLD=" >&2
    exit 2
}
out=$1 old=$2 new=$3
mkdir -p "$out"
out=$(cd "$out" && pwd)
. tests/debian.sh
debian_pristine "$out"

# The packages of a commit are made in a clone, with a lower version than any release has.
if [ ! -d "$old" ]; then
    commit=$(git rev-parse --verify --quiet "$old^{commit}") || {
        echo "fiel: upgrade-test: OLD=$old is neither a folder nor a commit: see git log" >&2
        exit 2
    }
    if [ ! -e "$out/$commit.done" ]; then
        rm -rf "$out/sources" "$out/$commit"
        git clone --quiet --shared --no-checkout . "$out/sources"
        git -C "$out/sources" checkout --quiet --detach "$commit"
        mkdir "$out/$commit"
        (cd "$out/sources" && sh "$(ls -d debian/make.sh arbiter/debian/make.sh 2> /dev/null)" "$out/$commit" 0.0.1) > "$out/old.log" 2>&1 || {
            tail "$out/old.log" >&2
            echo "fiel: upgrade-test: the packages of $old cannot be made: see $out/old.log" >&2
            exit 3
        }
        rm -rf "$out/sources"
        touch "$out/$commit.done"
    fi
    old=$out/$commit
fi

root=$out/root
debian_copy "$out" "$root" tests/upgrade_rows.py
mkdir "$root/root/old" "$root/root/new"
cp "$old"/*.deb "$root/root/old"
cp "$new"/*.deb "$root/root/new"
rm -f "$root"/root/old/*-dbgsym_* "$root"/root/new/*-dbgsym_*

# shellcheck disable=SC2016
echo '
store=/var/lib/ladder/ladder.db
where="--store sqlite:$store"
said() { echo "upgrade-test: $*"; }

# until_says WORDS COMMAND...: the command ends with 0, and what it prints has the words, within three minutes.
until_says() {
    words=$1 tries=0
    shift
    until "$@" > said.txt 2>&1 && { [ -z "$words" ] || grep -q -e "$words" said.txt; }; do
        tries=$((tries + 1))
        if [ $tries = 180 ]; then
            said "nobody says \"$words\": $*"
            cat said.txt serve.log
            exit 1
        fi
        sleep 1
    done
}

# serves: a ladder on the store, as an installed program serves it; its address is in $ladder and its process in $server.
serves() {
    rm -f address
    mkfifo address
    fiel-ladder serve $where --workers 1 --jail $jail --listen 127.0.0.1:0 > address 2>> serve.log &
    server=$!
    exec 3< address
    read -r ladder <&3 || { said "the ladder does not start"; cat serve.log; exit 1; }
    exec 3<&-
}

# stops: SIGTERM, and it must end by itself with 0.
stops() {
    kill "$server"
    wait "$server" || { said "the ladder ended with $?"; cat serve.log; exit 1; }
}

# pairs: how many are filed.
pairs() { python3 upgrade_rows.py pairs $store; }

apt-get update > apt.log
apt-get install --no-install-recommends ./old/*.deb >> apt.log 2>&1
before=$(dpkg-query -W -f "\${Version}" fiel)
mkdir -p /var/lib/ladder /etc/fiel
printf "[ladder]\nstore = sqlite:$store\ntitle = what the host wrote\n" > /etc/fiel/fiel-ladder.conf
cp /etc/fiel/fiel-ladder.conf written.conf
fiel runtime > runtime.log 2>&1 || said "$before makes no runtime here: its bots play in --jail basic"
jail=strict
fiel jail-test > /dev/null 2>&1 || jail=basic
fiel-ladder init $where --host ana > password.txt
for bot in cauto random embustero; do fiel-ladder enter $where ana/$bot /usr/lib/fiel/bots/$bot; done > enter.log
fiel-ladder person ben --new --role author $where > ben.txt 2>&1 || fiel-ladder person ben --role author $where > ben.txt
fiel-ladder worker-key new elsewhere --to worker.key $where > key.txt 2>&1 || said "$before has no keys of workers"
fiel match --games 2 --bot /usr/lib/fiel/bots/cauto --bot /usr/lib/fiel/bots/random --replay plain.replay > /dev/null
serves
until_says "^[3-9]\|^[1-9][0-9]" pairs
said "$(pairs) pairs are filed by the packages of $before; now they are upgraded beside it"

apt-get install --no-install-recommends --reinstall --allow-downgrades ./new/*.deb >> apt.log 2>&1 || { tail apt.log; exit 1; }
[ -z "$(dpkg --audit)" ] || { dpkg --audit; exit 1; }
cmp /etc/fiel/fiel-ladder.conf written.conf
kill -0 "$server" || { said "the ladder ended under the upgrade"; cat serve.log; exit 1; }
stops
python3 upgrade_rows.py keep $store kept.db
fiel runtime > runtime.log
fiel-ladder init $where > init.log
python3 upgrade_rows.py same kept.db $store
said "restarted with $(dpkg-query -W -f "\${Version}" fiel): every row is there as it was"

filed=$(pairs)
serves
until_says "" fiel-ladder bot list --server "$ladder"
grep -q "ana *cauto.*active" said.txt || { said "ana/cauto does not play any more"; cat said.txt; exit 1; }
more() { [ "$(pairs)" -gt $((filed + 1)) ]; }
until_says "" more
said "$(pairs) pairs are filed now"
[ ! -e worker.key ] || fiel-ladder worker --server "$ladder" --worker-key worker.key --check
stops
python3 upgrade_rows.py stays kept.db $store
fiel-ladder check $where
fiel-ladder standings $where --verify > standings.txt || { cat standings.txt; exit 1; }
fiel-audit plain.replay > audit.txt || { cat audit.txt; exit 1; }
said "all its records are right"

# What is taken away are programs, never what they kept.
apt-get purge fiel fiel-ladder >> apt.log 2>&1
python3 upgrade_rows.py stays kept.db $store
cmp /etc/fiel/fiel-ladder.conf written.conf
said "passed: upgraded from $before, and nothing is lost, also by a purge"' > "$root/root/upgrade.sh"
debian_run "$root" sh -e upgrade.sh
rm -rf "$root"
