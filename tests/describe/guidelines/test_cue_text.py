import pytest

from cinescribe.describe.guidelines.cue_text import edited, parsed_cues
from cinescribe.describe.text_captions import READER
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.schema import Cue
from cinescribe.timing import Span


def parsed(*texts, by=None):
    return parsed_cues([Cue(Span(n, n + 1), text, by=by) for n, text in enumerate(texts)], shipped_parser())


def described(text):
    (cue,) = parsed(text)
    return [word.text for sentence in cue.sentences for _, word in sentence.described()]


def test_words_know_their_places():
    (cue,) = parsed("Anna  can't\nopen it. She waits.")
    assert cue.text == "Anna can't open it. She waits."
    for sentence in cue.sentences:
        assert [cue.text[slice(*place)] for place in sentence.places] == [word.text for word in sentence.words]
    assert len(cue.sentences) == 2


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ('A sign says "We were here" in red.', "We were here"),
        ("A sign says \u201cWe were here\u201d in red.", "We were here"),
        ("He waves his finger in the 'crazy' sign.", "crazy"),
        ("Words appear: We were here.", "We were here"),
        ("He turns.\nDirector of Photography", "Director of Photography"),
    ],
)
def test_what_is_read_from_the_screen_does_not_describe(text, read):
    words = described(text)
    assert words
    assert set(words).isdisjoint(read.split())


@pytest.mark.parametrize("text", ["Anna's dog and the boys' ball.", "She meets Bob Stone.", "It is 10:30 now."])
def test_apostrophes_names_and_times_are_no_quotations(text):
    assert len(described(text)) > 4


def test_credits_end_the_description():
    cues = parsed("Anna leaves.", "Credits begin:", "We thank our friends.")
    assert [bool(list(sentence.described())) for cue in cues for sentence in cue.sentences] == [True, True, False]


def test_a_colon_announces_one_cue():
    cues = parsed("A sign:", "We were here.", "We see Anna.")
    assert [cue.described.strip() for cue in cues] == ["A sign:", "", "We see Anna."]


def test_the_reader_of_texts_describes_nothing():
    (cue,) = parsed("We are closed.", by=READER)
    assert not cue.described.strip()


def test_a_subject_of_two_is_plural_and_an_apposition_is_not():
    (cue,) = parsed("Anna and Bob leave.")
    sentence = cue.sentences[0]
    assert sentence.is_plural(
        sentence.subject(sentence.words.index(next(w for w in sentence.words if w.dep == "root")))
    )
    (cue,) = parsed("The old man, Proog, shoves the boy.")
    assert not cue.sentences[0].is_plural(2)


def test_edits_leave_tidy_text():
    assert edited("now, he will open it .", [((0, 4), ""), ((8, 12), ""), ((13, 17), "opens")]) == "He opens it."


def test_without_a_parser_there_are_no_sentences():
    (cue,) = parsed_cues([Cue(Span(0, 1), "Anna geht.")], None)
    assert (cue.text, cue.sentences) == ("Anna geht.", ())
