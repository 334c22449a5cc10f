import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import BertWordPieceTokenizer

from cinescribe.errors import LanguageError, RecordError
from cinescribe.language.tokens.vocabulary import Tokens
from cinescribe.language.tokens.word_pieces import WordPieces, read_word_pieces
from tests.language.backlot_captions import backlot_captions

LETTERS = [chr(code) for code in range(ord("a"), ord("z") + 1)]
PIECES = ["[PAD]", "[unused0]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *LETTERS, *(f"##{one}" for one in LETTERS)]
PIECES += [
    *"'-.,!?$~1",
    "##1",
    "wave",
    "waves",
    "##ing",
    "hand",
    "##ed",
    "the",
    "high",
    "five",
    "##s",
    "\u4e2d",
    "e\u0301",
]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "vocab.txt"
    path.write_text("\n".join(PIECES) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def tokens(file):
    return read_word_pieces(file)


@pytest.fixture
def peer(file):
    return BertWordPieceTokenizer(str(file), lowercase=True)


def test_people_and_the_separator_follow_the_file(tokens):
    checked: Tokens = tokens
    assert (checked.separator, checked.first_person) == (len(PIECES), len(PIECES) + 1)
    assert len(checked) == len(PIECES) + 12
    assert [PIECES[one] for one in (tokens.pad, tokens.start, tokens.end, tokens.blank)] == [
        "[PAD]", "[CLS]", "[SEP]", "[MASK]",
    ]  # fmt: skip


def test_words_are_split_into_the_longest_pieces_from_the_left(tokens):
    cut = [tokens.pieces[one] for one in tokens.encode("Waving, WAVES handed")]
    assert cut == ["w", "##a", "##v", "##ing", ",", "waves", "hand", "##ed"]


def test_people_and_blanks_stay_whole(tokens):
    assert tokens.encode("P11 waves P1's [blank]") == [
        tokens.first_person + 10, PIECES.index("waves"), tokens.first_person, PIECES.index("'"), PIECES.index("s"),
        tokens.blank,
    ]  # fmt: skip


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(
    st.text(
        st.sampled_from(
            [*"abgins wavesthd'-.,$~ \t\n\u00e9\u00c9\u0301\u4e2d\u00df\u0130\u200b\u00a0\x00\x7f\u2019\u20ac1"]
        ),
        max_size=30,
    )
)
def test_text_is_split_as_by_the_tokenizers_library(text):
    with_file = WordPieces(tuple(PIECES))
    vocabulary = {piece: n for n, piece in enumerate(PIECES)}
    theirs = BertWordPieceTokenizer(vocabulary, lowercase=True).encode(text, add_special_tokens=False)
    assert with_file.encode(text) == theirs.ids


@pytest.mark.slow
def test_every_caption_of_backlot_survives_a_round_trip(tokens):
    assert [text for text in backlot_captions() if tokens.decode(tokens.encode(text)) != text] == []


def test_words_without_pieces_or_too_long_are_unknown(tokens, peer):
    for text in ("\u03c9", "a" * 100, "a" * 101):
        assert tokens.encode(text) == peer.encode(text, add_special_tokens=False).ids
    assert tokens.encode("a" * 101) == [tokens.unknown]
    assert tokens.decode(tokens.encode("The \u03c9.")) == "The [unk]."


def test_special_tokens_are_not_shown(tokens):
    said = [tokens.start, *tokens.encode("[blank] waves."), tokens.separator, tokens.end, tokens.pad]
    assert tokens.decode(said) == "[blank] waves."


def test_more_people_than_tokens_are_an_error(tokens):
    with pytest.raises(LanguageError, match=r"'P12 waves\.' has P12, but the vocabulary only knows P1 to P11"):
        tokens.encode("P12 waves.")
    with pytest.raises(LanguageError, match="a vocabulary of 0 people was asked for"):
        WordPieces(tokens.pieces, n_people=0)


def test_file_without_word_pieces_is_refused(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("[PAD]\nhello\n", encoding="utf-8")
    with pytest.raises(LanguageError, match=r"words.txt': the 2 word pieces lack \[CLS\]; use the vocab.txt"):
        read_word_pieces(path)
    with pytest.raises(RecordError, match="cannot be read"):
        read_word_pieces(tmp_path / "none.txt")
