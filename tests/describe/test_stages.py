import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from cinescribe.describe.stages import Stages, list_stages, move_stage
from cinescribe.errors import FilmError, OutputError
from cinescribe.output_folder import MARKER, list_files


def write(text):
    def work(folder):
        (folder / "result.json").write_text(text)

    return work


def names_in(folder):
    """What is in a folder, but for the locks of stages, which stay."""
    return [path.name for path in folder.iterdir() if path.suffix != ".lock"]


def test_a_finished_stage_is_kept_while_its_key_holds(tmp_path):
    stages = Stages(tmp_path / "features", tmp_path / "log.jsonl")
    stages.run("watch", {"film": "a"}, write("first"))
    assert (stages.run("watch", {"film": "a"}, write("second")) / "result.json").read_text() == "first"
    assert (stages.run("watch", {"film": "b"}, write("third")) / "result.json").read_text() == "third"
    events = [json.loads(line)["event"] for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert events == ["done", "kept", "done"]


def test_failed_stage_leaves_no_files(tmp_path):
    def fail(folder):
        (folder / "half.jsonl").write_text("half")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Stages(tmp_path / "features", tmp_path / "log.jsonl").run("watch", {}, fail)
    assert names_in(tmp_path / "features") == []


def test_killed_stage_is_repeated(tmp_path):
    left = tmp_path / "features" / ".watch.part"
    left.mkdir(parents=True)
    list_files(left, "stage", ())
    (left / "half.jsonl").write_text("half")
    done = Stages(tmp_path / "features", tmp_path / "log.jsonl").run("watch", {}, write("whole"))
    assert sorted(path.name for path in done.iterdir()) == [MARKER, "key.json", "result.json"]


def test_unwritable_path_is_reported(tmp_path):
    (tmp_path / "features").write_text("a file, not a folder")
    with pytest.raises(OutputError, match=r"cannot be written .*name a writable folder"):
        Stages(tmp_path / "features", tmp_path / "log.jsonl").run("watch", {}, write(""))
    with pytest.raises(OutputError, match=r"log.jsonl' cannot be written"):
        Stages(tmp_path / "other", tmp_path / "features" / "log.jsonl").note("kept")


def half(folder):
    """Work that leaves a checkpoint, and is interrupted while it writes a picture."""
    (folder / "checkpoint").write_text("so far")
    (folder / "frames").mkdir(exist_ok=True)
    (folder / "frames" / ".000000001.77.part.jpg").write_text("half a picture")
    raise KeyboardInterrupt


def test_work_is_resumed_from_its_checkpoint(tmp_path):
    stages = Stages(tmp_path / "features", tmp_path / "log.jsonl")
    with pytest.raises(KeyboardInterrupt):
        stages.run("watch", {"film": "a"}, half, checkpoint="checkpoint")
    found = []

    def rest(folder):
        found.extend(sorted(str(path.relative_to(folder)) for path in folder.rglob("*")))
        (folder / "checkpoint").unlink()

    done = stages.run("watch", {"film": "a"}, rest, checkpoint="checkpoint")
    assert found == [MARKER, "checkpoint", "frames", "key.json"]
    assert sorted(path.name for path in done.iterdir()) == [MARKER, "frames", "key.json"]
    assert names_in(tmp_path / "features") == ["watch"]


@pytest.mark.parametrize("checkpoint", [None, "another"])
def test_interrupted_work_without_a_checkpoint_leaves_no_files(tmp_path, checkpoint):
    with pytest.raises(KeyboardInterrupt):
        Stages(tmp_path / "features", tmp_path / "log.jsonl").run("watch", {}, half, checkpoint=checkpoint)
    assert names_in(tmp_path / "features") == []


def test_leftovers_of_another_key_are_removed(tmp_path):
    stages = Stages(tmp_path / "features", tmp_path / "log.jsonl")
    stages.run("watch", {"film": "a"}, write("whole"))
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            stages.run("watch", {"film": "b"}, half, checkpoint="checkpoint")
        assert (tmp_path / "features" / ".watch.part").is_dir()
        done = stages.run("watch", {"film": "a"}, write("again"), checkpoint="checkpoint")
        assert (done / "result.json").read_text() == "whole"
        assert names_in(tmp_path / "features") == ["watch"]
    with pytest.raises(KeyboardInterrupt):
        stages.run("watch", {"film": "b"}, half, checkpoint="checkpoint")
    done = stages.run("watch", {"film": "c"}, write("new"), checkpoint="checkpoint")
    assert sorted(path.name for path in done.iterdir()) == [MARKER, "key.json", "result.json"]


@pytest.mark.parametrize(("error", "left"), [(FilmError("truncated"), []), (OutputError("full"), [".watch.part"])])
def test_only_a_film_at_fault_ends_the_work(tmp_path, error, left):
    def fail(folder):
        (folder / "checkpoint").write_text("so far")
        raise error

    with pytest.raises(type(error)):
        Stages(tmp_path / "features", tmp_path / "log.jsonl").run("watch", {}, fail, checkpoint="checkpoint")
    assert names_in(tmp_path / "features") == left


def test_each_stage_that_begins_is_reported(tmp_path):
    reports = []
    stages = Stages(tmp_path / "features", tmp_path / "log.jsonl", progress=lambda *report: reports.append(report))
    for name in ("watch", "people", "watch"):
        stages.run(name, {}, write(""))
    assert reports == [("watch", 0.0), ("people", 0.0)]


@pytest.mark.parametrize("place", ["watch/mine.jsonl", "watch/frames/000000001.jpg", ".watch.part/mine.jsonl"])
def test_foreign_file_is_kept(tmp_path, place):
    stages = Stages(tmp_path / "features", tmp_path / "log.jsonl")
    stages.run("watch", {"film": "a"}, write("whole"))
    mine = tmp_path / "features" / place
    mine.parent.mkdir(exist_ok=True)
    mine.write_text("mine")
    with pytest.raises(OutputError, match=rf"{mine.name}' lies in a folder that this run replaces.*; move it away"):
        stages.run("watch", {"film": "b"}, lambda folder: pytest.fail("worked before it refused"))
    assert mine.read_text() == "mine"


@pytest.mark.parametrize("name", ["watch", ".watch.part"])
def test_a_stage_is_not_written_through_a_link(tmp_path, name):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "key.json").write_text("mine")
    (tmp_path / "features").mkdir()
    (tmp_path / "features" / name).symlink_to(tmp_path / "mine")
    with pytest.raises(OutputError, match=r"watch.*' is a link, and nothing is written through links"):
        Stages(tmp_path / "features", tmp_path / "log.jsonl").run("watch", {}, write(""))
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["key.json"]


def test_the_log_is_not_written_through_a_link(tmp_path):
    (tmp_path / "mine").write_text("mine")
    (tmp_path / "log.jsonl").symlink_to(tmp_path / "mine")
    with pytest.raises(OutputError, match=r"log.jsonl' cannot be written \(it is a link; remove it\)"):
        Stages(tmp_path / "features", tmp_path / "log.jsonl").note("kept")
    assert (tmp_path / "mine").read_text() == "mine"


def test_a_stage_of_an_older_version_is_replaced(tmp_path):
    old = tmp_path / "features" / "watch"
    (old / "frames").mkdir(parents=True)
    for name in ("key.json", "faces.safetensors", "shots.jsonl", "frames/000001000.jpg"):
        (old / name).write_text("old")
    list_stages(tmp_path / "features")
    done = Stages(tmp_path / "features", tmp_path / "log.jsonl").run("watch", {}, write("new"))
    assert sorted(path.name for path in done.iterdir()) == [MARKER, "key.json", "result.json"]


def test_a_stage_is_run_by_one_thread_at_a_time(tmp_path):
    running, n_at_once = [], []

    def work(folder):
        running.append(1)
        n_at_once.append(len(running))
        time.sleep(0.02)
        (folder / "result.json").write_text("whole")
        running.pop()

    with ThreadPoolExecutor(4) as pool:
        stages = Stages(tmp_path / "features", tmp_path / "log.jsonl")
        list(pool.map(lambda n: stages.run("watch", {"film": n}, work), range(4)))
    assert n_at_once == [1, 1, 1, 1]
    events = [json.loads(line)["event"] for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert events == ["done"] * 4


RUNNING = """
import sys, time
from pathlib import Path
from cinescribe.describe.stages import Stages

def work(folder):
    (folder / "half.jsonl").write_text("half")
    print("working", flush=True)
    time.sleep(60)

Stages(Path("features"), Path("log.jsonl")).run("watch", {"film": "a"}, work)
"""


def test_a_stage_that_another_command_runs_is_left_alone_until_that_ends(tmp_path, monkeypatch):
    monkeypatch.setattr("cinescribe.journal.folder_lock._PATIENCE", 0.05)
    stages = Stages(tmp_path / "features", tmp_path / "log.jsonl")
    with subprocess.Popen([sys.executable, "-c", RUNNING], cwd=tmp_path, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"working\n"
        with pytest.raises(OutputError, match=r"another command is editing .*features'; wait until it is done"):
            stages.run("watch", {"film": "b"}, write("mine"))
        source = tmp_path / "stretch"
        source.mkdir()
        with pytest.raises(OutputError, match="another command is editing"):
            move_stage(source, tmp_path / "features" / "watch")
        assert (tmp_path / "features" / ".watch.part" / "half.jsonl").read_text() == "half"
        other.kill()
    done = stages.run("watch", {"film": "b"}, write("mine"))
    assert (done / "result.json").read_text() == "mine"
