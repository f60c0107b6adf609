"""Commands that read a database, for the fault tests.

PATH stands for a file of the newest run, OUT for a new file or folder.
"""
import re

import common

COMMANDS = [line.split("|") for line in """
runs
summary
triage
breaks
breaks|--all
breaks|--by|kind
show|@latest|0/0
show|@latest|e1
compiles
stack
restarts
failures
recompiles
recompiles|--by|cause
time
graphs
cache
artifacts
problems
configs
kinds
sweep
trend
ranks
check
explain|GB0059
issue|@latest|s1
bytecode|@latest|0/0
cat|@latest|PATH
extract|@latest|OUT
diff|@latest|@latest
gate|--max-sites|5
baseline|@latest
sql|SELECT count(*) FROM sqlite_schema
sql|PRAGMA integrity_check
sql|SELECT * FROM breaks
schema
queries
tag|@latest
export|@latest|-o|OUT
html|@latest|-o|OUT
search|e|@latest
""".strip().split("\n")]


def known(commands):
    """Those that this gbq has."""
    text = common.run([common.GBQ, "help"]).out.decode()
    return [command for command in commands
            if re.search(rf"^  {command[0]} ", text, re.M)]
