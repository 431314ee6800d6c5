#!/usr/bin/env bash
# Makes the root file system of the image: make_rootfs.sh ARCHIVE.tar.xz FOLDER
# The folder gets the program and libraries of the portable archive, their licences, the C library and the CA certificates of
# this machine, and the user 65532 without privileges. It has no shell and no package manager.
set -euo pipefail
export LC_ALL=C  # readelf translates its headings
[ $# = 2 ] || { echo "usage: make_rootfs.sh ARCHIVE.tar.xz FOLDER" >&2; exit 2; }
archive=$1 root=$2
authorities=/etc/ssl/certs/ca-certificates.crt
[ -s "$authorities" ] || { echo "$authorities is missing: apt-get install ca-certificates" >&2; exit 1; }
[ ! -e "$root" ] || { echo "$root exists" >&2; exit 1; }

install -d "$root"/{etc,usr/bin,usr/lib/urlsieve,usr/share/doc} "$root/etc/ssl/certs"
install -d -m 1777 "$root/tmp"
install -d -m 0755 -o 65532 -g 65532 "$root/data"
tar -C "$root/usr/lib/urlsieve" --no-same-owner --strip-components=1 -xf "$archive" --wildcards '*/bin' '*/lib' '*/share/doc/urlsieve'
mv "$root/usr/lib/urlsieve/share/doc/urlsieve" "$root/usr/share/doc/urlsieve"
rm -r "$root/usr/lib/urlsieve/share" "$root/usr/share/doc/urlsieve/docs" "$root/usr/share/doc/urlsieve/src"
ln -s ../lib/urlsieve/bin/urlsieve "$root/usr/bin/urlsieve"

# The archive lacks only libraries of the C library, which are in the folder of its loader.
loader=$(readelf -l "$root/usr/bin/urlsieve" | sed -n 's#.*interpreter: \(/[^]]*\)].*#\1#p')
system=$(dirname "$(realpath "$loader")")
install -D "$loader" "$root$loader"
while read -r name; do
  [ -e "$root/usr/lib/urlsieve/lib/$name" ] || [ "$name" = "${loader##*/}" ] || install -D "$system/$name" "$root$system/$name"
done < <(readelf -d "$root"/usr/lib/urlsieve/{bin/urlsieve,lib/*} | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort -u)
cp "$authorities" "$root/etc/ssl/certs/"
for package in libc6 ca-certificates; do
  cp "/usr/share/doc/$package/copyright" "$root/usr/share/doc/urlsieve/libraries/$package"
done

cat >"$root/etc/passwd" <<'PASSWD'
root:x:0:0:root:/root:/sbin/nologin
urlsieve:x:65532:65532:urlsieve:/data:/sbin/nologin
PASSWD
cat >"$root/etc/group" <<'GROUP'
root:x:0:
urlsieve:x:65532:
GROUP
echo 'hosts: files dns' >"$root/etc/nsswitch.conf"
