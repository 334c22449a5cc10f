import json
import os
import signal
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import av
import pytest

from cinescribe.describe import analyse
from cinescribe.describe.stages import Stages
from cinescribe.features.extraction.extractors import extractor
from cinescribe.features.faces.faces import DlibFaces
from cinescribe.input_files import digest
from cinescribe.media.film.probe import probe
from cinescribe.media.shots.shots import ShotFinder
from tests.shared import shared

FILM = "data/video/w3c_perspective/perspective-video.mp4"
EVERY = 1.0  # seconds between two checkpoints
SECONDS, RATE = 6, 24
CODEC, OPTIONS = "libx264", {"preset": "veryfast", "bf": "3", "g": "60"}
KEY = {"film": "a film"}
STOPS = 40, 60, 30  # pictures that three runs take
KILLED = """
import os, signal, sys
from pathlib import Path
from typing import Any
from cinescribe.media.shots.shots import ShotFinder
from tests.describe.test_analyse import watched

left, take = int(sys.argv[3]), ShotFinder.take

def counted(self, time, image):
    global left
    left -= 1
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)
    take(self, time, image)

ShotFinder.take = counted
watched(Path(sys.argv[1]), Path(sys.argv[2]), real=True)
"""


class StoppedError(Exception):
    pass


@cache
def faces():
    return DlibFaces()


@pytest.fixture(autouse=True)
def real_features(monkeypatch, flat_features):
    monkeypatch.setattr("cinescribe.describe.analyse.extractor", extractor)
    monkeypatch.setattr("cinescribe.describe.analyse.CHECKPOINT_INTERVAL", EVERY)


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    """Six seconds with a title, a dissolve, a face and a cut."""
    path = tmp_path_factory.mktemp("films") / "film.mp4"
    with (
        av.open(str(shared(FILM))) as source,
        av.open(str(path), "w") as film,
    ):
        stream: Any = film.add_stream(CODEC, rate=RATE, options=OPTIONS)
        stream.width, stream.height, stream.pix_fmt = 480, 270, "yuv420p"
        pictures = [frame for frame in source.decode(video=0) if 3.5 <= frame.time < 3.5 + SECONDS]
        for n, picture in enumerate(pictures):
            small = picture.reformat(480, 270, "yuv420p")
            small.pts, small.time_base, small.pict_type = n, Fraction(1, RATE), 0
            film.mux(stream.encode(small))
        film.mux(stream.encode())
    return path


@pytest.fixture(scope="module")
def undisturbed(film, tmp_path_factory):
    """The files of an analysis without a checkpoint."""
    folder = tmp_path_factory.mktemp("undisturbed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cinescribe.describe.analyse.CHECKPOINT_INTERVAL", 60.0)
        patch.setattr("cinescribe.describe.analyse.extractor", extractor)
        watched(film, folder)
    assert all((folder / "watch" / name).read_text() for name in ("faces.jsonl", "texts.jsonl", "shots.jsonl"))
    return files(folder / "watch")


@pytest.fixture
def taken(monkeypatch):
    """Counts the pictures that the shot finder takes, and stops at the n-th when `stop` is set to n."""
    take = ShotFinder.take
    counts: Counter[str] = Counter()

    def counted(self, time, image):
        counts["pictures"] += 1
        if counts["pictures"] == counts["stop"]:
            raise StoppedError
        take(self, time, image)

    monkeypatch.setattr(ShotFinder, "take", counted)
    return counts


def watched(path, folder, *, real=False):
    if real:
        analyse.CHECKPOINT_INTERVAL = EVERY
    stages = Stages(folder, folder / "log.jsonl")

    def work(part):
        analyse.watch(probe(path), part, extractor=faces(), key=KEY, progress=lambda _: None, note=stages.note)

    return stages.run("watch", KEY, work, checkpoint=analyse.CHECKPOINT)


def files(folder):
    return {str(path.relative_to(folder)): digest(path) for path in sorted(folder.rglob("*")) if path.is_file()}


def events(folder):
    return [json.loads(line) for line in (folder / "log.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.slow
def test_interrupted_run_resumes_from_its_checkpoint_to_the_same_bytes(film, undisturbed, tmp_path, taken):
    for stop in STOPS:
        taken["pictures"], taken["stop"] = 0, stop
        with pytest.raises(StoppedError):
            watched(film, tmp_path)
        assert (tmp_path / ".watch.part" / "checkpoint").is_file()
    taken["pictures"], taken["stop"] = 0, 0
    assert files(watched(film, tmp_path)) == undisturbed
    left = SECONDS * RATE - sum(STOPS)
    assert left < taken["pictures"] <= left + len(STOPS) * (EVERY * RATE + 1)
    logged = events(tmp_path)
    assert [event["event"] for event in logged] == ["resumed", "resumed", "resumed", "done"]
    assert [event["time"] for event in logged[:3]] == sorted(event["time"] for event in logged[:3])
    assert sorted(path.name for path in tmp_path.iterdir()) == [".watch.lock", "log.jsonl", "watch"]


@pytest.mark.slow
def test_killed_process_resumes_to_the_same_bytes(film, undisturbed, tmp_path, taken):
    command = [sys.executable, "-c", KILLED, str(film), str(tmp_path), "110"]
    killed = subprocess.run(command, env=os.environ | {"PYTHONPATH": os.getcwd()}, check=False)
    assert killed.returncode == -signal.SIGKILL
    (tmp_path / ".watch.part" / "frames" / ".000000000.1.part.jpg").write_text("half a picture")
    assert files(watched(film, tmp_path)) == undisturbed
    assert taken["pictures"] <= SECONDS * RATE - 110 + EVERY * RATE + 1


@pytest.mark.slow
def test_a_checkpoint_that_cannot_be_used_is_left_out(film, undisturbed, tmp_path, taken):
    taken["stop"] = 60
    with pytest.raises(StoppedError):
        watched(film, tmp_path)
    path = tmp_path / ".watch.part" / "checkpoint"
    path.write_bytes(path.read_bytes()[:-1])
    taken["pictures"], taken["stop"] = 0, 0
    assert files(watched(film, tmp_path)) == undisturbed
    assert taken["pictures"] == SECONDS * RATE
    begun, done = events(tmp_path)
    assert (begun["event"], begun["stage"], done["event"]) == ("restarted", "watch", "done")
    assert "damaged; analyse from the beginning" in begun["why"]


def test_sound_is_measured_by_itself(tmp_path):
    path = shared(FILM)
    reached: list[float] = []
    analyse.listen(probe(path), tmp_path, progress=reached.append)
    assert sorted(name.name for name in tmp_path.iterdir()) == ["certain.jsonl", "sounds.safetensors", "speech.jsonl"]
    assert Path(tmp_path / "speech.jsonl").read_text(encoding="utf-8")
    assert reached == sorted(reached)
