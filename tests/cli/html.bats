# gbq html: the page by itself, and in headless Chromium where there is one.

load helper

# in_browser FILE [WIDTH [light|dark]]: run the Python on standard input on it.
in_browser() {
	command -v chromium chromedriver >/dev/null &&
	    /usr/bin/python3 -c 'import selenium' 2>/dev/null ||
	    skip "no chromium, chromedriver or selenium"
	local file=$1
	shift
	HOME=$BATS_TEST_TMPDIR /usr/bin/python3 \
	    "$ROOT/tests/cli/browser.py" "$PWD/$file" "$@"
}

# well_formed FILE: tags are closed in order; nothing is loaded; every link
# within the page has a target; ids are there once.
well_formed() {
	python3 - "$1" <<-'PYTHON'
	import sys
	from html.parser import HTMLParser
	EMPTY = {"meta", "wbr", "br", "link", "img", "input"}
	class Check(HTMLParser):
	    def __init__(self):
	        super().__init__()
	        self.open, self.ids, self.links = [], [], []
	    def handle_starttag(self, tag, attributes):
	        got = dict(attributes)
	        assert tag not in ("img", "link", "iframe", "object", "base")
	        assert "src" not in got and "style" not in got, (tag, got)
	        assert not [a for a in got if a.startswith("on")], (tag, got)
	        self.ids += [got["id"]] if "id" in got else []
	        if got.get("href", "").startswith("#"):
	            self.links.append(got["href"][1:])
	        elif "href" in got:
	            assert got["href"].startswith(("http://", "https://")), got
	        if tag not in EMPTY:
	            self.open.append(tag)
	    def handle_startendtag(self, tag, attributes):
	        self.handle_starttag(tag, attributes)
	        if tag not in EMPTY:
	            self.open.pop()
	    def handle_endtag(self, tag):
	        assert self.open and self.open[-1] == tag, (self.open[-4:], tag,
	            self.getpos())
	        self.open.pop()
	check = Check()
	check.feed(open(sys.argv[1], encoding="utf-8").read())
	assert check.open == [], check.open
	assert len(check.ids) == len(set(check.ids)), check.ids
	assert set(check.links) <= set(check.ids), set(check.links) - set(check.ids)
	PYTHON
}

# hostile FOLDER: a report whose texts are markup.
hostile() {
	cp -r "$FIXTURES/pair_print_before" "$1"
	python3 - "$1" <<-'PYTHON'
	import glob, sys
	bad = '<script>window.hit=1</script>"><img src=x onerror=window.hit=2>'
	for path in glob.glob(sys.argv[1] + "/*/dynamo_graph_break_reason*"):
	    text = open(path).read()
	    for word in ("print(", "forward", "Explanation: ",
	                 "Developer debug context: ", "Hint: "):
	        text = text.replace(word, bad + word)
	    text = text.replace("https://", "javascript:window.hit=3//")
	    open(path, "w").write(text)
	PYTHON
}

@test "a run as one page: all parts, closed tags, nothing loaded" {
	gbq html "$FIXTURES/mixtral_moe" -o page.html
	well_formed page.html
	for id in counts first sites time tree recompiles failures compiles; do
		grep -q "<section id=\"$id\"" page.html
	done
	grep -q "default-src 'none'" page.html
	grep -q "expert_hit = torch.greater(expert_mask.sum" page.html
	grep -q "capture_dynamic_output_shape_ops = True" page.html
	grep -q 'href="https://meta-pytorch.github.io/compile-graph-break-site/gb/gb0036.html"' page.html
	equals "$(grep -c '<tr id="s' page.html)" 6
}

@test "a page of the same run is the same, byte for byte" {
	gbq html "$FIXTURES/pair_print_before" >one
	gbq html "$FIXTURES/pair_print_before" >two
	cmp one two
}

@test "with a base it begins with the diff" {
	gbq html "$FIXTURES/pair_print_tensor_after" \
	    "$FIXTURES/pair_print_tensor_before" -o page.html
	well_formed page.html
	grep -q '<div class="verdict good"><p class="word">better</p>' page.html
	equals "$(grep -c 'data-v="gone"' page.html)" 2
	gbq ingest -q --name train "$FIXTURES/pair_print_tensor_after"
	gbq ingest -q --name train "$FIXTURES/pair_print_tensor_before"
	gbq html train train@-1 -o page.html
	well_formed page.html
	grep -q '<div class="verdict bad"><p class="word">worse</p>' page.html
	equals "$(grep -c 'data-v="new"' page.html)" 2
}

@test "many runs: trends and blast radius, of all or of a glob" {
	for name in pair_print pair_cond; do
		for side in before after; do
			gbq ingest -q --name "$name/$side" --tag side=$side \
			    "$FIXTURES/${name}_$side"
		done
	done
	gbq html --all -o page.html
	well_formed page.html
	equals "$(grep -c '<figure>' page.html)" 6
	grep -q '<title>pair_print/before: 2</title>' page.html
	grep -q '<title>pair_cond/after: 0</title>' page.html
	gbq html 'pair_cond/*' -o page.html
	! grep -q pair_print page.html || false
	gbq html --all --by side -o page.html
	grep -q '<title>before: 3</title>' page.html
	grep -q '<title>after: 2</title>' page.html
	status_of 3 gbq html 'nothing*'
	status_of 2 gbq html --all pair_cond/after
}

@test "pages of runs that hold little are whole" {
	for name in synth_empty_file export_plain backend_failure_uncaught \
	    dist_diverge_break multithread_compiles; do
		gbq html "$FIXTURES/$name" -o page.html
		well_formed page.html
	done
}

@test "runs are chosen by a tag that is a number, too" {
	gbq ingest -q --tag night=7 "$FIXTURES/pair_cond_before"
	gbq ingest -q --tag night=1796006881 "$FIXTURES/pair_cond_after"
	gbq html --all --by night -o page.html
	well_formed page.html
	grep -q '<td data-label="tag" class="text" data-v="7">7<' page.html
	grep -q '<td data-label="tag" class="text" data-v="1796006881">' page.html
}

# deep FRAMES: a log of so many frames; the last one is compiled three times.
deep() {
	python3 - "$1" >deep.log <<-'PYTHON'
	import json, sys
	frames, number = int(sys.argv[1]), 0
	def record(**members):
	    print("V1130 02:48:02.%06d 7 torch/_dynamo/x.py:1] %s"
	          % (number, json.dumps(members)))
	record(str=["/a.py", 1])
	for frame, compiled in [(n, 0) for n in range(frames)] + [
	        (frames - 1, 1), (frames - 1, 2)]:
	    number += 1
	    of = {"frame_id": frame, "frame_compile_id": compiled, "attempt": 0}
	    name = "f%d" % frame
	    record(dynamo_start={"stack": [
	        {"line": 3 + frame, "name": name, "filename": 1}]}, **of)
	    record(compilation_metrics={
	        "compile_id": "%d/%d" % (frame, compiled), "co_name": name,
	        "co_filename": "/a.py", "co_firstlineno": 3 + frame,
	        "graph_op_count": 1, "entire_frame_compile_time_s": 0.5}, **of)
	PYTHON
}

@test "frames that the cascade leaves out take their recompiles along" {
	deep 3000
	gbq html deep.log -o page.html
	equals "$(grep -o 'class="again">[^<]*' page.html)" \
	    'class="again">+ 2 recompiles'
	deep 3001
	gbq html deep.log -o page.html
	well_formed page.html
	grep -q '<p class="more">1 more frames' page.html
	! grep -q 'class="again"' page.html || false
}

@test "markup in texts, names and tags is escaped" {
	hostile bad
	gbq ingest -q --name '<script>window.hit=4</script>' \
	    --tag '<b>=<img src=x onerror=window.hit=5>' bad
	gbq html -o page.html
	well_formed page.html
	grep -q '&lt;script&gt;window.hit=1&lt;/script&gt;' page.html
	grep -q '<h1>&lt;script&gt;window.hit=4' page.html
	! grep -qE '<img|<script>|href="javascript' page.html || false
	equals "$(grep -c '<script' page.html)" 1
	gbq html --all -o page.html
	well_formed page.html
	! grep -qE '<img|<script>' page.html || false
}

@test "browser: hostile texts run nothing, and no rule of the page is broken" {
	hostile bad
	gbq ingest -q --name '<script>window.hit=4</script>' bad
	gbq html -o page.html
	in_browser page.html <<-'PYTHON'
	import time
	time.sleep(.5)
	assert page.value("window.hit") is None
	assert page.all("img") == []
	assert page.value("document.scripts.length") == 1
	assert "<script>window.hit=4</script>" in page.one("h1").text
	assert page.log() == [], page.log()
	# what gets in by another way does not run either: the policy
	page.js("""document.body.insertAdjacentHTML('beforeend',
	    '<img src=x onerror="window.hit=6">');
	    const s = document.createElement('script');
	    s.textContent = 'window.hit=7'; document.body.append(s)""")
	time.sleep(.5)
	assert page.value("window.hit") is None
	assert any("Content Security Policy" in line for line in page.log())
	PYTHON
}

@test "browser: rows are sorted and filtered" {
	gbq html "$FIXTURES/mixtral_moe" -o page.html
	in_browser page.html <<-'PYTHON'
	table = "#sites table"
	def events():
	    return [int(e.get_attribute("data-v")) for e in
	            page.all(table + " tbody tr:not([hidden]) td:nth-child(3)")]
	before = events()
	assert len(before) == 6, before
	button = page.one(table + " th:nth-child(3) button")
	button.click()
	assert events() == sorted(before, reverse=True), events()
	head = page.one(table + " th:nth-child(3)")
	assert head.get_attribute("aria-sort") == "descending"
	button.click()
	assert events() == sorted(before), events()
	search = page.one("#sites .tools input")
	search.send_keys("context")
	assert len(events()) == 2, events()
	assert page.one("#sites .tools span").text == "2 of 6 rows"
	search.clear()
	search.send_keys(" ")
	forms = page.one("#sites .tools select")
	forms.find_element("css selector", "option[value=resume]").click()
	assert len(events()) == 4, events()
	for choice in ("", "skip"):
	    forms.find_element("css selector",
	                       "option[value='%s']" % choice).click()
	assert len(events()) == 6, events()
	assert page.log() == [], page.log()
	PYTHON
}

@test "browser: the keyboard reaches all: filter, sorting, folds" {
	gbq html "$FIXTURES/mixtral_moe" -o page.html
	in_browser page.html <<-'PYTHON'
	from selenium.webdriver.common.keys import Keys
	def active():
	    return page.driver.switch_to.active_element
	page.one("body").send_keys(Keys.TAB)
	assert active().get_attribute("class") == "to-main"
	active().send_keys(Keys.ENTER)
	page.one("body").send_keys("/")
	assert active().get_attribute("aria-label") == "filter rows"
	while active().tag_name != "button":
	    active().send_keys(Keys.TAB)
	active().send_keys(Keys.ENTER)
	assert page.all("#sites th[aria-sort]")
	fold = page.one("#tree .fold")
	shown = len([e for e in page.all("#tree li") if e.is_displayed()])
	page.js("arguments[0].focus()", fold)
	active().send_keys(Keys.SPACE)
	assert fold.get_attribute("aria-expanded") == "false"
	folded = len([e for e in page.all("#tree li") if e.is_displayed()])
	assert folded < shown, (folded, shown)
	PYTHON
}

@test "browser: light and dark differ, and nothing is wider than the screen" {
	gbq html "$FIXTURES/pair_print_after" "$FIXTURES/pair_print_before" \
	    -o page.html
	gbq html "$FIXTURES/mixtral_moe" -o moe.html
	for file in page.html moe.html; do
		for width in 360 768 1280; do
			in_browser "$file" "$width" <<-'PYTHON'
			wide = page.value("document.documentElement.scrollWidth")
			assert wide <= page.value("innerWidth"), wide
			PYTHON
		done
	done
	for scheme in light dark; do
		in_browser page.html 1280 "$scheme" <<-'PYTHON' >>colors
		print(page.value("getComputedStyle(document.body).backgroundColor"))
		PYTHON
	done
	equals "$(sort -u colors | wc -l)" 2
}

@test "browser: without its script the page has all rows, and no empty tools" {
	gbq html "$FIXTURES/mixtral_moe" -o page.html
	in_browser page.html <<-'PYTHON'
	page.driver.quit()
	page.__init__(path, 1280, "light", script=False)
	assert len(page.all("#sites tbody tr")) == 6
	assert page.all(".tools") == []
	assert "aten.nonzero" in page.one("#sites").text
	page.one("#sites summary").click()
	assert "torch's hint" in page.one("#sites").text
	PYTHON
}

@test "browser: printed, it is black on white, and advice is unfolded" {
	gbq html "$FIXTURES/mixtral_moe" -o page.html
	in_browser page.html 720 dark <<-'PYTHON'
	page.js("document.querySelector('#sites summary').click()")
	page.js("document.querySelector('#sites summary').click()")
	assert page.value("document.querySelectorAll('details[open]').length") == 0
	page.js("dispatchEvent(new Event('beforeprint'))")
	opened = page.value("document.querySelectorAll('details[open]').length")
	assert opened > 6, opened
	assert not page.all("details.rest[open]")
	page.js("dispatchEvent(new Event('afterprint'))")
	assert page.value("document.querySelectorAll('details[open]').length") == 0
	page.command("Emulation.setEmulatedMedia", media="print", features=[
	    {"name": "prefers-color-scheme", "value": "dark"}])
	page.wait("getComputedStyle(document.body).backgroundColor",
	          "rgb(255, 255, 255)")
	page.wait("getComputedStyle(document.body).color", "rgb(29, 29, 27)")
	assert not page.one("nav").is_displayed()
	wide = page.value("document.documentElement.scrollWidth")
	assert wide <= 720, wide
	PYTHON
}
