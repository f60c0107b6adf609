gbq ingest -q $FIXTURES/gb_print_logging && gbq restarts -f json -n 2
