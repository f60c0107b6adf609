gbq ingest -q $FIXTURES/backend_failure_uncaught && gbq summary && gbq breaks && gbq failures
