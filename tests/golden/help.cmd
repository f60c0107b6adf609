gbq --help
