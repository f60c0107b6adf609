# gbq triage, against what an expert says of five runs (triage.md).

load helper

# model NAME: unpack a run of ../shared/data and ingest it; skips without it.
model() {
	local data=$ROOT/../shared/data/models/$1.tar.zst
	[ -e "$data" ] || skip "../shared/data is not here"
	tar -xf "$data" || return
	gbq ingest -q --name "$1" "$(find . -type d -name report | head -n 1)"
}

# items: "position item verdict leader line" of each item, in order
items() {
	gbq sql -f tsv @triage -p run=@latest | python3 -c '
import csv, sys
for row in csv.DictReader(sys.stdin, delimiter="\t"):
    if row["position"] != "0":
        print(row["position"], row["item"], row["verdict"],
              row["leader"] or "-", row["line"])'
}

@test "mixtral_moe: the nonzero is the cause, and what goes with it" {
	ingest mixtral_moe
	items >got
	head -n 5 got | sort >first
	# lines as the expert names them: 79, the limit at 121, 98, 83, 332
	cat >expected <<-END
		1 site fix - 79
		2 cause vanishes 1 121
		3 site vanishes 1 98
		4 site vanishes 1 83
		5 site vanishes 1 332
	END
	diff expected first
	grep -q '^7 site stays - 239$' got
	grep -q '^9 site stays 7 27$' got
}

@test "costs of the items are those of the sites" {
	ingest mixtral_moe
	equals "$(value "SELECT count(*) FROM triage AS t JOIN sites AS s
	    ON s.run_id = t.run_id AND s.site_id = t.site_id
	    WHERE t.events = s.events AND t.eager_frames = s.eager_frames
		AND abs(t.lost_s - s.lost_restart_s - s.lost_skip_s) < 1e-9")" 6
	equals "$(value "SELECT sum(events) FROM triage")" 31
	# 20 of 31 events go with #1, itself among them
	equals "$(value "SELECT events + frees_events FROM triage
	    WHERE position = 1")" 20
}

@test "each site, and each cause once, is an item" {
	ingest mixtral_moe gb_print_logging skip_loops reset_repeats \
	    training_steps_optimizer dist_diverge_break
	equals "$(value "SELECT count(*) FROM sites AS s WHERE
	    (SELECT count(*) FROM triage AS t WHERE t.run_id = s.run_id
		AND t.site_id = s.site_id) <> 1")" 0
	equals "$(value "SELECT count(*) FROM triage AS t WHERE verdict =
	    'vanishes' AND NOT EXISTS (SELECT 1 FROM triage AS l
		WHERE l.run_id = t.run_id AND l.position = t.leader
		    AND l.position < t.position AND l.verdict <> 'vanishes')")" 0
	equals "$(value "SELECT count(*) FROM (SELECT 1 FROM triage
	    WHERE position > 0 GROUP BY run_id
	    HAVING count(DISTINCT position) <> max(position))")" 0
}

@test "the text says verdict, hint, guide and link" {
	ingest mixtral_moe
	status_of 0 gbq triage
	says "fix this: 2 frames run eager; also removes 3 sites, 12 events"
	says "vanishes with s3: breaks only in frames"
	says "torch's hint: Enable tracing of dynamic shape operators"
	says "may only move the break"
	says "compile-graph-break-site/gb/gb0036.html"
	says "next, for recompile limit:"
	says 'TORCH_LOGS="recompiles,recompiles_verbose,guards"'
}

@test "--own and -n pick items" {
	ingest gb_print_logging
	status_of 0 gbq triage -n 1
	equals "$(grep -c '^[scf][0-9]*  ' <<<"$output")" 1
	says "more items"
	ingest mixtral_moe
	status_of 0 gbq triage --own
	says "nothing to fix"
}

@test "a backend failure is the first item, with its next step" {
	status_of 0 gbq triage "$FIXTURES/backend_failure_uncaught"
	equals "$(grep -m1 '^[scf][0-9]*  ' <<<"$output" | cut -c1-12)" "f1  backend:"
	says "TORCHDYNAMO_REPRO_AFTER=aot TORCHDYNAMO_REPRO_LEVEL=2"
}

@test "a run without breaks has nothing to fix" {
	status_of 0 gbq triage "$FIXTURES/synth_empty_file"
	silent
}

@test "advice is seen where a later run of the name is without the site" {
	gbq ingest -q --name p "$FIXTURES/pair_print_tensor_before"
	gbq ingest -q --name p "$FIXTURES/pair_print_tensor_after"
	status_of 0 gbq triage p@-1
	says "seen: gone in p: gbq diff id:1 id:2"
}

@test "lm_varlen_train: the limit first, then the warning; lr can stay" {
	model lm_varlen_train
	items >got
	cat >expected <<-END
		1 cause fix - 24
		2 site fix - 4778
	END
	head -n 2 got | diff expected -
	equals "$(grep -c ' stays ' got)" 3
	equals "$(wc -l <got)" 5
}

@test "wav2vec2_pretrain: the chain of masks is one thing" {
	model wav2vec2_pretrain
	items >got
	leader=$(awk '$5 == 141 && $2 == "site" { print $1 }' got)
	for line in 160 179 1246; do
		equals "$(awk -v l=$line '$5 == l { print $3, $4 }' got)" \
		    "vanishes $leader"
	done
	# the random number that is guarded
	equals "$(awk '$2 == "cause" { print $3, $4 }' got)" "vanishes $leader"
	skipped=$(awk '$5 == 418 { print $1 }' got)
	equals "$(awk '$5 == 332 { print $3, $4 }' got)" "vanishes $skipped"
	# what leaves frames eager comes before what only splits graphs
	[ "$(awk '$5 == 740 { print $1 }' got)" -lt \
	    "$(awk '$5 == 1609 { print $1 }' got)" ]
}

@test "llama_static_generate: cut off; prompt length, then tolist" {
	model llama_static_generate
	equals "$(value "SELECT text FROM triage WHERE position = 0")" unfinished
	items >got
	equals "$(sed -n 2p got)" "2 site fix - 13"
	equals "$(sed -n 3p got)" "3 cause vanishes 2 13"
	equals "$(value "SELECT substr(text, 1, 4) || verdict FROM triage
	    WHERE position = 1")" sizefix
	# 6 arguments in prefill, 7 in decoding: two graphs are normal
	equals "$(value "SELECT verdict FROM triage
	    WHERE text LIKE 'length of kwargs%'")" stays
}

@test "ddp_gpt: seconds before own code; DDP's own breaks can stay" {
	model ddp_gpt
	cat >expected <<-END
		1 site fix - 4778
		2 site fix - 29
		3 site stays - 1757
		4 site stays - 105
	END
	items | diff expected -
}
