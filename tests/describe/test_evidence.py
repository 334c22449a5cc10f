import pytest
from PIL import Image

from cinescribe.describe.evidence import drop_evidence, keep_evidence
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
    return sorted(path.name for path in (folder / EVIDENCE).iterdir())


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


def test_evidence_can_be_dropped_whether_it_is_there_or_not(tmp_path, frames):
    keep_evidence([cue(1.1)], frames, folder=tmp_path)
    drop_evidence(tmp_path)
    drop_evidence(tmp_path)
    assert not (tmp_path / EVIDENCE).exists()


def test_a_place_that_cannot_be_written_is_named(tmp_path, frames):
    (tmp_path / EVIDENCE).write_text("a file")
    with pytest.raises(OutputError, match=r"evidence' cannot be made .*name a writable folder"):
        keep_evidence([cue(1.1)], frames, folder=tmp_path)


def test_a_folder_that_cannot_be_removed_is_named(tmp_path, monkeypatch):
    (tmp_path / EVIDENCE).mkdir()

    def refuse(path):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("cinescribe.describe.evidence.shutil.rmtree", refuse)
    with pytest.raises(OutputError, match=r"evidence' cannot be removed \(Permission denied\)"):
        drop_evidence(tmp_path)
