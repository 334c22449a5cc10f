import pytest

from cinescribe.metrics.core.tokens import PairTokens
from cinescribe.metrics.meteor.meteor import meteor
from cinescribe.metrics.meteor.paraphrases import read_paraphrases
from cinescribe.metrics.meteor.phrases import with_phrases, without_phrases
from tests.metrics.paraphrase_tables import written


def one_pair(candidate, *references) -> PairTokens:
    return PairTokens.of(["x"], [candidate.split()], [[text.split() for text in references]], tokeniser="ptb")


@pytest.fixture
def table(tmp_path):
    entries = (("a couple of", "two"), ("bikes", "cycles"), ("bikes", "wheels"), ("bikes", "never here"))
    return read_paraphrases(written(tmp_path / "table.gz", *entries, ("cycles", "bikes")))


def phrases(tokens, table):
    return with_phrases(tokens.candidates, tokens.references, vocabulary=tokens.vocabulary, table=table)


def test_only_the_texts_entries_are_kept_in_the_tables_order(table):
    texts, refs, used = phrases(one_pair("two bikes", "cycles and wheels", "a couple of"), table)
    number = texts.phrases[1, 0]
    cycles, wheels = refs.phrases[0, 0], refs.phrases[2, 0]
    assert used.others[used.bounds[number] : used.bounds[number + 1]].tolist() == [cycles, wheels]
    assert used.others[used.bounds[cycles] : used.bounds[cycles + 1]].tolist() == [number]
    assert len(used.others) == 4
    assert refs.phrases[3, 2] >= 0
    assert refs.phrases[1].tolist() == [-1] * refs.phrases.shape[1]
    assert used.heads.tolist() == [-1] * 5


def test_many_paraphrases_keep_their_order(tmp_path):
    entries = [(("bikes", "cars", "vans")[n % 3], f"w{n * 37 % 101}") for n in range(100)]
    others = [other for _, other in entries]
    tokens = one_pair("bikes cars vans", " ".join(sorted(others)))
    texts, refs, used = phrases(tokens, read_paraphrases(written(tmp_path / "many.gz", *entries)))
    numbers = {tokens.vocabulary[word]: spans[0] for word, spans in zip(refs.words, refs.phrases, strict=True)}
    for n in range(3):
        number = texts.phrases[n, 0]
        found = used.others[used.bounds[number] : used.bounds[number + 1]].tolist()
        assert found == [numbers[other] for other in others[n::3]]


def test_texts_without_phrases_of_the_table(table):
    texts, refs, used = phrases(one_pair("a dog", "the cat"), table)
    assert (texts.phrases == -1).all()
    assert (refs.phrases == -1).all()
    assert len(used.others) == len(used.heads) == 0


def test_phrases_need_a_table():
    tokens = one_pair("a dog", "the cat")
    texts, refs, used = without_phrases(tokens.candidates, tokens.references)
    assert texts.phrases.shape == refs.phrases.shape == (2, 0)
    assert len(used.others) == 0


@pytest.mark.parametrize("swapped", [False, True])
def test_an_entry_works_in_both_directions(table, swapped):
    texts = ("a couple of men", "two men")
    score = meteor(one_pair(*(texts[::-1] if swapped else texts)), paraphrases=table)
    sides = [
        [4, 2],
        [2, 1],
        [1, 1],
        [1, 0],
        [2, 1],
        [4, 2],
    ]  # lengths, function words; men; couple; a, of, two; matched
    lengths, functions, exact, content, function, matched = (side[::-1] if swapped else side for side in sides)
    sums = score.sums[0].tolist()
    assert sums[:4] == [*lengths, *functions]
    assert sums[4:8] == [*exact, 0, 0]
    assert sums[16:] == [*content, *function, 0, *matched]


def test_an_empty_candidate_with_a_table(table):
    assert meteor(one_pair("", "a couple of men"), paraphrases=table).value == 0.0
