# gbq: indexes what torch.compile leaves behind into one SQLite file.
#
#   make deps     install what building and testing needs (Debian, as root)
#   make          build ./gbq, and ./gbq.so for other SQLite programs
#   make demo     install, build, ingest a fixture and show its summary
#   make check    install, build, run all tests; last line: N passed, N failed
#   make check-only     the same without installing anything
#   make check-clickhouse   gbq push and saved queries on two real ClickHouse
#                 servers as two shards, on loopback; CHDB_PYTHON=python that
#                 can import chdb: on a current engine too
#   make check-long     faults, hostile files, fuzzing: up to 25 minutes
#   make bench          speed and size, over ../shared/data made large; MB=N each
#   make bench-clickhouse   a fleet of 10 million compiles on two shards: ROWS=N
#   make bench-match    how well gbq diff finds a break again, on mutated reports
#   make golden-update  write tests/golden/ anew from what gbq says now
#   make debug    a -Werror build with sanitizers under build/sanitize
#   make fuzz     every parser on changed inputs, TIME=60 seconds each (clang);
#                 TARGETS="log json" for some of them
#   make man      manual pages in build/man
#   make install  program, manual pages, completion, gbq.so (LIBDIR/sqlite3):
#                 PREFIX=/usr/local, LIBDIR=PREFIX/lib, DESTDIR
#   make uninstall      the same paths again, without them
#   make install-lib, uninstall-lib     gbq.h, libgbq.a, libgbq.so, gbq.pc
#   make dist     the source as build/gbq-VERSION.tar.gz
#   make distcheck      unpacks it, builds, installs, tries and packs it again
#   make deb      a Debian package, build/deb/gbq_VERSION-1_ARCH.deb
#   make clean    remove build/ and ./gbq

CC = gcc
PKGS = libxml-2.0 sqlite3 libcrypto libzstd libarchive zlib libpcre2-8
CPPFLAGS = -Isrc -Iinclude -D_GNU_SOURCE
WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion \
	-Wstrict-prototypes -Wmissing-prototypes -Wvla -Wformat=2 \
	-Wwrite-strings -Wundef -Wpointer-arith -Wcast-qual
CFLAGS = -O2 -g
# -fPIC: what gbq.so needs is taken from libgbq.a; hidden, so that it exports
# none of it.
STD = -std=c11 -fno-strict-aliasing -fPIC -fvisibility=hidden $(WARNINGS)
VARIANT = release
B = build/$(VARIANT)

ifeq ($(VARIANT),sanitize)
CFLAGS = -O1 -g -fno-omit-frame-pointer
SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=all
STD += -Werror
endif

# For libFuzzer; the targets check what they find themselves.
ifeq ($(VARIANT),fuzz)
CC = clang
CFLAGS = -O1 -g -fno-omit-frame-pointer
SANITIZE = -fsanitize=address,undefined,fuzzer-no-link \
	-fno-sanitize-recover=all
FUZZ_MAIN = -fsanitize=fuzzer
else
FUZZ_MAIN = $(B)/tests/fuzz/replay.o
endif

PKG_CFLAGS := $(shell pkg-config --cflags $(PKGS) 2>/dev/null)
PKG_LIBS := $(shell pkg-config --libs $(PKGS) 2>/dev/null) -lm -lpthread -lrt
EXTENSION_LIBS := $(shell pkg-config --libs libcrypto libzstd 2>/dev/null) -lm
COMPILE = $(CC) $(CPPFLAGS) $(PKG_CFLAGS) $(STD) $(CFLAGS) $(SANITIZE)

DEBS_BUILD = gcc libc6-dev make pkg-config libxml2-dev libsqlite3-dev \
	libssl-dev libzstd-dev libarchive-dev zlib1g-dev libpcre2-dev \
	libcurl4-openssl-dev
DEBS_CHECK = bats libcmocka-dev valgrind python3 sqlite3 zstd xz-utils git jq \
	mandoc zsh fish dpkg-dev
DEBS_CLICKHOUSE = clickhouse-server clickhouse-client python3 openssl
DEBS_PACKAGE = dpkg-dev
DEBS_BENCH = python3-lxml libxxhash-dev
DEBS_FUZZ = clang libclang-rt-dev p7zip-full
DEBS_LONG = $(DEBS_FUZZ) chromium chromium-driver python3-selenium

# The .c files below the folders $(1), however deep.
sources = $(sort $(shell find $(1) -name '*.c'))

LIB_SOURCES := $(call sources,src/util src/model src/source src/parse \
	src/store src/ingest src/query src/remote src/api)
LIB_OBJECTS = $(LIB_SOURCES:%.c=$(B)/%.o) $(B)/embedded.o
CLI_OBJECTS := $(patsubst %.c,$(B)/%.o,$(call sources,src/cli))
# What of gbq.so knows SQLite: compiled again, for the SQLite of its host.
EXTENSION_SOURCES := src/extension/extension.c \
	$(call sources,src/query/functions) \
	src/store/content/content_read.c src/store/content/block_cache.c \
	src/store/failure.c src/store/kind_read.c
EXTENSION_OBJECTS = $(EXTENSION_SOURCES:%.c=$(B)/extension/%.o)
UNIT_SOURCES = $(sort $(wildcard tests/unit/test_*.c))
UNIT_TESTS = $(UNIT_SOURCES:%.c=$(B)/%)
FUZZ_SOURCES = $(sort $(wildcard tests/fuzz/fuzz_*.c))
FUZZ_TARGETS = $(FUZZ_SOURCES:%.c=$(B)/%)
FUZZ_COMMON = $(B)/tests/fuzz/fuzz.o $(B)/tests/fuzz/exact_memory.o
EMBEDDED = $(sort $(wildcard schema/*.sql schema/views/*.sql schema/derived/*.sql \
	schema/checks/*.sql schema/registry/*.sql schema/registry/*.json sql/*.sql \
	src/man/*.mdoc src/cli/html/html.css src/cli/html/html.js \
	src/cli/manual/completion.*sh))

JOBS = $(shell nproc 2>/dev/null || echo 1)

.PHONY: lint-sql all deps deps-build deps-fuzz demo check check-only \
	check-long golden-update debug unit tests-build fuzz fuzz-build \
	bench bench-match man install uninstall install-lib uninstall-lib \
	dist distcheck deb clean check-clickhouse bench-clickhouse
.DELETE_ON_ERROR:
.SECONDARY:

all: gbq gbq.so

gbq gbq.so: %: $(B)/%
	cp $< $@

$(B)/gbq: $(CLI_OBJECTS) $(B)/libgbq.a
	$(COMPILE) $(LDFLAGS) -o $@ $^ $(PKG_LIBS)

$(B)/libgbq.a: $(LIB_OBJECTS)
	@rm -f $@
	@ar rcs $@ $^

# The library for other programs: it shows what gbq.h declares, no more.
$(B)/public/libgbq.a: $(LIB_OBJECTS)
	@mkdir -p $(@D)
	@$(LD) -r -o $(B)/public/gbq.o $^
	@objcopy --localize-hidden $(B)/public/gbq.o
	@rm -f $@
	@ar rcs $@ $(B)/public/gbq.o

# nodelete: libcrypto is given functions of it.
$(B)/public/libgbq.so.0: $(LIB_OBJECTS)
	@mkdir -p $(@D)
	@$(COMPILE) $(LDFLAGS) -shared -Wl,-z,defs,-z,nodelete \
	    -Wl,-soname,libgbq.so.0 -o $@ $^ $(PKG_LIBS)

# The parts of the CLI, for unit tests.
$(B)/libcli.a: $(filter-out %/main.o,$(CLI_OBJECTS))
	@rm -f $@
	@ar rcs $@ $^

$(B)/%.o: %.c
	@mkdir -p $(@D)
	@$(COMPILE) -MMD -MP -c -o $@ $<

$(B)/extension/%.o: %.c
	@mkdir -p $(@D)
	@$(COMPILE) -include src/extension/host_sqlite.h -MMD -MP -c -o $@ $<

$(B)/gbq.so: $(EXTENSION_OBJECTS) $(B)/libgbq.a
	$(COMPILE) $(LDFLAGS) -shared -Wl,-z,defs,--exclude-libs,ALL \
	    -o $@ $^ $(EXTENSION_LIBS)

# .sql files become C arrays, so that the program needs no files at run time.
build/tools/embed: src/tools/embed.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(STD) -O1 -o $@ $<

$(B)/embedded.c: build/tools/embed $(EMBEDDED)
	@mkdir -p $(@D)
	build/tools/embed $(EMBEDDED) > $@

$(B)/embedded.o: $(B)/embedded.c
	$(COMPILE) -c -o $@ $<

$(B)/tests/unit/%: tests/unit/%.c $(B)/libcli.a $(B)/libgbq.a
	@mkdir -p $(@D)
	$(COMPILE) -Itests/unit -Wno-missing-prototypes -MMD -MP -MF $@.d \
	    -o $@ $< $(B)/libcli.a $(B)/libgbq.a $(PKG_LIBS) -lcmocka

# Fuzz targets; elsewhere than under VARIANT=fuzz they replay their corpus.
$(B)/tests/fuzz/fuzz_%: $(B)/tests/fuzz/fuzz_%.o $(FUZZ_COMMON) \
	$(filter %.o,$(FUZZ_MAIN)) $(B)/libgbq.a
	$(COMPILE) -o $@ $(filter %.o,$^) $(filter-out %.o,$(FUZZ_MAIN)) \
	    $(B)/libgbq.a $(PKG_LIBS)

fuzz-build: $(FUZZ_TARGETS)

fuzz:
	$(MAKE) --no-print-directory -j$(JOBS) VARIANT=fuzz fuzz-build
	tests/fuzz/run

unit: $(UNIT_TESTS)
	@for t in $(UNIT_TESTS); do $$t || exit 1; done

# The saved queries of sql/: SQL that SQLite and ClickHouse understand alike.
lint-sql:
	tests/lint/sql.sh

debug:
	$(MAKE) VARIANT=sanitize build/sanitize/gbq

# Install the named Debian packages that are not there yet.
define install
@missing=$$(for p in $(1); do \
    dpkg-query -W -f '$${db:Status-Status}' $$p 2>/dev/null | \
	grep -qx installed || echo $$p; done); \
if [ -z "$$missing" ]; then exit 0; fi; \
if [ "$$(id -u)" != 0 ]; then \
    echo "not installed:" $$missing "(make deps as root)" >&2; exit 1; fi; \
echo "installing with apt-get:" $$missing; \
DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends $$missing
endef

deps-build:
	$(call install,$(DEBS_BUILD))

deps: deps-build
	$(call install,$(DEBS_CHECK))

deps-fuzz: deps
	$(call install,$(DEBS_FUZZ))

demo: deps-build
	@$(MAKE) --no-print-directory -j$(JOBS) gbq
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && \
	echo '$$ gbq ingest fixtures/mixtral_moe' && \
	./gbq --db "$$dir/gbq.db" ingest fixtures/mixtral_moe && \
	echo '$$ gbq summary' && \
	./gbq --db "$$dir/gbq.db" summary

# The program and the unit tests of one VARIANT, for tests/run.
tests-build: $(B)/gbq $(B)/gbq.so $(B)/public/libgbq.a $(B)/public/libgbq.so.0 \
	$(UNIT_TESTS) $(FUZZ_TARGETS)

check: deps
	@$(MAKE) --no-print-directory check-only

check-only:
	@tests/run

check-long: deps
	$(call install,$(DEBS_LONG))
	@$(MAKE) --no-print-directory -j$(JOBS) gbq fuzz-build
	@$(MAKE) --no-print-directory -j$(JOBS) debug
	@$(MAKE) --no-print-directory -j$(JOBS) VARIANT=fuzz fuzz-build
	@tests/long

check-clickhouse: deps-build
	$(call install,$(DEBS_CLICKHOUSE))
	@$(MAKE) --no-print-directory -j$(JOBS) gbq
	@python3 tests/clickhouse/check.py ./gbq

MB = 1000

bench: deps-build gbq
	$(call install,$(DEBS_BENCH))
	@if [ -d ../shared/data ]; then \
		python3 tests/bench/speed.py --gbq ./gbq --shared ../shared \
		    --mb $(MB); \
	else echo "skipped: ../shared/data is not here"; fi

ROWS = 10000000

bench-clickhouse: deps-build
	$(call install,$(DEBS_CLICKHOUSE))
	@$(MAKE) --no-print-directory -j$(JOBS) gbq
	@python3 tests/bench/fleet_speed.py --gbq ./gbq --rows $(ROWS)

bench-match: gbq
	python3 tests/bench/mutate.py --gbq ./gbq fixtures

golden-update: gbq
	tests/golden/run --update
	tests/readme --update

man: $(B)/gbq
	rm -rf build/man
	mkdir -p build/man
	for page in $$($(B)/gbq manual); do \
	    $(B)/gbq manual $$page > build/man/$$page || exit 1; done

PREFIX = /usr/local
LIBDIR = $(PREFIX)/lib
ZSHDIR = $(PREFIX)/share/zsh/site-functions
BIN = $(DESTDIR)$(PREFIX)/bin
SHARE = $(DESTDIR)$(PREFIX)/share
COMPLETIONS = $(SHARE)/bash-completion/completions/gbq \
	$(DESTDIR)$(ZSHDIR)/_gbq \
	$(SHARE)/fish/vendor_completions.d/gbq.fish
EXTENSION = $(DESTDIR)$(LIBDIR)/sqlite3/gbq.so

install: $(B)/gbq $(B)/gbq.so man
	mkdir -p $(BIN) $(SHARE)/man/man1 $(SHARE)/man/man7 \
	    $(dir $(COMPLETIONS) $(EXTENSION))
	install -m 755 $(B)/gbq $(BIN)/gbq
	install -m 644 $(B)/gbq.so $(EXTENSION)
	install -m 644 build/man/*.1 $(SHARE)/man/man1
	install -m 644 build/man/*.7 $(SHARE)/man/man7
	$(B)/gbq completion bash > $(word 1,$(COMPLETIONS))
	$(B)/gbq completion zsh > $(word 2,$(COMPLETIONS))
	$(B)/gbq completion fish > $(word 3,$(COMPLETIONS))

# The installed program names the pages that came with it.
uninstall:
	for page in $$($(BIN)/gbq manual); do \
	    rm -f $(SHARE)/man/man$${page##*.}/$$page; done
	rm -f $(BIN)/gbq $(EXTENSION) $(COMPLETIONS)

# The C API: gbq.h, libgbq, and gbq.pc for pkg-config.
INCLUDE = $(DESTDIR)$(PREFIX)/include
LIB = $(DESTDIR)$(LIBDIR)

define GBQ_PC
prefix=$(PREFIX)
libdir=$(LIBDIR)
includedir=$${prefix}/include

Name: gbq
Description: index of what torch.compile leaves behind
Version: $(VERSION)
Libs: -L$${libdir} -lgbq
Libs.private: $(PKG_LIBS)
Cflags: -I$${includedir}
endef
export GBQ_PC

install-lib: $(B)/public/libgbq.a $(B)/public/libgbq.so.0
	mkdir -p $(INCLUDE) $(LIB)/pkgconfig
	install -m 644 include/gbq.h $(INCLUDE)/gbq.h
	install -m 644 $^ $(LIB)
	ln -sf libgbq.so.0 $(LIB)/libgbq.so
	echo "$$GBQ_PC" > $(LIB)/pkgconfig/gbq.pc

uninstall-lib:
	rm -f $(INCLUDE)/gbq.h $(LIB)/libgbq.a $(LIB)/libgbq.so.0 \
	    $(LIB)/libgbq.so $(LIB)/pkgconfig/gbq.pc

VERSION = $(shell sed -n 's/^.define GBQ_VERSION "\(.*\)"/\1/p' include/gbq.h)

dist:
	@src/tools/dist.sh $(VERSION)

deb: deps-build
	$(call install,$(DEBS_PACKAGE))
	+@src/tools/deb.sh $(VERSION)

distcheck: dist
	@src/tools/distcheck.sh $(VERSION) $(JOBS)

clean:
	rm -rf build gbq gbq.so

-include $(LIB_OBJECTS:.o=.d) $(EXTENSION_OBJECTS:.o=.d) $(CLI_OBJECTS:.o=.d) $(UNIT_TESTS:=.d)
-include $(FUZZ_TARGETS:=.d) $(FUZZ_COMMON:.o=.d)
