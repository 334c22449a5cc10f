from typing import Any

import pytest

from cinescribe.generate.caption_clip_sets import caption_sets
from cinescribe.generate.caption_images import caption_stills
from cinescribe.generate.greedy import greedy
from cinescribe.generate.sets import SetCaptions
from cinescribe.metrics.scoring.score_captions import score_captions
from cinescribe.schema import ClipSet
from cinescribe.train.experiments.evaluate import (
    evaluate_captions,
    evaluate_filling,
    evaluate_stills,
    score_filling,
    score_sets,
    set_references,
)
from tests.corpus.clips import clip
from tests.train import still_world, world

pytestmark = pytest.mark.usefixtures("one_thread")


def captions_of(*texts):
    empty: Any = tuple(() for _ in texts)
    return SetCaptions(texts, empty, (), empty, (), tuple(0.0 for _ in texts))


SET = ClipSet(
    (clip(0, "P1 waves to P2.", "P2 is waved to by P1."), clip(1, "P2 sits.", "P2 takes a seat.", "P2 rests."))
)


def test_references_are_joined_captions_with_people_by_first_mention():
    assert set_references(SET) == ["P1 waves to P2. P2 sits.", "P1 is waved to by P2. P1 takes a seat."]


def test_captions_are_scored_joined():
    scores = score_sets([captions_of("P1 waves to P2.", "P2 sits.")], [SET], metrics=["BLEU-4", "ROUGE-L"])
    assert {name: score.value for name, score in scores.items()} == pytest.approx({"BLEU-4": 1.0, "ROUGE-L": 1.0})
    worse = score_sets([captions_of("P1 waves to P2.", "")], [SET], metrics=["BLEU-4", "ROUGE-L"])
    assert worse["ROUGE-L"].value < 1
    assert score_sets([captions_of("", "")], [SET], metrics=["ROUGE-L"])["ROUGE-L"].value == 0


def test_filling_is_scored_by_pairs_within_sets():
    sets = [ClipSet((clip(0, "P1 waves to P2."), clip(1, "P1 sits.")))]
    right = score_filling({"f_c0": ("P5", "P6"), "f_c1": ("P5",)}, sets)
    assert right.to_dict() == {"instance": 1.0, "same": 1.0, "different": 1.0, "class": 1.0}
    same = score_filling({"f_c0": ("P1", "P1"), "f_c1": ("P1",)}, sets)
    assert same.to_dict() == pytest.approx({"instance": 1 / 3, "same": 1.0, "different": 0.0, "class": 0.0})


@pytest.fixture(scope="module")
def untrained():
    """Return an untrained model, a reader, and sets of three and of two clips."""
    features, films = world.world(3, n_clips=5)
    tokens = world.vocabulary(films)
    reader, sets = world.reader(features, tokens), world.all_sets(films)
    return world.model(reader.batch(sets), tokens).eval(), reader, sets


def test_a_models_fillings_do_not_depend_on_the_answers(untrained):
    model, reader, sets = untrained
    scores = evaluate_filling(model, reader, sets)
    assert 0 <= scores.class_.value <= 1
    assert len(scores.instance.per_item) == len(sets)
    swapped = [
        ClipSet(tuple(one.replace(text=one.text.replace("P1", "P9")) for one in clip_set.clips)) for clip_set in sets
    ]
    assert evaluate_filling(model, reader, swapped).to_dict() == scores.to_dict()


@pytest.mark.slow
def test_captions_do_not_depend_on_the_references(untrained):
    model, reader, sets = untrained
    blind = [ClipSet(tuple(one.replace(text="P1 waves.") for one in clip_set.clips)) for clip_set in sets]
    captions = caption_sets(model, reader, sets)
    assert captions == caption_sets(model, reader, blind)
    assert [len(one.texts) for one in captions] == [3, 2] * 3
    assert set(evaluate_captions(model, reader, sets, metrics=["ROUGE-L"])) == {"ROUGE-L"}


@pytest.mark.slow
def test_captions_of_stills_are_scored_together():
    stills, regions = still_world.world(5)
    tokens = still_world.vocabulary(stills)
    reader = still_world.reader(regions, tokens)
    model = still_world.model(reader.batch(stills), tokens).eval()
    found = evaluate_stills(model, reader, stills, metrics=["CIDEr-D", "BLEU-1"], decoder=greedy)
    captions = {caption.clip: caption.text for caption in caption_stills(model, reader, stills, decoder=greedy)}
    references = {still.id: still.captions for still in stills}
    wanted = score_captions(captions, references, metrics=["CIDEr-D", "BLEU-1"], allow_empty=True)
    assert {name: score.value for name, score in found.items()} == {score.name: score.value for score in wanted}
    assert set(found["BLEU-1"].per_item) == {still.id for still in stills}
