import json

import pytest

from cinescribe.describe.stages import Stages
from cinescribe.errors import OutputError


def write(text):
    def work(folder):
        (folder / "result.txt").write_text(text)

    return work


def test_a_finished_stage_is_kept_while_its_key_holds(tmp_path):
    stages = Stages(tmp_path / "features", tmp_path / "log.jsonl")
    stages.run("watch", {"film": "a"}, write("first"))
    assert (stages.run("watch", {"film": "a"}, write("second")) / "result.txt").read_text() == "first"
    assert (stages.run("watch", {"film": "b"}, write("third")) / "result.txt").read_text() == "third"
    events = [json.loads(line)["event"] for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert events == ["done", "kept", "done"]


def test_a_failed_stage_leaves_nothing(tmp_path):
    def fail(folder):
        (folder / "half.txt").write_text("half")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Stages(tmp_path / "features", tmp_path / "log.jsonl").run("watch", {}, fail)
    assert list((tmp_path / "features").iterdir()) == []


def test_a_killed_stage_is_done_anew(tmp_path):
    left = tmp_path / "features" / ".watch.part"
    left.mkdir(parents=True)
    (left / "half.txt").write_text("half")
    done = Stages(tmp_path / "features", tmp_path / "log.jsonl").run("watch", {}, write("whole"))
    assert sorted(path.name for path in done.iterdir()) == ["key.json", "result.txt"]


def test_a_place_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "features").write_text("a file, not a folder")
    with pytest.raises(OutputError, match=r"cannot be written .*name a writable folder"):
        Stages(tmp_path / "features", tmp_path / "log.jsonl").run("watch", {}, write(""))
    with pytest.raises(OutputError, match=r"log.jsonl' cannot be written"):
        Stages(tmp_path / "other", tmp_path / "features" / "log.jsonl").note("kept")
