#!/usr/bin/env bash
# option_effects_test.sh PROGRAM: every option of normalize, resolve, parse and compare, and every
# word of a choice, changes some output. The table lists them; an option of --help that is missing
# in the table is an error.
set -euo pipefail
program=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

printf 'http://a/old\thttp://a/new\n' >seen.tsv
printf '#\n' >none.tsv
awk 'BEGIN { for (i = 0; i < 5000; ++i) print "http://a/" i "\thttp://b/" i }' >many.tsv # more than a third of 1 MiB
printf '$removeparam=gclid\n' >rules.txt
printf 'urlsieve-rules 1\na\tdrop-parameter\tsid\t1\t0\n' >learnt.txt
printf 'http://lines.example/\thttp://b/\n' >some.lines
printf 'http://other.example/\thttp://b/\n' >other.lines

# Option | other option to compare with | options on both sides | base | reference
shaping=$(cat <<'TABLE'
--ladder string|--ladder scheme|--keep-fragment||HTTP://A:80/%7e
--ladder syntax|--ladder scheme|||HTTP://A:80/%7e
--ladder scheme|--ladder syntax|||HTTP://A:80/%7e
--ladder protocol --redirects seen.tsv|--ladder scheme|||http://a/old
--redirects seen.tsv|--redirects none.tsv|--ladder protocol||http://a/old
--memory 1MiB --tmpdir seen.tsv|--memory 1GiB --tmpdir seen.tsv|--ladder protocol --redirects many.tsv||http://a/1
--tmpdir seen.tsv|--tmpdir .|--memory 1MiB --ladder protocol --redirects many.tsv||http://a/1
--resolution rfc3986|--resolution rfc2396bis||http://a/b|../../g
--resolution rfc2396bis|--resolution rfc3986||http://a/b|../../g
--resolution url-syntax-05|--resolution rfc2396bis||http://a/b/c?q|?y
--above-root remove|--above-root keep||http://a/b|../../g
--above-root keep|||http://a/b|../../g
--above-root reject|||http://a/b|../../g
--same-scheme strict|--same-scheme compatible||http://a/b|http:g
--same-scheme compatible|||http://a/b|http:g
--slashes strict|--slashes browser||http://a/b|http:///c/d
--slashes browser|||http://a/b|///c/d
--unreserved rfc3986|--unreserved draft|--ladder syntax||http://a/%2D
--unreserved draft||--ladder syntax||http://a/%2D
--strict||||http://a/b c
--max-url 10||||http://a.example/
--keep-fragment||--ladder syntax||http://a/#f
--userinfo keep|--userinfo strip|||http://u@a/
--userinfo strip||||http://u@a/
--userinfo drop||||http://u@a/
--drop-flags repaired||||http://a/b c
--drop-flags userinfo||||http://u@a/
--drop-flags misleading-userinfo||||http://www.paypal.com@a/
--drop-flags odd-port||||http://a:81/
--drop-flags rare-ip||--ladder string||http://0x7f.1/
--drop-flags escaped-control||||http://a/%07
--drop-flags reg-name||||http://a_b/
--drop-tracking||||http://a/?utm_source=x
--drop-session-ids||||http://a/x;jsessionid=1
--sort-query||||http://a/?b&a
--fold-www||||http://www.a.example/
--fold-index||||http://a/index.html
--fold-https||||https://a/
--fold-amp||||http://a/?b&amp;c
--drop-empty-params||||http://a/?b=&c
--drop-empty-query||||http://a/?
--fold-slash-runs||||http://a/b//c
--fold-trailing-slash||||http://a/b/
--fold-path-case||||http://a/B
TABLE
)
# Subcommand: option | other option to compare with | the rest of the command
special=$(cat <<'TABLE'
normalize: --key surt||http://a.example/
normalize: --fields host||http://a.example/
normalize: --key none|--key surt|http://a.example/
normalize: --files-from some.lines||http://a/
normalize: --drop-params b*||http://a/?abc=1&bcd=2
normalize: --keep-params b*||http://a/?abc=1&bcd=2
normalize: --tracking-rules rules.txt||http://a/?gclid=1
normalize: --rules learnt.txt||http://a/?sid=1
normalize: --index-names home.html||http://a/home.html
normalize: --base http://h/a/||b
resolve: --key surt||http://a.example/ b
resolve: --key none|--key surt|http://a.example/ b
resolve: --files-from some.lines||http://a/ b
resolve: --drop-fragment||http://a/ b#c
compare: --files-from some.lines||http://a/ http://b/
compare: --base http://h/a/||b http://h/a/b
compare: --json||http://a/ http://b/
normalize: --quiet||http://[::1/
resolve: --quiet||http://a/ http://[::1/
compare: --quiet||http://[::1/ http://b/
parse: --quiet||--max-url 10 http://a.example/
compare: --color always||http://a/ http://b/
compare: --color auto|--color always|http://a/ http://b/
compare: --color never|--color always|http://a/ http://b/
parse: --color always||http://a/
parse: --color auto|--color always|http://a/
parse: --color never|--color always|http://a/
parse: --json||http://a/
parse: --files-from some.lines||http://a/
parse: --max-url 10||http://a.example/
TABLE
)

failed=0
known=$work/known
: >"$known"

# differs SUBCOMMAND OPTION INSTEAD ARGUMENT...: the two runs do not print the same.
differs() {
  local command=$1 option=$2 instead=$3
  shift 3
  echo "$command $option" >>"$known"
  # The words of an option are words here.
  # shellcheck disable=SC2086
  "$program" "$command" $option "$@" >with 2>&1 </dev/null || true
  # shellcheck disable=SC2086
  "$program" "$command" $instead "$@" >without 2>&1 </dev/null || true
  if cmp -s with without; then
    echo "$command $option changes nothing: $*"
    failed=1
  fi
  if grep -q 'for more information' with without; then
    echo "$command $option is not accepted: $(cat with)"
    failed=1
  fi
}

while IFS='|' read -r option instead beside base reference; do
  read -ra more <<<"$beside"
  differs normalize "$option" "$instead" "${more[@]}" ${base:+--base "$base"} "$reference"
  differs resolve "$option" "$instead" "${more[@]}" "${base:-http://b/}" "$reference"
  differs compare "$option" "$instead" "${more[@]}" ${base:+--base "$base"} "$reference" http://z/
done <<<"$shaping"
while IFS='|' read -r option instead rest; do
  read -ra arguments <<<"$rest"
  differs "${option%%: *}" "${option#*: }" "$instead" "${arguments[@]}"
done <<<"$special"

# Affects the time of writes, not their content; live_input_test.py tests this option.
for command in normalize resolve parse compare; do echo "$command --line-buffered" >>"$known"; done

# Flags of references in text only.
for command in normalize resolve compare; do
  printf "$command --drop-flags %s\n" refanged joined >>"$known"
done

# The list of --help: "--option", "--option word" for each word of a choice, "--drop-flags FLAG".
for command in normalize resolve parse compare; do
  COLUMNS=120 "$program" "$command" --help >help
  sed -nE 's/^ +(-., )?(--[a-z-]+) ?([^ ]*).*$/\2 \3/p' help | while read -r option value; do
    case $option:$value in
      --help:*) ;;
      --drop-flags:*)
        tr -s ' \n' ' ' <help | grep -oE 'help flags` explains the flags[.] Values: [a-z-]+(, [a-z-]+)*' |
          sed 's/.*Values: //; s/, /\n/g' | sed "s/^/$command --drop-flags /"
        ;;
      *:*'|'*) tr '|' '\n' <<<"$value" | sed "s/^/$command $option /" ;;
      *) echo "$command $option" ;;
    esac
  done
done >accepted
while read -r one; do
  grep -qE -- "^$one( |\$)" "$known" || { echo "no row shows what '$one' changes"; failed=1; }
done <accepted
[ "$(wc -l <accepted)" -gt 90 ] || { echo "--help lists only $(wc -l <accepted) options"; failed=1; }
exit "$failed"
