gbq ingest $FIXTURES/export_plain && gbq summary && gbq breaks
