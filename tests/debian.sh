# A Debian of its own for a test, for scripts that read this file with `.`: a folder that debootstrap fills once, copied for each use
# and entered with mounts and processes of its own, which are gone with it.  It takes root and debootstrap.
# SUITE names the Debian: bookworm (12) unless told, or trixie (13).
SUITE=${SUITE:-bookworm}

# debian_pristine OUT: OUT/../$SUITE holds what debootstrap brings, one for all tests below one build; it is made when it is not
# there.   exit 3 when it cannot be had.
debian_pristine() {
    [ "$(id -u)" = 0 ] || { echo "fiel: debootstrap makes a Debian for root alone: run this as root" >&2; exit 3; }
    exec 8> "$1/../$SUITE.lock" && flock 8
    if [ ! -e "$1/../$SUITE.done" ]; then
        rm -rf "$1/../$SUITE"
        debootstrap --variant=minbase "$SUITE" "$1/../$SUITE" > "$1/debootstrap.log" 2>&1 || {
            tail "$1/debootstrap.log" >&2
            echo "fiel: debootstrap failed: see above; it needs Debian's archive" >&2
            exit 3
        }
        touch "$1/../$SUITE.done"
    fi
    exec 8>&-
}

# debian_copy OUT ROOT [PACKAGE...]: a Debian in the folder ROOT, with these packages in its /root, which reaches Debian's archive.
debian_copy() {
    copied=$2
    rm -rf "$copied"
    cp -a "$1/../$SUITE" "$copied"
    rm -f "$copied/etc/resolv.conf"
    cp /etc/resolv.conf "$copied/etc/resolv.conf"
    [ -z "${NODE_EXTRA_CA_CERTS:-}" ] || cp "$NODE_EXTRA_CA_CERTS" "$copied/etc/extra.crt"
    echo 'APT::Get::Assume-Yes "true";' > "$copied/etc/apt/apt.conf.d/yes"
    shift 2
    [ $# = 0 ] || cp "$@" "$copied/root"
}

# debian_run ROOT COMMAND...: runs it there, in /root, below a shell that waits for orphans, as an init does.   exit: the command's
debian_run() {
    # shellcheck disable=SC2016
    unshare --mount --pid --fork --kill-child --propagation private sh -c '
        set -e
        root=$1
        shift
        mount --bind "$root" "$root"
        mount -t proc proc "$root/proc"
        mount --rbind /dev "$root/dev"
        mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
        mkdir -p "$root/.old"
        cd "$root"
        pivot_root . .old
        cd /root
        umount -l /.old
        env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb LANG=C.UTF-8 \
            ${NODE_EXTRA_CA_CERTS:+NODE_EXTRA_CA_CERTS=/etc/extra.crt} "$@" && :' sh "$@"
}
