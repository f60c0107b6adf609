gbq ingest -q $FIXTURES/gb_print_logging && gbq compiles
