#!/bin/sh
# Runs one command in a virtual machine of its own: a worker of a ladder, so that bots of different workers share no kernel.
#
#   worker-vm.sh KERNEL ROOT COMMAND [WORD...]
#   worker-vm.sh /vmlinuz root fiel-ladder worker --server http://10.0.2.2:8080 --private-net --worker-key /etc/fiel/worker.key --jail strict
#
# KERNEL is a Linux kernel (Debian: linux-image-cloud-amd64), ROOT a folder with a small system, of which the machine gets a copy in its
# memory: nothing that is written in it stays.  In Debian it is made so, with the packages of this tree and the kernel's modules in it:
#
#   mmdebstrap --include=linux-image-cloud-amd64,kmod,iproute2,util-linux,./fiel.deb,./fiel-ladder.deb bookworm root
#   chroot root fiel runtime
#
# The machine has one core (CPU says on which of this one's, for two that share a core feel each other), MEMORY (4G), and a way out through
# this machine's addresses, where 10.0.2.2 is this machine.  Without /dev/kvm it is emulated, and slow.  The exit code is the command's.
set -eu
if [ $# -lt 3 ] || [ ! -r "$1" ] || [ ! -d "$2" ]; then
    echo "worker-vm: a kernel, a folder and a command are wanted: worker-vm.sh KERNEL ROOT COMMAND [WORD...]" >&2
    exit 2
fi
for tool in qemu-system-x86_64 cpio; do
    command -v "$tool" >/dev/null || { echo "worker-vm: there is no $tool: install it (Debian: qemu-system-x86, cpio)" >&2; exit 3; }
done
kernel=$1 root=$2
shift 2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'exit 3' INT TERM

# The command's words, each in quotes, whatever is in them.
for word; do
    printf "'%s' " "$(printf %s "$word" | sed "s/'/'\\\\''/g")"
done > "$dir/words"

mkdir "$dir/begin"
cat > "$dir/begin/init" <<'INIT'
#!/bin/sh
# The first root cannot be exchanged for another, which the jail does with its own: so everything moves into one that can.
mkdir -p /proc /sys /dev /whole
mount -t tmpfs -o size=90% whole /whole
for part in /*; do
    [ "$part" = /whole ] || cp -a "$part" /whole/
done
mount -t proc proc /whole/proc
mount -t sysfs sys /whole/sys
mount -t devtmpfs dev /whole/dev
exec switch_root /whole /begin
INIT
cat > "$dir/begin/begin" <<BEGIN
#!/bin/sh
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root
mkdir -p /tmp /dev/pts /dev/shm
mount -t tmpfs tmp /tmp
chmod 1777 /tmp
modprobe virtio_pci 2>/dev/null
modprobe virtio_net 2>/dev/null
ip link set lo up 2>/dev/null
ip link set eth0 up 2>/dev/null
ip address add 10.0.2.15/24 dev eth0 2>/dev/null
ip route add default via 10.0.2.2 2>/dev/null
code=0
$(cat "$dir/words") || code=\$?
echo "worker-vm: exit \$code"
sync
echo b > /proc/sysrq-trigger
sleep 60
BEGIN
chmod 755 "$dir/begin/init" "$dir/begin/begin"
(cd "$root" && find . -xdev | cpio -o -H newc --quiet) > "$dir/image"
(cd "$dir/begin" && find . | cpio -o -H newc --quiet) >> "$dir/image"

how="-accel tcg -cpu max"
[ -w /dev/kvm ] && how="-accel kvm -cpu host"
# shellcheck disable=SC2086
${CPU:+taskset -c "$CPU"} qemu-system-x86_64 $how -smp 1 -m "${MEMORY:-4G}" -nodefaults -display none -no-reboot -serial stdio \
    -nic user,model=virtio-net-pci -kernel "$kernel" -initrd "$dir/image" -append "console=ttyS0 quiet no_timer_check panic=-1 rdinit=/init" |
    stdbuf -oL tr -d '\r' | tee "$dir/said"
code=$(sed -n 's/^worker-vm: exit \([0-9]*\)$/\1/p' "$dir/said" | tail -n 1)
exit "${code:-3}"
