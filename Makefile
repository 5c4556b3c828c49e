# Two commands matter: `make run` (set up, build, show a game) and `make test` (set up, check
# everything). Set-up is remembered in stamp files inside .venv, so a second run starts at once;
# the C++ module is rebuilt exactly when something under core/ is newer than the stamp.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PY     := $(BIN)/python
BUILD  := build/editable
JOBS   ?= $(shell nproc 2>/dev/null || echo 2)
FUZZ_SECONDS ?= 20

export PATH := $(CURDIR)/$(BIN):$(PATH)
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export CMAKE_BUILD_PARALLEL_LEVEL := $(JOBS)
# Where .venv keeps compiled packages.
SITE = "$$($(PY) -c 'import sysconfig; print(sysconfig.get_path("platlib"))')"
PIP := $(PY) -m pip install -qq

# The folders count too: adding or deleting a file changes them.
CORE := $(wildcard core core/bindings core/tests core/*.h core/*.cpp core/bindings/*.h \
          core/bindings/*.cpp core/tests/*.h core/tests/*.cpp)

.DEFAULT_GOAL := help
.PHONY: help
help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

# --- set-up ------------------------------------------------------------------------------------

.PHONY: run venv build
run: build  ## set up, build, and run the main job on the example game
	@echo "== gokan show examples/zobrist-cowan.sgf"
	@$(BIN)/gokan show examples/zobrist-cowan.sgf

build: $(VENV)/.core  ## set up what running needs; rebuild the C++ module if core/ changed

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
	@touch $@

$(VENV)/.installed: $(VENV)/.base CMakeLists.txt
	@echo "== building and installing gokan into $(VENV) (editable)"
	@$(PIP) --no-build-isolation -C build-dir=$(BUILD) -e .
	@touch $@

$(VENV)/.core: $(VENV)/.installed $(CORE)
	@echo "== bringing the C++ module up to date"
	@cmake --build $(BUILD) > $(BUILD)/log 2>&1 || { cat $(BUILD)/log; exit 1; }
	@cmake --install $(BUILD) --prefix $(SITE) >> $(BUILD)/log 2>&1 || { cat $(BUILD)/log; exit 1; }
	@touch $@

.PHONY: clean
clean:  ## remove everything that can be rebuilt
	rm -rf $(VENV) build dist site .mypy_cache .pytest_cache .ruff_cache .hypothesis
