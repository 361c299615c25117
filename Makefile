VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check
# The first Python on the path that is new enough.
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
CHROMIUM = $(shell command -v chromium || command -v chromium-browser || command -v google-chrome)
# Not where systemd runs: Debian's package would start nginx for all the world.
NGINX = $(shell command -v nginx || ls -d /usr/sbin/nginx /run/systemd/system 2>/dev/null)
UV := uv==0.13.7
LOCK = $(PY) -m uv pip compile --quiet --universal --python-version 3.11 --custom-compile-command 'make lock'
SERVED := --extra service --extra png --extra metrics

.DEFAULT_GOAL := help
.PHONY: help setup serve test bench wheel soak worst rehearse lint gallery generate reference programs lock clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s  %s\n", $$1, $$2 }' Makefile

setup: $(VENV)/.dev ## Make .venv with everything that running and testing needs

serve: $(VENV)/.runtime ## Run the service (HOST, PORT and WEB_CONCURRENCY are heeded)
	@test -e api/__main__.py || { echo 'The service does not exist yet: there is no api/ to run.' >&2; exit 1; }
	@exec $(PY) -m api

test: lint programs ## Lint, then run every test with coverage of the rules
	$(PY) -m pytest --numprocesses auto --dist worksteal --cov

bench: $(VENV)/.dev ## Measure the speed and print it as ratios
	@$(PY) -m bench

soak: $(VENV)/.runtime ## Load the service for ten minutes and kill a worker each minute (SOAK=--seconds=60 for less)
	@$(PY) -m bench.soak $(SOAK)

worst: $(VENV)/.dev ## Measure the costliest requests known, then look for worse ones (WORST=600 for so many seconds)
	@$(PY) -m bench.costliest --search $(or $(WORST),120)

rehearse: ## Do what the Containerfile says, without an engine for containers (as root)
	@$(PYTHON) deploy/rehearse.py

wheel: $(VENV)/.dev ## Build dist/ with the rules compiled, where there is a C compiler
	@command -v cc >/dev/null || { echo 'There is no C compiler (cc): the wheel would be plain Python.' >&2; exit 1; }
	REFEREE_COMPILE=1 $(PY) -m build --no-isolation --wheel --outdir dist .

lint: $(VENV)/.dev ## Check style, types and who may import whom
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(if $(wildcard scorer api),$(PY) -m mypy --strict $(wildcard scorer api))
	$(if $(wildcard scorer),$(VENV)/bin/lint-imports --no-logo)

gallery: $(VENV)/.runtime ## Draw every tile and every example into docs/gallery
	@$(PY) -m tools.gallery

generate: $(VENV)/.dev ## Write the specification, the types, the catalogues of sentences and the rule pages anew
	@$(PY) -m tools.messages
	@$(PY) -m tools.rules_docs
	@$(PY) -m api.spec
	@$(PY) -m tools.wire

reference: $(VENV)/.dev ## Write the reference of the library, from its docstrings, into build/reference
	@$(PY) -m pdoc --output-directory build/reference scorer

programs: ## Try to install Chromium and nginx for the tests, where apt-get may
	@missing="$(if $(CHROMIUM),,chromium) $(if $(NGINX),,nginx)"; \
	if [ "$$missing" != ' ' ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "Installing for the tests:" $$missing; \
		export DEBIAN_FRONTEND=noninteractive; \
		apt='apt-get -qq -o Acquire::Retries=1 -o Acquire::http::Timeout=30 -o DPkg::Lock::Timeout=120'; \
		$$apt update >/dev/null 2>&1; \
		$$apt install --yes --no-install-recommends $$missing >/dev/null 2>&1; \
	fi; \
	for program in $$missing; do \
		command -v $$program >/dev/null || test -x /usr/sbin/$$program || \
			echo "There is no $$program and it could not be installed: the tests with it cannot run." >&2; \
	done

lock: $(VENV)/.runtime ## Pin again what pyproject.toml asks for (LOCKFLAGS=--upgrade for newer versions)
	$(PIP) install -qq $(UV)
	$(LOCK) $(LOCKFLAGS) $(SERVED) --output-file requirements.txt pyproject.toml
	$(LOCK) $(LOCKFLAGS) $(SERVED) --extra cluster --extra dev --constraint requirements.txt --output-file requirements-dev.txt pyproject.toml

clean: ## Remove .venv and everything that was built or cached
	rm -rf $(VENV) build dist *.egg-info .coverage .coverage.* htmlcov .hypothesis .import_linter_cache \
		.mypy_cache .pytest_cache .ruff_cache .schemathesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The dev pins also hold the build tool of the editable install, which is no part of what we ship.
$(VENV)/.runtime: requirements.txt requirements-dev.txt pyproject.toml
	@test -n '$(PYTHON)' || { echo 'Python 3.11 or newer is needed; set PYTHON to its path.' >&2; exit 1; }
	@$(PIP) --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	@echo 'Installing what the service needs into $(VENV) ...'
	@$(PIP) install -qq --requirement requirements.txt --constraint requirements-dev.txt setuptools
	@$(PIP) install -qq --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.runtime requirements-dev.txt
	@echo 'Installing what the tests need into $(VENV) ...'
	@$(PIP) install -qq --requirement requirements-dev.txt
	@touch $@
