"""Captions are read from every format, and errors name the malformed place."""

import csv
import gzip
import io
import json

import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.files.caption_files import read_candidates, read_references

CAPTIONS = {"12": ("a man runs", "P1 runs, fast"), "b": ('she says "no"', "un café")}
ROWS = [(key, text) for key, texts in CAPTIONS.items() for text in texts]


def written(path, content):
    text = content if isinstance(content, str) else json.dumps(content)
    data = text.encode()
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def lines(records):
    return "".join(json.dumps(record) + "\n" for record in records)


def as_csv(rows, **dialect):
    output = io.StringIO()
    csv.writer(output, **dialect).writerows(rows)
    return output.getvalue()


COCO = [{"image_id": 12 if key == "12" else key, "caption": text, "id": n} for n, (key, text) in enumerate(ROWS)]
FORMATS = {
    "results.json": COCO,
    "annotations.json": {"info": {}, "annotations": COCO},
    "texts.json": CAPTIONS,
    "one.jsonl": lines({"id": key, "caption": text} for key, text in ROWS),
    "many.jsonl": lines({"id": key, "captions": texts} for key, texts in CAPTIONS.items()) + "\n",
    "images.jsonl": lines({"image_id": key, "caption": text, "score": 1} for key, text in ROWS),
    "rows.csv": as_csv([("id", "caption"), *ROWS]),
    "lists.csv": as_csv([("captions", "id"), *((json.dumps(texts), key) for key, texts in CAPTIONS.items())]),
    "rows.tsv": "id\tcaption\n" + "".join(f"{key}\t{text}\r\n" for key, text in ROWS),
    "zipped.json.gz": CAPTIONS,
    "zipped.tsv.gz": "image_id\tcaption\n" + "".join(f"{key}\t{text}\n" for key, text in ROWS),
    "MARK.JSON": "\ufeff" + json.dumps(CAPTIONS),
}


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_gives_the_same_captions(tmp_path, name):
    assert read_references(written(tmp_path / name, FORMATS[name])) == CAPTIONS


def test_candidates_have_one_text_per_item(tmp_path):
    path = written(tmp_path / "c.json", [{"image_id": 12, "caption": "a"}, {"image_id": "13", "caption": ""}])
    assert read_candidates(path) == {"12": "a", "13": ""}
    assert read_candidates(written(tmp_path / "d.json", {"12": "a", "13": ["b"]})) == {"12": "a", "13": "b"}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("c.json", [{"image_id": 12, "caption": "a"}, {"image_id": "12", "caption": "b"}]),
        ("c.csv", "id,caption\n12,a\n12,b\n"),
        ("c.json", {"12": ["a", "b"]}),
    ],
)
def test_a_repeated_candidate_is_named(tmp_path, name, content):
    with pytest.raises(ScoreError, match=rf"{name}' has 2 captions of item '12'; a candidate is one caption"):
        read_candidates(written(tmp_path / name, content))


def test_spaces_around_an_id_are_removed_in_every_format(tmp_path):
    formats = {
        "c.json": {" 12 ": "a"},
        "d.json": [{"image_id": " 12 ", "caption": "a"}],
        "c.jsonl": lines([{"id": " 12 ", "caption": "a"}]),
        "c.csv": "id,caption\n 12 ,a\n",
    }
    assert all(
        read_references(written(tmp_path / name, content)) == {"12": ("a",)} for name, content in formats.items()
    )


def test_a_row_of_empty_cells_is_skipped(tmp_path):
    assert read_references(written(tmp_path / "c.csv", "id,caption\n1,a\n,\n")) == {"1": ("a",)}


def test_gzip_is_recognised_by_its_first_bytes(tmp_path):
    (tmp_path / "c.json").write_bytes(gzip.compress(b'{"1": "a"}'))
    assert read_references(tmp_path / "c.json") == {"1": ("a",)}


def test_an_item_may_have_the_id_annotations(tmp_path):
    assert read_references(written(tmp_path / "r.json", {"annotations": ["a", "b"]})) == {"annotations": ("a", "b")}


def test_unicode_line_separators_do_not_end_a_line(tmp_path):
    text = "one\u2028two\x0cthree"
    path = written(tmp_path / "r.jsonl", json.dumps({"id": 1, "caption": text}, ensure_ascii=False))
    assert read_references(path) == {"1": (text,)}
    assert read_references(written(tmp_path / "r.csv", f"id,caption\n1,{text}\n")) == {"1": (text,)}


def test_csv_cells_may_be_quoted_and_tsv_quotation_marks_are_text(tmp_path):
    assert read_references(written(tmp_path / "r.csv", 'id,caption\n1,"a ""b"",\nc"\n')) == {"1": ('a "b",\nc',)}
    assert read_references(written(tmp_path / "r.tsv", 'id\tcaption\n1\t"a\n2\tb"\n')) == {"1": ('"a',), "2": ('b"',)}


MALFORMED = [
    ("c.txt", "a", r"c.txt' has an unknown suffix; expected one of .json, .jsonl, .csv, .tsv"),
    ("c.json", "", r"c.json' is empty"),
    ("c.csv", " \n", r"c.csv' is empty"),
    ("c.csv", "id,caption\n", r"c.csv' has a heading but no row under it"),
    ("c.json", "[]", r"c.json' holds no caption"),
    ("c.json", "{}", r"c.json' holds no caption"),
    ("c.json", {"annotations": []}, r"c.json' holds no caption"),
    ("c.json", "3", r"c.json' holds 3; expected COCO's list of records, or an object of texts by id"),
    ("c.json", "{'a': 1}", r"c.json is not JSON \(Expecting property name"),
    ("c.json", "[" * 100_000, r"c.json is not JSON"),
    ("c.json", '{"1": "a", "1": "b"}', r"c.json: the key '1' is there twice; keep one"),
    ("c.json", {"1": 3}, r"c.json, item '1' is 3; expected a text or a list of texts"),
    ("c.json", {"1": []}, r"c.json, item '1' has an empty list; give at least one text"),
    ("c.json", {"1": ["a", None]}, r"c.json, item '1' has None, of type NoneType; expected a text"),
    ("c.json", ["a"], r"c.json, record 1 is 'a'; expected an object with image_id and caption"),
    ("c.json", [{"id": 1, "caption": "a"}], r"c.json, record 1 has the fields id, caption; expected one of image_id$"),
    ("c.json", [{"image_id": 1, "text": "a"}], r"c.json, record 1 has the fields image_id, text; expected caption"),
    ("c.json", [{"image_id": 1, "caption": ["a"]}], r"record 1 has \['a'\], of type list; expected a text"),
    ("c.json", [{"image_id": 1.5, "caption": "a"}], r"record 1 has the id 1.5; expected a text or a whole number"),
    ("c.json", [{"image_id": True, "caption": "a"}], r"record 1 has the id True"),
    ("c.jsonl", '{"id": 1, "caption": "a"}\nb\n', r"c.jsonl, line 2 is not JSON"),
    ("c.jsonl", '{"id": 1, "caption": "a"}\n[]\n', r"c.jsonl, line 2 is \[\]; expected an object with named fields"),
    ("c.jsonl", '{"id": 1, "id": 2}', r"c.jsonl, line 1: the key 'id' is there twice"),
    (
        "c.jsonl",
        '{"id": 1, "image_id": 2, "caption": "a"}',
        r"line 1 has the fields .*; expected one of image_id and id",
    ),
    (
        "c.jsonl",
        '{"id": 1, "caption": "a", "captions": []}',
        r"line 1 has the fields .*; expected one of caption and cap",
    ),
    ("c.jsonl", '{"id": "", "caption": "a"}', r"c.jsonl, line 1 has an empty id; give the item a name"),
    ("c.json", {" ": "a"}, r"c.json has an empty id; give the item a name"),
    ("c.json", '{"1": ' + "9" * 5000 + "}", r"c.json is not JSON"),
    (
        "c.csv",
        "id,captions\n1," + "9" * 5000 + "\n",
        r"c.csv, line 2 has '9+\.\.\.9+' under captions; expected a JSON list",
    ),
    ("c.jsonl", '{"id": 1, "captions": {}}', r"c.jsonl, line 1 is {}; expected a text or a list of texts"),
    ("c.csv", "name,caption\n1,a\n", r"c.csv, line 2 has the fields name, caption; expected one of image_id and id"),
    (
        "c.csv",
        "id,caption\n1,a\n2,b,c\n",
        r"c.csv, line 3 has 3 cells, but the heading names 2 columns \(id, caption\)",
    ),
    ("c.csv", "id,caption\n1\n", r"c.csv, line 2 has 1 cells"),
    ("c.csv", 'id,caption\n1,"a\n', r"c.csv, line 2: unexpected end of data"),
    ("c.csv", "id,id,caption\n1,2,a\n", r"the heading of .*c.csv' names the column 'id' twice"),
    (
        "c.csv",
        "id,captions\n1,a\n",
        r"""c.csv, line 2 has 'a' under captions; expected a JSON list such as \["a", "b"\]""",
    ),
]


@pytest.mark.parametrize(("name", "content", "words"), MALFORMED)
def test_errors_name_the_place(tmp_path, name, content, words):
    with pytest.raises(ScoreError, match=words):
        read_references(written(tmp_path / name, content))


def test_unreadable_files_are_named(tmp_path):
    with pytest.raises(ScoreError, match=r"none.json' cannot be read \(No such file"):
        read_references(tmp_path / "none.json")
    (tmp_path / "latin.csv").write_bytes("id,caption\n1,café\n".encode("latin-1"))
    with pytest.raises(ScoreError, match=r"latin.csv' is not UTF-8 text \(byte 16\)"):
        read_references(tmp_path / "latin.csv")
    (tmp_path / "plain.json.gz").write_text("{}")
    with pytest.raises(ScoreError, match=r"plain.json.gz' is no whole gzip file"):
        read_references(tmp_path / "plain.json.gz")
    cut = gzip.compress(b'{"1": "a"}')[:-9]
    (tmp_path / "cut.json.gz").write_bytes(cut)
    with pytest.raises(ScoreError, match=r"cut.json.gz' is no whole gzip file"):
        read_references(tmp_path / "cut.json.gz")


def test_captions_of_clips_are_read(tmp_path):
    (tmp_path / "c.jsonl").write_text('{"clip": "f_c1", "caption": "P1 waves.", "people": ["P1"], "set": 1}\n')
    assert read_candidates(tmp_path / "c.jsonl") == {"f_c1": "P1 waves."}
