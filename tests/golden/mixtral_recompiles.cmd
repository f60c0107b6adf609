gbq ingest -q $FIXTURES/mixtral_moe
gbq sql "SELECT compile_id, function, file, line, guard_failures, limit_hit FROM recompiles ORDER BY compile_id"
gbq sql "SELECT cause_id, guard_class, source, recompiles, frames, guard_failures, limit_hit FROM recompile_causes"
