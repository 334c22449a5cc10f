import json
import shutil

import pytest

from cinescribe.arrays import read_arrays, write_arrays
from cinescribe.errors import ModelError
from cinescribe.input_files import digest
from cinescribe.language.parser.parse import SHIPPED_PARSER, load_parser
from cinescribe.language.parser.parser_weights import PARSER


@pytest.fixture
def copy(tmp_path):
    return shutil.copytree(SHIPPED_PARSER, tmp_path / "parser")


def test_a_folder_that_is_missing(tmp_path):
    with pytest.raises(
        ModelError, match=r"none' holds no trained parser \(meta\.json is missing\); name the folder of a trained one"
    ):
        load_parser(tmp_path / "none")


def test_metadata_without_weights(copy):
    (copy / PARSER.weights).unlink()
    with pytest.raises(ModelError, match=r"parser\.safetensors' is missing; train one, or install cinescribe again"):
        load_parser(copy)


def test_weights_that_do_not_belong_to_the_metadata_are_refused(copy):
    with open(copy / PARSER.weights, "r+b") as opened:
        opened.seek(-1, 2)
        opened.write(b"\x7f")
    with pytest.raises(ModelError, match=r"is damaged, or of another training than its meta\.json"):
        load_parser(copy)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"weights": 1}', "{", "5", "[" * 99_999])
def test_malformed_metadata_is_refused(copy, text):
    (copy / PARSER.card).write_text(text, encoding="utf-8")
    with pytest.raises(ModelError, match=r"is damaged"):
        load_parser(copy)


@pytest.mark.slow
def test_sizes_that_do_not_match_the_weights(copy):
    about = json.loads((copy / PARSER.card).read_text(encoding="utf-8"))
    about["sizes"]["width"] += 1
    (copy / PARSER.card).write_text(json.dumps(about), encoding="utf-8")
    with pytest.raises(
        ModelError, match=r"is damaged \(.* is \(.*\), not \(.*\)\); train one, or install cinescribe again"
    ):
        load_parser(copy)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("width", 10**9, r"its sizes need [\d,]+ bytes of weights, not [\d,]+"),
        ("hidden", 10**9, r"its sizes need [\d,]+ bytes"),
        ("rows", [10**9, 1, 1, 1, 1], r"its sizes need [\d,]+ bytes"),
        ("depth", 65, "its sizes are"),
        ("pieces", 0, "its sizes are"),
        ("width", 96.5, "its sizes are"),
    ],
)
def test_sizes_are_refused_before_memory_is_allocated(copy, name, value, words):
    about = json.loads((copy / PARSER.card).read_text(encoding="utf-8"))
    about["sizes"][name] = value
    (copy / PARSER.card).write_text(json.dumps(about), encoding="utf-8")
    with pytest.raises(ModelError, match=rf"is damaged \({words}"):
        load_parser(copy)


def test_words_without_vectors(copy):
    arrays = read_arrays(copy / PARSER.weights)
    write_arrays(copy / PARSER.weights, arrays | {"vectors.table": arrays["vectors.table"][1:]})
    about = json.loads((copy / PARSER.card).read_text(encoding="utf-8")) | {"weights": digest(copy / PARSER.weights)}
    (copy / PARSER.card).write_text(json.dumps(about), encoding="utf-8")
    with pytest.raises(ModelError, match=r"is damaged \(\d+ words have \d+ vectors\)"):
        load_parser(copy)


def test_the_shipped_parser_is_small():
    assert sum(path.stat().st_size for path in SHIPPED_PARSER.iterdir()) < 8_000_000
