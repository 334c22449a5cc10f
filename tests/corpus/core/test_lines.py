import pytest

from cinescribe.corpus.core.corpus import CorpusFilm
from cinescribe.corpus.core.lines import Line, json_lines, record_of
from cinescribe.errors import RecordError


def test_lines_are_read_to_the_end(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"id": "a\u2028b"}\n\n{\n[1]')
    first, broken, last = json_lines(path)
    assert (first, last) == (Line("a.jsonl, line 1", {"id": "a\u2028b"}), Line("a.jsonl, line 4", [1]))
    assert broken.fault is not None
    assert broken.fault.startswith("a.jsonl, line 3 is not JSON (Expecting property name")
    with pytest.raises(RecordError, match="cannot be read"):
        list(json_lines(tmp_path / "none.jsonl"))


def test_a_line_is_a_record_or_tells_why_not():
    assert record_of(Line("x", {"id": "a", "split": "val"}), CorpusFilm) == CorpusFilm("a", "val")
    assert record_of(Line("x", fault="bad"), CorpusFilm) == "bad"
    assert record_of(Line("f, line 2", [1]), CorpusFilm) == "f, line 2: a CorpusFilm came as list; an object is wanted"
