from cinescribe.corpus.core.sentences import FilmSentence
from cinescribe.timing import Span


def test_sentence_survives_a_round_trip():
    sentence = FilmSentence("s0012", "script", Span(3.5, 5.0), "Anna waves.", 0.8, ("on-screen text",), "before 4 s")
    assert FilmSentence.from_dict(sentence.to_dict()) == sentence
