# parts.bash - sourced by tests/run and tests/long: parts that run beside each
# other.
#
# usage: . tests/parts.bash; part NAME COMMAND…; wait
#
# $results: the folder for NAME.tap, NAME.log (its stderr) and NAME.end (exit
# status and seconds); $names grows by the name.

names=()

# As many at a time as there are processors.
part() {
	local name=$1 jobs
	shift
	jobs=$(nproc 2>/dev/null || echo 1)
	while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do
		wait -n
	done
	{
		begun=$SECONDS
		"$@" >"$results/$name.tap" 2>"$results/$name.log" </dev/null
		echo "$? $((SECONDS - begun))" >"$results/$name.end"
	} &
	names+=("$name")
}
