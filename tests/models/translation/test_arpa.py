import dataclasses

import numpy as np
import pytest

from cinescribe.errors import OutputError, RecordError
from cinescribe.models.translation.arpa import read_arpa, write_arpa
from cinescribe.models.translation.kneser_ney import fit_language_model
from tests.models.translation.test_language_model import sentences

SMALL = """\\data\\
ngram 1=4
ngram 2=1

\\1-grams:
-1 </s>
-99 <s> -0.5
-2 <unk>
-0.5 a 0

\\2-grams:
-0.1 <s> a

\\end\\
"""


def read(tmp_path, text):
    path = tmp_path / "model.arpa"
    path.write_text(text)
    return read_arpa(path)


@pytest.mark.parametrize("order", [1, 3])
def test_a_model_survives_its_file(tmp_path, order):
    model = fit_language_model(sentences(), order=order)
    write_arpa(tmp_path / "model.arpa", model)
    found = read_arpa(tmp_path / "model.arpa")
    assert found.words == model.words
    for name in ("ngrams", "logs", "backoffs"):
        for one, other in zip(getattr(found, name), getattr(model, name), strict=True):
            np.testing.assert_array_equal(one, other)


def test_a_file_of_another_program_is_read(tmp_path):
    model = read(tmp_path, SMALL)
    assert model.words == ("<unk>", "<s>", "</s>", "a")
    assert model.log_prob(["a"]) / np.log(10) == pytest.approx(-0.1 - 1)
    assert model.log_prob(["b"]) / np.log(10) == pytest.approx(-0.5 - 2 - 1)


def test_words_that_the_file_cannot_hold_are_refused(tmp_path):
    model = fit_language_model([["a"]])
    with pytest.raises(OutputError, match=r"cannot hold the word 'a b': it is empty or has a space in it"):
        write_arpa(tmp_path / "model.arpa", dataclasses.replace(model, words=(*model.words[:3], "a b")))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("\\data\\", "data", r"line 1 is 'data'; expected \\data\\"),
        ("ngram 1=4\nngram 2=1\n", "", r"line 3: there is no line such as `ngram 1=1000`; name an ARPA file"),
        ("ngram 2=1", "ngram 3=1", r"line 3: expected orders 1, 2, \.\.\. up to 5, one after the other"),
        ("ngram 1=4", "ngram 1=5", r"line 9: found 4 1-grams, but the head says 5; write it again"),
        ("\\2-grams:", "\\3-grams:", r"line 11 is '.*3-grams:'; expected \\2-grams:"),
        ("-2 <unk>", "-2 unk", r"line 9: the unigrams lack one of <unk>, <s>, </s>; add it"),
        ("-2 <unk>", "-2 <unk> 0 0", r"line 8 has 4 columns; expected a logarithm and 1 words"),
        ("-0.1 <s> a", "-0.1 <s> a 0", r"line 12 has 4 columns; expected a logarithm and 2 words"),
        ("-0.5 a 0", "x a 0", r"line 9: the logarithm is 'x'; expected a number"),
        ("-0.5 a 0", "-0.5 a x", r"line 9: the back-off weight is 'x'; expected a number"),
        ("-0.5 a 0", "0.5 a 0", r"line 9 has the logarithms 0\.5 and 0; none that a probability has"),
        ("-0.5 a 0", "-0.5 <s> 0", r"line 9: '<s>' is repeated; correct it"),
        ("-0.1 <s> a", "-0.1 <s> b", r"line 12: 'b' is no unigram; correct it"),
        ("ngram 2=1", "ngram 2=0", r"line 12: found 1 2-grams, but the head says 0"),
        ("-0.1 <s> a\n", "-0.1 <s> a\n-0.1 <s> a\n", r"line 13: found 2 2-grams, but the head says 1"),
        ("\\end\\", "", r"line \d+ is ''; expected \\end\\"),
    ],
)
def test_damaged_files_are_named_by_line(tmp_path, old, new, words):
    with pytest.raises(RecordError, match=words):
        read(tmp_path, SMALL.replace(old, new))


@pytest.mark.parametrize(
    ("bigrams", "trigram", "words"),
    [
        ("-0.1 <s> a\n-0.1 <s> a", "", r"line 1[23]: it is repeated; write the whole model"),
        ("-0.1 <s> a\n-0.1 a </s>", "-0.1 a a </s>", r"line 17: its first words are no n-gram; write the whole model"),
        ("-0.1 <s> a\n-0.1 a a", "-0.1 <s> a </s>", r"line 17: its last words are no n-gram; write the whole model"),
    ],
)
def test_incomplete_models_are_refused(tmp_path, bigrams, trigram, words):
    text = SMALL.replace("-0.1 <s> a", bigrams).replace("ngram 2=1", "ngram 2=2" + ("\nngram 3=1" if trigram else ""))
    if trigram:
        text = text.replace("\\end\\", f"\\3-grams:\n{trigram}\n\n\\end\\")
    with pytest.raises(RecordError, match=words):
        read(tmp_path, text)
