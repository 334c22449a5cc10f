"""What `features` asks for, tells people and machines, and refuses."""

import json

import pytest
from click.testing import CliRunner

from cinescribe.cli import features
from cinescribe.cli.main import main
from cinescribe.features.extract import Extracted


@pytest.fixture
def asked(monkeypatch):
    """What the doors were asked for, instead of doing it."""
    found = []
    monkeypatch.setattr(features, "extractor", lambda stream, name, **_: found.append((stream, name)) or stream)
    monkeypatch.setattr(
        features, "extract_corpus", lambda folder, chosen, progress: found.append(chosen) or Extracted(6, 2, 4)
    )
    return found


def run(*arguments):
    return CliRunner().invoke(main, ["features", *arguments])


def test_all_streams_are_extracted_by_our_own_unless_told(asked):
    result = run("extract", "corpus")
    assert result.exit_code == 0, result.output
    assert asked == [("clip", "backlot"), ("actions", "backlot"), ("faces", "dlib"), ["clip", "actions", "faces"]]
    assert result.stdout == "6 shards: 2 extracted, 4 there already\n"


def test_streams_and_models_are_chosen(asked):
    result = run(
        "extract", "corpus", "--with", "faces, clip,faces", "--clip", "openai/clip", "--faces", "insightface", "--json"
    )
    assert asked == [("clip", "openai/clip"), ("faces", "insightface"), ["clip", "faces"]]
    assert json.loads(result.stdout) == {"shards": 6, "done": 2, "skipped": 4}


def test_an_unknown_stream_is_a_usage_error(asked):
    result = run("extract", "corpus", "--with", "clip,text")
    assert result.exit_code == 2
    assert "'text' is no feature; clip, actions, faces, regions, grid are known" in result.stderr


def test_a_corpus_without_faults_is_told(monkeypatch):
    monkeypatch.setattr(features, "check_features", lambda _: (6, ()))
    assert run("check", "corpus").stdout == "6 shards\n"
    assert json.loads(run("check", "corpus", "--json").stdout) == {"shards": 6, "faults": []}


def test_faults_are_listed_and_fail(monkeypatch):
    monkeypatch.setattr(features, "check_features", lambda _: (6, ("'clip' of film 'a' is damaged", "more")))
    result = run("check", "corpus", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["faults"] == ["'clip' of film 'a' is damaged", "more"]
    assert "2 faults, the first: 'clip' of film 'a' is damaged" in result.stderr


def test_a_folder_that_is_no_corpus_is_one_line(tmp_path):
    result = run("check", str(tmp_path))
    assert result.exit_code == 1
    assert "corpus.json" in result.stderr
