"""Labels of clips: from the parser, from words where it found none, and never `someone`."""

import pytest

from cinescribe.errors import TrainError
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.schema import Clip
from cinescribe.timing import Span
from cinescribe.train.fitted.label_mining import RoleLabel, matched_labels, mined_labels


def clip(n, text, *paraphrases):
    return Clip(f"c{n}", "film", Span(n, n + 1), text, (), paraphrases)


class NoParser:
    """Finds no sentence in any text."""

    name = "none"

    def parse(self, texts):
        return [[] for _ in texts]


def verb(text):
    return RoleLabel(text, is_verb=True)


def noun(text):
    return RoleLabel(text, is_verb=False)


@pytest.mark.slow
def test_labels_of_a_clip_are_those_of_all_its_captions_without_people():
    clips = [clip(0, "P1 opens the door.", "In the kitchen, P2 picks up a bottle."), clip(1, "someone waves.")]
    mined = mined_labels(clips, shipped_parser())
    assert {verb("open"), noun("door"), noun("kitchen"), verb("pick up"), noun("bottle")} <= mined.of_clips[0]
    assert mined.of_clips[1] == {verb("wave")}
    assert mined.n_unparsed == 0


@pytest.mark.slow
def test_captions_without_labels_are_searched_for_known_ones():
    clips = [clip(0, "P1 opens the door."), clip(1, "Doors, of course.")]
    mined = mined_labels(clips, shipped_parser())
    assert mined.of_clips[1] == {noun("door")}
    assert (mined.n_unparsed, mined.n_matched) == (1, 1)
    assert mined_labels(clips, shipped_parser(), match=False).of_clips[1] == frozenset()
    windows = mined_labels(clips, shipped_parser(), known=[noun("course")])
    assert windows.of_clips[1] == {noun("course")}


def test_labels_match_inflected_words_and_whole_phrases():
    labels = [verb("walk up"), verb("walk"), noun("living room"), noun("man"), verb("man"), noun("stair")]
    found = matched_labels(["Walked up the stairs", "Two men in the living room", "A walk, up", "room living"], labels)
    assert found[0] == {verb("walk up"), verb("walk"), noun("stair")}
    assert found[1] == {noun("living room"), noun("man"), verb("man")} - {verb("man")}
    assert found[2] >= {verb("walk")}
    assert found[3] == frozenset()


def test_captions_without_any_label_are_refused():
    with pytest.raises(TrainError, match=r"the parser found no label in 1 captions; give captions with verbs"):
        mined_labels([clip(0, "Oh.")], NoParser())


def test_clips_without_captions_have_no_labels():
    clips = [clip(0, None), clip(1, " ")]
    with pytest.raises(TrainError, match=r"the parser found no label in 0 captions"):
        mined_labels(clips, NoParser())
