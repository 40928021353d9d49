#!/bin/sh
# make kubernetes-test: ladder/deploy/kubernetes.yaml by its schema, and its pods one by one with podman, on an empty PostgreSQL, until the
# first pair is filed (tests/kubernetes/run.mjs).  A folder with the packages in it, made as the Containerfile makes its image, is the image.
#   kubernetes.sh BUILD PACKAGES      Needs root, debootstrap, podman, node and PostgreSQL; it has a network of its own.
set -eu
[ $# = 2 ] || { echo "fiel: kubernetes-test: $# words: give it two, the build and a folder with the packages" >&2; exit 2; }
build=$1 packages=$2 out=$1/kubernetes
. tests/debian.sh
debian_pristine "$out"
root=$out/image
debian_copy "$out" "$root" "$packages"/fiel_*.deb "$packages"/fiel-ladder_*.deb "$packages"/python3-fiel_*.deb
debian_run "$root" sh -ec 'apt-get update; apt-get install --no-install-recommends ./*.deb; fiel runtime' > "$out/image.log" 2>&1 || {
    tail "$out/image.log" >&2
    exit 3
}
folder=$(mktemp -d /var/tmp/fiel-kubernetes-XXXXXX)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
unshare --net --mount --propagation private sh -c 'ip link set lo up && exec "$@"' sh \
    node tests/kubernetes/run.mjs "$build" "$root" "$folder"
rm -rf "$root"
