import pytest

from cinescribe.corpus.statistics.extremes import extreme_rows
from cinescribe.corpus.statistics.text_counts import ParsedClip, parse_texts
from cinescribe.corpus.statistics.verb_topics import VerbCount
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.schema import Clip
from cinescribe.timing import Span

SCORES = {
    "P1 looks at P2.": 0.9,
    "P2 looks up and smiles.": 0.8,
    "P1 smiles.": 0.7,
    "The car stops.": 0.3,
    "A dark kitchen.": 0.2,
    "Turns away from P2.": 0.1,
}


@pytest.fixture(scope="module")
def clips():
    parsed = parse_texts(list(SCORES), shipped_parser())
    return [ParsedClip(Clip(text, "f", Span(0, 1), text=text), "test", (parsed[text],)) for text in SCORES]


def rows(clips, n=100):
    return extreme_rows("ours", clips, SCORES, parser=shipped_parser(), n=n)


@pytest.mark.slow
def test_the_easiest_and_the_hardest_captions(clips):
    best, worst = rows(clips)
    assert (best.of, best.which, best.captions, worst.which, worst.captions) == ("ours", "best", 3, "worst", 3)
    assert best.mean_score == pytest.approx(0.8)
    assert best.mean_length == pytest.approx((4 + 5 + 2) / 3)
    assert best.verbs[0] == VerbCount("smile", 2)
    assert (best.without_verb, best.without_subject, best.other_subject) == (0, 0, 0)
    assert (worst.without_verb, worst.without_subject, worst.other_subject) == (1, 2, 1)


@pytest.mark.slow
def test_a_rare_word_is_in_no_other_clip(clips):
    best, worst = rows(clips)
    assert best.rare_word == 2  # `at`, `up` and `and`; `smiles`, `looks` and people are in others
    assert worst.rare_word == 3  # every one of them


@pytest.mark.slow
def test_no_clip_is_both(clips):
    assert [row.captions for row in rows(clips, n=2)] == [2, 2]
    assert [row.captions for row in rows(clips[:5])] == [2, 2]
    assert rows(clips[:1]) == ()
