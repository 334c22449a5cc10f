"""A description reaches another cut of its film with its edits, cast and recordings, and nothing is overwritten."""

import json
import shutil

import numpy as np
import pytest

from cinescribe.describe.editing.edit import recording_change
from cinescribe.describe.editing.open_folder import Edit, OpenFolder
from cinescribe.describe.editing.take_back import history
from cinescribe.describe.editing.workspace import Workspace
from cinescribe.describe.transfer.transfer import transfer_description
from cinescribe.errors import FilmError, OutputError, ParameterError
from cinescribe.export.description import export_description
from cinescribe.export.folder import CAST, FACES, JOURNAL, RECORDINGS, SCRIPT, read_script
from cinescribe.export.transferred import TRANSFER
from cinescribe.media.film.probe import probe
from cinescribe.media.sound.soundtrack import Soundtrack
from cinescribe.media.sound.write import write_wav
from cinescribe.media.versions.alignment import SharedPart, VersionAlignment
from cinescribe.schema import Cue, Evidence, Face, Person, Script, Speech
from cinescribe.store import read_record, read_records, write_record, write_records, write_text
from cinescribe.timing import Span
from tests.describe.transfer.written_versions import FILM, OTHER, RECUT, write
from tests.media.mixes import with_narration
from tests.media.versions.drawn_versions import black


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
    write_text(folder / "portraits/p1.jpg", "a portrait")
    (folder / RECORDINGS).mkdir()
    write_wav(folder / RECORDINGS / "c3.wav", Soundtrack(FILM.samples[None, :40_000], 16_000))
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


def test_edits_cast_faces_portraits_and_recordings_come_along(transferred, described):
    folder = transferred[1]
    assert [(one.who, one.source) for one in history(folder)] == [("Clara", "take.wav")]
    assert (folder / RECORDINGS / "c3.wav").read_bytes() == (described / RECORDINGS / "c3.wav").read_bytes()
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


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_old_folder_is_only_read(described, films, killed, tmp_path):
    folder = tmp_path / "film.ad"
    shutil.copytree(described, folder)
    (folder / ".edits.lock").unlink(missing_ok=True)
    write_text(folder / SCRIPT, (folder / SCRIPT).read_text().replace("Anna waits.", "Anna sits."))  # by an editor
    before = contents(folder)
    transfer_description(folder, films[1], killed, who="Tom")
    assert contents(folder) == before
    assert [(one.who, one.source) for one in history(killed)] == [("Clara", "take.wav"), ("Tom", SCRIPT)]
    assert next(cue for cue in read_script(killed).cues if cue.id == "c1").text == "Anna sits."


@pytest.mark.parametrize("form", ["vtt", "srt", "dapt", "script", "csv", "page"])
def test_new_folder_is_exported_like_any_other(transferred, tmp_path, form):
    path = export_description(transferred[1], to=form, path=tmp_path / f"out.{form}")
    text = path.read_text(encoding="utf-8")
    assert "Anna waits." in text
    assert "A dog barks." in text
    assert ("Rain falls." in text) is (form in ("csv", "page"))  # its scene is gone: others list audible cues only


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


@pytest.fixture(scope="module")
def subtitled(films, tmp_path_factory):
    """The outcome and the new folder of a transfer of subtitles from elsewhere."""
    there = tmp_path_factory.mktemp("subtitled")
    (there / "film.en.srt").write_text("1\n00:00:02,000 --> 00:00:04,000\nA man waits.\n", encoding="utf-8")
    folder = there / "recut.ad"
    return transfer_description(there / "film.en.srt", films[1], folder, old_film=films[0], who="Clara"), folder


def test_subtitles_from_elsewhere_come_along_with_their_film(subtitled):
    outcome, folder = subtitled
    script = read_script(folder)
    assert [(cue.text, cue.hand_made) for cue in script.cues] == [("A man waits.", True)]
    assert script.cues[0].span.start == pytest.approx(6.0, abs=0.1)
    assert script.language == "en"
    assert outcome.carried == 1
    assert [(one.who, one.source) for one in history(folder)] == [("Clara", "film.en.srt")]


@pytest.fixture
def measured(subtitled, tmp_path):
    """A folder in which the films are measured for a description from elsewhere."""
    folder = tmp_path / "recut.ad"
    shutil.copytree(subtitled[1], folder)
    for name in (SCRIPT, "draft.json", JOURNAL):
        (folder / name).unlink()
    return folder


def test_described_track_comes_along_with_its_film(films, measured, tmp_path):
    mixed, _ = with_narration(FILM.samples, 3.0, 18.0)
    write_wav(tmp_path / "film.described.wav", Soundtrack(mixed[None].astype(np.float32), 16_000))
    (tmp_path / "words.srt").write_text(
        "1\n00:00:03,000 --> 00:00:06,000\nAnna waits.\n\n2\n00:00:18,000 --> 00:00:21,000\nA dog barks.\n"
    )
    lines: list[str] = []
    outcome = transfer_description(
        tmp_path / "film.described.wav",
        films[1],
        measured,
        old_film=films[0],
        transcript=tmp_path / "words.srt",
        announce=lines.append,
    )
    cues = read_script(measured).cues
    assert [(cue.text, cue.status) for cue in cues] == [("Anna waits.", "spoken"), ("A dog barks.", "spoken")]
    assert [cue.span.start for cue in cues] == pytest.approx([7.0, 17.0], abs=0.1)
    assert (outcome.old, outcome.carried, outcome.remarks) == (str(films[0]), 2, ())
    assert lines == []


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


def test_cues_after_the_end_of_their_film_are_announced_and_listed(films, measured, tmp_path):
    text = "1\n00:00:02,000 --> 00:00:04,000\nA man waits.\n\n2\n00:59:02,000 --> 00:59:04,000\nCredits.\n"
    (tmp_path / "film.srt").write_text(text)
    lines: list[str] = []
    outcome = transfer_description(tmp_path / "film.srt", films[1], measured, old_film=films[0], announce=lines.append)
    assert lines == [f"look at this: {remark}" for remark in outcome.remarks]
    assert outcome.remarks[0].startswith("1 of 2 cues begin after the end of film.mp4 (00:00:25.")
    assert [(one.words, one.kind) for one in outcome.findings] == [("Credits.", "gone")]


def test_overlapping_cues_with_styles_speakers_and_names_come_along(films, measured, tmp_path):
    (tmp_path / "film.vtt").write_text(
        "WEBVTT\nLanguage: fr\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:low\n\nNOTE by a describer\n\n"
        "00:00:01.000 --> 00:00:03.000 line:0\n<v Narrator>Anna <i>waits</i> &amp; sees.</v>\n\n"
        "00:00:02.500 --> 00:00:04.000\n<c.yellow>Rain</c> falls.\n"
    )
    outcome = transfer_description(tmp_path / "film.vtt", films[1], measured, old_film=films[0])
    cues = read_script(measured).cues
    assert [cue.text for cue in cues] == ["Anna waits & sees.", "Rain falls."]
    assert [cue.span.start for cue in cues] == pytest.approx([5.0, 6.5], abs=0.1)
    assert read_script(measured).language == "fr"
    assert (outcome.carried, outcome.findings) == (2, ())


def test_dapt_comes_along_with_its_people(films, described, measured, tmp_path):
    path = export_description(described, to="dapt", path=tmp_path / "film.ttml")
    path.write_text(path.read_text().replace('xml:lang="en"', 'xml:lang="pt-BR"', 1))
    transfer_description(path, films[1], measured, old_film=films[0])
    script = read_script(measured)
    assert [cue.text for cue in script.cues if cue.status == "spoken"] == ["Anna waits.", "A dog barks."]
    assert [person.name for person in script.people] == ["Anna"]
    assert script.cues[0].people == (script.people[0].id,)
    assert script.language == "pt-BR"


def test_cues_of_text_without_ends_last_as_long_as_they_are_said(films, measured, tmp_path):
    (tmp_path / "film.txt").write_text("00:00:02.000\nA man waits at the door.\n")
    transfer_description(tmp_path / "film.txt", films[1], measured, old_film=films[0])
    (cue,) = read_script(measured).cues
    assert cue.span.start == pytest.approx(6.0, abs=0.1)
    assert cue.span.duration == pytest.approx(6 / 2.5)


def test_films_that_share_little_are_announced(films, measured, tmp_path):
    path = measured / "features" / "versions" / "alignment.json"
    found = read_record(path, VersionAlignment)
    write_record(path, found.replace(parts=(SharedPart(Span(0.0, 4.0), Span(4.0, 8.0)),)))  # the same titles
    (tmp_path / "film.srt").write_text("1\n00:00:12,000 --> 00:00:14,000\nA man waits.\n")
    lines: list[str] = []
    outcome = transfer_description(tmp_path / "film.srt", films[1], measured, old_film=films[0], announce=lines.append)
    assert lines == [f"look at this: {remark}" for remark in outcome.remarks]
    assert outcome.remarks[0].startswith("the films share only 00:00:04.000 of 00:00:25.")
    assert outcome.remarks[0].endswith("check that recut.mp4 is another cut of the same film")
    assert outcome.carried == 0


def test_two_films_share_nothing(described, tmp_path):
    other = write(tmp_path / "other.mp4", OTHER)
    with pytest.raises(FilmError, match=r"film.mp4' and .*other.mp4' share nothing; name another cut of the same film"):
        transfer_description(described, other, tmp_path / "new.ad")


@pytest.mark.parametrize(
    ("wrong", "sound"),
    [(black(1), False), (OTHER.part(0, 1), True), (OTHER.part(0, 0.04), False)],
    ids=["silent and black", "one second", "one picture"],
)
def test_short_and_black_films_share_nothing(films, tmp_path, wrong, sound):
    (tmp_path / "film.srt").write_text("1\n00:00:01,000 --> 00:00:02,000\nA man waits.\n")
    old, new = write(tmp_path / "old.mp4", FILM.part(0, 3)), write(tmp_path / "new.mp4", wrong, sound=sound)
    with pytest.raises(FilmError, match=r"share nothing; name another cut of the same film"):
        transfer_description(tmp_path / "film.srt", new, tmp_path / "new.ad", old_film=old)
    assert not (tmp_path / "new.ad" / SCRIPT).exists()


def test_the_very_same_film_is_announced(tmp_path):
    (tmp_path / "film.srt").write_text("1\n00:00:00,500 --> 00:00:02,000\nA man waits.\n")
    film = write(tmp_path / "film.mp4", FILM.part(0, 5), sound=False)
    outcome = transfer_description(tmp_path / "film.srt", film, tmp_path / "new.ad", old_film=film)
    assert read_script(tmp_path / "new.ad").cues[0].span.start == pytest.approx(0.5, abs=0.02)
    assert outcome.remarks == (
        "film.mp4 is the very file that the description is of",
        "a film has no sound, or only silence: they were aligned by their pictures only",
    )


def test_sound_is_no_film_to_carry_to(described, tmp_path):
    write_wav(tmp_path / "film.wav", Soundtrack(FILM.samples[None], 16_000))
    with pytest.raises(FilmError, match=r"film.wav' has no pictures; a description needs them: name a film"):
        transfer_description(described, tmp_path / "film.wav", tmp_path / "new.ad")
    assert not (tmp_path / "new.ad").exists()
