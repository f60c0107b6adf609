gbq ingest $FIXTURES/synth_empty_file && gbq summary && gbq breaks
