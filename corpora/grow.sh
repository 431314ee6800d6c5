#!/usr/bin/env bash
# Grows large real corpora in build/corpora out of Debian packages: bash corpora/grow.sh
# What exists already is kept; remove a file to have it made again. The packages' versions decide the bytes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. cmake/prepare.sh

out=build/corpora
sparse_bytes=600000000
dense_letters_per_url=800

# package, the folder inside it that a site serves, the folder below html/, the site's address
html_packages='
openjdk-17-doc      usr/share/doc/openjdk-17-jre-headless/api  java     https://docs.oracle.com/en/java/javase/17/docs/api/
python3.11-doc      usr/share/doc/python3.11/html              python   https://docs.python.org/3.11/
libboost1.81-doc    usr/share/doc/libboost1.81-doc/doc/html    boost    https://www.boost.org/doc/libs/1_81_0/doc/html/
postgresql-doc-15   usr/share/doc/postgresql-doc-15/html       postgres https://www.postgresql.org/docs/15/
qtbase5-doc-html    usr/share/qt5/doc                          qt       https://doc.qt.io/qt-5/
nodejs-doc          usr/share/doc/nodejs/api                   node     https://nodejs.org/docs/v18.20.4/api/
'
# Text beside the HTML: reStructuredText sources, device tree bindings, copyright files, changelogs.
text_packages='linux-doc-6.1 python3.11-doc libboost1.81-doc'
# Manuals full of links whose text is their address, for bench/recall.cpp.
manual_packages='
  apache2-doc aptitude-doc-en bind9-doc debian-faq debian-handbook debian-reference-en debmake-doc developers-reference
  exim4-doc-html git-doc harden-doc installation-guide-amd64 maint-guide postfix-doc python-django-doc
  python-requests-doc python-sqlalchemy-doc sphinx-doc
'

say() { printf '%s\n' "$*"; }

# make FILE COMMAND...: the command's output becomes the file, whole or not at all.
make_file() {
  local file=$out/$1
  shift
  [ -s "$file" ] && return 0
  mkdir -p "$(dirname "$file")"
  "$@" >"$file.part" || { rm -f "$file.part"; say "failed: $file"; return 1; }
  mv "$file.part" "$file"
}

# package_file NAME: the path of its .deb, downloaded without installing it.
package_file() {
  local found
  found=$(compgen -G "$out/packages/$1_*.deb" | sed -n 1p || true)
  if [ -z "$found" ]; then
    (cd "$out/packages" && quietly apt-get -q download "$1") || {
      quietly as_root apt-get -q update
      (cd "$out/packages" && quietly apt-get -q download "$1")
    }
    found=$(compgen -G "$out/packages/$1_*.deb" | sed -n 1p)
  fi
  say "$found"
}

unpack_html() {
  local package folder name address depth
  while read -r package folder name address; do
    [ -n "$package" ] || continue
    [ -d "$out/html/$name" ] && continue
    depth=$(($(tr -cd / <<<"$folder" | wc -c) + 2))
    rm -rf "$out/html/$name.part"
    mkdir -p "$out/html/$name.part"
    dpkg-deb --fsys-tarfile "$(package_file "$package")" |
      tar -x -C "$out/html/$name.part" --strip-components="$depth" --wildcards "./$folder/*.html"
    find "$out/html/$name.part" -type l -delete
    mv "$out/html/$name.part" "$out/html/$name"
  done <<<"$html_packages"
}

unpack_text() {
  local package
  for package in $text_packages; do
    [ -d "$out/text/$package" ] && continue
    rm -rf "$out/text/$package.part"
    mkdir -p "$out/text/$package.part"
    dpkg-deb --fsys-tarfile "$(package_file "$package")" |
      tar -x -C "$out/text/$package.part" --exclude='*.html' --exclude='*.js' --exclude='*.png'
    find "$out/text/$package.part" -type l -delete
    find "$out/text/$package.part" -name '*.gz' -print0 | xargs -0 -r gunzip -f
    mv "$out/text/$package.part" "$out/text/$package"
  done
}

unpack_manuals() {
  local package
  for package in $manual_packages; do
    [ -d "$out/manuals/$package" ] && continue
    rm -rf "$out/manuals/$package.part"
    mkdir -p "$out/manuals/$package.part"
    dpkg-deb --fsys-tarfile "$(package_file "$package")" |
      tar -x -C "$out/manuals/$package.part" --wildcards '*.html'
    find "$out/manuals/$package.part" -type l -delete
    mv "$out/manuals/$package.part" "$out/manuals/$package"
  done
}

list_pages() {
  local package folder name address
  while read -r package folder name address; do
    [ -n "$package" ] || continue
    find "$out/html/$name" -type f -name '*.html' -printf "%p\t$address%P\n" | LC_ALL=C sort
  done <<<"$html_packages"
}

# Pages of many sites, one after another of each: a package stands for a site.
list_many_sites() {
  find "$out/manuals" -type f -name '*.html' -size -300k -printf '%P\n' | LC_ALL=C sort |
    awk -v root="$out/manuals" '{
      site = substr($0, 1, index($0, "/") - 1); path = $0; sub(/.*\/usr\/share\//, "", path); sub(/^doc\//, "", path)
      printf "%06d\t%s/%s\thttps://%s.example.org/%s\n", ++seen[site], root, $0, site, path }' |
    LC_ALL=C sort | cut -f 2-
}

# A page behind every third text.
list_mailed() {
  paste -d '\n' <(sed -n 'p;n;p;n;p' "$out/texts.list" | head -n 3600) <(head -n 3600 "$out/many-sites.list") | sed '/^$/d'
}

list_texts() {
  find "$out/text/linux-doc-6.1" -type f -name '*.txt' -path '*/_sources/*' |
    LC_ALL=C sort | sed -E 's|(.*/_sources/(.*)\.rst\.txt)$|\1\thttps://www.kernel.org/doc/html/v6.1/\2.html|;t;d'
}

# The kernel's source, but for generated register tables: about one URL in 50 KB.
sparse_text() {
  { dpkg-deb --fsys-tarfile "$(package_file linux-source-6.1)" |
    tar -xO --wildcards './usr/src/linux-source-*.tar.xz' |
    xz -dc -T0 | tar -xO --exclude='*/drivers/gpu/drm/amd/include/*' || true; } 2>/dev/null |
    head -c "$sparse_bytes"
}

# Texts with a URL every few hundred bytes: what apt knows about each package, and every documentation file of
# this machine and of the packages that is as rich.
dense_text() {
  apt-cache dumpavail
  find "$out/text" /usr/share/doc -type f ! -name '*.gz' ! -name '*.html' ! -name '*.js' -size +1k -size -4M -print0 |
    LC_ALL=C sort -z | xargs -0 awk -v limit="$dense_letters_per_url" '
      function close_file() { if (urls > 0 && letters / urls < limit) printf "%s", text; text = ""; urls = letters = 0 }
      FNR == 1 { close_file() }
      { text = text $0 "\n"; letters += length($0) + 1; urls += gsub(/:\/\//, "&") }
      END { close_file() }'
}

# Links of the pages and URLs of the dense text, one a line, repeats and all.
url_lines() {
  build/release/warc_pack links <"$out/pages.list"
  LC_ALL=C grep -aoE '(https?|ftp)://[A-Za-z0-9][^][:space:]"<>()`,;{}|[]*[A-Za-z0-9/]' "$out/dense.txt"
}

install_packages "to grow the corpora" "${build_packages[@]}" xz-utils
build_release warc_pack mail_pack url_repeat
mkdir -p "$out/packages"
unpack_html
unpack_text
unpack_manuals
make_file pages.list list_pages
make_file texts.list list_texts
make_file many-sites.list list_many_sites
make_file mailed.list list_mailed
make_file dense.txt dense_text
make_file many-sites.warc.gz build/release/warc_pack warc.gz <"$out/many-sites.list"
make_file references.tsv build/release/warc_pack references <"$out/many-sites.list"
make_file list.mbox build/release/mail_pack list <"$out/texts.list"
make_file mixed.mbox build/release/mail_pack mixed <"$out/mailed.list"
make_file docs.warc build/release/warc_pack warc <"$out/pages.list"
make_file docs.jsonl build/release/warc_pack jsonl <"$out/pages.list"
make_file docs.wet build/release/warc_pack wet <"$out/texts.list"
make_file urls.txt url_lines
make_file urls-10k.txt awk 'NR % 97 == 1 && !seen[$0]++ { print; if (++kept == 10000) exit }' "$out/urls.txt"
make_file sparse.txt sparse_text
make_file docs.warc.gz build/release/warc_pack warc.gz <"$out/pages.list"
make_file urls-15m.txt build/release/url_repeat 15000000 6000000 <"$out/urls.txt"
(cd "$out" && du -sh --apparent-size html ./*.txt ./*.warc ./*.wet ./*.jsonl ./*.gz ./*.tsv ./*.mbox)
