import pytest

from cinescribe.metrics.core.tokens import Tokens
from cinescribe.metrics.meteor.meteor import meteor
from cinescribe.metrics.meteor.paraphrases import read_paraphrases
from cinescribe.metrics.meteor.phrases import with_phrases, without_phrases
from tests.metrics.paraphrase_tables import written


def tokens_of(candidate, *references) -> Tokens:
    return Tokens.of(["x"], [candidate.split()], [[text.split() for text in references]], tokeniser="ptb")


@pytest.fixture
def table(tmp_path):
    entries = (("a couple of", "two"), ("bikes", "cycles"), ("bikes", "wheels"), ("bikes", "never here"))
    return read_paraphrases(written(tmp_path / "table.gz", *entries, ("cycles", "bikes")))


def phrases(tokens, table):
    return with_phrases(tokens.candidates, tokens.references, vocabulary=tokens.vocabulary, table=table)


def test_only_entries_that_the_texts_have_are_kept_in_the_tables_order(table):
    texts, refs, kept = phrases(tokens_of("two bikes", "cycles and wheels", "a couple of"), table)
    number = texts.phrases[1, 0]
    cycles, wheels = refs.phrases[0, 0], refs.phrases[2, 0]
    assert kept.others[kept.bounds[number] : kept.bounds[number + 1]].tolist() == [cycles, wheels]
    assert kept.others[kept.bounds[cycles] : kept.bounds[cycles + 1]].tolist() == [number]
    assert len(kept.others) == 4
    assert refs.phrases[3, 2] >= 0
    assert refs.phrases[1].tolist() == [-1] * refs.phrases.shape[1]
    assert kept.heads.tolist() == [-1] * 5


def test_many_paraphrases_stay_in_order(tmp_path):
    entries = [(("bikes", "cars", "vans")[n % 3], f"w{n * 37 % 101}") for n in range(100)]
    others = [other for _, other in entries]
    tokens = tokens_of("bikes cars vans", " ".join(sorted(others)))
    texts, refs, kept = phrases(tokens, read_paraphrases(written(tmp_path / "many.gz", *entries)))
    numbers = {tokens.vocabulary[word]: spans[0] for word, spans in zip(refs.words, refs.phrases, strict=True)}
    for n in range(3):
        number = texts.phrases[n, 0]
        found = kept.others[kept.bounds[number] : kept.bounds[number + 1]].tolist()
        assert found == [numbers[other] for other in others[n::3]]


def test_texts_that_share_nothing_with_the_table(table):
    texts, refs, kept = phrases(tokens_of("a dog", "the cat"), table)
    assert (texts.phrases == -1).all()
    assert (refs.phrases == -1).all()
    assert len(kept.others) == len(kept.heads) == 0


def test_without_a_table_there_are_no_phrases():
    tokens = tokens_of("a dog", "the cat")
    texts, refs, kept = without_phrases(tokens.candidates, tokens.references)
    assert texts.phrases.shape == refs.phrases.shape == (2, 0)
    assert len(kept.others) == 0


@pytest.mark.parametrize("turned", [False, True])
def test_an_entry_serves_both_ways(table, turned):
    texts = ("a couple of men", "two men")
    score = meteor(tokens_of(*(texts[::-1] if turned else texts)), paraphrases=table)
    sides = [
        [4, 2],
        [2, 1],
        [1, 1],
        [1, 0],
        [2, 1],
        [4, 2],
    ]  # lengths, function words; men; couple; a, of, two; matched
    lengths, functions, exact, content, function, matched = (side[::-1] if turned else side for side in sides)
    sums = score.sums[0].tolist()
    assert sums[:4] == [*lengths, *functions]
    assert sums[4:8] == [*exact, 0, 0]
    assert sums[16:] == [*content, *function, 0, *matched]


def test_an_empty_candidate_with_a_table(table):
    assert meteor(tokens_of("", "a couple of men"), paraphrases=table).value == 0.0
