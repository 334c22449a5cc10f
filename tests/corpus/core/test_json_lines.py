import pytest

from cinescribe.corpus.core.corpus import CorpusFilm
from cinescribe.corpus.core.json_lines import JsonLine, read_json_lines, record_or_fault
from cinescribe.errors import RecordError


def test_lines_are_read_to_the_end(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"id": "a\u2028b"}\n\n{\n[1]')
    first, broken, last = read_json_lines(path)
    assert (first, last) == (JsonLine("a.jsonl, line 1", {"id": "a\u2028b"}), JsonLine("a.jsonl, line 4", [1]))
    assert broken.fault is not None
    assert broken.fault.startswith("a.jsonl, line 3 is not JSON (Expecting property name")
    with pytest.raises(RecordError, match="cannot be read"):
        list(read_json_lines(tmp_path / "none.jsonl"))


def test_a_line_is_a_record_or_a_fault():
    assert record_or_fault(JsonLine("x", {"id": "a", "split": "val"}), CorpusFilm) == CorpusFilm("a", "val")
    assert record_or_fault(JsonLine("x", fault="bad"), CorpusFilm) == "bad"
    fault = record_or_fault(JsonLine("f, line 2", [1]), CorpusFilm)
    assert fault == "f, line 2: a CorpusFilm is list; expected an object"
