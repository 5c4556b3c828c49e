# Two commands matter: `make run` (set up, build, show a game) and `make test` (set up, check
# everything). Set-up is remembered in stamp files inside .venv, so a second run starts at once;
# the C++ module is rebuilt exactly when something under core/ is newer than the stamp.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PY     := $(BIN)/python
BUILD  := build/editable
JOBS   ?= $(shell nproc 2>/dev/null || echo 2)
FUZZ_SECONDS ?= 10

export PATH := $(CURDIR)/$(BIN):$(PATH)
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export CMAKE_BUILD_PARALLEL_LEVEL := $(JOBS)
# Where .venv keeps compiled packages.
SITE = "$$($(PY) -c 'import sysconfig; print(sysconfig.get_path("platlib"))')"
# With LOCKED=1 the versions of tools/versions.txt, so that an old clone builds as it did.
PIP := $(PY) -m pip install -qq $(if $(LOCKED),-c tools/versions.txt)
NODE := $(PY) tools/node.py

# The folders count too: adding or deleting a file changes them.
CORE := $(shell find core -type d -o -name '*.h' -o -name '*.cpp' -o -name '*.cu')

# An editable install knows the packages by name, so it is renewed when one comes or goes.
PACKAGES := $(VENV)/.packages
$(shell mkdir -p $(VENV); find src -name __init__.py | sort > $(PACKAGES).new; \
  cmp -s $(PACKAGES).new $(PACKAGES) && rm $(PACKAGES).new || mv $(PACKAGES).new $(PACKAGES))

WEB := $(shell find web -type f -not -path 'web/node_modules/*' -not -path 'web/tests/*')

.DEFAULT_GOAL := help
.PHONY: help
help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

# --- set-up ------------------------------------------------------------------------------------

.PHONY: run venv build web
run: build  ## set up, build, and run the main job on the example game
	@echo "== gokan review examples/zobrist-cowan.sgf --output build/review"
	@$(BIN)/gokan review examples/zobrist-cowan.sgf --output build/review
	@echo "== sit down and play, or try moves in this game: $(BIN)/gokan serve examples/zobrist-cowan.sgf"

build: $(VENV)/.core $(VENV)/.web  ## set up what running needs; rebuild what changed in core/ and web/

web: $(VENV)/.web  ## build the pages of web/ into the package

venv: $(VENV)/.dev  ## create .venv with everything development needs

$(VENV)/.base: pyproject.toml
	@echo "== creating $(VENV) and fetching the build tools"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "gokan needs Python 3.11 or later; try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 2; }
	@test -x $(PY) || $(PYTHON) -m venv $(VENV)
	@$(PIP) --upgrade pip
	@$(PIP) --group build
	@touch $@

$(VENV)/.dev: $(VENV)/.base
	@echo "== fetching the development tools"
	@$(PIP) --group dev
	@$(PIP) --group fuzz || echo "   no atheris for this Python; fuzzing will use the plain mutator"
	@touch $@

$(VENV)/.bench: $(VENV)/.base
	@echo "== fetching the peers that benchmarks compare with"
	@$(PIP) --group bench
	@touch $@

$(VENV)/.installed: $(VENV)/.base $(PACKAGES) CMakeLists.txt
	@echo "== building and installing gokan into $(VENV) (editable)"
	@$(PIP) --no-build-isolation -C build-dir=$(BUILD) -e .
	@touch $@

$(VENV)/.core: $(VENV)/.installed $(CORE)
	@echo "== bringing the C++ module up to date"
	@touch $@.new  # dated before the build, so that an edit during the build is not missed
	@cmake --build $(BUILD) > $(BUILD)/log 2>&1 || { cat $(BUILD)/log; exit 1; }
	@cmake --install $(BUILD) --prefix $(SITE) >> $(BUILD)/log 2>&1 || { cat $(BUILD)/log; exit 1; }
	@mv $@.new $@

$(VENV)/.node: $(VENV)/.base web/package.json web/package-lock.json web/.npmrc
	@echo "== fetching what the pages are made of"
	@mkdir -p build
	@$(NODE) npm ci > build/npm.log 2>&1 || { cat build/npm.log; exit 1; }
	@touch $@

$(VENV)/.web: $(VENV)/.node $(WEB)
	@echo "== building the pages"
	@$(NODE) build.mjs > build/web.log 2>&1 || { cat build/web.log; exit 1; }
	@touch $@

# --- checks ------------------------------------------------------------------------------------

# In order of time to fail; pytest comes last so that its summary closes the output.
STEPS := lint types web-test core-test docs dist-test fuzz pytest

.PHONY: test $(STEPS)
test:  ## set up, build, and check everything
	@for step in $(STEPS); do $(MAKE) --no-print-directory $$step || exit 1; done

.PHONY: check
check: lint types  ## minutes, before a commit: style, types, and the rules of the layout and of the pages
	@echo "== the layout and the pages"
	@$(BIN)/pytest -q tests/test_house.py tests/test_docs.py -k "not test_page"

PYTHONS := $(wildcard src tests examples benchmarks fuzz tools)
SOURCES := $(filter %.h %.cpp,$(CORE))

lint: $(VENV)/.dev  ## style and spelling, Python and C++
	@echo "== ruff, clang-format, codespell"
	@ruff check --quiet $(PYTHONS)
	@ruff format --quiet --check $(PYTHONS) || { echo "run: make format"; exit 1; }
	@clang-format --dry-run -Werror $(SOURCES) || { echo "run: make format"; exit 1; }
	@codespell

.PHONY: format
format: $(VENV)/.dev  ## put the code into the house style
	@ruff check --quiet --fix $(PYTHONS); ruff format --quiet $(PYTHONS); clang-format -i $(SOURCES)

types: $(VENV)/.dev $(VENV)/.core  ## mypy, strict
	@echo "== mypy --strict"
	@mypy $(foreach d,src tests examples benchmarks fuzz tools,$(if $(wildcard $(d)/*.py $(d)/*/*.py),$(d)))

web-test: $(VENV)/.web  ## the pages: types, tests, and a real browser where there is one
	@echo "== tsc, vitest, Chromium"
	@export NO_COLOR=1; { $(NODE) npm run -s types && $(NODE) npm run -s test && $(NODE) npm run -s browser; \
	  } > build/web-test.log 2>&1 || { cat build/web-test.log; exit 1; }
	@grep -aE 'skipped|Tests ' build/web-test.log | sed 's/^ */   /'

core-test: $(VENV)/.base  ## the C++ tests under the address and undefined-behaviour sanitizers
	@echo "== C++ tests with ASan and UBSan"
	@mkdir -p build/sanitize
	@{ cmake -S . -B build/sanitize -G Ninja -DCMAKE_BUILD_TYPE=Debug -DGOKAN_SANITIZE=ON \
	    -DGOKAN_TESTS=ON -DGOKAN_PYTHON=OFF && cmake --build build/sanitize; \
	  } > build/sanitize/log 2>&1 || { cat build/sanitize/log; exit 1; }
	@build/sanitize/core_tests

EYES ?= 6
TRUTH_SECONDS ?= 300
.PHONY: truth
truth: $(VENV)/.dev $(VENV)/.core  ## eye spaces of up to EYES points, and every question on small boards, against brute force
	@echo "== every question on small boards"
	@$(PY) -m pytest -q -s -m slow tests/reading/test_truth_of_answers.py
	@$(PY) tools/truth.py --seconds $(TRUTH_SECONDS) --jobs $(JOBS)
	@echo "== every eye space of up to $(EYES) points"
	@mkdir -p build/release
	@{ cmake -S . -B build/release -G Ninja -DCMAKE_BUILD_TYPE=Release -DGOKAN_TESTS=ON \
	    -DGOKAN_PYTHON=OFF && cmake --build build/release; \
	  } > build/release/log 2>&1 || { cat build/release/log; exit 1; }
	@GOKAN_EYES=$(EYES) build/release/core_tests eye_spaces

pytest: $(VENV)/.dev $(VENV)/.core $(VENV)/.web  ## the Python tests, every docstring example, the README
	@echo "== pytest"
	@$(PY) $(if $(PYTEST_ARGS),-m pytest $(PYTEST_ARGS),tools/side_by_side.py)

fuzz: $(VENV)/.dev $(VENV)/.core  ## throw broken input at every parser, FUZZ_SECONDS each
	@echo "== fuzzing each parser for $(FUZZ_SECONDS) s"
	@$(PY) fuzz/run.py --seconds $(FUZZ_SECONDS)

docs: $(VENV)/.dev $(VENV)/.core  ## the documentation into site/, warnings are errors
	@echo "== documentation"
	@zensical build --clean --strict

.PHONY: versions
versions: $(VENV)/.dev  ## write down the versions of the tools that are installed
	@head -n 2 tools/versions.txt > $(VENV)/versions
	@$(PY) -m pip freeze --exclude-editable | grep -v " @ " >> $(VENV)/versions
	@mv $(VENV)/versions tools/versions.txt

.PHONY: facts signature pictures bench dist test-tools
facts: $(VENV)/.core  ## recompute every number that the five works publish, in one table
	@$(BIN)/gokan study facts

signature: $(VENV)/.core  ## answer the questions of the reading's signature again; look at the diff
	@$(PY) tools/signature.py

pictures: $(VENV)/.core $(VENV)/.web  ## make the pictures of the README and the guide again
	@$(PY) tools/pictures.py
	@$(PY) tools/review_picture.py
	@$(PY) tools/workbench_pictures.py

bench: $(VENV)/.bench $(VENV)/.core  ## run every benchmark, against its peers
	@for file in benchmarks/*.py; do echo "== $$file"; $(PY) $$file || exit 1; done

dist: build/.dist  ## sdist and wheel into dist/

build/.dist: $(VENV)/.dev $(VENV)/.web pyproject.toml CMakeLists.txt README.md LICENSE $(CORE) $(shell find src -type f -not -path '*/__pycache__/*')
	@echo "== building sdist and wheel"
	@rm -rf dist && mkdir -p build
	@$(PY) -m build --no-isolation > build/dist.log 2>&1 || { cat build/dist.log; exit 1; }
	@ls dist
	@test $$(stat -c %s dist/*.whl) -le 15000000 || { echo "the wheel is larger than 15 MB"; exit 1; }
	@touch $@

dist-test: build/.dist-tested  ## install the wheel into an empty environment and run it there

build/.dist-tested: build/.dist
	@echo "== the wheel in an empty environment"
	@rm -rf build/fresh && $(PYTHON) -m venv build/fresh
	@cd build && fresh/bin/python -m pip install -qq ../dist/*.whl
	@cd build && fresh/bin/gokan --version && fresh/bin/gokan show ../examples/zobrist-cowan.sgf > fresh/shown
	@cd build && fresh/bin/gokan review ../examples/zobrist-cowan.sgf --level quick --output fresh/review > fresh/review.log 2>&1 \
	  || { cat fresh/review.log; exit 1; }
	@head -n 3 build/fresh/shown
	@touch $@

test-tools:  ## GNU Go and a browser for the tests that use them (Debian, as root)
	@missing=""; \
	 PATH="$$PATH:/usr/games"; \
	 for tool in gnugo chromium; do command -v $$tool > /dev/null || missing="$$missing $$tool"; done; \
	 if [ -z "$$missing" ]; then echo "== test tools: present"; exit 0; fi; \
	 echo "== test tools: installing$$missing"; \
	 command -v apt-get > /dev/null || { echo "no apt-get here; install$$missing by hand"; exit 1; }; \
	 [ "$$(id -u)" = 0 ] || { echo "run as root: apt-get install$$missing"; exit 1; }; \
	 export DEBIAN_FRONTEND=noninteractive; mkdir -p build; \
	 { apt-get update && timeout 300 apt-get install -y --no-install-recommends $$missing; \
	 } > build/test-tools.log 2>&1 || { tail -n 3 build/test-tools.log; exit 1; }

.PHONY: clean
clean:  ## remove everything that can be rebuilt
	rm -rf $(VENV) build dist site web/node_modules src/gokan/pages/built .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis
