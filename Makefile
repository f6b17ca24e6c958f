# make lab, make test: both set up .venv first, and again only when pyproject.toml or constraints.txt changed.

ifeq ($(OS),Windows_NT)
  BIN := Scripts
else
  BIN := bin
endif
# TORCH=2.15.0 takes that torch, NEWEST=1 the newest of everything, each in an environment of its own
VENV := .venv$(if $(TORCH),-torch-$(TORCH))$(if $(NEWEST),-newest)
PY := $(VENV)/$(BIN)/python
VENV_TORCHTEXT := .venv-torchtext
PY_TORCHTEXT := $(VENV_TORCHTEXT)/$(BIN)/python

# a worker a core, four at most; each notebook stays with one, other tests go to whichever is free
PYTEST_OPTIONS := -n auto --maxprocesses=4

# SHORT=1 leaves out what runs cells over and over, for a second run in other surroundings
ifdef SHORT
TESTS := -m "not cells_again" tests notebooks
endif

# a warning is an error: a link that leads nowhere, a figure without its text alternative
SPHINX = $(PY) -m sphinx --quiet --fail-on-warning --keep-going --fresh-env -c site -d build/doctrees

.PHONY: help lab test quick lint answers test-torchtext test-rerun test-elsewhere test-browser test-peers test-class site test-site bench notebooks images clean

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1	/p' Makefile

lab: $(VENV)/ready ## set up, open JupyterLab on the lessons; LESSON=05_vectorized_encoding opens that one
	@$(PY) -m jupyter lab --config=.jupyter/jupyter_lab_config.py $(if $(LESSON),--LabApp.default_url=/lab/tree/notebooks/$(LESSON).ipynb)

test: $(VENV)/ready ## set up, run all tests; TESTS=... names some, SHORT=1 leaves out the two longest
ifdef TESTS
	$(PY) -m pytest $(PYTEST_OPTIONS) $(TESTS)
else
	# apart from the notebooks, because nbval stops kernels that do not take up its own coverage in time
	$(PY) -m pytest $(PYTEST_OPTIONS) --dist=worksteal --cov --cov-fail-under=98 tests
	$(PY) -m pytest $(PYTEST_OPTIONS) notebooks
endif

quick: $(VENV)/ready lint ## style, types and the quick tests, in about a minute
	$(PY) -m pytest -q $(PYTEST_OPTIONS) --dist=worksteal -m "not slow" tests

lint: $(VENV)/ready ## check style, in the notebooks too, and the package's types
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy

answers: $(VENV)/ready ## learners' answers against the checks; LESSON=04 takes one lesson
	$(PY) tests/tools/run_answers.py $(LESSON)

test-torchtext: $(VENV_TORCHTEXT)/ready ## the same tests on torch 2.3 with torchtext itself
ifdef TESTS
	$(PY_TORCHTEXT) -m pytest $(PYTEST_OPTIONS) $(TESTS)
else
	$(PY_TORCHTEXT) -m pytest $(PYTEST_OPTIONS) --dist=worksteal tests
	$(PY_TORCHTEXT) -m pytest $(PYTEST_OPTIONS) notebooks
endif

test-rerun: $(VENV)/ready ## re-run every cell in RUNS random orders, 20 unless told
	RUNS=$(or $(RUNS),20) $(PY) -m pytest $(PYTEST_OPTIONS) --dist=worksteal tests/notebooks/test_rerun.py

test-elsewhere: ## the lessons without a network, in an odd folder, from elsewhere, with LC_ALL=C
	tests/elsewhere.sh

test-browser: $(VENV)/ready-browser ## work through every lesson in Chromium, Chrome or Edge; CHROME=... names another
	$(PY) -m pytest tests/browser

test-peers: $(VENV)/ready-peers ## our numbers against Transformers, x-transformers and rotary-embedding-torch; no weights
	$(PY) -m pytest tests/peers

test-class: $(VENV)/ready-class build/hub-proxy/ready ## LEARNERS=30 at once at a real JupyterHub, 3 unless told; as root, each a system user
	$(PY) tests/classroom --learners $(or $(LEARNERS),3)

site: $(VENV)/ready-site build/npm/ready ## make the pages to read without installing: build/site/index.html
	rm -rf build/site
	$(SPHINX) . build/site
	@set -e; for folder in $(wildcard languages/*/); do name=$$(basename $$folder); \
	  $(SPHINX) -D language=$$name -d build/doctrees-$$name $$folder build/site/$$name; done
	git archive --format=zip --prefix=positional-encoding/ --output=build/site/positional-encoding.zip HEAD

test-site: $(VENV)/ready-browser site ## read every page of the site in Chromium, Chrome or Edge; CHROME=... names another
	rm -rf tests/site/screenshots
	$(PY) -m pytest $(PYTEST_OPTIONS) --dist=loadgroup tests/site

bench: $(VENV)/ready-bench ## measure speed, accuracy and memory as ratios in one run; some minutes; PICTURE=1 draws it anew
	PICTURE=$(PICTURE) $(PY) tests/benchmarks

notebooks: $(VENV)/ready ## execute every notebook in place and normalise it
	$(PY) tests/tools/execute_notebooks.py

images: $(VENV)/ready ## draw the pictures that the notebooks embed
	$(PY) tests/tools/draw_images.py

clean: ## remove every environment and everything generated
	rm -rf .venv .venv-* build *.egg-info .pytest_cache .ruff_cache .hypothesis .coverage tests/browser/screenshots tests/site/screenshots
	find . -name __pycache__ -prune -exec rm -rf {} +
	find . -name .ipynb_checkpoints -prune -exec rm -rf {} +

# A set-up has two rules: the first tries; the second says what to do, as make's last line, if the first did not get through.
# An unfinished set-up is begun anew, though nothing that it depends on has changed.
SET_UP := PYTHON="$(PYTHON)" tests/tools/set_up.sh
FORCE:
unfinished = $(if $(wildcard $(1)/unfinished),FORCE)
what_to_do = $(shell cat $(@D)/unfinished $(@D)/failed 2>/dev/null)
say = $(if $(what_to_do),$(error $(what_to_do)))@touch $@

TAKES := about 300 MB to download and 1.4 GB on disk, a few minutes; with the CUDA build that Linux takes unless told \
otherwise (README, Start) 3 GB, 5 GB and twice as long
TAKES_TORCHTEXT := about 300 MB to download and 1.4 GB on disk, a few minutes; several GB where PyTorch's CPU index is out of reach

# what pip is told besides: the exact versions, or one torch and the exact versions of all else, or nothing
PINS := $(if $(NEWEST),,-c $(if $(TORCH),build/torch-$(TORCH).txt,constraints.txt))

$(VENV)/installed: pyproject.toml constraints.txt tests/tools/set_up.sh $(call unfinished,$(VENV))
	@$(if $(TORCH),mkdir -p build && sed 's/^torch[<>=].*/torch==$(TORCH)/' constraints.txt > build/torch-$(TORCH).txt)
	@$(SET_UP) $@ $(if $(NEWEST),99,14) "$(TAKES)" $(PINS) -e ".[lab,test]"

$(VENV)/ready: $(VENV)/installed
	$(say)

# ready-browser, ready-peers, ready-class, ready-site, ready-bench: one of pyproject.toml's extras more
$(VENV)/installed-%: $(VENV)/ready
	@$(SET_UP) $@ $(if $(NEWEST),99,14) "$(TAKES)" $(PINS) -e ".[lab,test,$*]"

$(VENV)/ready-%: $(VENV)/installed-%
	$(say)
.PRECIOUS: $(VENV)/installed-% $(VENV)/ready-%

# the one part of a hub that npm has and pip has not
build/hub-proxy/ready: Makefile
	@command -v npm > /dev/null || { echo "make: no npm found; JupyterHub's proxy needs Node.js 20 or later"; exit 1; }
	@mkdir -p build/hub-proxy
	npm install --prefix build/hub-proxy --no-save --no-package-lock --no-audit --no-fund --loglevel=error configurable-http-proxy@5.3.0
	@touch $@

# what the pages load and the test needs, at the versions that site/package.json names
build/npm/ready: site/package.json
	@command -v npm > /dev/null || { echo "make: no npm found, which brings MathJax to the site; install Node.js"; exit 1; }
	@mkdir -p build/npm && cp site/package.json build/npm
	npm install --prefix build/npm --no-package-lock --no-audit --no-fund --loglevel=error
	@touch $@

# NO_CPU_INDEX=1 leaves out the line that names PyTorch's own index, for a machine that cannot reach it
$(VENV_TORCHTEXT)/installed: environment.yml pyproject.toml constraints.txt tests/tools/set_up.sh $(call unfinished,$(VENV_TORCHTEXT))
	@sed -e '1,/- pip:/d' -e '/^ *#/d' -e 's/^ *- //' $(if $(NO_CPU_INDEX),-e '/--extra-index-url/d') environment.yml > environment.pip.txt
	@$(SET_UP) $@ 12 "$(TAKES_TORCHTEXT)" -r environment.pip.txt; rm environment.pip.txt

$(VENV_TORCHTEXT)/ready: $(VENV_TORCHTEXT)/installed
	$(say)
