import pytest

from cinescribe.errors import FeatureError, LanguageError
from cinescribe.features.clip_sets.captionset import captionset, set_name
from cinescribe.schema import ClipSet
from tests.features.films import TEXTS, VOCABULARY, clip_set


def test_captions_are_one_sequence_with_separators_and_marked_people():
    tokens = captionset(clip_set(), VOCABULARY)
    names = [VOCABULARY.tokens[word] for word in tokens.words]
    assert " ".join(names) == "[start] P1 waves to P2 . [sep] P2 sits down . [sep] P1 sits down and waves . [end]"
    assert [name for name, blank in zip(names, tokens.is_blank, strict=True) if blank] == ["P1", "P2", "P2", "P1"]
    assert tokens.blank_clips.tolist() == [0, 0, 1, 2]


def test_blanks_stand_for_people_too():
    tokens = captionset(clip_set(["[blank] waves.", "P1 sits."]), VOCABULARY)
    assert tokens.is_blank.tolist() == [False, True, False, False, False, True, False, False, False]
    assert tokens.blank_clips.tolist() == [0, 1]


def test_an_empty_caption_leaves_its_separator():
    words = captionset(clip_set(["", "P1 waves."]), VOCABULARY).words
    assert words[:2].tolist() == [VOCABULARY.start, VOCABULARY.separator]


def test_set_without_texts_has_no_tokens():
    tokens = captionset(clip_set([None, None]), VOCABULARY)
    assert (len(tokens.words), len(tokens.is_blank), len(tokens.blank_clips)) == (0, 0, 0)


def test_texts_for_some_clips_only_are_refused():
    with pytest.raises(FeatureError, match="clip 'c1' of the set 'c0' to 'c2' of film 'f' has no text"):
        captionset(clip_set([TEXTS[0], None, TEXTS[1]]), VOCABULARY)


def test_more_people_than_tokens_are_named_with_their_set():
    with pytest.raises(LanguageError, match=r"the set 'c0' to 'c0' of film 'f': .* has P12"):
        captionset(clip_set(["P12 waves."]), VOCABULARY)


def test_a_set_is_named_by_its_clips():
    assert set_name(clip_set()) == "the set 'c0' to 'c2' of film 'f'"
    assert set_name(ClipSet(())) == "a set"
