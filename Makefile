# Everything that is done with this repository. `make` alone says what there is.
# Stamps lie inside the environment: what is up to date costs nothing, and `rm -r .venv` starts afresh.

VENV ?= .venv
FILE ?= examples/fast-joe.toml
# who plays on by itself where there is no terminal to ask
AUTO ?= hacker system
# where `make play` listens (HOST=0.0.0.0 lets phones in the same network in) and keeps its tables
HOST ?= 127.0.0.1
PORT ?= 8000
DATA ?= contrecoup.db
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install
BENCHMARKS := $(filter-out benchmarks/peers_%,$(wildcard benchmarks/*.py))
SOURCES := $(shell find src -name '*.po' -o -name '*.py') $(shell find src/contrecoup/web/assets -type f)
LOCK := $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-header --quiet

# Equations are solved in a thread for each core, which wait for each other where the cores are busy.
test units trial: export OPENBLAS_NUM_THREADS := 1

.PHONY: help play referee setup test units e2e lint gates bench docs trial mutants lock clean

help:
	@echo "make play   open a table in the browser, with a ready campaign; needs Python 3.11 and nothing else"
	@echo "make referee  referee a scene in the terminal (FILE=..., by default the example)"
	@echo "make test   gates, tests, documentation: all that a change must pass"
	@echo "make e2e    the tests in a real browser alone; needs Chromium"
	@echo "make setup  the environment for working on the project"
	@echo "make lint   the gates alone"
	@echo "make bench  the benchmarks against other packages"
	@echo "make docs   the documentation, into docs/_build/html"
	@echo "make trial  the long checks: every mutant of the rules, 800 processes killed while they write"
	@echo "make lock   choose versions anew and write requirements/ (UPGRADE=--upgrade for the newest)"

play: $(VENV)/.run $(VENV)/.made-all
	@$(BIN)/contrecoup serve --demonstration --browser --host $(HOST) --port $(PORT) --data $(DATA)

referee: $(VENV)/.run $(VENV)/.made-all
	@if [ -t 0 ]; then $(BIN)/contrecoup play $(FILE); \
	else $(BIN)/contrecoup play $(FILE) $(AUTO:%=--auto %); fi

setup: $(VENV)/.dev $(VENV)/.tools $(VENV)/.made-all

# Two things at a time, so that no core waits for the other: all else goes on one after the other beside the
# tests; what they print comes in one piece. Browsers' tests have the machine to themselves.
test: $(VENV)/.peers $(VENV)/.tools $(VENV)/.made-all
	$(MAKE) --no-print-directory -j2 --output-sync=target units gates docs mutants
	$(MAKE) --no-print-directory e2e

lint: gates
	$(BIN)/python -m pytest tests/architecture

# benchmarks are held to the gates too, so what they import is needed
gates: $(VENV)/.peers $(VENV)/.tools $(VENV)/.made-all
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports
	$(BIN)/python hatch_build.py --check
	$(BIN)/deptry src
	$(BIN)/python -m contrecoup.text.check
	$(BIN)/mypy
	$(BIN)/basedpyright --level error

units: setup
	$(BIN)/python -m pytest -n auto --dist worksteal

bench: $(VENV)/.peers $(VENV)/.made-all
	@for file in $(BENCHMARKS); do echo "$$file"; $(BIN)/python "$$file" || exit 1; done

docs: setup
	$(BIN)/sphinx-build --fail-on-warning --keep-going --quiet -b html docs docs/_build/html

# Playwright's loop and tests with loops of their own don't share a process.
e2e: setup
	$(BIN)/python -m pytest -p no:asyncio -n auto --dist worksteal tests/e2e

# A few functions in the middle of the rules: enough to notice that the mutants themselves are in order.
mutants: setup
	$(BIN)/python tests/mutation/run.py --short

trial: test
	$(BIN)/python tests/mutation/run.py
	$(BIN)/python -m tests.storage.kills --count 200 --database sqlite
	$(BIN)/python -m tests.storage.kills --count 200 --database postgres
	$(BIN)/python -m tests.web.kills --count 200 --database sqlite
	$(BIN)/python -m tests.web.kills --count 200 --database postgres
	$(BIN)/python -m tests.web.leaving --tables 200

lock: setup
	$(LOCK) $(UPGRADE) pyproject.toml --extra charts --extra sweep --extra cluster --extra postgres --group dev -o requirements/dev.txt
	$(LOCK) $(UPGRADE) pyproject.toml --group build -c requirements/dev.txt -o requirements/run.txt
	$(LOCK) $(UPGRADE) --group node -c requirements/dev.txt -o requirements/node.txt
	$(LOCK) $(UPGRADE) --group peers -c requirements/dev.txt -o requirements/peers.txt

clean:
	rm -rf $(VENV) build dist docs/_build mutants .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src -name '*.mo' -delete
	rm -rf src/contrecoup/web/static

$(VENV)/.made: .ci/venv
	@.ci/venv $(VENV)
	@touch $@

$(VENV)/.run: requirements/run.txt requirements/node.txt pyproject.toml $(VENV)/.made
	$(PIP) --require-hashes -r requirements/run.txt
	@$(BIN)/python hatch_build.py --has-node || $(PIP) --require-hashes -r requirements/node.txt
	$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.run
	$(PIP) --require-hashes -r requirements/dev.txt
	@touch $@

# d20 asks for an old parser under the name of ours; it is left out, so dependencies aren't checked
$(VENV)/.peers: requirements/peers.txt $(VENV)/.dev
	$(PIP) --require-hashes --no-deps -r requirements/peers.txt
	@touch $@

# catalogues and modules compiled, the web's assets bundled
$(VENV)/.made-all: hatch_build.py $(SOURCES) $(VENV)/.run
	@$(BIN)/python hatch_build.py
	@touch $@

# npm's packages for checking and testing beside those for building
$(VENV)/.tools: src/contrecoup/web/assets/package-lock.json $(VENV)/.run
	@$(BIN)/python hatch_build.py --tools
	@touch $@
