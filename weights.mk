# Training of the weights in cinescribe/weights, from films that Backlot generates and the reference data (SHARED).
SHARED ?= ../shared
WORDNET ?= /usr/share/wordnet
EWT := $(SHARED)/data/ewt/en_ewt-ud
TRAIN = $(RUN)/cinescribe language train-parser $(EWT)-train.conllu.gz --dev $(EWT)-dev.conllu.gz
FIT = $(RUN)/python -m benchmarks.language.tuples --shared $(SHARED)

.PHONY: weights pointer

# Trains the weights in cinescribe/weights again: four and a half hours of one core; needs the reference data (SHARED).
weights: $(READY)
	@mkdir -p build
	@echo "weights: WordNet's index, from $(WORDNET) (Debian's wordnet-base)"
	@$(RUN)/python -m benchmarks.language.wordnet_index $(WORDNET)
	@$(RUN)/python -m benchmarks.language.wordnet_senses $(WORDNET)
	@echo "weights: a parser trained on the treebank, then three times: trees fitted to the original SPICE's tuples, a parser trained on both"
	@$(TRAIN) --epochs 3 -o build/cinescribe-ewt-1
	@$(FIT) --parser build/cinescribe-ewt-1 --treebank build/fitted-1.conllu
	@$(TRAIN) build/fitted-1.conllu --epochs 3 -o build/cinescribe-ewt-spice-2
	@$(FIT) --parser build/cinescribe-ewt-spice-2 --treebank build/fitted-2.conllu
	@$(TRAIN) build/fitted-2.conllu -o build/cinescribe-ewt-spice-3
	@$(FIT) --parser build/cinescribe-ewt-spice-3 --treebank build/fitted-3.conllu
	@$(TRAIN) build/fitted-3.conllu --start build/cinescribe-ewt-spice-3 --epochs 1 -o build/cinescribe-ewt-spice-4
	@cp build/cinescribe-ewt-spice-4/* cinescribe/weights/parser/
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
	@echo "weights: notes, from 160 Backlot films whose people act for reasons; their confidence, from 100 described films"
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
	@$(RUN)/python -m benchmarks.encoders.train_appearance --corpus build/backlot-mixed -o build/encoders
	@cp build/encoders/looks/encoder.* cinescribe/weights/appearance/
	@for row in $(POINTERS); do for seed in 0 1 2; do \
		$(RUN)/cinescribe train recipes/backlot/$$row.toml --corpus build/backlot-mixed -o build/$$row-$$seed \
			--set seed=$$seed || exit 1; \
	done; done
	@$(RUN)/python -m benchmarks.captioners.pointer --corpus build/backlot-fresh --write \
		$(foreach row,$(POINTERS),$(foreach seed,0 1 2,$(row)=build/$(row)-$(seed)/fill))
	@cp build/pointer-0/fill/* cinescribe/weights/pointer/
