# Every target installs what it needs first, so each works on a fresh machine that has Swift 6.2 or newer.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# What set-up installs, by package manager, and how it tells that a library is there (by pkg-config).
APT_PACKAGES := pkg-config liblua5.4-dev libsimdjson-dev zlib1g-dev libsodium-dev libboost-math-dev \
	libsqlite3-dev libedit-dev librsvg2-bin chafa lua-check lld python3
BREW_PACKAGES := pkgconf lua@5.4 simdjson zlib libsodium boost sqlite libedit librsvg chafa luacheck python
LIBRARIES := lua5.4 simdjson zlib libsodium sqlite3 libedit
# Programs that run beside it: pictures as PNG and PDF, pictures in a terminal, and the checks of Lua files and folders.
PROGRAMS := rsvg-convert chafa luacheck python3
# Boost has headers only, and no pkg-config file.
BOOST := $(firstword $(wildcard $(addsuffix /include/boost/math,/usr /usr/local /opt/homebrew)))

RELEASE := -c release -Xswiftc -cross-module-optimization
# Without --disable-xctest the address sanitizer reports a leak that is XCTest's own.
TEST := swift test --disable-xctest
# Swift's crash handler hangs under sanitizers; real data is large, and adds nothing there.
SANITIZED := SWIFT_BACKTRACE=enable=no LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/leaks.txt:print_suppressions=0 $(TEST) --skip RealData
# What touches memory by hand: the bridges to C and C++, what is built on them, and the indexes over unsafe buffers.
# Oracles look at every pair of points in plain Swift: many times slower here, with nothing to find.
UNSAFE := LuaTests|PinfoldScriptingTests|PinfoldDataTests|ShellTests|BadInputTests|BadPluginTests|ScoreTests|MortonCells|RadixSort|PointSet|PointOrder|Quadtree|PCATree|Dendrogram|CellGrid|SequenceDelta
# What uses several threads or is stopped from another one; the rest has nothing to find here, and is slower still.
THREADED := StopTests|SessionTests|PluginNonsense|StudyRunnerTests|DeterminismTests|ParallelTests|RunContext|ClusterMapEditTests
LINTED := Package.swift Sources Tests
# Modules whose folders form no circle.
LAYERED := Sources/Pinfold

# Where to install; packagers set DESTDIR too.
PREFIX := /usr/local
INSTALLED = $(DESTDIR)$(PREFIX)
SHARED = $(INSTALLED)/share

# Parameters are told of where there is something to tell, so not all of them: docc's check of that is off.
DOCUMENTED := Pinfold PinfoldScripting
DOCC = $(or $(shell command -v docc),xcrun docc)

# Homebrew's headers are not where the compiler looks by itself.
ifneq ($(wildcard /opt/homebrew/include),)
export CPATH := /opt/homebrew/include
endif

.PHONY: help setup build run install docs test lint layers sanitize clean

help: ## Say what can be made.
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## (.*)/make \1\t\2/' | expand -t 20

setup: ## Install the system packages that are missing.
	@command -v swift > /dev/null || { echo "Swift 6.2 or newer is needed first: https://www.swift.org/install"; exit 1; }
	@missing=; \
	command -v pkg-config > /dev/null || missing="pkg-config"; \
	if [ -z "$$missing" ]; then for l in $(LIBRARIES); do pkg-config --exists $$l || missing="$$missing $$l"; done; fi; \
	for p in $(PROGRAMS); do command -v $$p > /dev/null || missing="$$missing $$p"; done; \
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

build: setup ## Build the command, optimised, as .build/release/pinfold.
	swift build $(RELEASE) --product pinfold

run: build ## Build, compare every strategy on built-in data, and write the shoot-out's report.
	.build/release/pinfold run Scripts/compare.lua
	rm -rf .build/shootout
	.build/release/pinfold run Scripts/shootout.lua .build/shootout/
	.build/release/pinfold study report .build/shootout --output .build/shootout.html
	@echo; echo "The shoot-out's report: file://$(CURDIR)/.build/shootout.html"

install: build ## Install the command, plugins, the manual page and completions below PREFIX (/usr/local).
	install -d $(INSTALLED)/bin $(SHARED)/pinfold/plugins $(SHARED)/man/man1 $(SHARED)/bash-completion/completions \
	  $(SHARED)/zsh/site-functions $(SHARED)/fish/vendor_completions.d
	install -m 755 .build/release/pinfold $(INSTALLED)/bin
	install -m 644 Plugins/*.lua $(SHARED)/pinfold/plugins
	.build/release/pinfold manual > $(SHARED)/man/man1/pinfold.1
	.build/release/pinfold --generate-completion-script bash > $(SHARED)/bash-completion/completions/pinfold
	.build/release/pinfold --generate-completion-script zsh > $(SHARED)/zsh/site-functions/_pinfold
	.build/release/pinfold --generate-completion-script fish > $(SHARED)/fish/vendor_completions.d/pinfold.fish

docs: setup ## Build the documentation of the libraries as .build/documentation/*.doccarchive.
	swift build
	@rm -rf .build/symbols .build/documentation "$$(swift build --show-bin-path)/../symbolgraph"
	@mkdir -p .build/symbols .build/documentation
	@# It fails for targets in C, which have no symbols of Swift; those of the libraries are looked for below.
	swift package dump-symbol-graph --minimum-access-level public > .build/symbols/log 2>&1 || true
	@for m in $(DOCUMENTED); do \
	  mkdir -p .build/symbols/$$m; \
	  cp "$$(swift build --show-bin-path)/../symbolgraph/$$m.symbols.json" .build/symbols/$$m || { cat .build/symbols/log; exit 1; }; \
	  $(DOCC) convert Sources/$$m/$$m.docc --additional-symbol-graph-dir .build/symbols/$$m --warnings-as-errors \
	    --disable-parameters-and-returns-validation --output-path .build/documentation/$$m.doccarchive; \
	  echo "documentation: .build/documentation/$$m.doccarchive"; \
	done

lint: ## Check the formatting.
	swift format lint --strict --recursive --parallel $(LINTED)

layers: ## Check that no target imports what its layer may not, and that folders form no circle.
	swift build --explicit-target-dependency-import-check error
	Tests/Checks/folders.py $(LAYERED)

test: setup lint layers ## Check formatting and layers, then run every test.
	$(TEST)

sanitize: setup ## Run the tests of unsafe code under the address sanitizer, those with threads under the thread sanitizer.
	$(SANITIZED) --filter '$(UNSAFE)' --sanitize=address -Xswiftc -use-ld=lld --scratch-path .build/address
	$(SANITIZED) --filter '$(THREADED)' --sanitize=thread --scratch-path .build/thread

clean: ## Delete what was built.
	rm -rf .build
