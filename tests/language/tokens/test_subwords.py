"""The subwords of pretrained language models as tokens of captions."""

import pytest

from cinescribe.errors import LanguageError
from cinescribe.language.tokens.subwords import Subwords, read_subwords
from cinescribe.language.tokens.vocabulary import SPECIAL
from tests.models.tiny_lms import byte_tokenizer, piece_tokenizer

CAPTIONS = [
    "P1 waves to P2.",
    "The tall woman, P2, smiles at P1's brother; he nods!",
    "[blank] opens the door (slowly).",
    "Waving, P11 leaves.",
    "A zebra\u2019s caf\u00e9 opens.",
]


@pytest.fixture(params=[byte_tokenizer, piece_tokenizer], ids=["bytes", "pieces"])
def tokens(request):
    return Subwords(request.param())


@pytest.mark.parametrize("text", CAPTIONS)
def test_captions_survive(text):
    tokens = Subwords(byte_tokenizer())
    assert tokens.decode(tokens.encode(text)) == text


@pytest.mark.parametrize("text", CAPTIONS[:4])
def test_captions_of_known_letters_survive_pieces(text):
    tokens = Subwords(piece_tokenizer())
    assert tokens.decode(tokens.encode(text)) == text


def test_people_and_blanks_are_single_tokens_after_the_subwords(tokens):
    ids = tokens.encode("P3 sees [blank].")
    assert ids[0] == tokens.first_person + 2 == tokens.n_subwords + len(SPECIAL) + 2
    assert ids.count(tokens.blank) == 1
    assert all(token < tokens.n_subwords for token in ids if token not in (ids[0], tokens.blank))
    assert len(tokens) == tokens.first_person + 11
    special = {tokens.pad, tokens.start, tokens.end, tokens.separator, tokens.blank, tokens.unknown}
    assert special == set(range(tokens.n_subwords, tokens.first_person))


def test_a_word_has_the_subwords_that_it_has_within_a_sentence(tokens):
    inside = tokens.subwords("the woman waves")
    assert tokens.encode("P1 waves")[1:] == tokens.encode("waves")
    assert inside[-len(tokens.encode("waves")) :] == tokens.encode("waves")


def test_special_tokens_are_not_written(tokens):
    ids = [tokens.start, *tokens.encode("P1 waves."), tokens.separator, tokens.end, tokens.pad, tokens.unknown]
    assert tokens.decode(ids) == "P1 waves. [unk]"


def test_too_many_people_are_refused(tokens):
    with pytest.raises(LanguageError, match="P12"):
        tokens.encode("P12 waves.")


def test_a_folder_is_read(tmp_path):
    (tmp_path / "tokenizer.json").write_text(byte_tokenizer(), encoding="utf-8")
    assert read_subwords(tmp_path, n_people=4) == Subwords(byte_tokenizer(), 4)


def test_a_folder_without_tokenizer_is_refused(tmp_path):
    with pytest.raises(LanguageError, match=r"has no tokenizer.json; fetch the model with it"):
        read_subwords(tmp_path)


def test_another_file_is_refused(tmp_path):
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises(
        LanguageError, match=r"tokenizer.json': the text is no tokenizer \(.*\); use the tokenizer.json of"
    ):
        read_subwords(tmp_path)
