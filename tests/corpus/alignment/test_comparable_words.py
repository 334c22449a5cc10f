import pytest

from cinescribe.corpus.alignment.comparable_words import normalised_words, timed_words
from cinescribe.schema import Speech
from cinescribe.timing import Span


@pytest.mark.parametrize(
    ("subtitle", "script"),
    [
        ("<i>You can't go!</i>", "You cannot go."),
        ("JOHN: I'm gonna leave.", "I am going to leave"),
        ("[MUSIC] - Who's there? (sighs) -MARY: Me.", "Who's there?  Me!"),
        ("I don\u2019t know, runnin' late\u2026", "I don't know -- running late"),
        ("It won't be 9, OK?", "It will not be nine. Okay."),
        ("{\\an8}Hello", "HELLO"),
    ],
)
def test_spellings_of_one_utterance_have_the_same_words(subtitle, script):
    assert normalised_words(subtitle) == normalised_words(script) != []


def test_a_name_before_a_colon_is_no_speech_but_a_clause_is():
    assert normalised_words("One thing: run") == ["one", "thing", "run"]


def test_words_split_their_subtitles_time_by_letters():
    timed = timed_words([Speech(Span(10, 14), "subtitles", "ab abcdef"), Speech(Span(20, 21), "subtitles", "[door]")])
    assert [(word.text, word.span, word.subtitle) for word in timed] == [
        ("ab", Span(10, 11), 0),
        ("abcdef", Span(11, 14), 0),
    ]
