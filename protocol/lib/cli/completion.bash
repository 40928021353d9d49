# Words for bash: what a program's own --help lists, asked when the key is pressed, so that they are never out of date.
_fiel() {
    local program=$1 word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} words
    if ((COMP_CWORD == 1)) && [[ $program != *fiel-audit ]]; then
        words=$("$program" help all 2>/dev/null | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p')
    elif [[ $word == -* ]]; then
        [[ $program == *fiel-audit && $command != log ]] && command=
        # shellcheck disable=SC2086
        words=$("$program" $command --help 2>/dev/null | grep -oE -- '(^| )--[a-z][a-z-]*' | sort -u)
    elif [[ ${COMP_WORDS[COMP_CWORD - 1]} == --rules ]]; then
        words=$(fiel rules 2>/dev/null | sed -n 's/^\([a-z][a-z-]*\)  .*/\1/p')
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o default -o bashdefault -F _fiel fiel fiel-audit fiel-ladder
