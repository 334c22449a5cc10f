import json
import shutil

import pytest

from cinescribe.arrays import read_arrays, write_arrays
from cinescribe.errors import ModelError
from cinescribe.input_files import digest
from cinescribe.language.parser.parse import SHIPPED_PARSER, load_parser
from cinescribe.language.parser.parser_weights import METADATA, PARSER_FILE


@pytest.fixture
def copy(tmp_path):
    return shutil.copytree(SHIPPED_PARSER, tmp_path / "parser")


def test_a_folder_that_is_missing(tmp_path):
    with pytest.raises(ModelError, match=r"none' holds no trained parser .*; train one, or install cinescribe again"):
        load_parser(tmp_path / "none")


def test_metadata_without_weights(copy):
    (copy / PARSER_FILE).unlink()
    with pytest.raises(ModelError, match="holds no trained parser"):
        load_parser(copy)


def test_weights_of_another_training(copy):
    with open(copy / PARSER_FILE, "r+b") as opened:
        opened.seek(-1, 2)
        opened.write(b"\x7f")
    with pytest.raises(ModelError, match=r"holds weights of another training than its meta\.json; train it again"):
        load_parser(copy)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"weights": 1}', "{", "5", "[" * 99_999])
def test_malformed_metadata(copy, text):
    (copy / METADATA).write_text(text, encoding="utf-8")
    with pytest.raises(ModelError, match=r"parser' holds (no trained parser|weights of another training)"):
        load_parser(copy)


@pytest.mark.slow
def test_sizes_that_do_not_match_the_weights(copy):
    about = json.loads((copy / METADATA).read_text(encoding="utf-8"))
    about["sizes"]["width"] += 1
    (copy / METADATA).write_text(json.dumps(about), encoding="utf-8")
    with pytest.raises(ModelError, match=r"holds no trained parser \(.* is \(.*\), not \(.*\)\)"):
        load_parser(copy)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("width", 10**9, r"its sizes need [\d,]+ bytes of weights, not [\d,]+"),
        ("hidden", 10**9, r"its sizes need [\d,]+ bytes"),
        ("rows", [10**9, 1, 1, 1, 1], r"its sizes need [\d,]+ bytes"),
        ("depth", 65, "its sizes came as"),
        ("pieces", 0, "its sizes came as"),
        ("width", 96.5, "its sizes came as"),
    ],
)
def test_sizes_are_refused_before_memory_is_allocated(copy, name, value, words):
    about = json.loads((copy / METADATA).read_text(encoding="utf-8"))
    about["sizes"][name] = value
    (copy / METADATA).write_text(json.dumps(about), encoding="utf-8")
    with pytest.raises(ModelError, match=rf"holds no trained parser \({words}"):
        load_parser(copy)


def test_words_without_vectors(copy):
    arrays = read_arrays(copy / PARSER_FILE)
    write_arrays(copy / PARSER_FILE, arrays | {"vectors.table": arrays["vectors.table"][1:]})
    about = json.loads((copy / METADATA).read_text(encoding="utf-8")) | {"weights": digest(copy / PARSER_FILE)}
    (copy / METADATA).write_text(json.dumps(about), encoding="utf-8")
    with pytest.raises(ModelError, match=r"holds no trained parser \(\d+ words have \d+ vectors\)"):
        load_parser(copy)


def test_the_shipped_parser_is_small():
    assert sum(path.stat().st_size for path in SHIPPED_PARSER.iterdir()) < 8_000_000
