gbq ingest -q $FIXTURES/pair_print_tensor_before $FIXTURES/pair_print_after && gbq --color always diff 1 2; gbq --color always sweep; GBQ_COLORS="ok=:gone=35:title=" gbq --color always diff 1 2
