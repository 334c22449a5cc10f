# Everything runs in .venv; nothing is installed on the system.
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin
READY := $(VENV)/.ready
OURS := demo/films/tiny-7-000.mp4
FILM ?= $(OURS)
TORCH := torch==2.13.0
SHARED ?= ../shared
EWT := $(SHARED)/data/ewt/en_ewt-ud
WORDNET ?= /usr/share/wordnet
TRAIN = $(RUN)/cinescribe language train-parser $(EWT)-train.conllu.gz --dev $(EWT)-dev.conllu.gz
FIT = $(RUN)/python -m benchmarks.language.tuples --shared $(SHARED)

.PHONY: setup demo test check bench weights format clean

setup: $(READY)

$(READY): pyproject.toml constraints.txt
	@echo "setup: a virtual environment in $(VENV) ($$($(PYTHON) --version))"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "setup: Python 3.11 or newer is wanted; name one: make setup PYTHON=python3.11"; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@echo "setup: $(TORCH) first, so that nothing pulls another build"
	@$(RUN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt $(TORCH)
	@echo "setup: Cinescribe and its tools, versions from constraints.txt"
	@$(RUN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@
	@echo "setup: ready; try $(RUN)/cinescribe --help"

$(OURS): | $(READY)
	@echo "demo: shooting a small film to describe (pass your own: make demo FILM=path/to/film.mp4)"
	@$(RUN)/cinescribe backlot shoot -o demo/films --films 1 --seed 7 --size tiny

ifeq ($(FILM),$(OURS))
demo: $(OURS)
endif

# A folder for each film, so that one film's cast file is never read for another.
demo: $(READY)
	@set -e; film="$(FILM)"; name=$$(basename "$$film"); folder="demo/$${name%.*}.ad"; \
	echo "demo: describing $$film"; \
	$(RUN)/cinescribe describe "$$film" -o "$$folder"; \
	for form in vtt film page; do $(RUN)/cinescribe export "$$folder" --to $$form; done; \
	echo "demo: open $$folder/page.html; your own film: make demo FILM=path/to/film.mp4"

test: $(READY)
	@$(RUN)/python -m pytest

check: $(READY)
	@$(RUN)/ruff format --check .
	@$(RUN)/ruff check .
	@$(RUN)/mypy
	@$(MAKE) --no-print-directory test

format: $(READY)
	@$(RUN)/ruff format .
	@$(RUN)/ruff check --fix .

bench: $(READY)
	@for file in benchmarks/*.py; do echo "== $$file"; $(RUN)/python $$file || exit 1; done

# What the package ships under cinescribe/weights, made again: three hours of one core, and the reference data (SHARED).
weights: $(READY)
	@mkdir -p build
	@echo "weights: WordNet's index, from $(WORDNET) (Debian's wordnet-base)"
	@$(RUN)/python -m cinescribe.language.wordnet.build_index $(WORDNET)
	@echo "weights: a parser of the treebank alone, then twice: trees fitted to genuine SPICE's tuples, a parser of both"
	@$(TRAIN) --epochs 6 -o build/cinescribe-ewt-1
	@$(FIT) --parser build/cinescribe-ewt-1 --treebank build/fitted-1.conllu
	@$(TRAIN) build/fitted-1.conllu --epochs 5 -o build/cinescribe-ewt-spice-1
	@$(FIT) --parser build/cinescribe-ewt-spice-1 --treebank build/fitted-2.conllu
	@$(TRAIN) build/fitted-2.conllu -o build/cinescribe-ewt-spice-2
	@cp build/cinescribe-ewt-spice-2/* cinescribe/weights/parser/
	@echo "weights: the picture networks, from films drawn for them"
	@$(RUN)/python -m cinescribe.train.encoders.train_encoders -o build/encoders --work build/strips
	@for net in frames actions; do cp build/encoders/$$net/encoder.* cinescribe/weights/$$net/; done
	@echo "weights: MICap, from 100 films shot, watched and told"
	@$(RUN)/cinescribe corpus build build/backlot --from backlot --size small
	@$(RUN)/cinescribe features extract build/backlot --with clip,actions,faces
	@$(RUN)/cinescribe train recipes/backlot/shipped.toml --corpus build/backlot -o build/micap
	@cp build/micap/captions/* cinescribe/weights/micap/
	@echo "weights: SMArT, from stills drawn for it, by cross-entropy and then by rewards"
	@$(RUN)/cinescribe corpus build build/stills --from backlot-stills --size small
	@$(RUN)/cinescribe features extract build/stills --with regions
	@$(RUN)/cinescribe train recipes/stills/smart-regions-xe.toml --corpus build/stills -o build/smart-xe
	@$(RUN)/cinescribe train recipes/stills/smart-regions-scst.toml --corpus build/stills -o build/smart --set start=build/smart-xe/captions --set half=true
	@cp build/smart/captions/* cinescribe/weights/stills/

clean:
	rm -rf demo build .mypy_cache .ruff_cache .pytest_cache
