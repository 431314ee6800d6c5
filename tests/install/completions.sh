#!/usr/bin/env bash
# completions.sh SHELL BUILD_TREE WORK: completions of SHELL with the installed script for partial
# command lines. Exactly the options of --help are offered.
set -euo pipefail
shell=$1 build=$2 work=$3
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
program=$(realpath "$build")/urlsieve
rm -rf "$work"
mkdir -p "$work/run/dir"
command -v "$shell" >/dev/null || { echo "skipped: no $shell"; exit 77; }
if [ "$shell" = bash ] && [ ! -f /usr/share/bash-completion/bash_completion ]; then
  echo 'skipped: no bash-completion'
  exit 77
fi
cmake --install "$build" --prefix "$work/tree" --component tool >"$work/log"
cmake --install "$build" --prefix "$work/tree" --component zsh >>"$work/log"
share=$(realpath "$work/tree")/share
cd "$work/run"
: >file.txt

# offered LINE: prints the completions of the last word, sorted.
case $shell in
  bash)
    cat >../offer.bash <<'EOF'
source /usr/share/bash-completion/bash_completion
source "$1"
COMP_LINE=$2
COMP_POINT=${#COMP_LINE}
# Splits the line like readline at COMP_WORDBREAKS, of which only "=" occurs.
read -ra COMP_WORDS <<<"${COMP_LINE//=/ = }"
[[ $COMP_LINE != *' ' ]] || COMP_WORDS+=('')
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
COMPREPLY=()
_urlsieve urlsieve "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" || true
printf '%s\n' "${COMPREPLY[@]}"
EOF
    offered() { bash --norc ../offer.bash "$share/bash-completion/completions/urlsieve" "$1" | sort; }
    ;;
  fish)
    # fish 4 also offers words that contain the letters elsewhere, after words that begin with them.
    offered() {
      local typed=${1##* }
      HOME=$PWD fish --no-config -c 'source $argv[1]; complete -C "$argv[2]"' \
        "$share/fish/vendor_completions.d/urlsieve.fish" "$1" | cut -f1 | sed -E 's/^--[a-z-]+=//' |
        awk -v front="${typed##*=}" 'index($0, front) == 1' | sort
    }
    ;;
  zsh) offered() { timeout 60 zsh -f "$here/offer.zsh" "$share/zsh/site-functions" "$PWD/../functions" "$1" | sort -u; } ;;
esac

failed=0
# expect LINE WORD...: exactly these words are offered.
expect() {
  local line=$1 got wanted
  shift
  wanted=$(printf '%s\n' "$@" | sort)
  got=$(offered "$line")
  [ "$got" = "$wanted" ] || { printf '%s: %s\ngot:      %s\nexpected: %s\n' "$shell" "$line" "${got//$'\n'/ }" "${wanted//$'\n'/ }"; failed=1; }
}

mapfile -t subcommands < <("$program" -h | sed -nE '/^Find URLs:/,/^Common options:/s/^  ([a-z-]+) .*/\1/p')
expect 'urlsieve e' extract
expect 'urlsieve ver' verify
expect 'urlsieve extract --fi' --fields --files-from --filter-bits
expect 'urlsieve extract --input-format w' warc
expect 'urlsieve extract --ladder ' string syntax scheme protocol
expect 'urlsieve extract --ladder=s' string syntax scheme
expect 'urlsieve extract --stats f' file.txt
expect 'urlsieve extract fi' file.txt
expect 'urlsieve graph --outp' --output
expect 'urlsieve merge --outp' --output --output-format
expect 'urlsieve help exit' exit-codes
expect 'urlsieve help --completion ' bash fish zsh
expect 'urlsieve stats --json' --json --jsonl
case $shell in
  # zsh completes a list as one word, or word by word.
  zsh)
    expect 'urlsieve extract --fields sou' source sources
    expect 'urlsieve extract --fields url,cou' count
    expect 'urlsieve normalize --drop-flags userinfo,odd' odd-port
    expect 'urlsieve merge di' dir
    ;;
  *)
    expect 'urlsieve extract --fields sou' source sources
    expect 'urlsieve extract --fields url,cou' url,count
    expect 'urlsieve extract --fields source,sou' source,sources
    expect 'urlsieve extract --fields=url,cou' url,count
    expect 'urlsieve normalize --drop-flags userinfo,odd' userinfo,odd-port
    ;;
esac
for one in "${subcommands[@]}"; do
  mapfile -t options < <(COLUMNS=120 "$program" "$one" --help | sed -nE 's/^ +(-., )?(--[a-z-]+)( .*|$)/\2/p')
  [ "${#options[@]}" -gt 2 ] || { echo "help lists only ${options[*]}"; failed=1; }
  expect "urlsieve $one --" "${options[@]}"
done
exit "$failed"
