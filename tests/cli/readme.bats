# Every example of README.md is run: in each ```console block a line "$ …" is
# a command, what follows is what it prints. The blocks share one folder.

load helper

@test "the examples of README.md print what it says" {
	ln -s "$FIXTURES" fixtures
	python3 - "$ROOT/README.md" <<'PYTHON'
import re, subprocess, sys

text = open(sys.argv[1], encoding="utf-8").read()
blocks = re.findall(r"^```console\n(.*?)^```$", text, re.M | re.S)
bad = 0
ran = 0
for block in blocks:
    for example in re.split(r"^\$ ", block, flags=re.M)[1:]:
        command, _, expected = example.partition("\n")
        if command.startswith(("apt-get", "make")):
            continue
        done = subprocess.run(["bash", "-c", command], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        got = done.stdout.decode("utf-8", "replace")
        ran += 1
        # "..." on a line of its own stands for any lines
        pattern = "".join(".*" if line.strip() == "..." else re.escape(line)
                          for line in expected.splitlines(keepends=True))
        if not re.fullmatch(pattern, got, re.S):
            bad += 1
            print(f"$ {command}\n--- README.md\n{expected}--- got\n{got}")
if not ran:
    print("README.md has no example")
sys.exit(1 if bad or not ran else 0)
PYTHON
}
