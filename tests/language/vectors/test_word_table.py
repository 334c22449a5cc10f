"""Word tables: both formats, lookup rules, and errors that name the line."""

import gzip

import numpy as np
import pytest

from cinescribe.errors import LanguageError
from cinescribe.language.vectors.word_table import WordTable, label_words, read_word_table

GLOVE = "man 1 0 0\nwoman 0.6 0.8 0\ntennis 0 1 0\nracket 0 0 2\nthe 0 0 0\nParis 0 0 -1\n"


@pytest.fixture
def written(tmp_path):
    def write(text, name="tiny.3d.txt"):
        path = tmp_path / name
        content = text if isinstance(text, bytes) else text.encode()
        path.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
        return path

    return write


def test_cosines_by_hand(written):
    table = read_word_table(written(GLOVE))
    assert table.name == "tiny.3d"
    assert table.vectors.dtype == np.float32
    similarities = table.between(["man", "woman"], ["man", "tennis", "racket"])
    np.testing.assert_allclose(similarities, np.array([[1, 0, 0], [0.6, 0.8, 0]]), atol=1e-7)


@pytest.mark.parametrize("name", ["glove.txt", "glove.txt.gz", "glove.gz"])
def test_word2vec_and_gzipped_files_give_the_same(written, name):
    plain = read_word_table(written(GLOVE, "plain.txt"))
    headed = read_word_table(written("6 3\n" + GLOVE.replace("\n", " \n"), name))  # word2vec ends lines with a blank
    assert headed.name == "glove"
    assert headed.rows == plain.rows
    np.testing.assert_array_equal(headed.vectors, plain.vectors)


def test_only_the_words_of_the_vocabulary_are_kept(written):
    table = read_word_table(written(GLOVE), vocabulary=["Tennis Racket", "paris", "nowhere"])
    assert set(table.rows) == {"tennis", "racket"}
    whole = read_word_table(written(GLOVE))
    asked = ["Tennis Racket", "nowhere"]
    np.testing.assert_array_equal(table.between(asked, asked), whole.between(asked, asked))
    assert label_words(["Ice-cream cone"]) == {
        *("Ice-cream cone", "ice-cream cone", "Ice", "ice", "cream", "cone"),
    }


def test_multi_word_labels_are_the_mean_of_known_words(written):
    table = read_word_table(written(GLOVE))
    mean = np.array([0, 1, 2]) / np.sqrt(5)
    found = table.between(["tennis racket", "tennis-racket", "Tennis_racket gadget"], ["tennis", "racket"])
    np.testing.assert_allclose(found, np.tile(mean[1:], (3, 1)), atol=1e-7)


def test_a_label_in_the_table_is_not_split(written):
    table = read_word_table(written("ice-cream 1 0\nice 0 1\ncream 0 1\nnew york 0 -1\n"))
    np.testing.assert_allclose(table.between(["ice-cream", "New York"], ["ice"]), [[0], [-1]], atol=1e-7)


def test_as_written_before_lower_case(written):
    table = read_word_table(written("Bush 1 0\nbush 0 1\n"))
    np.testing.assert_allclose(table.between(["Bush", "BUSH"], ["bush"]), [[0], [1]], atol=1e-7)


def test_unknown_words_are_similar_only_to_themselves(written):
    table = read_word_table(written(GLOVE))
    found = table.between(["Zyx", "the", "man"], ["zyx", "the", "man", "qqq"])
    np.testing.assert_array_equal(found, [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]])
    assert table.unknown(["man", "zyx", "the", "zyx", "tennis zyx"]) == ["zyx", "the"]


def test_similarities_stay_in_bounds():
    vectors = np.random.default_rng(0).normal(size=(300, 7)).astype(np.float32)
    words = [f"w{n}" for n in range(300)]
    found = WordTable("t", {word: n for n, word in enumerate(words)}, vectors).between(words, words)
    assert -1 <= found.min() < found.max() == 1


def test_no_texts_and_no_vocabulary(written):
    table = read_word_table(written(GLOVE))
    assert table.between([], ["man"]).shape == (0, 1)
    assert table.between(["man"], []).shape == (1, 0)


def test_a_word_twice_keeps_its_first_vector(written):
    table = read_word_table(written("a 1 0\nb 0 1\na 0 1\n"))
    np.testing.assert_array_equal(table.between(["a"], ["b"]), [[0]])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "holds no word vectors; name a text file"),
        ("3 2\n", "declares 3 words but holds 0"),
        ("2 2\na 1 0\n", "declares 2 words but holds 1; download it again"),
        ("a 1 0\nb 1\n", r"tiny\.3d\.txt, line 2 has 1 numbers after its word; expected 2"),
        ("alone\n", r"line 1 has 0 numbers after its word; expected some"),
        ("a 1 0\nb 1 x\n", r"line 2 is no word and its numbers \(could not convert string to float: b'x'\)"),
        ("a 1 0\nb 1 inf\n", r"line 2 has a number that is not finite"),
        ("a 1 0\nb 1 1e39\n", r"line 2 has a number that is not finite in single precision"),
        pytest.param(f"{'9' * 5000} 2\na\n", "line 2 has 0 numbers after its word; expected 1", id="no count"),
        pytest.param("a" + " 1" * 600_000, r"line 1, has more than 1,048,576 bytes; give a word table", id="long line"),
        (b"a 1 0\n\xff\xfe 1 0\n", r"the word of .*line 2 is not UTF-8 \(b'\\xff\\xfe'\)"),
    ],
)
def test_faults_name_file_and_line(written, text, message):
    with pytest.raises(LanguageError, match=message):
        read_word_table(written(text))


def test_unreadable_files_are_refused(written, tmp_path):
    with pytest.raises(LanguageError, match=r"gone\.txt' cannot be read \(No such file or directory\)"):
        read_word_table(tmp_path / "gone.txt")
    path = tmp_path / "half.gz"
    path.write_bytes(gzip.compress(GLOVE.encode())[:-9])
    with pytest.raises(LanguageError, match=r"half\.gz' is no whole gzip file"):
        read_word_table(path)
