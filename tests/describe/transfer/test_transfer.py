"""A description reaches another cut of its film with its edits, cast and recordings, and nothing is overwritten."""

import json
import shutil

import av
import numpy as np
import pytest

from cinescribe.describe.editing.edit import recording_change
from cinescribe.describe.editing.open_folder import Edit, OpenFolder
from cinescribe.describe.editing.take_back import history
from cinescribe.describe.editing.workspace import Workspace
from cinescribe.describe.transfer.transfer import TRANSFER, transfer_description
from cinescribe.errors import FilmError, OutputError, ParameterError
from cinescribe.export.folder import CAST, FACES, RECORDINGS, SCRIPT, read_script
from cinescribe.media.film.probe import probe
from cinescribe.schema import Cue, Evidence, Face, Person, Script, Speech
from cinescribe.store import read_records, write_records, write_text
from cinescribe.timing import Span
from tests.media.versions.drawn_versions import RATE_HZ, drawn, joined

FILM = drawn(7, seconds=25)
OTHER = drawn(8, seconds=10)
RECUT = joined(OTHER.part(0, 4), FILM.part(0, 10), FILM.part(15, 25))  # new: 4 s; gone: 10 to 15 s


def write(path, film):
    with av.open(str(path), "w") as container:
        video = container.add_stream("libx264", rate=RATE_HZ, options={"preset": "ultrafast", "crf": "20"})
        video.width, video.height, video.pix_fmt = 128, 72, "yuv420p"
        audio = container.add_stream("aac", rate=16000, layout="mono")
        for picture in film.pictures:
            shown = np.repeat(np.repeat(np.stack([picture] * 3, axis=-1), 2, axis=0), 2, axis=1)
            container.mux(video.encode(av.VideoFrame.from_ndarray(shown, format="rgb24")))
        container.mux(video.encode())
        heard = av.AudioFrame.from_ndarray(film.samples[None], format="fltp", layout="mono")
        heard.sample_rate = 16000
        container.mux(audio.encode(heard))
        container.mux(audio.encode())
    return path


@pytest.fixture(scope="module")
def films(tmp_path_factory):
    """The film, and another cut of it."""
    folder = tmp_path_factory.mktemp("films")
    return write(folder / "film.mp4", FILM), write(folder / "recut.mp4", RECUT)


@pytest.fixture(scope="module")
def described(films, tmp_path_factory):
    """A description with an edit and a recording."""
    folder = tmp_path_factory.mktemp("described") / "film.ad"
    cues = (
        Cue(Span(2.0, 4.0), "Anna waits.", ("p1",), id="c1", evidence=(Evidence(3.0, "face of P1"),)),
        Cue(Span(11.0, 13.0), "Rain falls.", id="c2"),
        Cue(Span(18.0, 20.0), "A dog barks.", id="c3"),
    )
    speech = (Speech(Span(21.0, 22.0), "subtitles", "Good boy."),)
    people = (Person("p1", "P1", "Anna", "portraits/p1.jpg"),)
    Workspace(folder).save_draft(Script(probe(films[0]), people=people, cues=cues, speech=speech))
    write_records(folder / FACES, [Face(3.0, (0, 0, 1, 1), 0.9, 0, person="p1"), Face(12.0, (0, 0, 1, 1), 0.9, 1)])
    write_text(folder / CAST, '[people.P1]\nname = "Anna"\nsplit = [[16.0, 17.0]]\n')
    for name in ("portraits/p1.jpg", f"{RECORDINGS}/c3.wav"):
        write_text(folder / name, name)
    opened = OpenFolder(folder, who="Clara")
    change = recording_change(opened.current().script.cues[2], f"{RECORDINGS}/c3.wav", 2.5)
    opened.edit(lambda _: Edit((change,)), who="Clara", source="take.wav")
    return folder


@pytest.fixture(scope="module")
def transferred(films, described, tmp_path_factory):
    """The outcome and the new folder."""
    folder = tmp_path_factory.mktemp("transferred") / "recut.ad"
    return transfer_description(described, films[1], folder), folder


def test_cues_are_where_their_scenes_are(transferred):
    cues = {cue.id: cue for cue in read_script(transferred[1]).cues}
    assert cues["c1"].span.start == pytest.approx(6.0, abs=0.1)
    assert cues["c1"].evidence[0].time == pytest.approx(7.0, abs=0.1)
    assert cues["c3"].span.start == pytest.approx(17.0, abs=0.1)
    assert cues["c3"].span.duration == pytest.approx(2.5)
    assert cues["c2"].status == "dropped"


def test_outcome_lists_what_is_gone_and_new(transferred):
    outcome, folder = transferred
    assert [(one.cue, one.kind) for one in outcome.findings] == [("c2", "gone")]
    assert (outcome.cues, outcome.carried) == (3, 2)
    assert [(span.start, span.end) for span in outcome.removed] == [pytest.approx((10.0, 15.0), abs=0.1)]
    assert next((span.start, span.end) for span in outcome.inserted) == pytest.approx((0.0, 4.0), abs=0.1)
    assert json.loads((folder / TRANSFER).read_text()) == outcome.to_dict()


def test_script_is_of_the_new_film_with_the_words_of_the_old(transferred, films):
    script = read_script(transferred[1])
    assert script.film.path == str(films[1])
    assert script.film.digest
    assert [line.text for line in script.speech if line.source == "subtitles"] == ["Good boy."]
    assert script.shots
    assert script.gaps


def test_edits_cast_faces_portraits_and_recordings_come_along(transferred):
    folder = transferred[1]
    assert [(one.who, one.source) for one in history(folder)] == [("Clara", "take.wav")]
    assert (folder / RECORDINGS / "c3.wav").read_text() == f"{RECORDINGS}/c3.wav"
    assert (folder / "portraits/p1.jpg").is_file()
    assert "split = [[15.0" in (folder / CAST).read_text() or "split = [[14.9" in (folder / CAST).read_text()
    assert [face.time for face in read_records(folder / FACES, Face)] == [pytest.approx(7.0, abs=0.1)]


def test_edit_can_be_taken_back_in_the_new_folder(transferred, tmp_path):
    folder = tmp_path / "copy.ad"
    shutil.copytree(transferred[1], folder)
    OpenFolder(folder, who="Tom").undo(who="Tom")
    cue = next(cue for cue in read_script(folder).cues if cue.id == "c3")
    assert cue.recording is None
    assert cue.span.start == pytest.approx(17.0, abs=0.1)


@pytest.fixture
def killed(transferred, tmp_path):
    """The folder that a killed transfer left: what it has measured, and no description."""
    folder = tmp_path / "recut.ad"
    shutil.copytree(transferred[1], folder)
    (folder / SCRIPT).unlink()
    (folder / "draft.json").unlink()
    return folder


def test_killed_transfer_goes_on_with_what_it_has_measured(transferred, killed, films, described):
    folder = killed
    stages = []
    outcome = transfer_description(described, films[1], folder, progress=lambda stage, _: stages.append(stage))
    assert outcome == transferred[0]
    assert not stages
    assert (folder / SCRIPT).read_bytes() == (transferred[1] / SCRIPT).read_bytes()


def test_description_in_the_new_folder_is_never_replaced(transferred, films, described):
    before = (transferred[1] / SCRIPT).read_bytes()
    with pytest.raises(OutputError, match=r"recut.ad' holds a description already; name a new folder"):
        transfer_description(described, films[1], transferred[1])
    assert (transferred[1] / SCRIPT).read_bytes() == before


def test_folder_with_foreign_files_is_refused(films, described, tmp_path):
    write_text(tmp_path / "new" / "novel.txt", "Chapter 1")
    with pytest.raises(OutputError, match=r"holds 'novel.txt', which is no part of a description by Cinescribe"):
        transfer_description(described, films[1], tmp_path / "new")
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["novel.txt"]


@pytest.mark.parametrize("part", ["features", "portraits", "recordings"])
def test_nothing_is_written_through_links(films, described, tmp_path, part):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / part).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OutputError, match=r"is a link, and nothing is written through links"):
        transfer_description(described, films[1], tmp_path / "new")
    assert not [*(tmp_path / "elsewhere").iterdir()]


def test_folder_inside_the_old_one_is_refused(films, described):
    with pytest.raises(OutputError, match=r"is inside .*film.ad', which is read; name a folder outside it"):
        transfer_description(described, films[1], described / "new.ad")


def test_subtitles_from_elsewhere_come_along_with_their_film(films, tmp_path):
    (tmp_path / "film.en.srt").write_text("1\n00:00:02,000 --> 00:00:04,000\nA man waits.\n", encoding="utf-8")
    folder = tmp_path / "recut.ad"
    outcome = transfer_description(tmp_path / "film.en.srt", films[1], folder, old_film=films[0], who="Clara")
    script = read_script(folder)
    assert [(cue.text, cue.hand_made) for cue in script.cues] == [("A man waits.", True)]
    assert script.cues[0].span.start == pytest.approx(6.0, abs=0.1)
    assert script.language == "en"
    assert outcome.carried == 1
    assert [(one.who, one.source) for one in history(folder)] == [("Clara", "film.en.srt")]


def test_file_from_elsewhere_needs_its_film(films, tmp_path):
    (tmp_path / "film.srt").write_text("1\n00:00:02,000 --> 00:00:04,000\nA man waits.\n", encoding="utf-8")
    with pytest.raises(ParameterError, match=r"film.srt' is no folder of a description; give its film as `old_film`"):
        transfer_description(tmp_path / "film.srt", films[1], tmp_path / "new.ad")


def test_film_that_is_gone_is_asked_for(films, described, tmp_path):
    folder = tmp_path / "film.ad"
    shutil.copytree(described, folder)
    state = Workspace(folder)
    script = read_script(folder)
    state.save_draft(script.replace(film=script.film.replace(path="gone.mp4")))
    with pytest.raises(FilmError, match=r"the film 'gone.mp4' of .* is not there; put it back, or name it"):
        transfer_description(folder, films[1], tmp_path / "new.ad")


def test_changed_film_is_announced(films, described, killed, tmp_path):
    folder = tmp_path / "film.ad"
    lines: list[str] = []
    shutil.copytree(described, folder)
    script = read_script(folder)
    Workspace(folder).save_draft(script.replace(film=script.film.replace(digest="0" * 64)))
    transfer_description(folder, films[1], killed, announce=lines.append)
    assert lines == ["look at this: the file of film.mp4 has changed since it was described; check times"]


def test_two_films_share_nothing(described, tmp_path):
    other = write(tmp_path / "other.mp4", OTHER)
    with pytest.raises(FilmError, match=r"film.mp4' and .*other.mp4' share nothing; name another cut of the same film"):
        transfer_description(described, other, tmp_path / "new.ad")
