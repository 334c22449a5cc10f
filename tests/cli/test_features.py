"""The commands of `features`: their calls, output and errors."""

import importlib
import json

import pytest

from cinescribe.features.extraction.extract import ExtractionResult, Workforce
from tests.commands import run_command
from tests.corpus.pictures import written

features = importlib.import_module("cinescribe.corpus.extraction.extract_features")


@pytest.fixture
def calls(monkeypatch):
    """Record the calls instead of extracting."""
    calls = []

    def extractor(stream, name, **_):
        calls.append((stream, name))
        return stream

    def extract_corpus(folder, chosen, workforce, progress):
        calls.append((chosen, workforce))
        return ExtractionResult(6, 2, 4)

    monkeypatch.setattr(features, "extractor", extractor)
    monkeypatch.setattr(features, "extract_corpus", extract_corpus)
    monkeypatch.setattr(features, "clip_extractor", extractor)
    return calls


def run(*arguments):
    return run_command("features", *arguments, exit_code=None)


def test_by_default_all_streams_are_extracted_by_our_own_networks(calls):
    result = run("extract", "corpus")
    assert result.exit_code == 0, result.output
    assert calls == [
        ("clip", "backlot"),
        ("actions", "backlot"),
        ("faces", "dlib"),
        (["clip", "actions", "faces"], Workforce()),
    ]
    assert result.stdout == "6 shards: 2 extracted, 4 there already\n"


def test_streams_and_models_are_chosen(calls):
    result = run(
        "extract", "corpus", "--with", "faces, clip,faces", "--clip", "openai/clip", "--faces", "insightface", "--json"
    )
    assert calls == [("clip", "openai/clip"), ("faces", "insightface"), (["clip", "faces"], Workforce())]
    assert json.loads(result.stdout) == {"shards": 6, "done": 2, "skipped": 4}


def test_streams_of_clips_and_workers_are_chosen(calls):
    result = run(
        "extract", "corpus", "--with", "uniform,text,grid", "--uniform", "microsoft/resnet-152", "--workers", "3"
    )
    assert result.exit_code == 0, result.output
    assert calls == [
        ("uniform", "microsoft/resnet-152"),
        ("grid", "backlot"),
        ("text", "all-MiniLM-L6-v2"),
        (["uniform", "grid", "text"], Workforce(3)),
    ]
    run("extract", "corpus", "--backend", "ray")
    assert calls[-1][1] == Workforce(1, "ray")
    assert run("extract", "corpus", "--workers", "0").exit_code == 2


def test_an_unknown_stream_is_a_usage_error(calls):
    result = run("extract", "corpus", "--with", "clip,voices")
    assert result.exit_code == 2
    assert "'voices' is not a feature; choose from clip, actions, faces, imagenet, figures" in result.stderr


def test_a_corpus_without_faults_is_reported(monkeypatch):
    monkeypatch.setattr(features, "check_features", lambda _: (6, ()))
    assert run("check", "corpus").stdout == "6 shards\n"
    assert json.loads(run("check", "corpus", "--json").stdout) == {"shards": 6, "faults": []}


def test_faults_are_listed_and_fail(monkeypatch):
    monkeypatch.setattr(features, "check_features", lambda _: (6, ("'clip' of film 'a' is damaged", "more")))
    result = run("check", "corpus", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["faults"] == ["'clip' of film 'a' is damaged", "more"]
    assert "2 faults, the first: 'clip' of film 'a' is damaged" in result.stderr


def test_folder_without_a_corpus_is_one_line(tmp_path):
    result = run("check", str(tmp_path))
    assert result.exit_code == 1
    assert "corpus.json" in result.stderr


@pytest.fixture
def stills(tmp_path):
    written(tmp_path)
    return str(tmp_path)


def test_by_default_known_boxes_of_stills_are_extracted(stills, monkeypatch):
    calls = []

    def region_extractor(kind, name, **_):
        calls.append((kind, name))
        return kind

    def extract_stills(folder, chosen, progress):
        calls.append(chosen)
        return ExtractionResult(6, 2, 4)

    monkeypatch.setattr(features, "region_extractor", region_extractor)
    monkeypatch.setattr(features, "extract_stills", extract_stills)
    assert run("extract", stills).stdout == "6 pictures: 2 extracted, 4 there already\n"
    run("extract", stills, "--with", "grid,regions", "--grid", "openai/clip", "--regions", "facebook/detr")
    assert calls == [
        ("regions", "boxes"),
        {"regions": "regions"},
        ("regions", "facebook/detr"),
        ("grid", "openai/clip"),
        {"regions": "regions", "grid": "grid"},
    ]


def test_stills_are_extracted_for_real_and_checked(stills):
    value = json.loads(run("extract", stills, "--with", "regions,grid", "--json").stdout)
    assert value == {"shards": 6, "done": 6, "skipped": 0}
    assert run("check", stills).stdout == "6 pictures\n"


def test_features_that_a_corpus_cannot_have_are_a_usage_error(stills, calls):
    result = run("extract", stills, "--with", "clip")
    assert result.exit_code == 2
    assert "a corpus of stills has no 'clip'; choose from regions, grid" in result.stderr
    result = run("extract", stills, "--workers", "2")
    assert result.exit_code == 2
    assert "--workers and --backend have no use for a corpus of stills, which one process extracts" in result.stderr
