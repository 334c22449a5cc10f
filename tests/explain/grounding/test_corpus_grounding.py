"""Planted captioners: what they look at is known, and so is what each score must say of it."""

import dataclasses
import math
from functools import partial
from itertools import pairwise

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from cinescribe.errors import ModelError, ScoreError
from cinescribe.explain.attribution.attribution import Attribution
from cinescribe.explain.attribution.faithfulness import random_order
from cinescribe.explain.attribution.gradients import guided_backpropagation, integrated_gradients, saliency
from cinescribe.explain.attribution.methods import CONTROLS, METHODS, PAPERS, method_of
from cinescribe.explain.attribution.occlusion import occlusion
from cinescribe.explain.grounding.corpus_grounding import SeenCaption, judge, seen_captions
from cinescribe.explain.words.explain_words import NAMES
from cinescribe.features.regions.region_batch import PictureRegions
from cinescribe.features.regions.region_reader import RegionReader
from cinescribe.features.regions.regions import cell_boxes
from cinescribe.generate.greedy import greedy
from cinescribe.language.vectors.word_table import WordTable
from cinescribe.schema import Region, Still
from tests.explain.grounding.test_caption_grounding import Cutting
from tests.explain.targets.test_region_target import TOKENS, WIDTH, made
from tests.metrics.similarities import Written

pytestmark = pytest.mark.usefixtures("one_thread")

CLASSES = ("dog", "horse", "sky", "tree")
NEAR = Written({("dog", "horse"): 0.4, ("dog", "tree"): 0.1})
BOXES = np.array(cell_boxes(2, 2), np.float32)
FINDING = (saliency, guided_backpropagation, integrated_gradients, occlusion)


@dataclasses.dataclass(frozen=True)
class Finder:
    """Writes each word by the region that looks most like the class it looks for."""

    visual: torch.Tensor
    words: tuple[str, ...]
    sought: tuple[int, ...]  # the class looked for as each word is written

    def scores(self, visual):
        likeness = (visual[:, :, list(self.sought)] - 0.1).relu()
        return (4 * likeness).logsumexp(1) - 4


def seen(words, sought, *, id="1", shown=CLASSES, labelled=CLASSES):
    """A caption of a picture of four things; nouns are in capitals.

    `shown` is what the rows of the regions look like, `labelled` what truly is in their boxes.
    """
    looks = torch.nn.functional.one_hot(torch.tensor([CLASSES.index(name) for name in shown]), len(CLASSES)).float()
    still = Still(id, f"{id}.png", regions=tuple(map(Region, map(tuple, BOXES.tolist()), labelled)))
    words = tuple(words.split())
    finder = Finder(looks, words, tuple(CLASSES.index(name) for name in sought.split()))
    nouns = tuple(word.lower() if word.isupper() else None for word in words)
    return SeenCaption(still, BOXES, tuple(labelled), finder, nouns)


SOUND = seen("a DOG and a TREE", "sky dog sky sky tree")
EARLY = seen("a DOG and a TREE", "dog sky sky tree sky")


def values(judged):
    return [round(score.value, 6) for score in judged.grounding]


@pytest.mark.parametrize("method", FINDING)
def test_a_captioner_that_looks_at_what_it_names(method):
    judged = judge([SOUND], method, similarity=NEAR)
    assert values(judged) == [1] * 5
    assert judged.pointing.value == 1
    assert judged.hallucinated == 0


@pytest.mark.parametrize("method", FINDING)
def test_one_that_looks_a_word_early(method):
    judged = judge([EARLY], method, similarity=NEAR)
    assert values(judged) == [0, 1, 1, 1, 1]
    assert judged.pointing.value == 0
    assert judged.calibration[1].bins == ((1, 0, 2),)  # called grounded, and looked at elsewhere


@pytest.mark.parametrize("method", FINDING)
def test_one_that_is_fed_shuffled_regions(method):
    fed = seen("a DOG and a TREE", "sky dog sky sky tree", shown=("horse", "sky", "tree", "dog"))
    judged, sound = judge([fed], method, similarity=NEAR), judge([SOUND], method, similarity=NEAR)
    assert all(one < other for one, other in zip(values(judged), values(sound), strict=True))
    assert judged.pointing.value == 0 < sound.pointing.value


@pytest.mark.parametrize("method", FINDING)
def test_a_noun_of_what_is_not_there(method):
    """The word follows from the sky; a dog is nowhere in the picture."""
    there = ("sky", "horse", "sky", "tree")
    invented = seen("a DOG and a TREE", "sky sky sky sky tree", shown=there, labelled=there)
    judged = judge([invented], method, similarity=NEAR)
    assert values(judged) == [0.5] * 5  # 1 for the tree, 0 for the dog, however far back one looks
    assert judged.hallucinated == 0.5
    assert judged.pointing.value == 1  # it is asked of the tree alone


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10_000))
def test_scores_cannot_fall_as_the_margin_grows(seed):
    late = dataclasses.replace(EARLY, still=EARLY.still.replace(id="2"))
    judged = judge([SOUND, late], partial(random_order, seed=seed), similarity=NEAR)
    assert all(one <= other for one, other in pairwise(values(judged)))


def test_curves_tell_a_faithful_method_from_chance():
    sure = judge([SOUND], occlusion, similarity=NEAR)
    chance = [judge([SOUND], partial(random_order, seed=seed), similarity=NEAR) for seed in range(10)]
    assert sure.deletion < np.mean([judged.deletion for judged in chance])
    assert sure.insertion > np.mean([judged.insertion for judged in chance])
    without = judge([SOUND], occlusion, similarity=NEAR, n_curves=0)
    assert math.isnan(without.deletion)
    assert math.isnan(without.insertion)


def test_the_cells_of_a_grid_are_carried_over_to_what_is_there():
    regions = (Region((0, 0, 0.5, 0.5), "dog"), Region((0.5, 0.5, 1, 1), "tree"), Region((0, 0.5, 1, 1), "sky"))
    still = Still("1", "1.png", regions=regions)
    whole = np.concatenate([[(0, 0, 1, 1)], BOXES]).astype(np.float32)
    looks = torch.cat([torch.ones(1, 4), SOUND.caption.visual])  # the whole picture looks like everything
    caption = dataclasses.replace(SOUND.caption, visual=looks)
    grid = SeenCaption(still, whole, ("",) * 5, caption, SOUND.nouns)
    judged = judge([grid], occlusion, similarity=NEAR)
    assert values(judged)[0] == 1
    assert judged.pointing.value == 1


def test_the_whole_picture_is_no_region():
    boxes = np.concatenate([[(0, 0, 1, 1)], BOXES]).astype(np.float32)
    looks = torch.cat([torch.full((1, 4), 1.5), SOUND.caption.visual])
    caption = dataclasses.replace(SOUND.caption, visual=looks)
    judged = judge(
        [dataclasses.replace(SOUND, boxes=boxes, labels=("", *CLASSES), caption=caption)], saliency, similarity=NEAR
    )
    assert values(judged)[0] == 1


def test_names_for_a_class():
    called = seen("a PUPPY", "sky dog")
    assert judge([called], saliency, similarity=NEAR, named={"puppy": ("dog",)}).pointing.value == 1
    with pytest.raises(ScoreError, match="none of the 1 captions has a noun whose class is in its picture"):
        judge([called], saliency, similarity=NEAR)


def test_where_no_boxes_are_known():
    unknown = dataclasses.replace(SOUND, still=Still("1", "1.png"))
    judged = judge([unknown], saliency, similarity=NEAR)  # its regions have a detector's labels
    assert judged.pointing is None
    assert values(judged) == [1] * 5
    with pytest.raises(
        ModelError, match="neither the regions that the model was shown of '1' nor the still itself have"
    ):
        judge([dataclasses.replace(unknown, labels=("",) * 4)], saliency, similarity=NEAR)


def test_a_picture_of_one_region_and_a_caption_of_one_word():
    alone = Finder(torch.ones(1, 4), ("DOG",), (0,))
    still = Still("1", "1.png", regions=(Region((0, 0, 0.5, 1), "dog"),))
    judged = judge([SeenCaption(still, BOXES[:1] * [1, 1, 1, 2], ("dog",), alone, ("dog",))], saliency, similarity=NEAR)
    assert values(judged) == [1] * 5
    assert judged.pointing.value == 1


def test_a_noun_without_a_vector_is_like_itself_alone():
    vectors = WordTable("two", {"dog": 0, "sky": 1}, np.array([[1, 0], [0.8, 0.6]], np.float32))
    found = [judge([seen("a TREE", f"sky {looked}")], saliency, similarity=vectors) for looked in ("tree", "dog")]
    assert [values(judged)[0] for judged in found] == [1, 0]
    assert vectors.unknown(["tree", "dog"]) == ["tree"]


def test_boxes_without_a_class_are_not_known():
    nameless = (*SOUND.still.regions, Region((0, 0, 1, 1), ""))
    one = dataclasses.replace(SOUND, still=SOUND.still.replace(regions=nameless), labels=("",) * 4)
    assert one.truth == SOUND.still.regions
    assert values(judge([one], saliency, similarity=NEAR)) == [1] * 5
    bare = dataclasses.replace(SOUND, still=SOUND.still.replace(regions=nameless[-1:]))
    assert judge([bare], saliency, similarity=NEAR).pointing is None


def test_what_was_looked_at_is_kept():
    judged = judge([EARLY, seen("a DOG and a HORSE", "sky dog sky sky sky", id="2")], saliency, similarity=NEAR)
    assert [(word.word, word.region) for word in judged.looked[0].words if word.noun] == [
        ("dog", "sky"),
        ("tree", "sky"),
    ]
    assert [one.id for one in judged.looked] == list(judged.nouns) == ["1", "2"]
    assert (judged.n_nouns, judged.n_there) == (4, 4)
    assert judged.pointing.value == 0.25


def test_no_caption_to_judge():
    with pytest.raises(
        ScoreError, match="no caption came to be judged, as when a model writes no word of any still; t"
    ):
        judge([], saliency, similarity=NEAR)


STILLS = [Still(str(n), f"{n}.png", captions=("a dog",), regions=(Region((0, 0, 1, 1), "dog"),)) for n in range(3)]


def reader(n_regions=2):
    def picture(id):
        rows = np.random.default_rng(int(id)).normal(size=(3, WIDTH)).astype(np.float32)
        return PictureRegions(rows, np.tile(np.array([0, 0, 1, 1], np.float32), (3, 1)), ("", "dog", "horse"))

    return RegionReader(picture, TOKENS, n_regions=n_regions, n_tokens=6)


def test_captions_of_a_model_ready_to_be_explained():
    found = seen_captions(made(), STILLS, reader=reader(), parser=Cutting(), decoder=greedy)
    assert [one.still.id for one in found] == ["0", "1", "2"]
    for one in found:
        assert one.labels == ("", "dog")  # as many as the reader keeps
        assert one.boxes.shape == (2, 4)
        assert one.caption.visual.shape == (2, WIDTH)
        assert len(one.nouns) == len(one.caption.words) > 0
        assert method_of("ig")(one.caption).scores.shape == (len(one.nouns), 2)


def test_captions_without_a_word_are_left_out():
    def silent(model, batch, *, tokens, longest, limits):
        written = greedy(model, batch, tokens=tokens, longest=longest, limits=limits)
        words = written.words.clone()
        words[1, 1:] = tokens.pad
        words[1, 1] = tokens.end
        return dataclasses.replace(written, words=words)

    found = seen_captions(made(), STILLS, reader=reader(), parser=Cutting(), decoder=silent)
    assert [one.still.id for one in found] == ["0", "2"]


def test_methods_by_name():
    assert set(PAPERS) < set(METHODS)
    assert set(NAMES) == set(METHODS) - set(CONTROLS)  # controls explain nothing
    found = method_of("saliency")(SOUND.caption)
    assert isinstance(found, Attribution)
    assert found.method == "saliency"
    with pytest.raises(
        ModelError, match="method 'lime' is not known; known are saliency, guided, ig, rollout, occlusion"
    ):
        method_of("lime")
