import pytest

from cinescribe.describe.guidelines.cue_text import CueTexts, KnownParses, edited, placed_sentences, read_places
from cinescribe.describe.text_captions import READER
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.schema import Cue
from cinescribe.timing import Span


def parsed(*texts, by=None):
    return CueTexts(shipped_parser()).of([Cue(Span(n, n + 1), text, by=by) for n, text in enumerate(texts)])


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
def test_screen_text_is_not_description(text, read):
    words = described(text)
    assert words
    assert set(words).isdisjoint(read.split())


@pytest.mark.parametrize("text", ["Anna's dog and the boys' ball.", "She meets Bob Stone.", "It is 10:30 now."])
def test_apostrophes_names_and_times_are_not_quotations(text):
    assert len(described(text)) > 4


def test_credits_end_the_description():
    cues = parsed("Anna leaves.", "Credits begin:", "We thank our friends.")
    assert [bool(list(sentence.described())) for cue in cues for sentence in cue.sentences] == [True, True, False]


def test_a_colon_announces_one_cue():
    cues = parsed("A sign:", "We were here.", "We see Anna.")
    assert [cue.described.strip() for cue in cues] == ["A sign:", "", "We see Anna."]


def test_screen_text_cue_has_no_description():
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
    (cue,) = CueTexts(None).of([Cue(Span(0, 1), "Anna geht.")])
    assert (cue.text, cue.sentences) == ("Anna geht.", ())


def test_places_that_are_read_are_those_of_a_text_with_lines():
    text = 'A sign\n reads:\n"Anna\'s  Bar".'
    assert text[slice(*read_places(text)[0])] == '"Anna\'s  Bar"'
    assert read_places("Anna and Bob.") == ()
    assert read_places("Anna and Bob") == ((0, 12),)
    assert read_places("Anna sits.") == ()


def test_sentences_in_one_line_know_their_places():
    (sentence,) = placed_sentences("A man sits.", shipped_parser())
    assert sentence.places[1] == (2, 5)


def test_known_parses_are_not_made_again():
    known = {"A man sits.": shipped_parser().parse(["A man sits."])[0]}
    parser = KnownParses(shipped_parser(), known)
    parsed = parser.parse(["A dog runs.", "A man sits.", "A dog runs."])
    assert parsed[1] is known["A man sits."]
    assert parsed[0] == parsed[2] == shipped_parser().parse(["A dog runs."])[0]
