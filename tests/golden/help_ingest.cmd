gbq help ingest
