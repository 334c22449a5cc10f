import os

from cinescribe.export.description import FORMATS, export_description
from cinescribe.export.folder import read_script
from cinescribe.language.messages.page_words import page_words
from cinescribe.serve.workbench.exporting.export_files import ExportFile, export_files
from tests.serve.workbench.random_edits import write_folder

EN = page_words("en")


def found(folder):
    return {one.to: one for one in export_files(folder, read_script(folder))}


def test_every_form_is_listed_and_says_whether_it_was_made(tmp_path):
    folder = write_folder(tmp_path / "film.ad", n_cues=1)
    path = export_description(folder, to="srt")
    os.utime(path, (path.stat().st_atime, path.stat().st_mtime - 7300))
    files = found(folder)
    assert list(files) == list(FORMATS)
    assert files["srt"].state(EN) == f"{path.stat().st_size} bytes, made 2 hours ago, up to date"
    assert (files["page"].state(EN), files["film"].path.name) == ("not made yet", "described.mp4")


def test_outdated_export_is_marked_as_older(tmp_path):
    folder = write_folder(tmp_path / "film.ad", n_cues=1)
    export_description(folder, to="srt")
    write_folder(folder, n_cues=2)
    assert found(folder)["srt"].state(EN).endswith("made just now, older than the description")


def test_foreign_file_is_not_offered_as_an_export(tmp_path):
    folder = write_folder(tmp_path / "film.ad", n_cues=1)
    (folder / "descriptions.csv").write_text("mine")
    (folder / "page.html").symlink_to(tmp_path / "elsewhere")
    files = found(folder)
    assert [files[to].is_there for to in ("csv", "page")] == [False, False]
    assert files["csv"].state(EN) == "not made; another file has this name, move it away"
    assert files["page"].is_taken


def test_sizes_are_rounded(tmp_path):
    assert (
        ExportFile("wav", tmp_path, is_there=True, size=3 << 20, age=60).state(EN).startswith("3 MB, made 1 minute ago")
    )
