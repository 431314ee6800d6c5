#!/usr/bin/env bash
# Makes an OCI image of the portable archive without a daemon, as root: make_image.sh ARCHIVE.tar.xz IMAGE.tar
# IMAGE.tar is an OCI archive, which `docker load`, `podman load` and `skopeo copy oci-archive:IMAGE.tar` read. The C library and
# the CA certificates come from this machine. The Dockerfile has the settings of the image.
set -euo pipefail
[ $# = 2 ] || { echo "usage: make_image.sh ARCHIVE.tar.xz IMAGE.tar" >&2; exit 2; }
[ "$(id -u)" = 0 ] || { echo "make_image.sh: needs root, to give files their owners" >&2; exit 1; }
command -v umoci >/dev/null || { echo "make_image.sh: needs umoci: apt-get install umoci" >&2; exit 1; }
archive=$1 image=$(realpath -m "$2")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# setting NAME: prints the value of an instruction of the last stage; a list prints one word a line.
setting() { sed -n "/^FROM scratch/,\$ s/^$1 //p" "$here/Dockerfile" | sed 's/^\[\|\]$//g; s/", *"/\n/g; s/"//g'; }

bash "$here/make_rootfs.sh" "$archive" "$work/rootfs"
version=$("$work/rootfs/usr/bin/urlsieve" --version | cut -d' ' -f2)
cd "$work"
umoci --log warn init --layout layout
umoci --log warn new --image layout:"$version"
umoci --log warn insert --image layout:"$version" rootfs /
settings=(--config.user "$(setting USER)" --config.workingdir "$(setting WORKDIR)")
while read -r word; do settings+=(--config.entrypoint "$word"); done < <(setting ENTRYPOINT)
while read -r word; do settings+=(--config.cmd "$word"); done < <(setting CMD)
umoci --log warn config --image layout:"$version" "${settings[@]}" \
  --config.label org.opencontainers.image.title=urlsieve --config.label "org.opencontainers.image.version=$version" \
  --config.label org.opencontainers.image.licenses=Apache-2.0
umoci --log warn gc --layout layout
mkdir -p "$(dirname "$image")"
tar -C layout --owner=0 --group=0 -cf "$image" oci-layout index.json blobs
echo "$image: urlsieve $version, $(($(stat -c %s "$image") / 1000000)) MB"
