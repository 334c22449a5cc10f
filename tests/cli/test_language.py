"""`language` prints parses and scene graphs of a text, a file or standard input."""

import importlib
import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from cinescribe.language.parser.train_parser import ParserRecipe
from tests.commands import run_command
from tests.metrics.plain_parser import PlainParser

language = importlib.import_module("cinescribe.cli.language")
parse = importlib.import_module("cinescribe.language.parser.parse")

TWO = "P1 sees P2.\n\nP3 nods.\n"


@pytest.fixture(autouse=True)
def _plain(monkeypatch):
    monkeypatch.setattr(parse, "shipped_parser", PlainParser)


def run(*arguments, given=None):
    return run_command("language", *arguments, exit_code=None, given=given)


def assert_refused(words, *arguments, code=1, given=None):
    result = run(*arguments, given=given)
    assert result.exit_code == code, result.output
    assert words in result.stderr, result.stderr
    assert not result.stdout


def test_a_parse_is_a_list_of_sentences():
    result = run("parse", "P1 sees P2. P3 nods.", "--json")
    first, second = json.loads(result.stdout)
    assert [word["text"] for word in second] == ["P3", "nods"]
    assert first[2] == {
        "text": "P2",
        "lemma": "p2",
        "pos": "PROPN",
        "head": 1,
        "dep": "obj",
        "features": "Number=Sing",
    }
    assert first[1]["head"] == 1


def test_the_plain_output_has_a_line_per_word():
    lines = run("parse", "P1 sees P2. P3 nods.").stdout.splitlines()
    assert lines[1].split() == ["1", "sees", "see", "VERB", "1", "root"]
    assert [len(line.split()) for line in lines] == [6, 6, 6, 0, 6, 6, 0]


def test_tuples_have_a_line_per_text(tmp_path):
    path = tmp_path / "captions.txt"
    path.write_text(TWO)
    found = [json.loads(line) for line in run("tuples", "--file", path, "--json").stdout.splitlines()]
    assert found == [
        {"caption": "P1 sees P2.", "tuples": [["p1"], ["p2"], ["p1", "p2", "see"]]},
        {"caption": "P3 nods.", "tuples": [["p3"], ["p3", "nod"]]},
    ]
    assert run("tuples", "P3 nods.").stdout == "P3 nods.\n  (p3)\n  (p3, nod)\n"


def test_a_file_and_standard_input_have_a_text_per_line(tmp_path):
    path = tmp_path / "captions.txt"
    path.write_text(TWO)
    for command in ("parse", "tuples"):
        known = run(command, "--file", path, "--json").stdout
        assert known
        assert run(command, "--json", given=TWO).stdout == known


def test_another_parser_is_named_by_its_folder(tmp_path):
    assert_refused(str(tmp_path), "parse", "P1 nods.", "--parser", tmp_path)


@pytest.mark.parametrize("command", ["parse", "tuples"])
def test_missing_or_unreadable_texts_are_refused(tmp_path, monkeypatch, command):
    (tmp_path / "empty.txt").write_text(" \n")
    assert_refused("empty.txt' is empty; give at least one word", command, "--file", tmp_path / "empty.txt")
    assert_refused("none.txt' cannot be read", command, "--file", tmp_path / "none.txt")
    (tmp_path / "latin.txt").write_bytes(b"caf\xe9")
    assert_refused("is not UTF-8", command, "--file", tmp_path / "latin.txt")
    assert_refused("the text is empty", command, "  ")
    assert_refused("standard input is empty", command, given="")
    assert_refused("standard input is not UTF-8 text (byte 3)", command, given=b"caf\xe9")
    assert_refused("the text is not UTF-8 (character 3); send it as UTF-8", command, "caf\udce9")
    assert_refused("TEXT and --file are both given", command, "x", "--file", "y", code=2)
    monkeypatch.setattr(language, "is_terminal", lambda: True)
    assert_refused("there is no text; give TEXT, --file, or lines on standard input", command, code=2)


def test_the_shipped_parser_is_the_default(monkeypatch):
    monkeypatch.undo()
    [sentence] = json.loads(run("parse", "A man opens the door.", "--json").stdout)
    assert [word["text"] for word in sentence] == ["A", "man", "opens", "the", "door", "."]
    assert sentence[2]["dep"] == "root"


def test_a_trained_parser_is_printed_with_its_scores(monkeypatch, tmp_path):
    asked = []

    def train(treebanks, folder, *, dev, start, recipe, announce):
        asked.append((treebanks, folder, dev, start, recipe.epochs))
        announce("epoch 1 of 2")
        return SimpleNamespace(upos=95.0, uas=87.5, las=85.0)

    monkeypatch.setattr(language, "train_parser", train)
    result = run(
        "train-parser",
        "a.conllu",
        "b.conllu",
        "-o",
        tmp_path,
        "--dev",
        "c.conllu",
        "--epochs",
        2,
        "--start",
        "s",
        "--json",
    )
    assert json.loads(result.stdout) == {
        "model": str(tmp_path),
        "scores": {"upos": 95.0, "uas": 87.5, "las": 85.0},
        "scored_on": "c.conllu",
    }
    assert result.stderr == "epoch 1 of 2\n"
    assert asked == [((Path("a.conllu"), Path("b.conllu")), tmp_path, Path("c.conllu"), Path("s"), 2)]
    lines = run("train-parser", "a.conllu", "-o", tmp_path).stdout.splitlines()
    assert lines == ["upos  95.00 %", "uas   87.50 %", "las   85.00 %"]
    assert asked[1][2:] == (Path("a.conllu"), None, ParserRecipe().epochs)


def test_a_treebank_that_cannot_be_read_is_refused(tmp_path):
    assert_refused("none.conllu", "train-parser", tmp_path / "none.conllu", "-o", tmp_path / "parser")
    assert not (tmp_path / "parser").exists()
