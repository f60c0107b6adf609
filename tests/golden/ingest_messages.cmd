gbq ingest $FIXTURES/reset_repeats
gbq ingest $FIXTURES/reset_repeats
mkdir empty
gbq ingest empty
echo "empty: $?"
gbq ingest nowhere $FIXTURES/gb_print_logging
echo "one of two: $?"
