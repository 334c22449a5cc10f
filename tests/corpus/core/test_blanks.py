import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cinescribe.corpus.core.blanks import answers, blanked, clip_with_someone, with_local_ids
from cinescribe.errors import CorpusError
from cinescribe.metrics.identity.person_ids import normalise_ids
from cinescribe.schema import ClipSet
from tests.corpus.clips import captioned, clip

SET = ClipSet(
    (
        clip(1, "P7 waves.", "A hand is lifted by P7.", "P4 sees P7 wave.", people=("P7", "P4")),
        clip(2, "P4's dog runs.", "P9 follows P4's dog.", people=("P4",)),
    )
)
CAPTION = st.lists(st.sampled_from(["P1", "P2", "P12", "P33", "p4", "waves", "Pa", "."]), max_size=8).map(" ".join)


def texts(clip_set):
    return [clip.text for clip in clip_set.clips]


def test_people_are_numbered_by_first_mention_in_the_set():
    assert texts(with_local_ids(SET)) == ["P1 waves.", "P2's dog runs."]
    assert [one.people for one in with_local_ids(SET).clips] == [("P1", "P2"), ("P2",)]


def test_variant_changes_the_order_of_mention_and_rotates_paraphrases():
    first, second = with_local_ids(SET, 2).clips
    assert first.text == "P1 sees P2 wave."
    assert first.paraphrases == ("P2 waves.", "A hand is lifted by P2.")
    assert first.people == ("P2", "P1")
    assert second.text == "P1's dog runs."  # it has two variants: the third is the first again


def test_paraphrases_continue_after_the_chosen_variant():
    first = with_local_ids(SET, 1).clips[0]
    assert (first.text, first.paraphrases) == ("A hand is lifted by P1.", ("P3 sees P1 wave.", "P1 waves."))


def test_unmentioned_people_are_numbered_last():
    first, second = with_local_ids(
        ClipSet((clip(1, "A door.", people=("P3",)), clip(2, "P8 waves.", "P5 waves.")))
    ).clips
    assert (first.people, second.text, second.paraphrases) == (("P2",), "P1 waves.", ("P3 waves.",))


def test_each_clip_may_have_its_own_variant():
    assert texts(with_local_ids(SET, (1, 0))) == ["A hand is lifted by P1.", "P2's dog runs."]
    with pytest.raises(CorpusError, match="3 caption variants for 2 clips; give one per clip, or one for all"):
        with_local_ids(SET, (1, 0, 0))


@settings(deadline=None)
@given(st.lists(CAPTION, min_size=1, max_size=5))
def test_local_ids_are_those_of_the_metrics(captions):
    assert "\n".join(texts(with_local_ids(captioned(*captions)))) == normalise_ids("\n".join(captions))


@settings(deadline=None)
@given(st.lists(CAPTION, min_size=1, max_size=5))
def test_answers_in_their_blanks_give_the_captions_back(captions):
    local = with_local_ids(captioned(*captions))
    for whole, blank, people in zip(local.clips, blanked(local).clips, answers(local), strict=True):
        assert str(blank.text).replace("[blank]", "{}").format(*people) == whole.text
    assert not any(answers(blanked(local)))


def test_blanked_clips_have_no_people():
    first, second = blanked(SET).clips
    assert (first.text, first.people) == ("[blank] waves.", ())
    assert first.paraphrases == ("A hand is lifted by [blank].", "[blank] sees [blank] wave.")
    assert second.text == "[blank]'s dog runs."


def test_people_of_a_clip_become_someone_in_all_its_captions():
    found = clip_with_someone(clip(1, "P7 sees [blank]'s dog. P3 waits.", "P12 and Pa wave.", people=("P7",)))
    assert (found.text, found.paraphrases, found.people) == (
        "Someone sees someone's dog. Someone waits.",
        ("Someone and Pa wave.",),
        (),
    )
    assert clip_with_someone(clip(1)) == clip(1)


def test_each_blank_has_one_answer():
    assert answers(with_local_ids(captioned("P9 sees P2, and P9 waves.", "A door."))) == (("P1", "P2", "P1"), ())


@pytest.mark.parametrize("ask", [with_local_ids, blanked, answers])
def test_a_clip_without_a_caption_is_named(ask):
    with pytest.raises(CorpusError, match="clip 'f_c1' has no caption; give it one, or leave its set out"):
        ask(ClipSet((clip(0, "P1 waves."), clip(1))))
