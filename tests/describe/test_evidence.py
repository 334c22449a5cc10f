import pytest
from PIL import Image

from cinescribe.describe.evidence import drop_evidence, keep_evidence, list_evidence
from cinescribe.errors import OutputError
from cinescribe.export.folder import EVIDENCE
from cinescribe.schema import Cue, Evidence
from cinescribe.timing import Span


@pytest.fixture
def frames(tmp_path):
    folder = tmp_path / "frames"
    folder.mkdir()
    for name in ("000001000", "000001500", "000009000"):
        Image.new("RGB", (8, 6), "red").save(folder / f"{name}.jpg")
    return folder


def cue(*times: float) -> Cue:
    return Cue(Span(1.0, 2.0), "Anna runs.", evidence=tuple(Evidence(time, "day") for time in times))


def kept(folder):
    return sorted(path.name for path in (folder / EVIDENCE).glob("[!.]*"))


def test_the_frames_that_cues_rest_on_are_kept(tmp_path, frames):
    keep_evidence([cue(1.1), cue(1.2, 8.9)], frames, folder=tmp_path / "ad")
    assert kept(tmp_path / "ad") == ["000001000.jpg", "000009000.jpg"]
    same = (tmp_path / "ad" / EVIDENCE / "000001000.jpg").read_bytes()
    assert same == (frames / "000001000.jpg").read_bytes()


def test_frames_of_an_earlier_run_are_gone(tmp_path, frames):
    keep_evidence([cue(1.1)], frames, folder=tmp_path)
    keep_evidence([cue(1.5)], frames, folder=tmp_path)
    assert kept(tmp_path) == ["000001500.jpg"]


def test_cues_without_frames_leave_an_empty_folder(tmp_path, frames):
    keep_evidence([cue(60.0)], frames, folder=tmp_path)
    assert kept(tmp_path) == []


def test_dropping_missing_evidence_is_no_error(tmp_path, frames):
    keep_evidence([cue(1.1)], frames, folder=tmp_path)
    drop_evidence(tmp_path)
    drop_evidence(tmp_path)
    assert not (tmp_path / EVIDENCE).exists()


def test_a_place_that_cannot_be_written_is_named(tmp_path, frames):
    (tmp_path / EVIDENCE).write_text("a file")
    with pytest.raises(OutputError, match=r"evidence.*' cannot be written .*name a writable folder"):
        keep_evidence([cue(1.1)], frames, folder=tmp_path)


def test_foreign_files_are_kept(tmp_path, frames):
    mine = tmp_path / EVIDENCE / "holiday.jpg"
    mine.parent.mkdir()
    mine.write_text("mine")
    drop_evidence(tmp_path)
    keep_evidence([cue(1.1)], frames, folder=tmp_path)
    keep_evidence([cue(1.5)], frames, folder=tmp_path)
    assert kept(tmp_path) == ["000001500.jpg", "holiday.jpg"]
    drop_evidence(tmp_path)
    assert kept(tmp_path) == ["holiday.jpg"]
    assert mine.read_text() == "mine"


def test_a_file_that_has_the_name_of_a_frame_is_not_replaced(tmp_path, frames):
    keep_evidence([cue(1.1)], frames, folder=tmp_path)
    mine = tmp_path / EVIDENCE / "000001500.jpg"
    mine.write_text("mine")
    with pytest.raises(OutputError, match=r"000001500.jpg' is there already, .*; move it away"):
        keep_evidence([cue(1.5)], frames, folder=tmp_path)
    assert mine.read_text() == "mine"


def test_frames_that_an_older_version_kept_are_removed_once_they_are_listed(tmp_path):
    list_evidence(tmp_path)
    assert not (tmp_path / EVIDENCE).exists()
    (tmp_path / EVIDENCE).mkdir()
    (tmp_path / EVIDENCE / "000001000.jpg").write_text("old")
    drop_evidence(tmp_path)
    assert (tmp_path / EVIDENCE / "000001000.jpg").is_file()  # it may be anybody's
    list_evidence(tmp_path)
    drop_evidence(tmp_path)
    assert not (tmp_path / EVIDENCE).exists()
