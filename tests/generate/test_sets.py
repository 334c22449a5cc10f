import pytest
import torch

from cinescribe.generate.greedy import greedy
from cinescribe.generate.hypotheses import Hypotheses
from cinescribe.generate.logit_constraints import SetLimits
from cinescribe.generate.sets import TokenMention, as_hypotheses, set_captions
from cinescribe.metrics.identity.person_ids import normalise_ids
from tests.generate.toys import TOKENS, items, random_step

P1, P2, P3, A, B, C = range(TOKENS.first_person, TOKENS.first_person + 6)
SEP, END, PAD = TOKENS.separator, TOKENS.end, TOKENS.pad


def row(*words):
    return as_hypotheses(torch.tensor([[TOKENS.start, *words]]))


def one(*words, n_clips=3):
    (captions,) = set_captions(row(*words), tokens=TOKENS, n_clips=n_clips)
    return captions


def test_a_row_is_cut_at_its_separators():
    captions = one(P3, A, SEP, B, P3, P1, P3, SEP, C, END, PAD, PAD)
    assert captions.texts == ("P1 a", "b P1 P2 P1", "c")
    assert captions.people == (("P1",), ("P1", "P2"), ())
    assert captions.spans == ((1, 3), (4, 8), (9, 10))
    assert captions.mentions == (
        TokenMention(1, 0, "P1"),
        TokenMention(5, 1, "P1"),
        TokenMention(6, 1, "P2"),
        TokenMention(7, 1, "P1"),
    )
    assert captions.tokens == (TOKENS.start, P3, A, SEP, B, P3, P1, P3, SEP, C, END)


@pytest.mark.parametrize(
    ("words", "texts"),
    [
        ((A, SEP, B, END), ("a", "b", "")),
        ((END,), ("", "", "")),
        ((SEP, SEP, C, END), ("", "", "c")),
        ((A, SEP, B, SEP, C, SEP, P2, END), ("a", "b", "c")),
        ((A, SEP, B), ("a", "b", "")),
        ((A, SEP), ("a", "", "")),
        ((), ("", "", "")),
        ((A, PAD, PAD), ("a", "", "")),
    ],
)
def test_missing_captions_are_empty_and_those_beyond_are_dropped(words, texts):
    captions = one(*words)
    assert captions.texts == texts
    assert captions.mentions == ()


def test_people_are_numbered_as_the_metrics_do():
    words = greedy(random_step(seed=3, n_items=30), items(30), tokens=TOKENS, longest=20, limits=SetLimits(TOKENS, 4))
    several = 0
    for captions in set_captions(words, tokens=TOKENS, n_clips=4):
        text = " ".join(captions.texts)
        assert text == normalise_ids(text)
        assert [mention.person for mention in captions.mentions] == [word for word in text.split() if word[0] == "P"]
        several += len({mention.person for mention in captions.mentions}) > 1
    assert several > 5


def test_mentions_and_spans_are_columns_of_the_row():
    words = greedy(random_step(seed=3, n_items=30), items(30), tokens=TOKENS, longest=20, limits=SetLimits(TOKENS, 4))
    for captions, row in zip(set_captions(words, tokens=TOKENS, n_clips=4), words.words.tolist(), strict=True):
        assert list(captions.tokens) == row[: len(captions.tokens)]
        names: dict[int, str] = {}
        for mention in captions.mentions:
            first, last = captions.spans[mention.clip]
            assert first <= mention.column < last
            assert names.setdefault(row[mention.column], mention.person) == mention.person


def test_captions_have_their_share_of_the_log_probability():
    words = torch.tensor([[TOKENS.start, A, SEP, B, C, END, PAD], [TOKENS.start, A, A, A, A, A, A]])
    written = Hypotheses(words, torch.tensor([[0, -1, -2, -4, -8, -16, 0], [0, -1, -1, -1, -1, -1, -1.0]]))
    first, second = set_captions(written, tokens=TOKENS, n_clips=3)
    assert first.scores == (-3, -28, 0)
    assert first.score == -31 == written.scores[0]
    assert second.scores == (-6, 0, 0)


def test_blanks_are_kept_in_the_text():
    assert one(TOKENS.blank, A, SEP, P2, END).texts == ("[blank] a", "P1", "")
