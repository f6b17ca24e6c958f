# The targets set up .venv first, and again only when pyproject.toml or constraints.txt has changed.

# TORCH=2.15.0 takes that version, NEWEST=1 the newest of everything, each in an environment of its own
VENV := .venv$(if $(TORCH),-torch-$(TORCH))$(if $(NEWEST),-newest)
VENV_TORCHTEXT := .venv-torchtext
BIN := $(if $(filter Windows_NT,$(OS)),Scripts,bin)
PY = $(VENV)/$(BIN)/python

# one worker per core, at most four; each notebook stays with one worker, other tests go to whichever is free
PYTEST = $(PY) -m pytest -n auto --maxprocesses=4
ifdef TESTS
RUN_TESTS = $(PYTEST) $(TESTS)
else # SHORT=1 leaves out the tests that run the lessons' cells again, COVERAGE=1 asks which lines the others run
RUN_TESTS = $(PYTEST) notebooks && \
  $(PYTEST) --dist=worksteal $(if $(COVERAGE),--cov --cov-fail-under=98) -m "not again$(if $(SHORT), and not cells)" tests
endif

LANGUAGES := $(notdir $(patsubst %/,%,$(wildcard languages/po/*/)))

# warnings are errors: a broken link, a figure without alternative text
SPHINX = $(PY) -m sphinx --quiet --fail-on-warning --keep-going --fresh-env -c site -d build/doctrees

.PHONY: help lab test test-again quick lint claims messages test-torchtext test-elsewhere test-browser test-peers test-class site test-site bench notebooks images clean

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1	/p' Makefile

# a language counts only on make's command line: desktops set a LANGUAGE of their own, such as en_US:en
OTHER := $(if $(filter command,$(firstword $(origin LANGUAGE))),$(LANGUAGE))
START := $(if $(OTHER),lessons-$(OTHER)/)notebooks/$(or $(LESSON),00_why_position).ipynb

ifdef OTHER
lab: export PE_LESSON_LANGUAGE := $(OTHER)
endif

lab: $(VENV)/ready ## open JupyterLab on the lessons; LESSON=05_vectorized_encoding opens that one, LANGUAGE=ko the Korean ones
	@$(if $(OTHER),$(PY) -m languages lab $(OTHER))
	@$(PY) -m jupyter lab --config=.jupyter/jupyter_lab_config.py --LabApp.default_url=/lab/tree/$(START)

messages: $(VENV)/ready ## bring the translators' catalogs up to date with the English
	$(PY) -m languages messages

test: $(VENV)/ready ## run the tests, in about four minutes; TESTS=... names some
	$(RUN_TESTS)

test-again: $(VENV)/ready ## the long tests: every edit, re-runs in RUNS=1 other orders, set-up
	$(PYTEST) --dist=worksteal -m again tests

quick: $(VENV)/ready lint ## check style and types, run the quick tests, in less than a minute
	$(PYTEST) -q --dist=worksteal -m "not slow and not cells and not again" tests

lint: $(VENV)/ready ## check style, in the notebooks too, types, and for code that nobody uses
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) -m tools.dead_code

claims: $(VENV)/ready ## count what lessons 09, 10, 12 and 14 say of trained models on ten new seeds; FIRST_SEED=1000
	$(PY) -m tools.claims --first-seed $(or $(FIRST_SEED),1000)

test-torchtext: PY = $(VENV_TORCHTEXT)/$(BIN)/python
test-torchtext: $(VENV_TORCHTEXT)/ready ## run the tests on torch 2.3 with torchtext itself; SHORT=1, TESTS=...
	$(RUN_TESTS)

test-elsewhere: ## run the lessons without a network, in a folder with an odd name, with LC_ALL=C (Linux)
	tests/elsewhere.sh

test-browser: $(VENV)/ready-browser ## work through every lesson in Chromium, Chrome or Edge; CHROME=... names another
	$(PYTEST) --dist=loadgroup tests/browser

test-peers: $(VENV)/ready-peers ## compare with Transformers, x-transformers and rotary-embedding-torch; no weights
	$(PYTEST) tests/peers

test-class: $(VENV)/ready-class build/hub-proxy/ready ## send LEARNERS=3 through a real JupyterHub
	$(PY) -m tests.classroom --learners $(or $(LEARNERS),3)

site: $(VENV)/ready-site build/npm/ready ## make the site, build/site/index.html
	rm -rf build/site build/languages
	@set -e; for name in $(LANGUAGES); do $(PY) -m languages build $$name build/languages/$$name; \
	  $(PY) -m tools.execute_language $$name build/languages/$$name; done
	$(SPHINX) . build/site
	@set -e; for name in $(LANGUAGES); do \
	  $(SPHINX)-$$name -D language=$$name build/languages/$$name build/site/$$name; done
	git archive --format=zip --prefix=positional-encoding/ --output=build/site/positional-encoding.zip HEAD

test-site: $(VENV)/ready-browser site ## read every page of the site in a browser, as for test-browser
	rm -rf tests/site/screenshots
	$(PYTEST) --dist=loadgroup tests/site

bench: $(VENV)/ready-bench ## measure speed, accuracy and memory, in some minutes; PICTURE=1 draws them
	PICTURE=$(PICTURE) $(PY) -m tests.benchmarks

notebooks: $(VENV)/ready ## execute every notebook in place and normalise it
	$(PY) -m tools.execute_notebooks

images: $(VENV)/ready ## draw the pictures that the notebooks embed
	$(PY) -m tools.draw_images

clean: ## remove every environment and everything generated
	rm -rf .venv .venv-* build *.egg-info .pytest_cache .ruff_cache .hypothesis .coverage tests/site/screenshots
	find . \( -name __pycache__ -o -name .ipynb_checkpoints \) -prune -exec rm -rf {} +

# the exact versions; with TORCH that one and the exact versions of all else; with NEWEST none
PINS := $(if $(NEWEST),,-c $(if $(TORCH),build/torch-$(TORCH).txt,constraints.txt))
SIZE := a few minutes, about 300 MB to download and 1.4 GB on disk; with the CUDA build of PyTorch (README, Start) 3 and 5 GB
PYTHONS := $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11 python

LAB := -e ".[lab,test]"
OLDER := -c constraints.txt -e ".[lab,test,torchtext]"

# $(call set_up,FOLDER,NEWEST MINOR VERSION OF PYTHON,WHAT PIP INSTALLS): pip mends a folder in which it was cut off
define set_up
@$(1)/$(BIN)/python -c "import pip" 2> /dev/null || { for python in $(PYTHONS) none; do $$python -c "import sys; \
  sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, $(2)))" 2> /dev/null && break; done; \
  test $$python != none || { echo "make: no Python 3.11 to 3.$(2) found: install one, or name it: make PYTHON=/path/to/python"; exit 1; } >&2; \
  echo "Setting up $(1), once: $(SIZE)"; \
  $$python -m venv --clear $(1) || { echo "make: Python cannot create $(1): on Debian and Ubuntu, apt install python3-venv" >&2; exit 1; }; }
@$(1)/$(BIN)/python -m pip install --quiet --disable-pip-version-check $(3) || \
  { echo "make: the set-up failed; pip says why, above. Then run the same command again" >&2; exit 1; }
@touch $@
endef

$(VENV)/ready: pyproject.toml constraints.txt
	@$(if $(TORCH),mkdir -p build && sed 's/^torch[<>=].*/torch==$(TORCH)/' constraints.txt > build/torch-$(TORCH).txt)
	$(call set_up,$(VENV),$(if $(NEWEST),99,14),$(PINS) $(LAB))

# ready-browser, ready-peers, …: one more of pyproject.toml's extras
$(VENV)/ready-%: $(VENV)/ready
	$(call set_up,$(VENV),$(if $(NEWEST),99,14),$(PINS) $(LAB:]"=,$*]"))

$(VENV_TORCHTEXT)/ready: pyproject.toml constraints.txt
	$(call set_up,$(VENV_TORCHTEXT),12,$(OLDER))

# exactly what the two lock files name; they name no registry, so npm asks the one that it is set to
build/npm/ready: site/package.json site/package-lock.json
build/hub-proxy/ready: tests/classroom/package.json tests/classroom/package-lock.json
build/npm/ready build/hub-proxy/ready:
	@command -v npm > /dev/null || { echo "make: no npm found; site and hub take packages from it: install Node.js 22 or later"; exit 1; }
	@mkdir -p $(@D) && cp $^ $(@D)
	npm ci --no-audit --no-fund --loglevel=error --prefix $(@D)
	@touch $@
