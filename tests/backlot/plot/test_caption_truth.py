"""Captions read backwards: every caption that Backlot writes tells its own clip's action, thing and place."""

import pytest

from cinescribe.backlot.films.continuity import filmed_clips
from cinescribe.backlot.plan.phrases import TEMPLATES
from cinescribe.backlot.plot.caption_truth import Said, said, truthfulness
from cinescribe.backlot.plot.screenplay import plan_film
from cinescribe.errors import ScoreError


@pytest.fixture(scope="module")
def clips():
    return [clip for seed in range(12) for clip in filmed_clips(plan_film(seed, n_clips=10, hard=seed % 2 == 0))]


def test_backlot_s_own_captions_are_true(clips):
    assert {clip.action for clip in clips} >= set(TEMPLATES) - {"high five"}
    for clip in clips:
        for telling in clip.captions:
            found = said(telling.text)
            assert found.action == clip.action, telling.text
            assert found.thing in (None, clip.thing), telling.text
            assert found.place in (None, clip.place), telling.text


def test_things_and_places_are_named(clips):
    found = [(said(telling.text), clip) for clip in clips for telling in clip.captions]
    assert sum(one.thing == clip.thing is not None for one, clip in found) > len(found) / 10
    assert sum(one.place is not None for one, _ in found) > len(found) / 2


@pytest.mark.parametrize(
    ("caption", "wanted"),
    [
        ("P1 waves.", Said("wave", None, None)),
        ("At night, P11 takes an umbrella from a table in the bar.", Said("pick up", "umbrella", "bar")),
        ("P2 takes some flowers from P1. P3 stands nearby.", Said("hand over", "flowers", None)),
        ("In the park, P1 hugs P2.", Said("hug", None, "park")),
        ("P1 waves at the moon in the park.", Said(None, None, "park")),
        ("Somebody waves.", Said(None, None, None)),
        ("", Said(None, None, None)),
    ],
)
def test_said(caption, wanted):
    assert said(caption) == wanted


def test_truthfulness_counts_what_is_said(clips):
    held = next(clip for clip in clips if clip.action == "pick up")
    truth = {"a": held, "b": held, "c": held, "d": held}
    other = "umbrella" if held.thing != "umbrella" else "cup"
    captions = {
        "a": f"P1 picks up a {held.thing} in the {held.place}.",
        "b": f"P1 grabs an {other}." if other == "umbrella" else f"P1 grabs a {other}.",
        "c": "P1 waves.",
        "d": "P1 grabs nothing at all.",
    }
    found = truthfulness(captions, truth)
    assert (found.action, found.thing, found.place) == (0.5, 0.5, 1.0)
    assert (found.n_captions, found.n_things, found.n_places) == (4, 2, 1)
    assert truthfulness({"c": "P1 waves."}, truth).thing is None


def test_captions_without_truth_are_refused(clips):
    with pytest.raises(ScoreError, match="a caption of 'x' came, whose truth is not known"):
        truthfulness({"x": "P1 waves."}, {"a": clips[0]})
    with pytest.raises(ScoreError, match="no caption came"):
        truthfulness({}, {})
