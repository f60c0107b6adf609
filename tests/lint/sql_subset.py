#!/usr/bin/env python3
"""Check the saved queries of sql/ that users are told of (gbq queries).

usage: sql_subset.py [FILE...]     default: all of sql/

A query with a "-- question:" is for users: it keeps to the SQL that SQLite and
ClickHouse 18.16 and newer understand alike, or its file is named
NAME.sqlite.sql and a "-- sqlite:" line says why. So does one with a "--
subset: common" line, which a command asks of a cluster. All others serve a
command, and may use what SQLite has: their names stand in src/. A file
NAME.clickhouse.sql is what a cluster is asked in place of NAME.sql; it may use
what ClickHouse has. Prints what is wrong.
"""
import glob, os, re, sys

TOKEN = re.compile(r"""--[^\n]* | /\*.*?\*/ | '(?:[^']|'')*' | "[^"]*"
    | :?[A-Za-z_][A-Za-z_0-9]* | [0-9]+(?:\.[0-9]*)? | <> | <= | >= | != | ==
    | \|\| | ->>? | \S""", re.S | re.X)
FUNCTIONS = set("""count sum min max avg coalesce nullif ifnull round abs lower
    upper replace substr length json_int json_num json_str json_raw p50 p90 p95
    p99 argmin argmax any_value idiv text number
    name_glob""".split())
# words that may stand before "(" without being a function
PLAIN = set("""select from where and or not in on using as when then else case
    by having values union all between like distinct end is null over join""".split())
BANNED = {"with": "WITH", "over": "window functions", "exists": "EXISTS",
          "except": "EXCEPT", "intersect": "INTERSECT", "filter": "FILTER",
          "ilike": "ILIKE", "regexp": "REGEXP", "glob": "GLOB",
          "match": "MATCH", "cast": "CAST", "true": "true", "false": "false",
          "natural": "NATURAL", "escape": "ESCAPE", "collate": "COLLATE", "on": "JOIN … ON",
          "right": "RIGHT JOIN", "full": "FULL JOIN", "window": "WINDOW",
          "recursive": "RECURSIVE", "isnull": "ISNULL", "iif": "iif"}
# columns that no view has NULL in
NEVER_NULL = set("""run_id event_id site_id compile_no failure_id position cache
    state phase part name category fail_type stage events runs records misses
    first_compile_no failures recompiles guard_failures guard_class owner what
    overhead count_name row_of attempt losses without_metrics number
    function_key whose lost_s seconds compiles is_text kind gb_id calls
    vanishes_with op why eager_frames artifact_path compile_id name is_new
    radius kind_key key_text""".split())


def tokens(text):
    return [t for t in TOKEN.findall(text) if not t.startswith(("--", "/*"))]


class Checker:
    def __init__(self, text):
        self.tokens = tokens(text)
        self.found = []

    def say(self, text):
        if text not in self.found:
            self.found.append(text)

    def check(self):
        low = [t.lower() for t in self.tokens]
        for i, token in enumerate(low):
            after = low[i + 1] if i + 1 < len(low) else ""
            self.word(low, i, token, after)
            self.distinct(low, i)
        self.levels(low)
        return self.found

    def word(self, low, i, token, after):
        if token in BANNED:
            self.say(f"{BANNED[token]} is not in the common subset")
        if token.startswith("'") and "\\" in token:
            self.say(f"a backslash in {token}")
        if token.startswith("->"):
            self.say("JSON operators are not in the common subset")
        if token == "union" and after != "all":
            self.say("UNION without ALL")
        if token == "is" and after not in ("null", "not"):
            self.say("IS with a value")
        if token == "is" and after == "not" and low[i + 2] != "null":
            self.say("IS NOT with a value")
        if token == "/" and low[i - 1] not in ("1.0", "1000000.0") and \
                after not in ("1000000.0",):
            self.say("a division that may be of whole numbers: * 1.0 /")
        if after == "(" and re.match(r"[a-z_]", token) and \
                token not in FUNCTIONS | PLAIN:
            if low[i - 1] not in ("using", "as"):
                self.say(f"function {token} is not in the common subset")

    def levels(self, low):
        """Joins, aliases and orders, level by level of brackets."""
        joins = [0]
        for i, token in enumerate(low):
            if token == "(":
                joins.append(0)
                if low[i + 1] == "select" and \
                        low[i - 1] in ("from", "join") and not self.alias(i):
                    self.say("a subquery in FROM without AS NAME")
            elif token == ")":
                joins.pop()
            elif token == "union":
                joins[-1] = 0
            elif token == "join":
                joins[-1] += 1
                if joins[-1] > 1:
                    self.say("more than one JOIN in a SELECT")
                if low[i - 1] != "cross" and not self.using(i):
                    self.say("a JOIN without USING")
            elif token == "by" and low[i - 1] in ("order", "group"):
                self.list(low, i)
        if "order" not in self.top(low):
            self.say("no ORDER BY")

    def distinct(self, low, i):
        """count(DISTINCT x) of nothing but NULL is NULL on ClickHouse."""
        if low[i:i + 3] == ["count", "(", "distinct"] and \
                low[i + 3] not in NEVER_NULL | {"kind_key", "coalesce"} and \
                low[i - 2:i] != ["coalesce", "("]:
            self.say(f"count(DISTINCT {low[i + 3]}) without coalesce(…, 0)")

    def close(self, i):
        depth = 0
        for k in range(i, len(self.tokens)):
            depth += {"(": 1, ")": -1}.get(self.tokens[k], 0)
            if depth == 0:
                return k
        return len(self.tokens) - 1

    def alias(self, i):
        k = self.close(i)
        return k + 1 < len(self.tokens) and \
            self.tokens[k + 1].lower() == "as"

    def using(self, i):
        k = i + 1
        while k < len(self.tokens):
            token = self.tokens[k].lower()
            if token == "(":
                k = self.close(k)
            elif token == "using":
                return True
            elif token in ("where", "group", "order", "join", "on", ")"):
                return False
            k += 1
        return False

    @staticmethod
    def top(low):
        depth, words = 0, []
        for token in low:
            depth += {"(": 1, ")": -1}.get(token, 0)
            if depth == 0:
                words.append(token)
        return words

    def list(self, low, i):
        """The terms of an ORDER BY or GROUP BY that begins at i."""
        depth, term, terms = 0, [], []
        for token in low[i + 1:]:
            depth += {"(": 1, ")": -1}.get(token, 0)
            if depth < 0 or (depth == 0 and token in
                             (";", "limit", "having", "order", "union")):
                break
            if depth == 0 and token == ",":
                terms.append(term)
                term = []
            else:
                term.append(token)
        terms.append(term)
        for term in terms:
            self.term(term, low[i - 1])

    def term(self, term, word):
        if term and re.fullmatch(r"[0-9]+", term[0]):
            self.say(f"{word.upper()} BY a number")
        if word != "order":
            return
        plain = [t for t in term if t not in ("asc", "desc")]
        if "nulls" in plain or plain[0] in ("coalesce", "case", "count") or \
                (plain[0] == "sum" and "coalesce" in plain) or \
                (plain[0] == "min" and plain[2] in NEVER_NULL):
            return
        if len(plain) == 1 and plain[0] in NEVER_NULL:
            return
        self.say(f"ORDER BY {' '.join(plain)} may be NULL: coalesce() or "
                 "NULLS LAST")


def header(text, key):
    match = re.search(rf"^-- {key}: (.*(?:\n--   .*)*)", text, re.M)
    return match and match[1]


def sources():
    text = ""
    for path in glob.glob("src/**/*.c", recursive=True):
        with open(path, encoding="utf-8") as f:
            text += f.read()
    return text


def main():
    files = sys.argv[1:] or sorted(glob.glob("sql/*.sql"))
    code = sources()
    for path in files:
        with open(path, encoding="utf-8") as f:
            text = f.read()
        name = re.sub(r"(\.sqlite|\.clickhouse)?\.sql$", "",
                      os.path.basename(path))
        if header(text, "name") != name:
            print(f"{path}: its name is '{header(text, 'name')}'")
        is_local = path.endswith(".sqlite.sql")
        if bool(header(text, "sqlite")) != is_local:
            print(f"{path}: NAME.sqlite.sql and a '-- sqlite:' line that says "
                  "why belong together")
        if path.endswith(".clickhouse.sql"):
            if not os.path.exists(f"sql/{name}.sql"):
                print(f"{path}: there is no sql/{name}.sql")
            continue
        if not header(text, "question") and not header(text, "subset"):
            if f'"{name}"' not in code:
                print(f"{path}: no '-- question:' that it answers, and no "
                      "command uses it")
            continue
        if not is_local:
            for found in Checker(text).check():
                print(f"{path}: {found}")


main()
