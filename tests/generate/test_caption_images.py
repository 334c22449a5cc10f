import pytest
import torch

from cinescribe.corpus.core.stills import read_stills
from cinescribe.errors import CorpusError, ModelError
from cinescribe.features.regions.region_batch import RegionSizes
from cinescribe.generate.beam import beam_search
from cinescribe.generate.caption_corpus import caption_corpus, fill_corpus
from cinescribe.generate.caption_images import caption_stills, still_reader
from cinescribe.generate.greedy import greedy
from cinescribe.generate.logit_constraints import still_limits
from cinescribe.models.checkpoint import CheckpointCard, read_checkpoint, write_checkpoint
from tests.train import still_world as world

pytestmark = pytest.mark.usefixtures("one_thread")
STILLS, REGIONS = world.world(60)
TOKENS = world.vocabulary(STILLS)
READER = world.reader(REGIONS, TOKENS)


@pytest.fixture(scope="module")
def model():
    return world.model(READER.batch(STILLS[:2]), TOKENS).eval()


@pytest.fixture
def checkpoint(model, tmp_path):
    card = CheckpointCard("smart", pictures=RegionSizes(n_tokens=world.N_TOKENS), features="regions")
    write_checkpoint(tmp_path / "c", model, tokens=TOKENS, card=card)
    return tmp_path / "c", world.corpus(tmp_path / "corpus", n_stills=8)


@pytest.mark.slow
def test_still_in_a_batch_equals_the_still_by_itself(model):
    captions = caption_stills(model, READER, STILLS, by="us")
    assert [caption.clip for caption in captions] == [still.id for still in STILLS]
    for number in (0, 57):  # of two batches
        alone = beam_search(
            model,
            READER.batch(STILLS[number : number + 1]),
            tokens=TOKENS,
            longest=world.N_TOKENS,
            limits=still_limits(TOKENS),
        ).best
        assert captions[number].text == TOKENS.decode(alone.words[0].tolist())
        assert captions[number].score == pytest.approx(alone.scores.item(), abs=1e-4)
        assert captions[number].by == "us"


def test_the_model_does_not_see_the_captions(model):
    long = [still.replace(captions=("A dog " * 50,)) for still in STILLS[:3]]
    assert caption_stills(model, READER, long) == caption_stills(model, READER, STILLS[:3])


def test_people_and_unknown_words_are_forbidden():
    limited = still_limits(TOKENS).limited(torch.zeros(1, len(TOKENS)), torch.tensor([[TOKENS.start]]))
    allowed = (limited[0] > -float("inf")).nonzero()[:, 0].tolist()
    assert allowed == [TOKENS.end, *range(TOKENS.first_person + 1, len(TOKENS))]


@pytest.mark.slow
def test_a_checkpoint_captions_a_corpus_of_stills(checkpoint, model):
    captions = list(caption_corpus(*checkpoint, split="val"))
    assert [(one.set, one.caption.clip, one.caption.by) for one in captions] == [
        (None, f"still{number}", "smart") for number in range(4, 8)
    ]
    reader = still_reader(read_checkpoint(checkpoint[0]), read_stills(checkpoint[1]))
    stills = read_stills(checkpoint[1]).stills_of("val")
    assert [one.caption.text for one in captions] == [one.text for one in caption_stills(model, reader, stills)]
    plain = [one.caption.text for one in caption_corpus(*checkpoint, split="val", decoder="greedy")]
    assert plain == [one.text for one in caption_stills(model, reader, stills, decoder=greedy)]


def test_an_unknown_split_is_named(checkpoint):
    with pytest.raises(CorpusError, match="still world has no split 'dev'; it has train, val"):
        list(caption_corpus(*checkpoint, split="dev"))


def test_picture_model_is_refused_for_filling(checkpoint):
    with pytest.raises(
        ModelError, match="is a smart, which captions pictures and cannot fill in blanks; name a model that fills in"
    ):
        fill_corpus(*checkpoint, split="val")
