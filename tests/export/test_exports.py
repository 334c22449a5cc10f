import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from cinescribe.errors import OutputError, RecordError
from cinescribe.export.description import export_description
from cinescribe.export.exports import (
    EXPORTS,
    base_rows,
    is_edited,
    keep_edited,
    locked_exports,
    note_read,
    remember,
    stale_exports,
)
from cinescribe.export.folder import SCRIPT, SETTINGS
from cinescribe.export.tracks.cue_rows import EVERY, CueRow, RowFile
from cinescribe.input_files import digest
from cinescribe.store import write_record
from tests.export.texts import a_script

ROWS = RowFile((CueRow("c1", 4.1, None, "Anna waits.", ("p1",), "spoken", 1.0, "", 9),), EVERY)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_record(tmp_path / "film.ad" / SCRIPT, a_script())
    return tmp_path / "film.ad"


def exported(folder: Path, name: str = "descriptions.txt", *, to: str = "text", rows: RowFile | None = ROWS) -> Path:
    path = folder / name
    path.write_text("as exported")
    remember(folder, path, to=to, rows=rows, file=digest(path))
    return path


def test_the_rows_of_an_export_are_known_by_path(folder: Path, tmp_path: Path) -> None:
    path = exported(folder)
    outside = exported(folder, "../mine.txt", rows=RowFile((), EVERY))
    assert base_rows(folder, path) == ROWS
    assert base_rows(folder, outside) == RowFile((), EVERY)
    assert base_rows(folder, tmp_path / "film.ad" / "page.html") is None
    assert base_rows(tmp_path, path) is None


def test_copied_export_is_recognised_by_its_name(folder: Path, tmp_path: Path) -> None:
    exported(folder)
    assert base_rows(folder, tmp_path / "mail" / "descriptions.txt") == ROWS
    exported(folder, "../descriptions.txt")
    assert base_rows(folder, tmp_path / "mail" / "descriptions.txt") is None


def test_a_film_has_no_rows(folder: Path) -> None:
    assert base_rows(folder, exported(folder, "described.mp4", to="film", rows=None)) is None


def test_exports_of_a_changed_script_are_stale(folder: Path) -> None:
    exported(folder)
    exported(folder, "page.html", to="page", rows=None)
    exported(folder, "gone.csv", to="csv").unlink()
    assert stale_exports(folder) == ()
    write_record(folder / SCRIPT, a_script().replace(language="de"))
    assert stale_exports(folder) == ("descriptions.txt", "page.html")
    exported(folder, "page.html", to="page", rows=None)
    assert stale_exports(folder) == ("descriptions.txt",)
    write_record(folder / SCRIPT, a_script())
    assert stale_exports(folder) == ("page.html",)


def test_export_with_an_impossible_name_is_not_stale(folder: Path) -> None:
    exported(folder)
    path = folder / EXPORTS
    path.write_text(path.read_text().replace("descriptions.txt", "9" * 400))
    assert stale_exports(folder) == ()


@pytest.mark.parametrize(
    ("settings", "stale"),
    [
        ("[mix]\nducking = 9\n", ("narration.wav",)),
        ('[voice]\nname = "espeak:en-gb"\n', ("descriptions.txt", "narration.wav")),
        ('[disclosure]\nreviewed_by = "Clara"\n', ("descriptions.txt", "narration.wav")),
    ],
)
def test_sound_is_stale_by_settings_and_texts_by_disclosure(
    folder: Path, settings: str, stale: tuple[str, ...]
) -> None:
    exported(folder)
    exported(folder, "a.srt", to="srt")
    exported(folder, "narration.wav", to="wav", rows=None)
    (folder / SETTINGS).write_text(settings)
    assert stale_exports(folder) == stale


def test_edited_file_is_kept_unless_imported(folder: Path) -> None:
    path = exported(folder)
    assert keep_edited(folder, path) is None
    path.write_text("edited")
    copy = keep_edited(folder, path)
    assert copy == folder / "descriptions.edited.txt"
    assert copy.read_text() == "edited"
    assert base_rows(folder, copy) == ROWS
    exported(folder)
    path.write_text("edited again")
    assert keep_edited(folder, path) == folder / "descriptions.edited2.txt"
    note_read(folder, path)
    assert keep_edited(folder, path) is None
    assert base_rows(folder, path) == ROWS


def test_edited_film_export_is_kept(folder: Path) -> None:
    path = exported(folder, "described.mp4", to="film", rows=None)
    assert keep_edited(folder, path) is None
    path.write_bytes(b"mixed in a studio")
    assert keep_edited(folder, path) == folder / "described.edited.mp4"


def test_file_is_compared_with_the_last_import(folder: Path) -> None:
    path = exported(folder)
    later = RowFile((CueRow("h5", 5.0, None, "New."),), EVERY)
    note_read(folder, path, later)
    assert base_rows(folder, path) == later
    note_read(folder, folder / "unknown.txt")
    assert base_rows(folder, folder / "unknown.txt") is None


def test_a_copy_that_cannot_be_written_is_an_error(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = exported(folder)
    path.write_text("edited")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("shutil.copyfile", full)
    with pytest.raises(
        OutputError,
        match=r"was edited and not read back, and cannot be copied: .*edited\.txt' cannot be w",
    ):
        keep_edited(folder, path)


def test_a_copy_is_not_written_through_a_link(folder: Path, tmp_path: Path) -> None:
    path = exported(folder)
    path.write_text("edited")
    (folder / "descriptions.edited.txt").symlink_to(tmp_path / "nothing")
    assert keep_edited(folder, path) == folder / "descriptions.edited2.txt"
    assert not (tmp_path / "nothing").exists()


def test_a_damaged_list_is_named(folder: Path) -> None:
    (folder / "exports.json").write_text("{")
    with pytest.raises(RecordError, match=r"exports\.json.* is not JSON.* Remove exports\.json: edited files are then"):
        base_rows(folder, folder / "descriptions.txt")


def test_exports_of_threads_do_not_lose_each_other(folder: Path) -> None:
    def one(n: int) -> None:
        path = folder / f"{n}.txt"
        path.write_text("as exported")
        with locked_exports(folder):
            remember(folder, path, to="text", rows=ROWS, file=digest(path))
        note_read(folder, path, RowFile((), EVERY))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(one, range(16)))
    assert [base_rows(folder, folder / f"{n}.txt") for n in range(16)] == [RowFile((), EVERY)] * 16


# Writing the list is slow here, so that the other command comes in between.
EXPORTING = """
import sys, time
from pathlib import Path
from cinescribe.export import exports
from cinescribe.export.tracks.cue_rows import EVERY, RowFile

write = exports.write_json
exports.write_json = lambda *given: (time.sleep(0.02), write(*given))
folder = Path("film.ad")
print("ready", flush=True)
sys.stdin.readline()
for n in range(5):
    with exports.locked_exports(folder):
        exports.remember(folder, folder / f"{sys.argv[1]} {n}.srt", to="srt", rows=RowFile((), EVERY), file="0")
"""


def test_two_commands_that_export_at_once_do_not_lose_each_other(tmp_path: Path, folder: Path) -> None:
    def command(name: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", EXPORTING, name],
            cwd=tmp_path,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    with command("a") as first, command("b") as second:
        for one in (first, second):
            assert one.stdout is not None
            assert one.stdout.readline() == "ready\n"
        for one in (first, second):
            assert one.stdin is not None
            one.stdin.write("\n")
            one.stdin.flush()
        assert [one.wait() for one in (first, second)] == [0, 0]
    names = [f"{name} {n}.srt" for name in "ab" for n in range(5)]
    assert [base_rows(folder, folder / name) for name in names] == [RowFile((), EVERY)] * 10


def test_a_file_is_in_its_place_before_its_lock_ends(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[bool] = []

    @contextmanager
    def locked(*_: object) -> Iterator[None]:
        yield
        found.append(not is_edited(folder, folder / "descriptions.vtt"))

    export_description(folder, to="vtt")
    monkeypatch.setattr("cinescribe.export.exports.locked_folder", locked)
    write_record(folder / SCRIPT, a_script().replace(language="de"))
    export_description(folder, to="vtt")
    assert found == [True]


def test_edited_file_elsewhere_is_not_replaced_where_the_list_cannot_be_written(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = export_description(folder, to="vtt", path=tmp_path / "mine.vtt")

    @contextmanager
    def locked(*_: object) -> Iterator[None]:
        raise OutputError("'film.ad' cannot be written")
        yield

    monkeypatch.setattr("cinescribe.export.exports.locked_folder", locked)
    said: list[str] = []
    export_description(folder, to="vtt", path=target, announce=said.append)
    assert any("mine.vtt' is written, but not remembered: 'film.ad' cannot be written" in line for line in said)
    target.write_text("edited")
    with pytest.raises(OutputError, match="cannot be written"):
        export_description(folder, to="vtt", path=target)
    assert target.read_text() == "edited"
    with pytest.raises(OutputError, match="cannot be written"):
        export_description(folder, to="srt")
