gbq ingest -q $FIXTURES/skip_loops && gbq summary && gbq failures
