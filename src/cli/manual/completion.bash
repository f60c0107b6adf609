# bash completion of gbq: gbq itself knows the words. The word at hand is cut
# at white space, not at bash's word breaks: names of runs have ':' and '@'.
_gbq() {
	local before cur broken kind= value word words=()
	COMPREPLY=()
	before=${COMP_LINE:0:COMP_POINT}
	cur=${before##*[[:space:]]}
	broken=${cur%"${cur##*[$COMP_WORDBREAKS]}"}
	read -r -d '' -a words <<<"${before%"$cur"}"
	{
		IFS=$'\t' read -r kind value
		# letters of options are for those who know them
		while IFS=$'\t' read -r word _; do
			[[ $word = "$cur"* && $word != -? ]] &&
			    COMPREPLY+=("$word")
		done
	} < <(gbq __complete -- "${words[@]:1}" "$cur" 2>/dev/null)
	if [[ $kind = files ]]; then
		compopt -o filenames 2>/dev/null
		while IFS= read -r word; do
			COMPREPLY+=("$value$word")
		done < <(compgen -f -- "${cur#"$value"}")
	fi
	COMPREPLY=("${COMPREPLY[@]#"$broken"}")
}

complete -F _gbq gbq
