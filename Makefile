# make lab, make test: both set up .venv first, and again only when pyproject.toml or constraints.txt changed.

ifeq ($(OS),Windows_NT)
  BIN := Scripts
else
  BIN := bin
endif
VENV := .venv
PY := $(VENV)/$(BIN)/python
VENV_TORCHTEXT := .venv-torchtext
PY_TORCHTEXT := $(VENV_TORCHTEXT)/$(BIN)/python

# a worker a core, four at most; each notebook stays with one, other tests go to whichever is free
PYTEST_OPTIONS := -n auto --maxprocesses=4

.PHONY: help lab test lint answers test-torchtext test-rerun test-elsewhere test-browser test-class bench notebooks images clean

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1	/p' Makefile

lab: $(VENV)/ready ## set up, open JupyterLab on the lessons
	$(PY) -m jupyter lab --ip=127.0.0.1 --LabApp.default_url=/lab/tree/notebooks/00_why_position.ipynb

test: $(VENV)/ready ## set up, run all tests; TESTS=... names some
ifdef TESTS
	$(PY) -m pytest $(PYTEST_OPTIONS) $(TESTS)
else
	# apart from the notebooks, because nbval stops kernels that do not take up its own coverage in time
	$(PY) -m pytest $(PYTEST_OPTIONS) --dist=worksteal --cov --cov-fail-under=98 tests
	$(PY) -m pytest $(PYTEST_OPTIONS) notebooks
endif

lint: $(VENV)/ready ## check style, in the notebooks too
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .

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

test-class: $(VENV)/ready-class build/hub-proxy/ready ## LEARNERS=30 at once at a real JupyterHub, 3 unless told; as root, each a system user
	$(PY) tests/classroom --learners $(or $(LEARNERS),3)

bench: $(VENV)/ready-bench ## measure speed, accuracy and memory as ratios in one run; some minutes
	$(PY) tests/benchmarks

notebooks: $(VENV)/ready ## execute every notebook in place and normalise it
	$(PY) tests/tools/execute_notebooks.py

images: $(VENV)/ready ## draw the pictures that the notebooks embed
	$(PY) tests/tools/draw_images.py

clean: ## remove both environments and everything generated
	rm -rf $(VENV) $(VENV_TORCHTEXT) build *.egg-info .pytest_cache .ruff_cache .hypothesis .coverage tests/browser/screenshots
	find . -name __pycache__ -prune -exec rm -rf {} +
	find . -name .ipynb_checkpoints -prune -exec rm -rf {} +

# $(call find_python,newest minor version that will do): sets $$python, or says what the machine lacks
find_python = for python in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11 python; do \
    $$python -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, $(1)))' 2>/dev/null && break; python=; \
  done; \
  test -n "$$python" || { echo "make: no Python 3.11 to 3.$(1) found; install one, or name it: make PYTHON=/path/to/python"; exit 1; }

# $(call make_venv,folder)
make_venv = $$python -m venv $(1) || { rm -rf $(1); \
    echo "make: Python cannot create $(1); on Debian and Ubuntu: apt install python3-venv"; exit 1; }

# JupyterLab without its news prompt, and with README links shown as pages
LAB_SETTINGS := {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": false}, \
  "@jupyterlab/docmanager-extension:plugin": {"defaultViewers": {"markdown": "Markdown Preview"}}}

$(VENV)/ready: pyproject.toml constraints.txt Makefile
	@$(call find_python,99); $(call make_venv,$(VENV))
	$(PY) -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[lab,test]"
	@mkdir -p $(VENV)/share/jupyter/lab/settings
	@echo '$(LAB_SETTINGS)' > $(VENV)/share/jupyter/lab/settings/overrides.json
	@touch $@

$(VENV)/ready-browser: $(VENV)/ready
	$(PY) -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[lab,test,browser]"
	@touch $@

$(VENV)/ready-class: $(VENV)/ready
	$(PY) -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[lab,test,class]"
	@touch $@

# the one part of a hub that npm has and pip has not
build/hub-proxy/ready: Makefile
	@command -v npm > /dev/null || { echo "make: no npm found; JupyterHub's proxy needs Node.js 20 or later"; exit 1; }
	@mkdir -p build/hub-proxy
	npm install --prefix build/hub-proxy --no-save --no-package-lock --no-audit --no-fund --loglevel=error configurable-http-proxy@5.3.0
	@touch $@

$(VENV)/ready-bench: $(VENV)/ready
	$(PY) -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[lab,test,bench]"
	@touch $@

# NO_CPU_INDEX=1 leaves out the line that names PyTorch's own index, for a machine that cannot reach it
$(VENV_TORCHTEXT)/ready: environment.yml pyproject.toml constraints.txt Makefile
	@$(call find_python,12); $(call make_venv,$(VENV_TORCHTEXT))
	@sed -e '1,/- pip:/d' -e '/^ *#/d' -e 's/^ *- //' $(if $(NO_CPU_INDEX),-e '/--extra-index-url/d') environment.yml > environment.pip.txt
	$(PY_TORCHTEXT) -m pip install --quiet --disable-pip-version-check -r environment.pip.txt; \
	  status=$$?; rm environment.pip.txt; exit $$status
	@touch $@
