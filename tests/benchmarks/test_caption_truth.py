"""Every caption that Backlot writes is recognised with the action, thing and place of its clip."""

import pytest

from benchmarks.film.caption_truth import CaptionFacts, caption_facts, truthfulness
from cinescribe.backlot.films.continuity import filmed_clips
from cinescribe.backlot.plan.caption_templates import TEMPLATES
from cinescribe.backlot.plot.screenplay import plan_film
from cinescribe.errors import ScoreError


@pytest.fixture(scope="module")
def clips():
    return [clip for seed in range(12) for clip in filmed_clips(plan_film(seed, n_clips=10, hard=seed % 2 == 0))]


def test_captions_of_backlot_are_true(clips):
    assert {clip.action for clip in clips} >= set(TEMPLATES) - {"high five"}
    for clip in clips:
        for caption in clip.captions:
            found = caption_facts(caption.text)
            assert found.action == clip.action, caption.text
            assert found.thing in (None, clip.thing), caption.text
            assert found.place in (None, clip.place), caption.text


def test_things_and_places_are_named(clips):
    found = [(caption_facts(caption.text), clip) for clip in clips for caption in clip.captions]
    assert sum(one.thing == clip.thing is not None for one, clip in found) > len(found) / 10
    assert sum(one.place is not None for one, _ in found) > len(found) / 2


@pytest.mark.parametrize(
    ("caption", "wanted"),
    [
        ("P1 waves.", CaptionFacts("wave", None, None)),
        ("At night, P11 takes an umbrella from a table in the bar.", CaptionFacts("pick up", "umbrella", "bar")),
        ("P2 takes some flowers from P1. P3 stands nearby.", CaptionFacts("hand over", "flowers", None)),
        ("In the park, P1 hugs P2.", CaptionFacts("hug", None, "park")),
        ("P1 waves at the moon in the park.", CaptionFacts(None, None, "park")),
        ("Somebody waves.", CaptionFacts(None, None, None)),
        ("", CaptionFacts(None, None, None)),
    ],
)
def test_the_facts_of_a_caption(caption, wanted):
    assert caption_facts(caption) == wanted


def test_truthfulness_counts_stated_facts(clips):
    clip = next(clip for clip in clips if clip.action == "pick up")
    truth = dict.fromkeys("abcd", clip)
    other = "umbrella" if clip.thing != "umbrella" else "cup"
    captions = {
        "a": f"P1 picks up a {clip.thing} in the {clip.place}.",
        "b": f"P1 grabs an {other}." if other == "umbrella" else f"P1 grabs a {other}.",
        "c": "P1 waves.",
        "d": "P1 grabs nothing at all.",
    }
    found = truthfulness(captions, truth)
    assert (found.action, found.thing, found.place) == (0.5, 0.5, 1.0)
    assert (found.n_captions, found.n_things, found.n_places) == (4, 2, 1)
    assert truthfulness({"c": "P1 waves."}, truth).thing is None


def test_captions_without_truth_are_refused(clips):
    with pytest.raises(ScoreError, match="a caption of clip 'x' came, whose truth is unknown; give the `truth`"):
        truthfulness({"x": "P1 waves."}, {"a": clips[0]})
    with pytest.raises(ScoreError, match="no captions came; give at least one"):
        truthfulness({}, {})
