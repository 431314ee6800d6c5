#!/usr/bin/env bash
# What a build for arm64 needs of Debian 12, unpacked below a folder of its own: arm64_sysroot.sh FOLDER PACKAGE...
# apt resolves the packages as on an arm64 machine on which nothing is installed. The lists, the archives and the files
# lie below FOLDER, so neither the packages nor the architectures of this machine change, and root is not needed.
# Does nothing where FOLDER was made of just these packages. 77: apt cannot have them.
set -euo pipefail
sources=/etc/apt/sources.list.d/debian.sources
[ -f "$sources" ] || sources=/etc/apt/sources.list
[ "$(cat "$1/made_of" 2>/dev/null)" != "${*:2}" ] || exit 0
command -v apt-get >/dev/null || { echo "skipped: needs apt"; exit 77; }
mkdir -p "$1"
top=$(cd "$1" && pwd)
shift

rm -rf "$top/root" "$top/made_of"
mkdir -p "$top"/{apt/parts,lists/partial,cache/archives/partial,root}
: >"$top/apt/status"
cat >"$top/apt/apt.conf" <<CONF
APT::Architecture "arm64";
APT::Architectures { "arm64"; };
APT::Install-Recommends "false";
Acquire::Languages "none";
Debug::NoLocking "true";
Dir::State "$top";
Dir::State::status "$top/apt/status";
Dir::State::Lists "$top/lists";
Dir::Cache "$top/cache";
Dir::Etc::sourcelist "$sources";
Dir::Etc::sourceparts "$top/apt/parts";
CONF
export APT_CONFIG=$top/apt/apt.conf
apt-get -q update && apt-get -qy --download-only install "$@" || { echo "skipped: apt cannot have the packages of arm64"; exit 77; }

# As Debian has it since 12; some packages still bring /lib.
mkdir -p "$top/root/usr/lib"
ln -s usr/lib "$top/root/lib"
for archive in "$top"/cache/archives/*.deb; do
  dpkg-deb --fsys-tarfile "$archive" | tar -x --keep-directory-symlink --no-same-owner -C "$top/root"
done
# Links to absolute paths lead into this machine.
find "$top/root/usr/lib" -type l -lname '/*' -print0 | while IFS= read -r -d '' link; do
  ln -sfn "$top/root$(readlink "$link")" "$link"
done
echo "$*" >"$top/made_of"
