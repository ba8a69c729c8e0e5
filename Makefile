# Every target sets up what it needs in .venv and build/ by itself; Python 3.11+, git and make are enough.

VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip --disable-pip-version-check -qq install
PINNED := $(INSTALL) --require-hashes --no-deps -r

PYTHON ?= $(shell for name in python3 python3.13 python3.12 python3.11 python3.14 python; do \
	$$name -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$name && break; done)

.PHONY: help play test clients firefox check bench audit build docs coverage mutants pictures pages lock clean
.DELETE_ON_ERROR:

help:
	@echo "make play      set up and start the games in the browser"
	@echo "make test      set up and run every test"
	@echo "make firefox   play whole games in Firefox, Debian's where it can be installed"
	@echo "make clients   let others' learners (MaskablePPO, TorchRL, Tianshou) play; installs torch, which is large"
	@echo "make check     lint, types and the fast tests, for before a commit"
	@echo "make bench     measure, beside the peers, and print one table"
	@echo "make audit     look for known vulnerabilities in the pinned dependencies"
	@echo "make build     make wheels, one of them with machine code, and a source archive in dist/"
	@echo "make docs      make the documentation's site in build/site; a link that leads nowhere is an error"
	@echo "make coverage  which lines and branches the tests reach, rules run uncompiled"
	@echo "make mutants   change every rule that allows moves, one place at a time, and see whether a test notices"
	@echo "make pictures  draw the pictures of the README and the docs again, tables in a browser"
	@echo "make pages     write the parts of the docs again that the code knows"
	@echo "make lock      pin the newest versions of all dependencies again"
	@echo "make clean     remove everything that the targets above have made"

play: $(VENV)/play.done
	$(BIN)/burgrave serve

test: $(VENV)/test.done build/axe.done
	$(BIN)/python -m tools.browser
	$(BIN)/burgrave compile --everything
	$(BIN)/python -m pytest -n auto --dist worksteal

firefox: $(VENV)/test.done build/axe.done
	$(BIN)/python -m tools.browser firefox
	$(BIN)/burgrave compile
	BURGRAVE_BROWSER=firefox $(BIN)/python -m pytest tests/browser/test_whole_games.py

# Versions only, no hashes: which torch is right depends on the machine.
CLIENTS := torch==2.13.0 sb3-contrib==2.9.2 tianshou==2.0.1 torchrl==0.14.1 polars==2.1.0

clients: build/clients/done
	build/clients/bin/python -m pytest tests/clients

check: $(VENV)/test.done build/axe.done
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/mypy --config-file tests/mypy.ini
	$(BIN)/python -m tools.script_types
	$(BIN)/burgrave compile --everything
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow and not browser"

bench: $(VENV)/play.done
	$(BIN)/burgrave bench

audit: build/audit/done
	build/audit/bin/python -m tools.audit

# A wheel for everywhere, a source archive, and a wheel for this platform with everything compiled for any processor of it.
build: $(VENV)/play.done
	$(BIN)/python -m hatchling build
	NUMBA_CPU_NAME=generic BURGRAVE_CACHE=build/generic $(BIN)/burgrave compile --bots
	NUMBA_CPU_NAME=generic BURGRAVE_CACHE=build/generic $(BIN)/python -m tools.machine_code build/machine_code
	BURGRAVE_MACHINE_CODE=build/machine_code $(BIN)/python -m hatchling build --target wheel

docs: build/docs/done
	NO_MKDOCS_2_WARNING=1 build/docs/bin/python -m mkdocs build --quiet

coverage: $(VENV)/cover.done build/axe.done
	$(BIN)/burgrave compile --everything
	$(BIN)/python -m tools.coverage $(GAMES)

mutants: $(VENV)/test.done
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m tools.mutants $(GAMES)

pictures: $(VENV)/test.done
	$(BIN)/python -m tools.browser
	$(BIN)/python -m tools.pictures
	$(BIN)/python -m tools.table_pictures

pages: $(VENV)/play.done
	$(BIN)/python -m tools.pages

lock: $(VENV)/lock.done
	$(BIN)/python -m tools.lock

clean:
	rm -rf $(VENV) build dist web/node_modules src/burgrave/server/web/static/vendor
	rm -rf .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage*
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Burgrave needs Python 3.11 or newer with its venv module (Debian: apt-get install python3-venv)." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

# Without npm on the PATH, Node comes as a Python package, and only when the browser code is not there yet.
$(VENV)/play.done: constraints/play.txt constraints/node.txt pyproject.toml hatch_build.py web/package-lock.json | $(BIN)/python
	$(PINNED) constraints/play.txt
	@if $(BIN)/python hatch_build.py --needs-node; then $(PINNED) constraints/node.txt; fi
	$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/test.done: constraints/test.txt $(VENV)/play.done
	$(PINNED) constraints/test.txt
	@touch $@

# What tests need of others' browser code: axe, and the compiler that checks the types of ours, which runs on Node.
build/axe.done: web/package-lock.json $(VENV)/play.done
	@command -v node > /dev/null || $(PINNED) constraints/node.txt
	$(BIN)/python hatch_build.py --tests
	@mkdir -p build && touch $@

build/audit/done: constraints/audit.txt | $(BIN)/python
	$(BIN)/python -m venv build/audit
	build/audit/bin/python -m pip --disable-pip-version-check -qq install --require-hashes --no-deps -r constraints/audit.txt
	@touch $@

build/clients/done: constraints/test.txt pyproject.toml | $(BIN)/python
	$(BIN)/python -m venv build/clients
	build/clients/bin/python -m pip --disable-pip-version-check -qq install --require-hashes --no-deps -r constraints/test.txt
	build/clients/bin/python -m pip --disable-pip-version-check -qq install $(CLIENTS)
	build/clients/bin/python -m pip --disable-pip-version-check -qq install --no-deps --no-build-isolation --editable .
	@touch $@

build/docs/done: constraints/docs.txt | $(BIN)/python
	$(BIN)/python -m venv build/docs
	build/docs/bin/python -m pip --disable-pip-version-check -qq install --require-hashes --no-deps -r constraints/docs.txt
	@touch $@

$(VENV)/cover.done: constraints/cover.txt $(VENV)/test.done
	$(PINNED) constraints/cover.txt
	@touch $@

$(VENV)/lock.done: constraints/lock.txt | $(BIN)/python
	$(PINNED) constraints/lock.txt
	@touch $@
