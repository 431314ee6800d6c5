# offer.zsh FOLDER CACHE LINE: prints what zsh offers to complete LINE with, by the functions in FOLDER; what it
# knows of all functions is kept in CACHE. Completion runs only
# where somebody types: so LINE and TAB are typed to a second zsh behind a pseudo terminal. There compadd, to which every
# match goes, prints its matches.
zmodload zsh/zpty
settings=$(mktemp -d)
trap 'rm -rf $settings' EXIT
print -r -- "fpath=(${(q)1} \$fpath)" >$settings/.zshrc
cat >>$settings/.zshrc <<'EOF'
PS1= PS2= RPS1=
unsetopt prompt_cr prompt_sp beep
autoload -Uz compinit
compinit -u -d $CACHE
bindkey '^I' complete-word
compadd() {
  # With -O, -A and -D nothing is offered: matches go to the caller.
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
    builtin compadd "$@"
    return
  fi
  local -a hits
  builtin compadd -O hits "$@"
  (( $#hits )) && print -rl -- '' OFFERED:$^hits
  (( $#hits ))
}
begin_offers() { print -r -- $'\nBEGIN' }
end_offers() { print -r -- $'\nEND'; exit }
compprefuncs=(begin_offers)
comppostfuncs=(end_offers)
zstyle ':completion:*' insert-tab false
stty -echo
print READY
EOF
zpty typist "env CACHE=${(q)2} ZDOTDIR=${(q)settings} TERM=dumb zsh -i"
# Up to the line that is asked for, at most 20 s for each.
read_until() {
  local line
  while zpty -r -t typist line || { sleep 0.02; (( ++waited < 1000 )) }; do
    [[ -n $line ]] || continue
    line=${${line%$'\n'}%$'\r'}
    [[ $line == *OFFERED:* ]] && print -r -- ${${line#*OFFERED:}% }
    [[ $line == *$1 ]] && return
    line=
  done
  print "no $1"
}
waited=0
read_until READY
zpty -w -n typist "$3"$'\t'
read_until END
zpty -d typist
