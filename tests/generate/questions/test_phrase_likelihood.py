import math

import pytest
import torch

from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.generate.commonsense.commonsense_reader import CommonsenseItem, CommonsenseReader
from cinescribe.generate.commonsense.write_commonsense import write_commonsense
from cinescribe.generate.questions.phrase_likelihood import PhrasePrior, phrase_log_probs, phrase_prior
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.models.model_table import data_sizes, model_kind
from cinescribe.schema import ASPECTS
from tests.train import world

pytestmark = pytest.mark.usefixtures("one_thread")
SETS = SetSizes(n_clips=1, n_frames=4, frame_rate_hz=1.0, n_segments=2, n_faces=0, n_tokens=12)
SIZES = {"width": 16, "n_layers": 1, "n_heads": 2, "ff_width": 16, "dropout": 0.0}


@pytest.fixture(scope="module")
def items():
    _, clips = world.world(2)
    return [CommonsenseItem(clip, clip.text) for own in clips.values() for clip in own]


@pytest.fixture(scope="module")
def reader(items):
    features, _ = world.world(2)
    tokens = Vocabulary.from_texts([*(str(item.caption) for item in items), "to rest a while", "rests", "tired"])
    return CommonsenseReader(features.__getitem__, tokens, sizes=SETS)


@pytest.fixture(scope="module", params=["v2c-transformer", "dense-captioner", "s2vt-commonsense", "text-only-gru"])
def network(request, items, reader):
    torch.manual_seed(1)
    kind = model_kind(request.param)
    sizes = kind.sizes_for(SIZES, data_sizes(reader.batch(items[:1]).video, reader.tokens, SETS))
    return kind.build(sizes).eval()


def test_a_written_phrase_has_the_log_probability_that_it_was_written_with(network, reader, items):
    written = list(write_commonsense(network, reader, items[:4]))
    asked = [(n, aspect, getattr(one, aspect)[0].text) for n, one in enumerate(written) for aspect in ASPECTS]
    found = phrase_log_probs(network, reader, items[:4], asked).tolist()
    for (n, aspect, text), log_prob in zip(asked, found, strict=True):
        if reader.fits(CommonsenseItem(items[n].clip, "", {aspect: text})):  # not cut off at the longest
            # Writing never chooses the unknown word, and shares its chance among the others.
            assert log_prob == pytest.approx(getattr(written[n], aspect)[0].log_prob, abs=0.6)
            assert log_prob <= getattr(written[n], aspect)[0].log_prob + 1e-3


def test_phrases_of_any_number_and_order_are_scored_one_by_one(network, reader, items):
    asked = [(2, "effect", "rests"), (0, "intention", "to rest"), (2, "attribute", "tired"), (0, "effect", "rests")]
    together = phrase_log_probs(network, reader, items, asked)
    alone = torch.cat([phrase_log_probs(network, reader, items, [one]) for one in asked])
    assert together.tolist() == pytest.approx(alone.tolist(), abs=1e-4)
    assert (together < 0).all()


def test_no_phrases_have_no_scores(network, reader, items):
    assert phrase_log_probs(network, reader, items, []).shape == (0,)


def test_the_prior_is_the_mean_probability_about_clips_of_other_films():
    prior = PhrasePrior(("a", "b", "b"), {("effect", "rests"): torch.tensor([0.5, 0.1, 0.3]).log()})
    assert prior.of("effect", "rests", film="a") == pytest.approx(math.log(0.2))
    assert prior.of("effect", "rests", film="b") == pytest.approx(math.log(0.5))
    assert prior.of("effect", "rests", film="new") == pytest.approx(math.log(0.3))
    only = PhrasePrior(("a",), {("effect", "rests"): torch.tensor([0.5]).log()})
    assert only.of("effect", "rests", film="a") == pytest.approx(math.log(0.5))


def test_the_prior_reads_each_phrase_about_each_clip(network, reader, items):
    asked = [("effect", "rests"), ("attribute", "tired"), ("effect", "rests")]
    prior = phrase_prior(network, reader, items[3:6], asked)
    assert prior.films == tuple(item.clip.film for item in items[3:6])
    for aspect, text in set(asked):
        each = phrase_log_probs(network, reader, items[3:6], [(n, aspect, text) for n in range(3)])
        assert prior.log_probs[aspect, text].tolist() == pytest.approx(each.tolist(), abs=1e-4)
