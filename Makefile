# Every target installs what it needs first, so each works on a fresh machine that has Swift 6.2.3 or newer.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# What set-up installs, by package manager, and how it tells that a library is there (by pkg-config).
APT_PACKAGES := pkg-config liblua5.4-dev libsimdjson-dev zlib1g-dev libboost-math-dev \
	libsqlite3-dev libedit-dev librsvg2-bin chafa lua-check lld python3
BREW_PACKAGES := pkgconf lua@5.4 simdjson zlib boost sqlite libedit librsvg chafa luacheck python
LIBRARIES := lua5.4 simdjson zlib sqlite3 libedit
# Programs that run beside it: pictures as PNG and PDF, pictures in a terminal, and the checks of Lua files and folders.
PROGRAMS := rsvg-convert chafa luacheck python3
# Boost has headers only, and no pkg-config file.
BOOST := $(firstword $(wildcard $(addsuffix /include/boost/math,/usr /usr/local /opt/homebrew)))

# Without debug sections, which take time and half of the binary.
RELEASE := -c release -Xswiftc -cross-module-optimization -debug-info-format none
# With it Package.swift has modules that compute little optimized for size.
build library wheel: export PINFOLD_RELEASE = 1
# On Linux the command has Swift's libraries in it, so that it runs where there is no toolchain; macOS has its own. A
# static Foundation brings libcurl and ICU, which stubs replace; that requires lld. The command exports no names. Functions are
# in sections of their own, of which the linker leaves out those that nothing calls.
ifeq ($(shell uname),Linux)
STUBS := $(CURDIR)/.build/stubs
RELEASE += --static-swift-stdlib -Xswiftc -use-ld=lld -Xswiftc -Xfrontend -Xswiftc -function-sections \
	$(addprefix -Xlinker ,-O2 --icf=safe -L$(STUBS) '--remap-inputs=*/libcurl.*=$(STUBS)/libcurl.a' \
	'--remap-inputs=*/libFoundationNetworking.a=$(STUBS)/libnetworking.a' \
	'--remap-inputs=*/lib_FoundationICU.a=$(STUBS)/libicu.a')
PROGRAM := -Xlinker --version-script=$(STUBS)/names.map
build library wheel: $(STUBS)/libnetworking.a $(STUBS)/libicu.a
endif
# A fresh debug build takes two thirds of the time with whole modules at a time and a small index, which SwiftPM needs
# to look for tests; and where each module is read once, not once more for its interface.
ONCE := -Xswiftc -num-threads -Xswiftc 2 -Xswiftc -no-emit-module-separately-wmo
WHOLE := -Xswiftc -wmo -Xswiftc -index-ignore-system-modules $(ONCE)
# Tests are built as a release that is not optimised: of a debug build the parser of arguments goes over all declarations
# again and again each time a command starts, which is two thirds of what small commands do. They have a folder of their
# own, for other flags would build everything anew.
CHECKED := -c release --scratch-path .build/check -Xswiftc -Onone -Xswiftc -enable-testing $(ONCE)
# With it Package.swift has some modules optimised.
layers api test sanitize fuzz-tests: export PINFOLD_CHECK = 1
EVENTS := .build/check/events.jsonl
# Without --disable-xctest the address sanitizer reports a leak that is XCTest's own.
TEST := swift test --disable-xctest
# Swift's crash handler hangs under sanitizers; real data and large batches are large, and add nothing there.
SANITIZED := SWIFT_BACKTRACE=enable=no LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/leaks.txt:print_suppressions=0 $(TEST) --skip 'RealData|PluginContractTests|largeBatches' $(WHOLE)
ADDRESS := $(SANITIZED) --sanitize=address -Xswiftc -use-ld=lld --scratch-path .build/address
THREAD := $(SANITIZED) --sanitize=thread --scratch-path .build/thread
# What touches memory by hand: the bridges to C and C++, what is built on them, and the indexes over unsafe buffers.
# Oracles look at every pair of points in plain Swift, and contracts at thousands of frames: many times slower here,
# with nothing to find.
UNSAFE := LuaTests|PinfoldScriptingTests|PinfoldDataTests|PinfoldCommandTests.*ShellTests|BadInputTests|BadPluginTests|ScoreTests|MortonCells|RadixSort|PointSet|PointOrder|Quadtree|PCATree|Dendrogram|CellGrid|SequenceDelta|ColumnTests|ScratchTests|RadiusListTests
# What uses several threads or is stopped from another one; the rest has nothing to find here, and is slower still.
THREADED := StopTests|PinfoldScriptingTests.SessionTests|PluginNonsense|StudyRunnerTests|DeterminismTests|ParallelTests|RunContext|ClusterMapEditTests|SeparateMergingTests.rounds|SeparateMergingTests.stops|SuperclusterMergingTests.(threads|waiting)|RadiusMergingTests.threads|RadiusListTests
# What libFuzzer tries out, each as PROGRAM/TARGET: an executable target of Package.swift under Tests/Fuzz, and one of the
# names that it knows, which are those of formats and of a few other parsers. Each has a folder of inputs to begin with,
# Tests/Fuzz/Corpus/TARGET; whatever it finds stays below FUZZ.
FUZZ_TARGETS := $(patsubst Tests/Fuzz/Corpus/%,FuzzReaders/%,$(wildcard Tests/Fuzz/Corpus/*))
FUZZ := .build-fuzz
# Tests that make up programs, plugins and damaged studies for FUZZ_SECONDS.
FUZZ_TESTS := PinfoldScriptingTests.FuzzTests|StudyDamageTests/anything
SIMDJSON := $(if $(shell command -v apt-get),$(FUZZ)/simdjson.o)
# How long each of them is tried.
SECONDS := 60
LINTED := Package.swift Sources Tests
# Modules whose folders form no circle.
LAYERED := $(wildcard Sources/Pinfold*) Sources/Lua
# Modules that apps can import; their public names are recorded.
PRODUCTS := Pinfold PinfoldMarkers PinfoldEvaluation PinfoldData PinfoldDrawing PinfoldDefinitions PinfoldStudies PinfoldScripting \
	PinfoldCommandLine

# Products that build where there are only a Swift and a C compiler, as on iOS.
PORTABLE := Pinfold PinfoldMarkers PinfoldMapKit PinfoldEvaluation PinfoldDrawing

# Where to install; packagers set DESTDIR too.
PREFIX := /usr/local
INSTALLED = $(DESTDIR)$(PREFIX)
SHARED = $(INSTALLED)/share
# What 'make build' makes: the command, and beside it what is installed with it, by its folder below share/.
BUILT := .build/release/pinfold
BUILT_SHARE := .build/share
# The library for C, whose name on a system is libpinfold.
LIBRARY := libPinfoldC.$(if $(filter Darwin,$(shell uname)),dylib,so)
VERSION = $(shell sed -n 's/.*current = "\(.*\)"/\1/p' Sources/Pinfold/Version.swift)
MANUAL = $(patsubst $(BUILT_SHARE)/%,%,$(wildcard $(BUILT_SHARE)/man/man1/pinfold-*.1))
COMPANIONS = man/man1/pinfold.1 $(MANUAL) bash-completion/completions/pinfold zsh/site-functions/_pinfold \
	fish/vendor_completions.d/pinfold.fish

# Parameters are told of where there is something to tell, so not all of them: docc's check of that is off.
DOCUMENTED := Pinfold PinfoldStudies PinfoldScripting
DOCC = $(or $(shell command -v docc),xcrun docc)

# Homebrew's headers are not where the compiler looks by itself.
ifneq ($(wildcard /opt/homebrew/include),)
export CPATH := /opt/homebrew/include
endif

.PHONY: help setup build run shootout install install-library uninstall library check-install dist check-dist wheel check-python js demo check-js docs site check-app browser bench bench-agreement test lint layers api sanitize fuzz fuzz-tests fuzzers clean

help: ## Say what can be made.
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## (.*)/make \1\t\2/' | expand -t 20

setup: ## Install the system packages that are missing.
	@command -v swift > /dev/null || { echo "Swift 6.2.3 or newer is needed first: https://www.swift.org/install"; exit 1; }
	@missing=; \
	command -v pkg-config > /dev/null || missing="pkg-config"; \
	if [ -z "$$missing" ]; then for l in $(LIBRARIES); do pkg-config --exists $$l || missing="$$missing $$l"; done; fi; \
	for p in $(PROGRAMS); do command -v $$p > /dev/null || missing="$$missing $$p"; done; \
	for f in $(FILES); do test -e $$f || missing="$$missing $$f"; done; \
	for m in $(MODULES); do python3 -c "import $$m" 2> /dev/null || missing="$$missing python3-$$m"; done; \
	[ -n "$(BOOST)" ] || missing="$$missing boost"; \
	if [ "$$(uname)" = Linux ]; then command -v ld.lld > /dev/null || missing="$$missing lld"; fi; \
	if [ -z "$$missing" ]; then echo "set-up: every system package is there"; exit 0; fi; \
	echo "set-up: missing:$$missing"; \
	if command -v apt-get > /dev/null; then \
	  as_root=; [ "$$(id -u)" = 0 ] || as_root=sudo; \
	  echo "set-up: installing $(APT_PACKAGES) with apt-get"; \
	  $$as_root apt-get update -qq; \
	  DEBIAN_FRONTEND=noninteractive $$as_root apt-get install -y -qq $(APT_PACKAGES) > /dev/null; \
	elif command -v brew > /dev/null; then \
	  echo "set-up: installing $(BREW_PACKAGES) with brew"; \
	  brew install --quiet $(BREW_PACKAGES); \
	else \
	  echo "set-up: neither apt-get nor brew is here; install by hand what provides:$$missing"; exit 1; \
	fi

# The commit, which manifests of studies tell: only where this folder is a repository by itself, not a tarball in one.
build library wheel: export PINFOLD_COMMIT := $(shell test -e .git && git rev-parse HEAD 2> /dev/null \
	&& { git diff --quiet HEAD || echo +changes; })
build: setup ## Build the command, optimised, as .build/release/pinfold.
	swift build $(RELEASE) $(PROGRAM) --product pinfold
	@install -d $(dir $(addprefix $(BUILT_SHARE)/,$(COMPANIONS)))
	@rm -f $(BUILT_SHARE)/man/man1/*; $(BUILT) manual --output $(BUILT_SHARE)/man/man1
	@$(BUILT) --generate-completion-script bash > $(BUILT_SHARE)/bash-completion/completions/pinfold
	@$(BUILT) --generate-completion-script zsh > $(BUILT_SHARE)/zsh/site-functions/_pinfold
	@$(BUILT) --generate-completion-script fish > $(BUILT_SHARE)/fish/vendor_completions.d/pinfold.fish

$(STUBS)/lib%.a: Sources/C/Stubs/%.c | setup
	@mkdir -p $(STUBS)
	clang -O -c $< -o $(STUBS)/$*.o
	@rm -f $@ $(STUBS)/libcurl.a; ar rc $@ $(STUBS)/$*.o; ar rc $(STUBS)/libcurl.a
	@echo '{ local: *; };' > $(STUBS)/names.map

run: build ## Build, recommend a strategy for the sample, and draw it as a map to look at.
	$(BUILT) suggest towns --output .build/towns.html
	@echo; echo "Now look at file://$(CURDIR)/.build/towns.html, or try:"
	@printf '  %-40s %s\n' '$(BUILT) serve towns' 'a live map in the browser' \
	  '$(BUILT) suggest FILE' 'the same for your own data' '$(BUILT)' "the shell; 'pinfold tour' shows what it can do" \
	  'make shootout' 'every strategy on six data sets, by all metrics: minutes'

shootout: build ## Judge every strategy on generated data by all metrics, and write the report.
	rm -rf .build/shootout
	$(BUILT) shootout --results .build/shootout
	$(BUILT) study report .build/shootout --output .build/shootout.html
	@echo; echo "The report: file://$(CURDIR)/.build/shootout.html"

# It copies and does nothing else, for it may be root who installs.
install: ## Install what 'make build' built, below PREFIX (/usr/local); DESTDIR goes before it.
	@for f in $(BUILT) $(addprefix $(BUILT_SHARE)/,$(COMPANIONS)); do \
	  test -f "$$f" || { echo "$$f is missing: run 'make build' first"; exit 1; }; \
	done
	install -d "$(INSTALLED)/bin" "$(SHARED)/pinfold/plugins" "$(SHARED)/pinfold/scripts"
	install -s -m 755 $(BUILT) "$(INSTALLED)/bin"
	install -m 644 Plugins/*.lua "$(SHARED)/pinfold/plugins"
	install -m 644 Scripts/*.lua "$(SHARED)/pinfold/scripts"
	@for f in $(COMPANIONS); do \
	  install -d "$(SHARED)/$$(dirname $$f)"; \
	  install -m 644 $(BUILT_SHARE)/$$f "$(SHARED)/$$f"; \
	done

install-library: ## Install the library for C that 'make library' built, its header and its file for pkg-config, below PREFIX.
	@test -f .build/release/$(LIBRARY) || { echo "$(LIBRARY) is missing: run 'make library' first"; exit 1; }
	install -d "$(INSTALLED)/lib/pkgconfig" "$(INSTALLED)/include"
	install -s -m 755 .build/release/$(LIBRARY) "$(INSTALLED)/lib/libpinfold$(suffix $(LIBRARY))"
	install -m 644 Sources/C/CPinfold/pinfold.h "$(INSTALLED)/include"
	@sed -e 's|@PREFIX@|$(abspath $(PREFIX))|; s|@VERSION@|$(VERSION)|' .ci/packages/pinfold.pc.in > "$(INSTALLED)/lib/pkgconfig/pinfold.pc"

uninstall: ## Delete what 'make install' and 'make install-library' installed, with the same PREFIX and DESTDIR.
	rm -f "$(INSTALLED)/bin/pinfold" "$(INSTALLED)/include/pinfold.h" "$(INSTALLED)/lib/pkgconfig/pinfold.pc" \
	  "$(INSTALLED)/lib/libpinfold$(suffix $(LIBRARY))" $(foreach f,$(COMPANIONS),"$(SHARED)/$f") \
	  $(foreach f,$(notdir $(wildcard Plugins/*.lua)),"$(SHARED)/pinfold/plugins/$f") \
	  $(foreach f,$(notdir $(wildcard Scripts/*.lua)),"$(SHARED)/pinfold/scripts/$f")
	@# Folders go if they are empty; plugins and scripts of others stay.
	@rmdir "$(SHARED)/pinfold/plugins" "$(SHARED)/pinfold/scripts" "$(SHARED)/pinfold" 2> /dev/null || true

check-install: build ## Install into a folder, use the command where no toolchain is, and uninstall it.
	.ci/check-install

# It links what 'make build' compiles, as a library.
library: setup ## Build the library for C, which 'make install-library' installs.
	PINFOLD_LIBRARY=1 swift build $(RELEASE) --product PinfoldC

WHEEL := .build/wheel
wheel check-python: APT_PACKAGES += python3-venv
wheel check-python: MODULES := ensurepip
wheel: library ## Pack the Python package as .build/wheel/pinfold-*.whl.
	Sources/PinfoldPython/pack .build/release/$(LIBRARY) $(WHEEL)

# Once where only numpy is, and once beside everything that the package goes with. Spark needs Java, the widget Chromium, and
# pysupercluster is built as for 'make bench'.
BESIDE := pandas pyarrow geopandas scikit-learn nbclient ipykernel anywidget playwright==1.65.2 mypy polars duckdb pyspark==4.3.0
check-python: APT_PACKAGES += default-jre-headless g++ python3-dev chromium
check-python: BREW_PACKAGES += openjdk chromium
check-python: PROGRAMS += java g++ chromium
check-python: build wheel ## Install the Python package into clean environments, and test it there.
	@set -e; for beside in "" "$(BESIDE)"; do \
	  python3 -m venv --clear $(WHEEL)/clean; \
	  pip="$(WHEEL)/clean/bin/python -m pip install --quiet --disable-pip-version-check"; \
	  $$pip $(WHEEL)/pinfold-*.whl $$beside; \
	  if [ -n "$$beside" ]; then \
	    $$pip $$(grep -E '^(pip|wheel|setuptools)=' Tests/Bench/requirements.txt); \
	    $$pip --no-build-isolation $$(grep '^pysupercluster=' Tests/Bench/requirements.txt); \
	  fi; \
	  echo "check-python: beside numpy: $${beside:-nothing}"; \
	  $(WHEEL)/clean/bin/python -m unittest discover --start-directory Tests/Python --buffer; \
	done

# Articles link to each other by their files, so that links work where a repository is read; docc has links of its own.
docs: setup ## Build the documentation of the libraries as .build/documentation/*.doccarchive.
	swift build
	@rm -rf .build/symbols .build/documentation "$$(swift build --show-bin-path)/../symbolgraph"
	@mkdir -p .build/symbols .build/documentation
	@# It fails for targets in C, which have no symbols of Swift; those of the libraries are looked for below.
	swift package dump-symbol-graph --minimum-access-level public > .build/symbols/log 2>&1 || true
	@for m in $(DOCUMENTED); do \
	  mkdir -p .build/symbols/$$m; \
	  cp "$$(swift build --show-bin-path)/../symbolgraph/$$m.symbols.json" .build/symbols/$$m || { cat .build/symbols/log; exit 1; }; \
	  rm -rf .build/catalogs/$$m.docc; mkdir -p .build/catalogs; cp -R Sources/$$m/$$m.docc .build/catalogs; \
	  perl -pi -e 's/\]\((\w+)\.md\)/](doc:$$1)/g' .build/catalogs/$$m.docc/*.md; \
	  $(DOCC) convert .build/catalogs/$$m.docc --additional-symbol-graph-dir .build/symbols/$$m --warnings-as-errors \
	    --disable-parameters-and-returns-validation --output-path .build/documentation/$$m.doccarchive; \
	  echo "documentation: .build/documentation/$$m.doccarchive"; \
	done

# A generator of sites that many projects use, with search and without anything from a network.
SITE := .build/site-tools
site: APT_PACKAGES += python3-venv
site: MODULES := ensurepip
site: setup ## Build the pages as a site, .build/site/index.html, and check its links.
	@test -x $(SITE)/bin/mkdocs || { python3 -m venv $(SITE) && \
	  $(SITE)/bin/pip install --quiet --disable-pip-version-check 'mkdocs-material==9.8.2'; }
	Documentation/make-site .build/pages
	NO_MKDOCS_2_WARNING=1 $(SITE)/bin/mkdocs build --strict --config-file .build/pages/mkdocs.yml --site-dir $(CURDIR)/.build/site 2>&1 \
	  | { grep -v "^INFO" || true; }
	@# The page that clusters a file is a part of it where 'make demo' made it.
	@if [ -d $(DEMO) ]; then rm -rf .build/site/try; cp -R $(DEMO) .build/site/try; fi
	@echo "site: .build/site/index.html"

lint: ## Check the formatting, and the words of help texts and pages.
	swift format lint --strict --recursive --parallel $(LINTED)
	Tests/Checks/comments.py Sources Tests
	Tests/Checks/phrases.py README.md CONTRIBUTING.md Documentation/*.md Sources/*/*.docc/*.md Sources/PinfoldPython/README.md \
	  Tests/Snapshots/Help/*.txt

layers: ## Check what targets import, that folders form no circle, that raw memory stays in one folder, and that the public API is the recorded one.
	swift build $(CHECKED) --explicit-target-dependency-import-check error
	Tests/Checks/folders.py $(LAYERED)
	Tests/Checks/unsafe.py Sources/Pinfold
	Tests/Checks/unsafe.py Sources/PinfoldData Files SQLite
	Tests/Checks/unsafe.py --sendable Sources/PinfoldScripting
	Tests/Checks/portable.py $(PORTABLE)
	Tests/Checks/api.py .build/check/release $(PRODUCTS)

api: ## Record the public API as it is now; look at the difference before you commit it.
	swift build $(CHECKED)
	Tests/Checks/api.py --record .build/check/release $(PRODUCTS)

# Tests run one at a time: otherwise all begin at once, and their times say nothing.
# Where 'swift test' cannot write events, the summary is left out. It would ask for testable modules by itself too, and so
# build all of them a second time.
test: setup lint layers ## Check formatting and layers, then run every test; list the slowest and what failed.
	@events=; rm -f $(EVENTS); \
	if swift test --help-hidden 2> /dev/null | grep -e --event-stream-output-path > /dev/null; then \
	  events="--event-stream-output-path $(EVENTS) --event-stream-version 0"; \
	fi; \
	status=0; (set -x; $(TEST) --no-parallel --disable-testable-imports $(CHECKED) $$events) || status=$$?; \
	if [ -f $(EVENTS) ]; then .ci/test-summary $(EVENTS); fi; \
	exit $$status

# As an app's developer and a newcomer would: no flag of this file, for flags can hide what a compiler refuses.
# The program with a strategy compiles all of the package. On Linux PinfoldMapKit is compiled too, and run: its sources against stand-ins for Apple's frameworks.
check-app: setup ## Build and run an app that depends on the library alone, debug and release, and a program with a strategy of its own, without any flag.
	swift run --package-path Tests/SampleApp --scratch-path .build/app SampleApp
	swift run --package-path Tests/SampleApp --scratch-path .build/app -c release SampleApp
	@if [ "$$(uname)" = Linux ]; then (set -x; swift run --package-path Tests/SampleApp --scratch-path .build/app MapApp); fi
	@test -z "$$(ls .build/app/checkouts)" || { echo "check-app: fetched: $$(ls .build/app/checkouts)"; exit 1; }
	swift test --package-path Tests/SampleStrategy --scratch-path .build/strategy
	swift run --package-path Tests/SampleStrategy --scratch-path .build/strategy rows compare towns --strategy rows,grid

# It needs more than the rest: a browser, and Python's playwright to drive it, in a folder of its own.
BROWSER := .build/browser
define DRIVER
test -x $(BROWSER)/bin/python || python3 -m venv $(BROWSER); \
cmp -s Tests/Browser/requirements.txt $(BROWSER)/requirements.txt || { \
  $(BROWSER)/bin/pip install --quiet -r Tests/Browser/requirements.txt && \
  $(BROWSER)/bin/pip install --quiet --no-deps maplibre==0.3.6 && \
  cp Tests/Browser/requirements.txt $(BROWSER)/requirements.txt; }
endef
CITIES := ../shared/data/world-cities.geojsonl.gz
browser: export PINFOLD_CHECK = 1
browser: APT_PACKAGES += chromium python3-venv
browser: BREW_PACKAGES += chromium
browser: PROGRAMS += chromium
browser: setup ## Try the live map and vector tiles in Chromium, and tiles with other programs that read them.
	swift build $(CHECKED) --product pinfold
	@$(DRIVER)
	$(BROWSER)/bin/python Tests/Browser/live_map.py .build/check/release/pinfold $(CITIES)
	$(BROWSER)/bin/python Tests/Browser/tiles.py .build/check/release/pinfold $(CITIES)

# The module is small because of two linkers and an optimizer that only this needs.
JS := .build/js
js demo check-js: APT_PACKAGES += wasi-libc libclang-rt-19-dev-wasm32 binaryen nodejs
js demo check-js: PROGRAMS += wasm-opt node
js demo check-js: FILES := /usr/include/wasm32-wasi/math.h
js: setup ## Build the JavaScript package, WebAssembly and an ES module, as .build/js.
	Sources/PinfoldJS/build $(JS)

# The page has its camera, gestures and ground from the live map.
DEMO := .build/demo
demo: js ## Put the page that clusters a file in the browser into .build/demo, for any server of files.
	rm -rf $(DEMO); mkdir -p $(DEMO)
	cp -R $(JS) $(DEMO)/pinfold
	cp Sources/PinfoldJS/page/* Sources/C/CPage/page/camera.js Sources/C/CPage/page/gestures.js Sources/C/CPage/page/numbers.js \
	  Sources/C/CPlayer/fit.js Sources/C/CPlayer/ground.js Sources/C/CGround/ground.bin Sources/C/CSamples/towns.csv.gz $(DEMO)

check-js: APT_PACKAGES += chromium python3-venv libjs-leaflet
check-js: PROGRAMS += chromium
check-js: FILES += /usr/share/javascript/leaflet
check-js: demo ## Test the JavaScript package in Node, and on pages in Chromium.
	node --test Tests/JavaScript/
	@$(DRIVER)
	$(BROWSER)/bin/python Tests/Browser/javascript.py $(JS) $(DEMO)

dist: APT_PACKAGES += python3-venv
dist: MODULES := ensurepip
dist: build wheel ## Pack it: a tarball, Debian packages with a Containerfile, a Python wheel, sources with a formula for Homebrew.
	.ci/make-dist

check-dist: APT_PACKAGES += mmdebstrap ruby
check-dist: PROGRAMS += mmdebstrap ruby
check-dist: dist ## Try what was packed, each in a fresh Debian 12 and 13: packages, tarball, the container's steps, the wheel.
	.ci/check-dist

# They too need more than the rest: the libraries to compare with, in a folder of their own. Two variables that tune a
# library of linear algebra for some machines slow scikit-learn down on others.
PEERS := .build/peers
COMPARE := env -u OPENBLAS_CORETYPE -u OPENBLAS_L2_SIZE $(PEERS)/bin/python -B Tests/Bench/bench.py
bench bench-agreement: APT_PACKAGES += g++ python3-dev python3-venv
bench bench-agreement: PROGRAMS += g++
bench: build wheel $(PEERS)/installed ## Compare speed with other libraries, on generated data and on that of ../shared/data.
	$(PEERS)/bin/python -m pip install --quiet --force-reinstall --no-deps $(WHEEL)/pinfold-*.whl
	$(COMPARE) .build/release/pinfold --times .build/bench --data $(dir $(CITIES))

bench-agreement: export PINFOLD_CHECK = 1
bench-agreement: setup $(PEERS)/installed ## Check that other libraries have the same answers, on a few points.
	swift build $(CHECKED) --product pinfold
	$(COMPARE) .build/check/release/pinfold

$(PEERS)/installed: Tests/Bench/requirements.txt | setup
	python3 -m venv --clear $(PEERS)
	$(PEERS)/bin/python -m pip install --quiet $$(sed '/^#/d; /^pysupercluster=/,$$d' $<)
	$(PEERS)/bin/python -m pip install --quiet --no-build-isolation --requirement $<
	@touch $@

sanitize: setup ## Run the tests of unsafe code under the address sanitizer, those with threads under the thread sanitizer.
	$(ADDRESS) --filter '$(UNSAFE)'
	$(THREAD) --filter '$(THREADED)'
	$(MAKE) fuzz

# Two at a time, the longest first.
fuzz: fuzzers ## Try readers, the Lua API, plugins and studies on what fuzzers make up, SECONDS=60 each.
	@$(MAKE) --no-print-directory -j 2 fuzz-tests $(FUZZ_TARGETS:%=fuzz/%)

fuzz-tests:
	FUZZ_SECONDS=$(SECONDS) $(ADDRESS) --filter '$(FUZZ_TESTS)'

fuzz/%:
	@.ci/fuzz $(FUZZ) $* $(SECONDS)

fuzzers: setup $(SIMDJSON)
	@for program in $(sort $(patsubst %/,%,$(dir $(FUZZ_TARGETS)))); do \
	  PINFOLD_FUZZ=1 swift build -c release --product $$program --scratch-path $(FUZZ) \
	    --sanitize address --sanitize fuzzer -Xswiftc -use-ld=lld $(addprefix -Xlinker $(CURDIR)/,$(SIMDJSON)); \
	done

# The system's simdjson is built without sanitizers, which then miss what it writes past its buffers: fuzzers take the
# same version, built from the source package of where the system's came from. Without apt-get they do without.
$(FUZZ)/simdjson.o:
	@mkdir -p $(FUZZ)/simdjson/lists/partial $(FUZZ)/simdjson/cache/archives/partial
	@cd $(FUZZ)/simdjson; \
	apt-cache madison libsimdjson-dev | \
	  awk '{ split($$6, part, "/"); print "deb-src", $$5, part[1], part[2]; exit }' > sources.list; \
	apt="apt-get -qq -o Dir::Etc::SourceList=$$PWD/sources.list -o Dir::Etc::SourceParts=/dev/null \
	  -o Dir::State::Lists=$$PWD/lists -o Dir::Cache=$$PWD/cache"; \
	$$apt update; \
	$$apt source --download-only simdjson; \
	tar -xzf simdjson_*.orig.tar.gz --strip-components=2 --wildcards '*/singleheader/simdjson.cpp' \
	  '*/singleheader/simdjson.h'
	clang++ -std=c++17 -O1 -g -w -fsanitize=address,fuzzer-no-link -c $(FUZZ)/simdjson/simdjson.cpp -o $@

clean: ## Delete what was built.
	rm -rf .build $(FUZZ)
