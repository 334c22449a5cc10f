"""Many films: each once, whatever fails or is killed, and a run that goes on."""

import json
import signal
import subprocess
import sys
import time
from typing import Any

import pytest

from cinescribe.describe.films.describe_films import OUTCOMES, describe_films
from cinescribe.describe.films.report import REPORT, TABLE
from cinescribe.errors import ModelError, OutputError, ParameterError, WorkError
from cinescribe.export.folder import CAST, SCRIPT
from cinescribe.parallel import TRIES
from tests.describe.films.stub import describe

RUN = """
import sys
from cinescribe.describe.films.describe_films import describe_films
from tests.describe.films.stub import describe

if __name__ == "__main__":
    describe_films([sys.argv[1]], sys.argv[2], workers=2, describe=describe)
"""


@pytest.fixture
def films(tmp_path):
    """A function that makes a folder of films, by what is to happen to each."""

    def make(**happens):
        folder = tmp_path / "films"
        folder.mkdir(exist_ok=True)
        for name, what in happens.items():
            (folder / f"{name}.mp4").write_text(what)
        return folder

    return make


def runs(folder):
    """The films that were described, in order of names, and the processes that did."""
    lines = [line.split(" ", 2) for line in (folder / "runs").read_text().splitlines()]
    return sorted(name for name, _, _ in lines), {process for _, process, _ in lines}


def test_films_that_fail_stop_no_others(films, tmp_path, capfd):
    folder = films(a="fails", b="", c="mistake", d="kills", e="kills once", f="")
    said: list[str] = []
    outcomes = describe_films([folder], tmp_path / "out", workers=2, describe=describe, announce=said.append)
    assert [one.fault for one in outcomes] == [
        "a.mp4 is damaged",
        None,
        "ValueError: three is no four",
        "its worker died each time, the last time killed by SIGKILL",
        None,
        None,
    ]
    assert runs(folder)[0] == ["a", "b", "c", *["d"] * TRIES, "e", "e", "f"]
    assert len(said) == 6
    assert {line.partition(": ")[0] for line in said} == {f"film {n} of 6" for n in range(1, 7)}
    assert any("b.ad: 1 cue, 1 dropped, 1 person" in line for line in said)
    assert any("a.ad: failed: a.mp4 is damaged" in line for line in said)
    assert "ValueError" in capfd.readouterr().err  # with its place in the code
    table = [json.loads(line) for line in (tmp_path / "out" / TABLE).read_text().splitlines()]
    assert [one["film"] for one in table] == [one.film for one in outcomes]
    assert table[1]["over_speech"] == 0.5
    assert table[1]["peak_bytes"] > 1_000_000
    assert (tmp_path / "out" / REPORT).is_file()


def test_episodes_are_described_again_if_the_settings_of_their_series_change(films, tmp_path):
    folder, out, series = films(a="", b=""), tmp_path / "out", tmp_path / "series"
    describe_films([folder], out, describe=describe, series=series)
    assert f'"series": "{series}"' in (folder / "runs").read_text()
    (series / "templates").mkdir()
    describe_films([folder], out, describe=describe, series=series)
    assert runs(folder)[0] == ["a", "b"]
    (series / "series.toml").write_text("[voice]\nrate = 1.2\n")
    describe_films([folder], out, describe=describe, series=series)
    assert runs(folder)[0] == ["a", "a", "b", "b"]
    with pytest.raises(ParameterError, match=r"`rate` is given, and '.*series.toml' sets it for all episodes"):
        describe_films([folder], out, describe=describe, series=series, rate=1.1)


def test_described_films_are_left_as_they_are_and_others_go_on(films, tmp_path):
    folder, out = films(a="", b="fails"), tmp_path / "out"
    describe_films([folder], out, describe=describe)
    films(b="", c="")
    said: list[str] = []
    outcomes = describe_films([folder], out, describe=describe, announce=said.append)
    assert runs(folder)[0] == ["a", "b", "b", "c"]
    assert [one.fault for one in outcomes] == [None, None, None]
    assert said[0] == "1 of 3 films are described already"


@pytest.mark.parametrize("what", ["film", "option", "cast", "script", "damaged"])
def test_a_film_is_described_again_when_what_it_depends_on_changes(films, tmp_path, what):
    folder, out = films(a="", b=""), tmp_path / "out"
    options: dict[str, Any] = {"rate": 1.2} if what == "option" else {}
    describe_films([folder], out, describe=describe)
    if what == "film":
        films(a="slow")
    elif what == "cast":
        (out / "a.ad" / CAST).write_text("")
    elif what == "script":
        (out / "a.ad" / SCRIPT).unlink()
    elif what == "damaged":
        (out / OUTCOMES / "a.ad.json").write_text("{")
    describe_films([folder], out, describe=describe, **options)
    assert runs(folder)[0] == (["a", "a", "b", "b"] if what == "option" else ["a", "a", "b"])


def test_a_worker_describes_several_films(films, tmp_path):
    folder = films(a="", b="", c="")
    describe_films([folder], tmp_path / "out", describe=describe)
    assert len(runs(folder)[1]) == 1


@pytest.mark.slow  # a process that loads all that describing takes
def test_a_killed_run_goes_on_and_describes_each_film_once(films, tmp_path):
    folder, out = films(**{f"f{n}": "slow" for n in range(8)}), tmp_path / "out"
    with subprocess.Popen([sys.executable, "-c", RUN, folder, out]) as process:
        while len(list((out / OUTCOMES).glob("f*.json"))) < 3:
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
    begun = runs(folder)[0]
    assert 3 <= len(begun) < 8
    done = {path.name: path.stat().st_mtime_ns for path in (out / OUTCOMES).glob("f*.json")}
    outcomes = describe_films([folder], out, workers=2, describe=describe)
    assert [one.fault for one in outcomes] == [None] * 8
    assert {name: (out / OUTCOMES / name).stat().st_mtime_ns for name in done} == done  # not again
    assert len(runs(folder)[0]) <= 8 + 2  # those that two workers had begun


def test_a_worker_that_needs_too_much_memory_ends(films, tmp_path):
    folder = films(a="large")
    (outcome,) = describe_films([folder], tmp_path / "out", memory=0.005, describe=describe)
    assert outcome.fault == "its worker needed more than 0.005 GB of memory"
    assert outcome.peak_bytes is not None
    assert outcome.peak_bytes > 5_000_000


def test_options_reach_each_film_with_the_subtitles_beside_it(films, tmp_path):
    folder = films(a="")
    (folder / "a.srt").touch()
    describe_films([folder], tmp_path / "out", describe=describe, language="de", extended=True)
    options = json.loads((folder / "runs").read_text().split(" ", 2)[2])
    subtitles = str(folder / "a.srt")
    assert options == {"captioner": "auto", "extended": True, "language": "de", "subtitles": subtitles}


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"colour": "red"}, "`colour` is no option of a description; there are about, "),
        ({"cast": "cast.toml"}, "`cast` is for one film"),
        ({"series": "series", "workers": 2}, "`series` and several `workers` are given"),
        ({"captioner": ["observer", "micap"]}, "several `captioner` are given, and not all of them are servers"),
        ({"captioner": []}, "no `captioner` is named"),
        ({"memory": 0}, "`memory` is 0; expected"),
    ],
)
def test_impossible_options_are_refused_before_anything_is_written(films, tmp_path, options, says):
    with pytest.raises(ParameterError, match=says):
        describe_films([films(a="")], tmp_path / "out", describe=describe, **options)
    assert not (tmp_path / "out").exists()


def test_options_that_do_not_go_together_end_the_run(films, tmp_path):
    with pytest.raises(ParameterError, match="do not go together"):
        describe_films([films(a="options", b="")], tmp_path / "out", describe=describe)


def test_a_server_that_does_not_answer_ends_the_run_before_the_films(films, tmp_path):
    folder = films(a="")
    with pytest.raises(ModelError, match=r"127\.0\.0\.1:9"):
        describe_films([folder], tmp_path / "out", captioner="server:http://127.0.0.1:9#m", describe=describe)
    assert not (folder / "runs").exists()


def test_folders_of_others_and_impossible_numbers_are_refused(films, tmp_path):
    folder = films(a="")
    with pytest.raises(OutputError, match="which is no part of a collection of descriptions"):
        describe_films([folder], folder, describe=describe)
    with pytest.raises(WorkError, match="0 turns at a time"):
        describe_films([folder], tmp_path / "out", requests=0, describe=describe)


@pytest.mark.slow
def test_films_are_described_on_ray(films, tmp_path):
    ray = pytest.importorskip("ray")
    folder = films(a="fails", b="", c="kills once")
    outcomes = describe_films([folder], tmp_path / "out", workers=2, backend="ray", describe=describe)
    assert [one.fault for one in outcomes] == ["a.mp4 is damaged", None, None]
    assert not ray.is_initialized()
