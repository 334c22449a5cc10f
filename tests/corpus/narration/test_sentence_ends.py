import pytest

from cinescribe.corpus.narration.sentence_ends import split_sentences


@pytest.mark.parametrize(
    "expected",
    [
        ["Mr. Bell waits... and waits.", "He leaves."],
        ["J. R. Ewing and Dr. No meet Lt. Col. Day at 5 p.m. sharp.", "\u201cStop!\u201d they hear.", "Nobody moves."],
        ["What is it?", "A door (to No. 7).", "It SLAMS!"],
        ["Then A. Newton falls.", "\u00c9mile laughs."],
        ["It was I.", "They go etc.", "All stop."],
        ["WALTER\u2014fifty, tired\u2014gets up, vs. everybody."],
    ],
)
def test_paragraphs_are_split_only_at_ends_of_sentences(expected):
    assert split_sentences(" ".join(expected)) == expected


def test_text_without_a_word_is_no_sentence():
    assert split_sentences("He waits. ...") == ["He waits. ..."]
    assert split_sentences("-- !") == []
    assert split_sentences("") == []
