# gbq explain, gbq issue, gbq breaks --by and --first.

load helper

registry=schema/registry/graph_break_registry.json

@test "explain tells what the registry says" {
	status_of 0 gbq explain GB0059
	says "Failed to trace builtin operator"
	says "guide: "
	says "setting: torch._dynamo.config.reorderable_logging_functions"
	says "gb/gb0059.html"
	status_of 0 gbq explain gb59
	says "Failed to trace builtin operator"
}

@test "explain has every id of the registry, with its newest wording" {
	python3 -c '
import json, sys
for key, wordings in json.load(open(sys.argv[1])).items():
    print(key)' "$ROOT/$registry" | awk 'NR % 40 == 0' >ids
	[ "$(wc -l <ids)" -gt 5 ]
	while read -r id; do
		status_of 0 gbq explain "$id" || return
		says "$id" || return
	done <ids
}

@test "a kind line is found, a part of it leads there" {
	status_of 0 gbq explain Data-dependent branching
	says "GB0170"
	status_of 0 gbq explain "Tensor.item() call"
	says "GB0124"
	status_of 2 gbq explain "item call"
	complains "did you mean"
	complains "GB0124"
	status_of 2 gbq explain qqqqq
	status_of 2 gbq explain
}

@test "explain counts runs and events as the texts do" {
	ingest gb_print_logging mixtral_moe
	count=$(for file in "$FIXTURES"/gb_print_logging/*/dynamo_graph_break_reason_*; do
		grep -ohm1 'gb/gb[0-9]*' "$file"
	done | grep -c 'gb0059')
	status_of 0 gbq explain GB0059
	says "in this database: $count events"
	status_of 0 gbq explain GB0036
	says "8 events in 1 site of 1 run"
	says "modeling_mixtral.py:79 forward, first in mixtral_moe"
}

@test "explain --docs reads a page, without its front matter" {
	mkdir -p site/docs/gb
	printf -- '---\nlayout: default\n---\n# GB0170 page\ntext\n' \
	    >site/docs/gb/gb0170.md
	status_of 0 gbq explain GB0170 --docs site
	says "# GB0170 page"
	! grep -q layout <<<"$output" || false
	status_of 3 gbq explain GB0059 --docs site
	complains "no page of GB0059"
}

@test "the most frequent kinds have advice" {
	ingest mixtral_moe gb_print_logging pair_cond_before
	equals "$(value "SELECT count(*) FROM sites AS s
	    LEFT JOIN break_kinds AS k USING (gb_id)
	    WHERE s.gb_id IN ('GB0059', 'GB0036', 'GB0156', 'GB0170', 'GB0142')
		AND k.advice IS NULL")" 0
	[ "$(value "SELECT count(*) FROM break_kinds
	    WHERE advice IS NOT NULL")" -ge 40 ]
}

@test "an issue has environment, kind, text and stack" {
	ingest mixtral_moe
	status_of 0 gbq issue s3
	says "## torch.compile graph break: Dynamic shape operator"
	says "modeling_mixtral.py:79 forward"
	says "### Environment"
	says 'File "/srv/models/mixtral_moe.py", line 14, in <module>'
	status_of 0 gbq issue mixtral_moe e1 -o issue.md
	grep -q 'GB0142' issue.md
	status_of 3 gbq issue s99
	complains "run 1 'mixtral_moe' has no site s99 (it has s1 to s6)"
	status_of 2 gbq issue nothing
}

@test "breaks --by adds up to all events" {
	ingest mixtral_moe
	for by in kind file library function flag raised own; do
		equals "$(gbq breaks --by $by -f json | python3 -c '
import json, sys
print(sum(row["events"] for row in json.load(sys.stdin)))')" 31 || return
	done
	status_of 0 gbq breaks --by own
	says "mixtral_moe.py:14 <module>  31 events"
	status_of 2 gbq breaks --by nothing
}

@test "breaks --first is the first event of the first compile" {
	ingest mixtral_moe
	status_of 0 gbq breaks --first
	says "GB0142"
	says "[0/0]"
	equals "$(gbq breaks --first -f json | python3 -c '
import json, sys
print(json.load(sys.stdin)[0]["artifact_path"])')" \
	    "$(cd "$FIXTURES/mixtral_moe" &&
		ls -d ./*/dynamo_graph_break_reason_* | sed 's#^\./##' |
		sort -t_ -k9 -n | awk -F_ '{ print $NF + 0, $0 }' | sort -n |
		head -n 1 | cut -d' ' -f2)"
}
