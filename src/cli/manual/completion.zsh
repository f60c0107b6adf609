#compdef gbq
# zsh completion of gbq: gbq itself knows the words.

_gbq() {
	local kind value none=1
	local -a lines
	lines=("${(@f)$(gbq __complete -- "${(@Q)words[2,CURRENT-1]}" \
	    "$PREFIX" 2>/dev/null)}")
	kind=${lines[1]%%$'\t'*} value=${lines[1]#*$'\t'}
	shift lines
	# _describe splits at ':', which names of runs have
	lines=("${(@)lines//:/\\:}")
	lines=("${(@)lines/$'\t'/:}")
	_describe -V word lines && none=0
	if [[ $kind = files ]]; then
		compset -P "${(b)value}"
		_files && none=0
	fi
	return $none
}

_gbq "$@"
