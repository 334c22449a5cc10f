"""Synthetic captioners that attend to known regions, so that each score is known."""

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
from cinescribe.explain.attribution.methods import CONTROLS, METHOD_TITLES, METHODS, PAPERS, method_of
from cinescribe.explain.attribution.occlusion import occlusion
from cinescribe.explain.grounding.corpus_grounding import (
    GroundingEvaluation,
    StillCaption,
    caption_stills,
    evaluate_grounding,
)
from cinescribe.features.regions.picture_regions import PictureRegions
from cinescribe.features.regions.region_reader import RegionReader
from cinescribe.features.regions.regions import cell_boxes
from cinescribe.generate.greedy import greedy
from cinescribe.language.vectors.word_table import WordTable
from cinescribe.still_schema import Region, Still
from tests.explain.grounding.test_caption_grounding import Cutting
from tests.explain.targets.test_region_target import TOKENS, WIDTH, made
from tests.metrics.similarities import TableSimilarity

pytestmark = pytest.mark.usefixtures("one_thread")

CLASSES = ("dog", "horse", "sky", "tree")
NEAR = TableSimilarity({("dog", "horse"): 0.4, ("dog", "tree"): 0.1})
BOXES = np.array(cell_boxes(2, 2), np.float32)
METHODS_BY_SCORES = (saliency, guided_backpropagation, integrated_gradients, occlusion)


@dataclasses.dataclass(frozen=True)
class Finder:
    """Scores each word by the region that is most like the class sought for it."""

    visual: torch.Tensor
    words: tuple[str, ...]
    sought: tuple[int, ...]  # the class sought for each word

    def scores(self, visual):
        similarity = (visual[:, :, list(self.sought)] - 0.1).relu()
        return (4 * similarity).logsumexp(1) - 4


def still_caption(words, sought, *, id="1", shown=CLASSES, labelled=CLASSES):
    """A caption of a picture of four things; nouns are in capitals.

    `shown` are the classes of the regions' features, `labelled` the true classes of their boxes.
    """
    visual = torch.nn.functional.one_hot(torch.tensor([CLASSES.index(name) for name in shown]), len(CLASSES)).float()
    still = Still(id, f"{id}.png", regions=tuple(map(Region, map(tuple, BOXES.tolist()), labelled)))
    words = tuple(words.split())
    finder = Finder(visual, words, tuple(CLASSES.index(name) for name in sought.split()))
    nouns = tuple(word.lower() if word.isupper() else None for word in words)
    return StillCaption(still, BOXES, tuple(labelled), finder, nouns)


SOUND = still_caption("a DOG and a TREE", "sky dog sky sky tree")
EARLY = still_caption("a DOG and a TREE", "dog sky sky tree sky")


def values(evaluation):
    return [round(score.value, 6) for score in evaluation.grounding]


def pointing(evaluation: GroundingEvaluation) -> float:
    assert evaluation.pointing is not None
    return evaluation.pointing.value


@pytest.mark.parametrize("method", METHODS_BY_SCORES)
def test_faithful_captioner_scores_one(method):
    evaluation = evaluate_grounding([SOUND], method, similarity=NEAR)
    assert values(evaluation) == [1] * 5
    assert pointing(evaluation) == 1
    assert evaluation.hallucinated == 0


@pytest.mark.parametrize("method", METHODS_BY_SCORES)
def test_a_captioner_that_attends_a_word_early(method):
    evaluation = evaluate_grounding([EARLY], method, similarity=NEAR)
    assert values(evaluation) == [0, 1, 1, 1, 1]
    assert pointing(evaluation) == 0
    assert evaluation.calibration[1].bins == ((1, 0, 2),)  # called grounded, but no hit


@pytest.mark.parametrize("method", METHODS_BY_SCORES)
def test_a_captioner_with_shuffled_regions(method):
    shuffled = still_caption("a DOG and a TREE", "sky dog sky sky tree", shown=("horse", "sky", "tree", "dog"))
    evaluation, sound = (
        evaluate_grounding([shuffled], method, similarity=NEAR),
        evaluate_grounding([SOUND], method, similarity=NEAR),
    )
    assert all(one < other for one, other in zip(values(evaluation), values(sound), strict=True))
    assert pointing(evaluation) == 0 < pointing(sound)


@pytest.mark.parametrize("method", METHODS_BY_SCORES)
def test_noun_without_its_object_is_hallucinated(method):
    """The word follows from the sky; a dog is nowhere in the picture."""
    classes = ("sky", "horse", "sky", "tree")
    invented = still_caption("a DOG and a TREE", "sky sky sky sky tree", shown=classes, labelled=classes)
    evaluation = evaluate_grounding([invented], method, similarity=NEAR)
    assert values(evaluation) == [0.5] * 5  # 1 for the tree, 0 for the dog, at every margin
    assert evaluation.hallucinated == 0.5
    assert pointing(evaluation) == 1  # over the tree only


@pytest.mark.slow
@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10_000))
def test_scores_cannot_fall_as_the_margin_grows(seed):
    late = dataclasses.replace(EARLY, still=EARLY.still.replace(id="2"))
    evaluation = evaluate_grounding([SOUND, late], partial(random_order, seed=seed), similarity=NEAR)
    assert all(one <= other for one, other in pairwise(values(evaluation)))


def test_curves_separate_a_faithful_method_from_chance():
    sure = evaluate_grounding([SOUND], occlusion, similarity=NEAR)
    chance = [evaluate_grounding([SOUND], partial(random_order, seed=seed), similarity=NEAR) for seed in range(10)]
    assert sure.deletion < np.mean([evaluation.deletion for evaluation in chance])
    assert sure.insertion > np.mean([evaluation.insertion for evaluation in chance])
    without = evaluate_grounding([SOUND], occlusion, similarity=NEAR, n_curves=0)
    assert math.isnan(without.deletion)
    assert math.isnan(without.insertion)


def test_the_cells_of_a_grid_are_summed_over_true_regions():
    regions = (Region((0, 0, 0.5, 0.5), "dog"), Region((0.5, 0.5, 1, 1), "tree"), Region((0, 0.5, 1, 1), "sky"))
    still = Still("1", "1.png", regions=regions)
    whole = np.concatenate([[(0, 0, 1, 1)], BOXES]).astype(np.float32)
    visual = torch.cat([torch.ones(1, 4), SOUND.caption.visual])  # the whole picture is like every class
    caption = dataclasses.replace(SOUND.caption, visual=visual)
    grid = StillCaption(still, whole, ("",) * 5, caption, SOUND.nouns)
    evaluation = evaluate_grounding([grid], occlusion, similarity=NEAR)
    assert values(evaluation)[0] == 1
    assert pointing(evaluation) == 1


def test_the_whole_picture_is_not_a_region():
    boxes = np.concatenate([[(0, 0, 1, 1)], BOXES]).astype(np.float32)
    visual = torch.cat([torch.full((1, 4), 1.5), SOUND.caption.visual])
    caption = dataclasses.replace(SOUND.caption, visual=visual)
    evaluation = evaluate_grounding(
        [dataclasses.replace(SOUND, boxes=boxes, labels=("", *CLASSES), caption=caption)], saliency, similarity=NEAR
    )
    assert values(evaluation)[0] == 1


def test_noun_matches_classes_listed_for_it():
    called = still_caption("a PUPPY", "sky dog")
    assert pointing(evaluate_grounding([called], saliency, similarity=NEAR, noun_classes={"puppy": ("dog",)})) == 1
    with pytest.raises(ScoreError, match="none of the 1 captions has a noun whose class is in its picture"):
        evaluate_grounding([called], saliency, similarity=NEAR)


def test_stills_without_boxes():
    unknown = dataclasses.replace(SOUND, still=Still("1", "1.png"))
    evaluation = evaluate_grounding([unknown], saliency, similarity=NEAR)  # its regions have a detector's labels
    assert evaluation.pointing is None
    assert values(evaluation) == [1] * 5
    with pytest.raises(
        ModelError, match="neither the regions that the model was shown of '1' nor the still itself have"
    ):
        evaluate_grounding([dataclasses.replace(unknown, labels=("",) * 4)], saliency, similarity=NEAR)


def test_a_picture_of_one_region_and_a_caption_of_one_word():
    alone = Finder(torch.ones(1, 4), ("DOG",), (0,))
    left_half = (0, 0, 0.5, 1)
    still = Still("1", "1.png", regions=(Region(left_half, "dog"),))
    evaluation = evaluate_grounding(
        [StillCaption(still, np.array([left_half], np.float32), ("dog",), alone, ("dog",))], saliency, similarity=NEAR
    )
    assert values(evaluation) == [1] * 5
    assert pointing(evaluation) == 1


def test_a_noun_without_a_vector_is_similar_to_itself_only():
    vectors = WordTable("two", {"dog": 0, "sky": 1}, np.array([[1, 0], [0.8, 0.6]], np.float32))
    found = [
        evaluate_grounding([still_caption("a TREE", f"sky {sought}")], saliency, similarity=vectors)
        for sought in ("tree", "dog")
    ]
    assert [values(evaluation)[0] for evaluation in found] == [1, 0]
    assert vectors.unknown(["tree", "dog"]) == ["tree"]


def test_boxes_without_a_class_are_ignored():
    nameless = (*SOUND.still.regions, Region((0, 0, 1, 1), ""))
    one = dataclasses.replace(SOUND, still=SOUND.still.replace(regions=nameless), labels=("",) * 4)
    assert one.truth == SOUND.still.regions
    assert values(evaluate_grounding([one], saliency, similarity=NEAR)) == [1] * 5
    bare = dataclasses.replace(SOUND, still=SOUND.still.replace(regions=nameless[-1:]))
    assert evaluate_grounding([bare], saliency, similarity=NEAR).pointing is None


def test_the_top_regions_are_part_of_the_evaluation():
    evaluation = evaluate_grounding(
        [EARLY, still_caption("a DOG and a HORSE", "sky dog sky sky sky", id="2")], saliency, similarity=NEAR
    )
    assert [(word.word, word.region) for word in evaluation.captions[0].words if word.noun] == [
        ("dog", "sky"),
        ("tree", "sky"),
    ]
    assert [one.id for one in evaluation.captions] == list(evaluation.nouns) == ["1", "2"]
    assert (evaluation.n_nouns, evaluation.n_present) == (4, 4)
    assert pointing(evaluation) == 0.25


def test_no_captions_are_refused():
    with pytest.raises(ScoreError, match="there is no caption to evaluate: the model wrote no word of any still; t"):
        evaluate_grounding([], saliency, similarity=NEAR)


STILLS = [Still(str(n), f"{n}.png", captions=("a dog",), regions=(Region((0, 0, 1, 1), "dog"),)) for n in range(3)]


def reader(n_regions=2):
    def picture(id):
        rows = np.random.default_rng(int(id)).normal(size=(3, WIDTH)).astype(np.float32)
        return PictureRegions(rows, np.tile(np.array([0, 0, 1, 1], np.float32), (3, 1)), ("", "dog", "horse"))

    return RegionReader(picture, TOKENS, n_regions=n_regions, n_tokens=6)


@pytest.mark.slow
def test_a_model_captions_stills():
    found = caption_stills(made(), STILLS, reader=reader(), parser=Cutting(), decoder=greedy)
    assert [one.still.id for one in found] == ["0", "1", "2"]
    for one in found:
        assert one.labels == ("", "dog")  # as many as the reader keeps
        assert one.boxes.shape == (2, 4)
        assert one.caption.visual.shape == (2, WIDTH)
        assert len(one.nouns) == len(one.caption.words) > 0
        assert method_of("ig")(one.caption).scores.shape == (len(one.nouns), 2)


def test_empty_captions_are_left_out():
    def silent(model, batch, *, tokens, longest, limits):
        written = greedy(model, batch, tokens=tokens, longest=longest, limits=limits)
        words = written.words.clone()
        words[1, 1:] = tokens.pad
        words[1, 1] = tokens.end
        return dataclasses.replace(written, words=words)

    found = caption_stills(made(), STILLS, reader=reader(), parser=Cutting(), decoder=silent)
    assert [one.still.id for one in found] == ["0", "2"]


def test_methods_by_name():
    assert set(PAPERS) < set(METHODS)
    assert set(METHOD_TITLES) == set(METHODS) - set(CONTROLS)  # controls explain nothing
    found = method_of("saliency")(SOUND.caption)
    assert isinstance(found, Attribution)
    assert found.method == "saliency"
    with pytest.raises(
        ModelError, match="method 'lime' is not known; known are saliency, guided, ig, rollout, occlusion"
    ):
        method_of("lime")
