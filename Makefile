# Everything a person needs here, and all that CI calls. `make help` lists it.
PY ?= python3
PORT ?= 8000
export PY PORT
BIN := .venv/bin
# Only a run of all tests can tell what no test reaches.
GATE := -p tools.pytest_gate --cov --cov-report=

.DEFAULT_GOAL := help
.PHONY: help install run demo test check mutate bench soak messages lock format clean

help:  ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

install: .venv/.dev  ## install everything for work on the project

run: .venv/.run  ## start the whole site at http://127.0.0.1:8000/ (PORT=, DEBUG=1)
	@$(BIN)/python -m tools.dev

demo: .venv/.run  ## the same with a filled site in var/demo
	@VAR_DIR=$${VAR_DIR:-var/demo} $(BIN)/python -m tools.dev --demo

test: .venv/.dev  ## run all tests, in parallel, on real PostgreSQL and Valkey (ARGS=)
	@$(BIN)/python -m pytest -n $${WORKERS:-auto} --dist loadgroup $(if $(ARGS),$(ARGS),$(GATE))

check: .venv/.dev  ## style, types, imports, deployment settings, migrations, translations
	@$(BIN)/python -m tools.check

mutate: .venv/.dev  ## put faults into the code; the tests must notice (COUNT=, SEED=, MODULES=)
	@$(BIN)/python -m tools.mutate

bench: .venv/.bench  ## measure speed, as ratios within one run
	@$(BIN)/python -m tools.bench

soak: .venv/.dev  ## long seeded proofs, with progress (PART=, MINUTES=, SEED=, MATCHES=)
	@$(BIN)/python -m tools.soak

messages: .venv/.dev  ## collect new strings into the translation catalogues
	@$(BIN)/python -m tools.messages update

lock: .venv/.dev  ## write requirements/*.txt from pyproject.toml (UPGRADE=--upgrade)
	@UV=.tools/uv sh tools/lock.sh

format: .venv/.dev  ## format the code
	@$(BIN)/ruff format -q . && $(BIN)/ruff check -q --fix .

clean:  ## remove what the targets above made, but not the state in var/
	@rm -rf .venv .tools .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis .mutate

.venv/.run: requirements/run.txt $(wildcard locale/*/LC_MESSAGES/*.po)
	@echo "Setting up (once):"
	@sh tools/bootstrap.sh run
	@touch $@

.venv/.dev: requirements/dev.txt $(wildcard locale/*/LC_MESSAGES/*.po)
	@echo "Setting up for development (once):"
	@sh tools/bootstrap.sh dev
	@touch $@ .venv/.run

.venv/.bench: requirements/bench.txt .venv/.dev
	@sh tools/bootstrap.sh bench
	@touch $@
