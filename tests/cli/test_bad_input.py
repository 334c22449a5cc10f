"""Whatever comes in: one clear line, exit code 1, and nothing half-written left as if whole."""

import errno
import os
import signal
import subprocess
import sys
import time
import wave
from pathlib import Path

import pytest
from click.testing import CliRunner

from cinescribe.cli.main import main
from cinescribe.errors import MAX_MESSAGE
from cinescribe.media.shots.shots import ShotFinder
from cinescribe.output_folder import MARKER
from tests.commands import run_command
from tests.dummies import write_film
from tests.full_disk import small_disk

pytestmark = pytest.mark.usefixtures("known_transitions")

COMMAND = "from cinescribe.cli.main import main; main()"


def run(*arguments):
    result = run_command(*arguments, exit_code=None)
    error = result.stderr.strip().splitlines()[-1] if result.stderr.strip() else ""
    return result.exit_code, error


def assert_refused(words, *arguments, folder=None):
    code, error = run(*arguments)
    assert code == 1, error
    assert error.startswith("Error: ")
    assert words in error, error
    if folder is not None:
        assert_nothing_looks_whole(folder)


def assert_nothing_looks_whole(folder: Path):
    """Only marker, log and locks are there, and the measurements of the sound, which are a stage of their own."""
    there = folder.rglob("*") if folder.is_dir() else ()
    left = [path for path in there if path.is_file() and path.suffix != ".lock"]
    assert all(path.name in ("log.jsonl", MARKER) or path.parent.name == "listen" for path in left), left


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    return write_film(tmp_path_factory.mktemp("film") / "film.mp4", seconds=4.0, cut_at=2.0)


@pytest.mark.parametrize("content", [b"", b"not a film\n" * 50, os.urandom(20_000)], ids=["empty", "text", "noise"])
def test_not_a_film(tmp_path, content):
    path = tmp_path / "film.mp4"
    path.write_bytes(content)
    folder = tmp_path / "out.ad"
    assert_refused("film.mp4", "describe", path, "-o", folder, folder=folder)
    assert_refused("film.mp4", "media", "probe", path)


def test_a_missing_film(tmp_path):
    assert_refused("none.mp4", "describe", tmp_path / "none.mp4", "-o", tmp_path / "out.ad", folder=tmp_path)


def test_a_folder_instead_of_a_film(tmp_path):
    assert_refused(str(tmp_path), "media", "probe", tmp_path)


@pytest.mark.parametrize("share", [0.3, 0.7])
def test_a_truncated_film(tmp_path, film, share):
    content = film.read_bytes()
    path = tmp_path / "cut.mp4"
    path.write_bytes(content[: int(len(content) * share)])
    folder = tmp_path / "out.ad"
    assert_refused("cut.mp4", "describe", path, "-o", folder, folder=folder)


def test_film_without_pictures_is_refused(tmp_path):
    folder = tmp_path / "out.ad"
    sound = tmp_path / "sound.wav"
    with wave.open(str(sound), "wb") as opened:
        opened.setparams((1, 2, 16000, 0, "NONE", ""))
        opened.writeframes(bytes(32000))
    assert_refused("no pictures", "describe", sound, "-o", folder, folder=folder)


def test_unreadable_subtitle_file_is_refused_before_any_work(tmp_path, film):
    path = tmp_path / "bad.srt"
    path.write_bytes(os.urandom(3000))
    folder = tmp_path / "out.ad"
    assert_refused("bad.srt", "describe", film, "-o", folder, "--subtitles", path, folder=folder)


@pytest.mark.slow
def test_an_output_that_cannot_be_written(tmp_path, film):
    (tmp_path / "file").write_text("a file, not a folder")
    assert_refused("cannot be used (Not a directory); name a new", "describe", film, "-o", tmp_path / "file")
    assert_refused("cannot be written", "describe", film, "-o", tmp_path / "file" / "out.ad")


@pytest.mark.slow
def test_cast_file_with_an_unknown_person_is_refused(tmp_path, film):
    cast = tmp_path / "cast.toml"
    cast.write_text('[people.P99]\nname = "Nobody"\n')
    folder = tmp_path / "out.ad"
    assert_refused("P99", "describe", film, "-o", folder, "--cast", cast)
    assert not (folder / "script.json").exists()


def test_export_of_a_folder_without_description_is_refused(tmp_path):
    assert_refused("script.json", "export", tmp_path, "--to", "vtt")


def test_an_unknown_captioner_names_the_choices(tmp_path, film):
    assert_refused("observer", "describe", film, "-o", tmp_path / "out.ad", "--captioner", "oracle")


@pytest.mark.slow
def test_a_full_disk(tmp_path, film):
    folder = tmp_path / "out.ad"
    with small_disk(600):
        assert_refused("cannot be written", "describe", film, "-o", folder, folder=folder)


@pytest.mark.slow
def test_killed_run_resumes_to_the_same_result(tmp_path, film):
    assert run("describe", film, "-o", tmp_path / "whole.ad")[0] == 0
    folder = tmp_path / "killed.ad"
    process = subprocess.Popen([sys.executable, "-c", COMMAND, "describe", film, "-o", folder], stderr=subprocess.PIPE)
    wait_for(folder / "features" / "watch" / "key.json", process)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert run("describe", film, "-o", folder)[0] == 0
    assert (folder / "script.json").read_bytes() == (tmp_path / "whole.ad" / "script.json").read_bytes()
    assert '"kept", "stage": "watch"' in (folder / "log.jsonl").read_text()


def wait_for(path: Path, process: subprocess.Popen[bytes]) -> None:
    while not path.exists() and process.poll() is None:
        time.sleep(0.01)


@pytest.fixture
def heeded_interrupts():
    """A shell's background jobs ignore interrupts, and tests with them; a person's command does not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.slow
@pytest.mark.usefixtures("heeded_interrupts")
def test_interrupted_run_says_how_to_resume(tmp_path, film, monkeypatch):
    folder = tmp_path / "out.ad"

    def interrupted(*_):
        assert (folder / "features" / ".watch.part").is_dir()
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(ShotFinder, "take", interrupted)
    assert_refused("interrupted; run the same command again", "describe", film, "-o", folder, folder=folder)


def test_full_disk_behind_standard_output_and_too_long_paths_are_reported(monkeypatch):
    def fails(number):
        def show(*words, **settings):
            raise OSError(number, os.strerror(number), "x" * 5000)

        monkeypatch.setattr("cinescribe.cli.language.show", show)

    fails(errno.ENOSPC)
    assert_refused("the disk is full where this command writes; free some space", "language", "parse", "A man.")
    fails(errno.ENAMETOOLONG)
    assert_refused("xxx' is too long for the path of a file; name an existing one", "language", "parse", "A man.")
    fails(errno.EIO)
    assert isinstance(CliRunner().invoke(main, ["language", "parse", "A man."]).exception, OSError)


@pytest.mark.parametrize(
    "arguments",
    [
        ("history", "x" * 5000),
        ("history", "folder", "more" * 2000),
        ("x" * 5000,),
    ],
)
def test_an_error_is_short_whatever_was_typed(arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, error = run(*arguments)
    assert code in (1, 2)
    assert error.startswith("Error: ")
    assert len(error) <= len("Error: ") + MAX_MESSAGE
