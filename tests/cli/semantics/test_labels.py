"""`language labels` and `language judge-labels`."""

import importlib
import json

import pytest

from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from cinescribe.schema import Clip
from cinescribe.timing import Span
from tests.commands import run_command
from tests.language.semantics.verbnet_sample import write_sample
from tests.metrics.plain_parser import PlainParser

CARD, FILMS = CorpusCard("x", "y", "z"), (CorpusFilm("film", "train"),)
labels = importlib.import_module("cinescribe.cli.semantics.labels")


@pytest.fixture(autouse=True)
def _plain(monkeypatch):
    monkeypatch.setattr(labels, "shipped_parser", PlainParser)


def run(*arguments, given=None, code=0):
    result = run_command("language", *arguments, exit_code=None, given=given)
    assert result.exit_code == code, result.output
    return result


@pytest.fixture
def corpus(tmp_path):
    clips = tuple(
        Clip(f"c{n}", "film", Span(n, n + 1), text) for n, text in enumerate(("P1 sees P2.", None, "P2 nods."))
    )
    write_corpus(tmp_path / "corpus", CARD, films=FILMS, clips=clips)
    return tmp_path / "corpus"


def test_labels_for_people_and_as_jsonl():
    assert "subject someone  verb see  object someone  location -  (main)" in run("labels", "P1 sees P2.").stdout
    [line] = run("labels", "P1 sees P2.", "--json", "--keep-ids").stdout.splitlines()
    assert json.loads(line) == {
        "clip": "",
        "sentence": 0,
        "clause": 0,
        "subject": "p1",
        "verb": "see",
        "object": "p2",
        "location": "",
        "senses": None,
        "class": None,
        "by": "syntax",
        "is_main": True,
        "line": None,
        "caption": "P1 sees P2.",
    }


def test_labels_of_a_corpus_name_its_clips(corpus):
    found = [json.loads(line) for line in run("labels", "--corpus", corpus, "--json").stdout.splitlines()]
    assert [(one["clip"], one["verb"]) for one in found] == [("c0", "see"), ("c2", "nod")]
    assert [(one["line"], one["caption"]) for one in found] == [(None, "P1 sees P2."), (None, "P2 nods.")]


def test_labels_of_a_file_name_their_lines(tmp_path):
    lines = "P1 sees P2.\n\n  P2 nods.\u2028P1 nods. \nP2 nods.\r\n"
    path = tmp_path / "captions.txt"
    path.write_bytes(lines.encode())
    expected = [(1, "P1 sees P2.", 0), (3, "P2 nods.\u2028P1 nods.", 0), (4, "P2 nods.", 0)]
    for result in (run("labels", "--file", path, "--json"), run("labels", "--json", given=lines)):
        # JSON leaves U+2028 as it is, and `str.splitlines` would break a line there.
        found = [json.loads(line) for line in result.stdout.split("\n") if line]
        assert [(one["line"], one["caption"], one["sentence"]) for one in found if one["is_main"]] == expected


@pytest.mark.slow
def test_senses_and_verbnet(tmp_path):
    [line] = run(
        "labels", "P1 shoots video.", "--kind", "sense", "--verbnet", write_sample(tmp_path), "--json"
    ).stdout.splitlines()
    assert json.loads(line)["class"] == "film-1"
    assert json.loads(line)["verb"] == "film.v.01"


def test_texts_without_verbs_are_counted(monkeypatch):
    monkeypatch.setattr(labels, "label_texts", lambda texts, *_, **__: [[] for _ in texts])
    assert "1 of 1 texts have no verb, and so no labels" in run("labels", "Night.").stderr


def test_texts_are_needed_and_come_from_one_place(monkeypatch, tmp_path, corpus):
    assert "--corpus and another text are both given" in run("labels", "x", "--corpus", corpus, code=2).stderr
    monkeypatch.setattr(labels, "is_terminal", lambda: True)
    assert "give TEXT, --file, --corpus, or lines on standard input" in run("labels", code=2).stderr
    (tmp_path / "empty").mkdir()
    assert "has no XML files" in run("labels", "P1 nods.", "--verbnet", tmp_path / "empty", code=1).stderr
    clips = (Clip("c0", "film", Span(0, 1)),)
    write_corpus(tmp_path / "bare", CARD, films=FILMS, clips=clips)
    assert "bare' has no captions" in run("labels", "--corpus", tmp_path / "bare", code=1).stderr


@pytest.mark.slow
def test_sheets_are_written_and_read(tmp_path):
    (tmp_path / "captions.txt").write_text("P1 sees P2.\nP2 nods.\n")
    run("judge-labels", "--file", tmp_path / "captions.txt", "-o", tmp_path / "sheets", "--judges", "1")
    sheet = tmp_path / "sheets" / "judge-1.csv"
    sheet.write_text(sheet.read_text().replace(",,,,\n", ",1,1,0,1\n"))
    shown = run("judge-labels", sheet).stdout
    assert "roles   0.00  kappa undefined  (2 judgements; Movie Description 0.86)" in shown
    assert json.loads(run("judge-labels", sheet, "--json").stdout)[0]["accuracy"] == 1.0


def test_sheets_or_a_folder_are_needed(tmp_path):
    assert "there is no sheet; give filled ones" in run("judge-labels", code=2).stderr
    assert "SHEETs and --output are both given" in run("judge-labels", "a.csv", "-o", tmp_path / "x", code=2).stderr
