#!/bin/sh
# make container-test: every command of docs/container.md, as it stands there, with the podman of this machine; in the end a ladder
# that was stopped and started must answer, and its bots have met.  Port 8080 must be free.
# PODMAN_RUN and PODMAN_BUILD have options for `podman run` and `podman build` on a machine that lets them do less: root that may not
# raise limits says --ulimit nofile=1024:1024 --ulimit nproc=4096:4096, and --network host where there can be no bridge.  Debian's crun
# takes no mixture of cgroups: unshare --mount sh -c "umount /sys/fs/cgroup/unified; make container-test" hides the newer ones from it.
# What is made is removed: the folder `work`, the container `ladder` and the volume `fiel`, which must not be there before.
set -eu
command -v podman > /dev/null || { echo "container-test: there is no podman: apt-get install podman" >&2; exit 3; }
if podman container exists ladder || podman volume exists fiel; then
    echo "container-test: a container 'ladder' or a volume 'fiel' is there already: this would remove them" >&2
    exit 3
fi
if [ -e work ]; then
    echo "container-test: there is a folder 'work' here already: this would remove it" >&2
    exit 3
fi
work=$(mktemp -d)
trap 'rm -rf "$PWD/work"; podman rm --force --ignore ladder > /dev/null; podman volume rm --force fiel > /dev/null; rm -rf "$work"' EXIT

# says WORDS COMMAND...: what the command in the ladder's container prints has the words, within two minutes.
says() {
    words=$1
    shift
    tries=0
    until podman exec ladder "$@" > "$work/said" 2>&1 && grep -q -e "$words" "$work/said"; do
        tries=$((tries + 1))
        [ $tries -lt 120 ] || break
        sleep 1
    done
    [ $tries -ge 120 ] || return 0
    echo "container-test: nobody says '$words': $*" >&2
    cat "$work/said" >&2
    podman logs ladder >&2
    exit 1
}
podman() {
    if [ "$1" = run ]; then
        shift
        # shellcheck disable=SC2086
        command podman run ${PODMAN_RUN:-} "$@"
    elif [ "$1" = build ]; then
        shift
        # shellcheck disable=SC2086
        command podman build ${PODMAN_BUILD:-} "$@"
    else
        command podman "$@"
    fi
}
awk '/^```/ { on = !on && /^```console podman$/; next } on && sub(/^\$ /, "")' docs/container.md > "$work/commands"
while IFS= read -r line <&3; do
    echo "\$ $line"
    eval "$line"
    case $line in *"run -d"* | "podman start"*) says cauto fiel-ladder bot list --server http://127.0.0.1:8080 ;; esac
done 3< "$work/commands"
says 'ana/cauto#1 .* [1-9][0-9]*  *[0-9.]*%' fiel-ladder standings
says '^10001$' id -u
podman exec ladder test -f /var/lib/fiel-ladder/backup/ladder.db
echo "container-test: $(wc -l < "$work/commands") commands of docs/container.md work"
