import json
import shutil
import sys
from importlib.metadata import version

import numpy as np
import PIL.Image
import pytest

from cinescribe.export.folder import FRAMES_FOLDER
from cinescribe.schema import Caption
from cinescribe.store import write_records
from tests.serve.workbench.desk import desk
from tests.serve.workbench.random_edits import write_folder

PATIENCE = 30
# Stands in for the command: it puts what was prepared beside the film into the folder of the stretch.
PROGRAM = (
    sys.executable,
    "-c",
    "import sys, pathlib, shutil; "
    "to = pathlib.Path(next(one for one in sys.argv if one.startswith('--output=')).removeprefix('--output=')); "
    "shutil.copytree(pathlib.Path(sys.argv[-1]).parent / 'ready', to, dirs_exist_ok=True)",
)


@pytest.fixture
def folder(tmp_path):
    """A described folder with a kept frame, a film that holds nothing, and what a captioner will say."""
    (tmp_path / "film.mp4").touch()
    folder = write_folder(tmp_path / "film.ad", n_cues=8)
    (folder / FRAMES_FOLDER).mkdir(parents=True)
    PIL.Image.fromarray(np.zeros((36, 64, 3), np.uint8)).save(folder / FRAMES_FOLDER / "000011000.jpg")
    ready = write_folder(tmp_path / "ready", n_cues=1)
    (ready / "features" / "captions").mkdir(parents=True)
    caption = Caption("stretch", "Anna knocks & waits.", ("p1",), by="micap")
    write_records(ready / "features" / "captions" / "captions.jsonl", [caption])
    return folder


@pytest.fixture
def bench(folder):
    with desk(folder, program=PROGRAM) as made:
        yield made


def first(bench):
    return bench.films.get("film").folder.current().script.cues[0]


def page(bench):
    return f"/films/film/cues/{first(bench).id}"


def described_again(bench, **fields):
    answer = bench.post(f"{page(bench)}/again", page=page(bench), **fields)
    assert answer.status_code == 200, answer.text
    assert bench.jobs.get(1).wait(PATIENCE)
    return answer.json()


def test_the_page_has_the_form_the_frames_and_the_neighbours(bench):
    text = bench.get(page(bench)).text
    assert 'id="cue-' in text
    assert "Frame at 00:00:11.000. Nothing is marked." in text
    assert "The cue after" in text
    assert "The cue before" not in text


def test_a_frame_is_a_picture(bench):
    found = bench.get(f"{page(bench)}/frames/11000.jpg")
    assert (found.headers["content-type"], found.content[:2]) == ("image/jpeg", b"\xff\xd8")


def test_text_from_the_history_is_restored(bench):
    old = first(bench).text
    bench.post(f"{page(bench)}/save", page=page(bench), text="Anna sings.")
    text = bench.get(page(bench)).text
    assert f"“{old}” became “Anna sings.”" in text
    assert "Restore this text" in text
    bench.post(f"{page(bench)}/save", page=page(bench), text=old)
    assert first(bench).text == old


def test_notes_are_kept(bench):
    bench.post(f"{page(bench)}/save", page=page(bench), comment="see scene 3", why="to hide", figure="a bird")
    assert (first(bench).comment, first(bench).why, first(bench).figure) == ("see scene 3", "to hide", "a bird")
    assert 'value="see scene 3"' in bench.get(page(bench)).text


def test_stretch_is_described_again_heard_and_adopted(bench, folder):
    answer = described_again(bench, captioner="micap")
    assert answer["focus"] == "job-1"
    assert "--captioner=micap" in bench.jobs.get(1).task.arguments
    text = bench.get(page(bench)).text
    assert "Anna knocks &amp; waits." in text
    before = first(bench)
    assert bench.get(f"{page(bench)}/again/1/0/voice.wav").content[:4] == b"RIFF"
    assert first(bench) == before
    taken = bench.post(f"{page(bench)}/again/1/0/adopt", page=page(bench)).json()
    assert taken["message"].startswith("Cue 1: 4 words")
    assert f"cue-{before.id}" in taken["parts"]
    assert (first(bench).text, first(bench).by) == ("Anna knocks & waits.", "micap")
    bench.post("/films/film/undo", page=page(bench))
    assert first(bench) == before


def test_a_film_that_must_be_measured_first_says_how_long(bench, folder):
    assert "That takes about a minute and is kept for other cues." in bench.get(page(bench)).text
    (folder / "log.jsonl").write_text('{"event": "done", "stage": "watch", "seconds": 840}\n')
    assert "about 14 minutes" in bench.get(page(bench)).text
    shutil.rmtree(folder / "features")  # as somebody does who needs space
    ready = folder.with_name("ready") / "features" / "watch"
    ready.mkdir()
    (ready / "key.json").write_text(json.dumps({"cinescribe": version("cinescribe")}))
    described_again(bench)
    assert "minute" not in bench.get(page(bench)).text
    assert (folder / "features" / "watch" / "key.json").is_file()


def test_discarded_suggestion_is_removed(bench, folder):
    described_again(bench)
    bench.post(f"{page(bench)}/again/1/leave", page=page(bench))
    assert "Anna knocks" not in bench.get(page(bench)).text
    assert list((folder / ".stretches").iterdir()) == []
    gone = bench.post(f"{page(bench)}/again/1/0/adopt", page=page(bench))
    assert (gone.status_code, gone.json()["message"][:24]) == (422, "This suggestion is gone;")


def test_stretches_of_an_ended_workbench_are_removed(bench, folder):
    (folder / ".stretches" / "7").mkdir(parents=True)
    described_again(bench)
    assert [one.name for one in (folder / ".stretches").iterdir()] == ["1"]


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"from": "later"}, "from"),
        ({"from": "00:00:09", "to": "00:00:08"}, "to"),
        ({"to": "00:01:50"}, "to"),
        ({"from": "00:00:01", "to": "00:01:30"}, "to"),
        ({"captioner": "other"}, "other"),
    ],
)
def test_a_form_that_cannot_be_used_names_its_field(bench, folder, sent, field):
    answer = bench.post(f"{page(bench)}/again", page=page(bench), **sent)
    assert (answer.status_code, answer.json()["field"]) == (422, field)
    assert not (folder / ".stretches").exists()


def test_second_job_is_refused_and_leaves_no_folder(folder):
    with desk(folder, program=(sys.executable, "-c", "import time; time.sleep(600)")) as bench:
        bench.post(f"{page(bench)}/again", page=page(bench))
        answer = bench.post(f"{page(bench)}/again", page=page(bench), scripts=False)
        assert (answer.status_code, "Another job is at work" in answer.text) == (422, True)
        assert len(list((folder / ".stretches").iterdir())) == 1


def test_outdated_revision_is_a_conflict_for_a_suggestion(bench):
    described_again(bench)
    answer = bench.post(f"{page(bench)}/again/1/0/adopt", page=page(bench), revision="old")
    assert answer.status_code == 409


def test_without_the_film_a_stretch_is_not_described(bench, folder):
    (folder.parent / "film.mp4").unlink()
    shutil.rmtree(folder.parent / "ready")
    answer = bench.post(f"{page(bench)}/again", page=page(bench))
    assert "is not there; put it back" in answer.json()["message"]
