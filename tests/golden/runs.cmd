for name in reset_repeats gb_print_logging skip_loops; do
	gbq ingest -q $FIXTURES/$name
done
gbq sql "SELECT run_id, name, mode, source_kind, torch_version, layout, compiles, break_events, break_sites FROM runs"
