"""Commands with --on: the same answers as of the local database, in every
format, and what is said where they cannot be.
"""
import json
import re

FORMATS = ["table", "csv", "tsv", "json", "jsonl", "markdown", "raw"]
OF_RUNS = [["runs"], ["sweep"], ["sweep", "--by", "kind"],
           ["sweep", "--by", "number"], ["trend"], ["trend", "--by", "kind"],
           ["trend", "--by", "number"], ["kinds"], ["kinds", "--by", "kind"],
           ["kinds", "--sites"], ["kinds", "--sites", "--by", "number"]]
OF_ONE = [["breaks"], ["breaks", "--all"], ["breaks", "--own"],
          ["breaks", "--first"], ["breaks", "--by", "own"],
          ["breaks", "--by", "kind"], ["breaks", "--by", "raised"],
          ["compiles"], ["restarts"], ["failures"], ["recompiles"],
          ["recompiles", "--by", "cause"], ["recompiles", "--by", "frame"]]
WHOLE = ["mixtral_moe", "skip_loops"]      # in every format
REAL = re.compile(r"-?\d+\.\d+(?:e[-+]?\d+)?")
# quotes of both engines, both kinds of line ends, what ends a statement
HOSTILE = ["it's", "\\", "\\'", "'; DROP TABLE runs; --", "a\nb\tc\r", "''",
           "\\n", "%", "_", "{x:Int8}", ":name", "/*", "--", "é\U0001f600"]


class Pair:
    """the same command on both"""

    def __init__(self, gbq, database, url):
        self.gbq, self.database, self.url = gbq, database, url
        keys = "SELECT run_key, run_id FROM runs"
        here, there = self.both("sql", keys, "-f", "json")
        here = {r["run_key"]: r["run_id"] for r in json.loads(here.out)}
        self.here = {str(r["run_id"]): str(here[r["run_key"]])
                     for r in json.loads(there.out)}
        self.number = re.compile(r"\b(" + "|".join(self.here) + r")\b")

    def both(self, *command):
        return (self.gbq("--db", self.database, *command),
                self.gbq("--on", self.url, *command))

    def plain(self, text):
        """numbers of runs as here, reals in few digits, columns as narrow"""
        text = self.number.sub(lambda m: self.here[m[0]], text)
        text = REAL.sub(lambda m: f"{float(m[0]):.9g}", text)
        return re.sub(r"(?m)^ +", "", re.sub(r" +|-{3,}", " ", text))

    def differs(self, command):
        """why not, or None"""
        here, there = self.both(*command)
        if here.status != there.status:
            return f"{' '.join(command)}: {here}\n{there}"
        lines = self.plain(here.out).split("\n")
        others = self.plain(there.out).split("\n")
        for one, other in zip(lines, others):
            if one != other:
                return f"{' '.join(command)}:\n{one[:300]}\n{other[:300]}"
        if len(lines) != len(others):
            return f"{' '.join(command)}: {len(lines)}, {len(others)} lines"
        return None


def first_difference(pair, commands):
    for command in commands:
        why = pair.differs(command)
        if why:
            return why
    return None


def equal_commands(pair, test, runs):
    for command in OF_RUNS:
        why = first_difference(pair, [[*command, "-f", f] for f in FORMATS])
        test.result(not why, f"{' '.join(command)} --on is the same", why)
    for name, *rest in OF_ONE:
        why = first_difference(pair, [
            [name, run, *rest, "-f", f] for run in runs
            for f in (FORMATS if run in WHOLE else ["json"])])
        test.result(not why, f"{' '.join([name, *rest])} --on is the same",
                    why)
    why = first_difference(pair, [
        ["diff", one, other, "-f", f] for one, other in zip(runs, runs[1:])
        for f in (FORMATS if other in WHOLE else ["table"])])
    test.result(not why, "diff --on is the same", why)
    why = first_difference(pair, [
        ["diff", "--sweep", "pair*before", "pair*after", "-f", f]
        for f in ("table", "json", "markdown")])
    test.result(not why, "diff --sweep --on is the same", why)
    why = first_difference(pair, [["sql", f"@{query}", *given]
                                  for query, given in FLEET])
    test.result(not why, "saved queries that commands use, too", why)


FLEET = [("sweep_runs", ["-p", "glob=*[a-c]_*"]),
         ("sweep_runs", ["-p", "key=kind", "-p", "value=pair"]),
         ("sweep", ["-p", "by=kind", "-p", "glob=[^p]*"]),
         ("trend", ["-p", "glob=p?ir*"]), ("kinds", ["-p", "glob=*moe"]),
         ("cache_bypasses", []), ("kinds_fired", [])]


def run_selectors(pair, test):
    rows = json.loads(pair.gbq("--on", pair.url, "sql", "SELECT run_id, "
                               "run_key, name FROM runs ORDER BY run_id",
                               "-f", "json").out)
    middle, last = rows[len(rows) // 2], rows[-1]

    def finds(text, row):
        ran = pair.gbq("--on", pair.url, "breaks", text, "-f", "table")
        test.result(ran.status == 0 and
                    f"{row['name']} (run {row['run_id']})" in ran.out,
                    f"RUN '{text.split(':')[0]}' is found on a cluster", ran)
        if str(row["run_id"]) not in text:
            why = pair.differs(["breaks", text, "-f", "table"])
            test.result(not why, "and is the same run here", why)

    for text, row in ((middle["name"], middle), ("@latest", last),
                      ("@-1", rows[-2]), (f"{middle['name']}@latest", middle),
                      (f"name:{middle['name']}", middle),
                      (middle["run_key"], middle),
                      (middle["run_key"][:8], middle),
                      (f"key:{middle['run_key'][:5]}", middle),
                      (f"id:{middle['run_id']}", middle),
                      (str(middle["run_id"]), middle),
                      (middle["name"][:-1] + "?", middle),
                      ("kind=skip", [r for r in rows
                                     if r["name"] == "skip_loops"][0])):
        finds(text, row)


def refusals(pair, test):
    def says(text, status, *words):
        ran = pair.gbq("--on", pair.url, *text[1:])
        test.result(ran.status == status and all(w in ran.errors
                                                 for w in words),
                    text[0], ran)

    says(("a path is none", "breaks", "./x"), 2, "is a path", "leave --on")
    for text in ("mixtral_mo", "mixtarl_moe", "nothing", "@-99999", "id:x",
                 "key:", "key:z", "id:99", "kind=none", "pair*", "no*", ""):
        here, there = pair.both("breaks", text)
        test.result(there.status in (2, 3) and (here.status, here.errors) ==
                    (there.status, there.errors),
                    f"RUN '{text}' is refused in the same words", there)
    says(("a query for a local database", "sql", "@explain", "-p",
          "kind=GB0059"), 2, "local database")
    says(("a bad statement", "sql", "SELECT nothing FROM runs"), 5, "Code")
    says(("FORMAT is not the user's", "sql", "SELECT 1 FORMAT CSV"), 2,
         "leave FORMAT out")
    for sql in ("DROP TABLE runs", "INSERT INTO tags (key) VALUES ('x')"):
        ran = pair.gbq("--on", pair.url, "sql", sql)
        test.result(ran.status == 5, f"{sql.split()[0]} is refused", ran)


def hostile_values(pair, test):
    """as parameters of a user's SQL, and as names and globs"""
    wrong = []
    for value in HOSTILE:
        ran = pair.gbq("--on", pair.url, "sql", "SELECT :v AS v, ':v' AS w",
                       "-p", f"v={value}", "-f", "json")
        row = json.loads(ran.out)[0] if ran.status == 0 else {}
        if row != {"v": value, "w": ":v"}:
            wrong.append(f"{value!r}: {ran}")
        for command in (["breaks", f"name:{value}"],
                        ["sweep", "--by", value, "-f", "csv"]):
            here, there = pair.both(*command)
            if (here.status, pair.plain(here.out)) != \
                    (there.status, pair.plain(there.out)):
                wrong.append(f"{command}: {there}")
    test.result(not wrong, "hostile values stay values", "\n".join(wrong))


def user_sql(pair, test):
    """a statement goes as it is: what only ClickHouse knows works"""
    ran = pair.gbq("--on", pair.url, "sql", "SELECT arrayMap(x -> x * 2, "
                   "[1, 2]) AS a, toUInt8(1) ? 'yes' : 'no' AS b, NULL AS c, "
                   "1.5 AS d -- the end;", "-f", "json")
    test.result(ran.status == 0 and json.loads(ran.out) ==
                [{"a": "[2,4]", "b": "yes", "c": None, "d": 1.5}],
                "SQL of the user goes as it is", ran)
    for name in FORMATS:
        ran = pair.gbq("--on", pair.url, "sql", "SELECT 'é\\t\\0' AS x, "
                       "toInt64(-9223372036854775807) AS y", "-f", name)
        test.result(ran.status == 0 and "-9223372036854775807" in ran.out,
                    f"and comes as {name}", ran)


def check(gbq, test, database, url, runs):
    pair = Pair(gbq, database, url)
    equal_commands(pair, test, runs)
    run_selectors(pair, test)
    refusals(pair, test)
    hostile_values(pair, test)
    user_sql(pair, test)
