"""`corpus stats`: what it prints and writes."""

import json
from functools import partial

import pytest

from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from tests.commands import run_command
from tests.corpus.clips import clip

run = partial(run_command, "corpus", "stats")


@pytest.fixture
def folder(tmp_path):
    films = (CorpusFilm("a", "train"), CorpusFilm("b", "test"))
    clips = (
        clip(0, "P1 walks slowly to the door.", film="a"),
        clip(1, "P1 opens it. He sits down to eat.", film="a"),
        clip(0, "P1 walks slowly to the door.", "P1 is eating an apple.", film="b"),
    )
    write_corpus(tmp_path, CorpusCard("drawn", "by hand", "none"), films=films, clips=clips)
    return tmp_path


@pytest.mark.slow
def test_statistics_are_one_json_value(folder):
    value = json.loads(run(folder, "--json").stdout)
    assert [(row["of"], row["films"], row["words"], row["sentences"], row["clips"]) for row in value["lengths"]] == [
        ("train", 1, 14, 3, 2),
        ("test", 1, 11, 2, 1),
        ("in all", 2, 25, 5, 3),
    ]
    assert {row["topic"]: [(one["verb"], one["count"]) for one in row["top"]] for row in value["topics"]} == {
        "motion": [("walk", 2), ("sit down", 1)],
        "contact": [("open", 1)],
        "consumption": [("eat", 2)],
    }
    assert value["leaks"]["texts"] == [{"split": "test", "captions": 2, "known": 1, "long": 0, "known_long": 0}]
    assert value["parser"].startswith("cinescribe-ewt")


@pytest.mark.slow
def test_statistics_are_shown_and_written(folder):
    (folder / "copier.jsonl").write_text('{"clip": "b_c0", "caption": "P1 waves."}\n')
    shown = run(folder, "-o", folder / "out", "--captions", folder / "copier.jsonl").stdout.splitlines()
    assert shown[0] == "How much there is:"
    assert shown[2].split() == ["train", "1", "14", "3", "2", "2.00", "0.00", "\N{EN DASH}", "\N{EN DASH}"]
    assert any(line.split() == ["copier", "1", "2.00", "2", "1", "100.00"] for line in shown)
    assert (folder / "out" / "stats.md").is_file()


@pytest.mark.slow
def test_captioners_are_put_side_by_side(folder):
    (folder / "copier.jsonl").write_text('{"clip": "b_c0", "caption": "P1 waves."}\n{"clip": "a_c0", "caption": "x"}\n')
    (folder / "copier.csv").write_text("id,METEOR\nb_c0,0.75\na_c0,0.25\n")
    run(folder, "-o", folder / "out", "--captions", folder / "copier.jsonl", "--scores", folder / "copier.csv")
    assert (folder / "out" / "side-by-side.csv").read_text().splitlines()[1].startswith("b_c0,0.75,P1 walks slowly")
    assert "## Easiest and hardest captions" in (folder / "out" / "stats.md").read_text()


@pytest.mark.slow
def test_topics_are_of_senses_in_context_where_asked(folder):
    value = json.loads(run(folder, "--senses", "--json").stdout)
    assert value["senses_in_context"]
    assert {row["topic"] for row in value["topics"]} >= {"motion", "consumption"}


def test_two_files_with_one_name_are_refused(folder):
    refused = run(folder, "--captions", "x/a.jsonl", "--captions", "y/a.json", exit_code=2)
    assert "two files have one name; captioners are called by their files' names" in refused.stderr
