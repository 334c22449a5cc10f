import gzip

import pytest

from cinescribe.errors import LanguageError
from cinescribe.language.parser.treebank import read_treebank
from tests.shared import shared

ROWS = (
    "# newdoc id = a",
    "# text = Dogs don't bark.",
    "1 Dogs dog NOUN NNS Number=Plur 4 nsubj _ _",
    "2-3 don't _ _ _ _ _ _ _ _",
    "2 do do AUX VBP _ 4 aux _ _",
    "3 n't not PART RB Polarity=Neg 4 advmod _ _",
    "3.1 did do VERB VBD _ _ _ 4:conj _",
    "4 bark bark VERB VB VerbForm=Inf 0 root _ SpaceAfter=No",
    "5 . . PUNCT . _ 4 punct _ _",
    "",
    "# text = No",
    "1 No no INTJ UH _ 0 root _ _",
)


def written(tmp_path, rows, name="a.conllu"):
    path = tmp_path / name
    text = "\n".join(row if row.startswith("#") else row.replace(" ", "\t") for row in rows) + "\n"
    path.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
    return path


@pytest.mark.parametrize("name", ["a.conllu", "a.conllu.gz"])
def test_words_heads_spaces_and_paragraphs(tmp_path, name):
    dogs, no = read_treebank(written(tmp_path, ROWS, name))
    assert [word.text for word in dogs.words] == ["Dogs", "do", "n't", "bark", "."]
    assert [word.head for word in dogs.words] == [3, 3, 3, 3, 3]
    assert [word.dep for word in dogs.words] == ["nsubj", "aux", "advmod", "root", "punct"]
    assert [word.features for word in dogs.words] == ["Number=Plur", "", "Polarity=Neg", "VerbForm=Inf", ""]
    assert dogs.text == "Dogs don't bark. "
    assert (dogs.starts_paragraph, no.starts_paragraph) == (True, False)


def test_a_contraction_at_the_end(tmp_path):
    rows = ("1-2 don't _ _ _ _ _ _ _ SpaceAfter=No", "1 do do AUX _ _ 0 root _ _", "2 n't not PART _ _ 1 advmod _ _")
    (tree,) = read_treebank(written(tmp_path, rows))
    assert tree.text == "don't"


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("2 bark bark VERB VB _ 0 root", "line 2: found 8 columns separated by tabs, expected 10"),
        ("3 bark bark VERB VB _ 0 root _ _", "line 2: found id '3', expected 2"),
        ("2 bark bark VERB VB _ 3 root _ _", "line 2: found head '3', expected another word's id from 0 to 2"),
        ("2 bark bark VERB VB _ 2 root _ _", "line 2: found head '2'"),
        ("2 bark bark VERB VB _ x root _ _", "line 2: found head 'x'"),
        ("2 bark bark VERB VB _ 1 root _ _", "line 1: found a sentence with no root or several"),
        pytest.param(
            f"2 bark bark VERB VB _ {'9' * 5000} root _ _", "line 2: found head '999", id="no number holds it"
        ),
        ("2 \u3000 bark VERB VB _ 0 root _ _", r"line 2: found form '\\u3000', expected a word"),
        (
            "2 bark bark verb VB _ 0 root _ _",
            "line 2: found part of speech 'verb', expected one of Universal Dependencies",
        ),
        (
            "2 bark bark VERB VB Fin 0 root _ _",
            r"line 2: found features 'Fin', expected _, or as Number=Plur\|Person=3",
        ),
        ("x-3 a _ _ _ _ _ _ _ _", "line 2: found id 'x-3', expected a range as 1-2"),
    ],
)
def test_a_broken_line_is_named(tmp_path, row, said):
    path = written(tmp_path, ("1 Dogs dog NOUN NNS _ 2 nsubj _ _", row))
    with pytest.raises(LanguageError, match=said) as error:
        read_treebank(path)
    assert str(path) in str(error.value)


def test_a_byte_order_mark_and_windows_lines_are_accepted(tmp_path):
    path = written(tmp_path, ROWS)
    plain = read_treebank(path)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert read_treebank(path) == plain


def test_cycle_is_refused(tmp_path):
    rows = ("1 a a X _ _ 0 root _ _", "2 b b X _ _ 3 dep _ _", "3 c c X _ _ 2 dep _ _")
    with pytest.raises(LanguageError, match="line 1: found a cycle of heads"):
        read_treebank(written(tmp_path, rows))


def test_a_file_without_trees_is_named(tmp_path):
    with pytest.raises(LanguageError, match="holds no sentence; name a CoNLL-U file"):
        read_treebank(written(tmp_path, ("", "")))


@pytest.mark.parametrize("name", ["a.conllu", "a.conllu.gz"])
def test_a_file_that_cannot_be_read_is_named(tmp_path, name):
    with pytest.raises(LanguageError, match=r"a\.conllu.* cannot be read .* name an existing file"):
        read_treebank(tmp_path / name)


def test_bytes_that_are_not_utf8(tmp_path):
    (tmp_path / "a.conllu").write_bytes(b"\xff\xfe1\t")
    with pytest.raises(LanguageError, match="is not UTF-8 text"):
        read_treebank(tmp_path / "a.conllu")


def test_truncated_gzip_is_refused(tmp_path):
    path = written(tmp_path, ROWS, "a.conllu.gz")
    whole = path.read_bytes()
    for broken in (whole[:-20], whole[:12] + b"\xff" * 30):
        path.write_bytes(broken)
        with pytest.raises(LanguageError, match="is no whole gzip file"):
            read_treebank(path)


@pytest.mark.slow
def test_the_texts_of_a_real_treebank_are_restored():
    path = shared("data/ewt/en_ewt-ud-dev.conllu.gz")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        texts = [line[len("# text = ") :].rstrip("\n") for line in lines if line.startswith("# text = ")]
    assert [tree.text.strip() for tree in read_treebank(path)] == [text.strip() for text in texts]
