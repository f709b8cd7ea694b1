# One command for people, hooks and CI alike: `make help` lists them.

PYTHON ?= $(shell command -v python3.11 || echo python3)
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
PACKAGES := riverrun services console
TYPED := $(PACKAGES) tests scripts
EXPORT := $(BIN)/uv export --quiet --frozen --format requirements-txt --no-emit-project --no-header

.DEFAULT_GOAL := help

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# ---- Install ---------------------------------------------------------------------------------------------------

# A stamp each for what running needs and for what developing needs: pip runs again only when the lock changes.
RUN_READY := $(VENV)/.ready-to-run
DEV_READY := $(VENV)/.ready-to-develop

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Riverrun needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)

$(RUN_READY): requirements.txt requirements-build.txt pyproject.toml | $(BIN)/python
	$(PIP) install --quiet --require-hashes -r requirements.txt -r requirements-build.txt
	$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(DEV_READY): requirements-dev.txt pyproject.toml | $(BIN)/python
	$(PIP) install --quiet --require-hashes -r requirements-dev.txt
	$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $@ $(RUN_READY)

.PHONY: install
install: $(DEV_READY) ## make .venv with all that developing needs

# ---- Run -------------------------------------------------------------------------------------------------------

.PHONY: up
up: $(RUN_READY) ## start the whole back-end with computer players; ARGS="--bots 6 --port 8080" go to `riverrun up`
	@$(BIN)/riverrun up $(ARGS)

.PHONY: bench
bench: $(DEV_READY) ## measure every part beside its peers
	@for what in engine deal store replay evaluator insurance ledger history review; do $(BIN)/riverrun bench $$what $(ARGS) || exit; done

# ---- Check -----------------------------------------------------------------------------------------------------

.PHONY: check
check: format-check lint types imports protos-check manifests-check ## everything but the tests: format, lint, types, layers, generated code, manifests

.PHONY: format
format: $(DEV_READY) ## write all code in the one format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix-only .

.PHONY: format-check
format-check: $(DEV_READY)
	$(BIN)/ruff format --check .

.PHONY: lint
lint: $(DEV_READY)
	$(BIN)/ruff check .

.PHONY: types
types: $(DEV_READY)
	$(BIN)/mypy $(TYPED)

.PHONY: imports
imports: $(DEV_READY)
	$(BIN)/lint-imports

.PHONY: protos-check
protos-check: $(DEV_READY)
	$(BIN)/buf lint
	$(BIN)/python -m scripts.generate_protos --check

.PHONY: manifests-check
manifests-check: $(DEV_READY)
	$(BIN)/python -m scripts.generate_nats_config --check
	$(BIN)/python -m scripts.render_manifests --check deploy/k8s/base deploy/k8s/overlays/*

# ---- Test ------------------------------------------------------------------------------------------------------

# A module's tests stay together: what they share, such as a whole Riverrun, is started once.
.PHONY: test
test: $(DEV_READY) ## the tests that need nothing but PyPI and an ordinary user
	$(BIN)/pytest -n 2 --dist loadscope -m "not slow and not full and not long" $(ARGS)

# pytest ends with 5 when nothing carries these marks.
.PHONY: test-full
test-full: test ## all tests: also the slow ones and those that need Debian packages
	HYPOTHESIS_PROFILE=thorough $(BIN)/pytest -n 2 --dist loadscope -m "slow or full" $(ARGS) || test $$? -eq 5

.PHONY: long
long: $(DEV_READY) ## tests that take many minutes, such as a million insurance quotes
	$(BIN)/pytest -n 2 -m long $(ARGS)

.PHONY: chaos
chaos: $(DEV_READY) ## break the whole system under play and read the log; ARGS="--minutes 10 --servers 3", "--kills 100", "--ledger 5000", "--events 200000"
	$(BIN)/python -m tests.chaos $(ARGS)

.PHONY: coverage
coverage: $(DEV_READY) ## the tests with a report of the lines they miss
	$(BIN)/pytest -n 2 --dist loadscope -m "not slow and not full and not long" --cov --cov-report=term $(ARGS)

# ---- Make anew -------------------------------------------------------------------------------------------------

.PHONY: protos
protos: $(DEV_READY) ## generate riverrun/pb from protos/
	$(BIN)/python -m scripts.generate_protos

.PHONY: manifests
manifests: $(DEV_READY) ## print the Kubernetes manifests as `kubectl apply` would get them
	@$(BIN)/python -m scripts.render_manifests deploy/k8s/base

.PHONY: nats-config
nats-config: $(DEV_READY) ## write the NATS cluster's users and permissions into deploy/k8s
	$(BIN)/python -m scripts.generate_nats_config

# uv.lock names the registry's hosts and stays out of git; the exports hold names, versions and hashes only.
.PHONY: lock
lock: | $(BIN)/python ## resolve all dependencies anew and write requirements*.txt
	$(PIP) install --quiet 'uv>=0.9'
	$(BIN)/uv lock --quiet --upgrade
	$(EXPORT) --output-file requirements.txt >/dev/null
	$(EXPORT) --only-group build --output-file requirements-build.txt >/dev/null
	$(EXPORT) --all-extras --group build --output-file requirements-dev.txt >/dev/null

.PHONY: hooks
hooks: $(DEV_READY) ## run the checks before each commit
	$(BIN)/pre-commit install

.PHONY: clean
clean: ## remove what tools leave behind (not .venv, not played tables)
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage .coverage.* build dist
	find $(PACKAGES) tests scripts -name __pycache__ -type d -prune -exec rm -rf {} +
