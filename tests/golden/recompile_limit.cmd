gbq ingest -q $FIXTURES/recompile_limit_fail && gbq summary && gbq failures
