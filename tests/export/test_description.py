import importlib
import wave

import numpy as np
import pytest

from cinescribe.errors import FilmError, InputError, OutputError, RecordError, VoiceError
from cinescribe.export.description import FORMATS, export_all, export_description, stale_line
from cinescribe.export.exports import base_rows
from cinescribe.export.folder import SCRIPT, read_script
from cinescribe.export.read_rows import read_rows
from cinescribe.media.film.probe import probe
from cinescribe.schema import Cue, Film, Script, Speech
from cinescribe.store import write_record
from cinescribe.timing import Span
from tests.dummies import write_film

description = importlib.import_module("cinescribe.export.description")


@pytest.fixture
def folder(tmp_path):
    film = probe(write_film(tmp_path / "two.mp4"))
    script = Script(film, cues=(Cue(Span(1, 4), "A block moves."),))
    write_record(tmp_path / "two.ad" / "script.json", script)
    return tmp_path / "two.ad"


@pytest.mark.parametrize("to", FORMATS)
def test_every_format_has_its_default_name(folder, to):
    path = export_description(folder, to=to)
    assert path.parent == folder
    assert path.stat().st_size > 0
    odd = {"text": ".txt", "dapt": ".ttml", "film": ".mp4", "page": ".html", "player": ".html", "script": ".txt"}
    assert path.suffix == odd.get(to, f".{to}")


def test_a_format_is_written_to_a_given_path(folder, tmp_path):
    assert export_description(folder, to="vtt", path=tmp_path / "a" / "b.vtt") == tmp_path / "a" / "b.vtt"
    assert "A block moves." in (tmp_path / "a" / "b.vtt").read_text()


@pytest.mark.slow
def test_a_film_that_moved_with_its_folder_is_found(folder, tmp_path):
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    (tmp_path / "two.mp4").rename(moved / "two.mp4")
    folder.rename(moved / "two.ad")
    assert export_description(moved / "two.ad", to="film").is_file()


def test_a_missing_film_is_named(folder, tmp_path):
    (tmp_path / "two.mp4").unlink()
    with pytest.raises(FilmError, match=r"two\.mp4"):
        export_description(folder, to="film")


def test_export_beside_the_film_is_named_for_players(folder, tmp_path):
    film = tmp_path / "film.mp4"
    film.write_bytes(b"a film")
    script = read_script(folder)
    write_record(folder / SCRIPT, script.replace(language="de-AT", film=script.film.replace(path=str(film))))
    written = export_description(folder, to="vtt", beside=True)
    assert written == tmp_path / "film.audio-description.de-AT.vtt"
    assert "language: de-AT" in written.read_text()
    assert export_description(folder, to="vtt", beside=True) == written  # it is ours, and may be made anew
    (tmp_path / "film.audio-description.de-AT.srt").write_text("by hand")
    with pytest.raises(OutputError, match="is there already, and was not exported"):
        export_description(folder, to="srt", beside=True)
    with pytest.raises(InputError, match="`path` and `beside` both name the file"):
        export_description(folder, to="srt", path=tmp_path / "x.srt", beside=True)
    film.unlink()
    with pytest.raises(InputError, match="is not there, and the file would go beside it; name the file"):
        export_description(folder, to="srt", beside=True)


def test_an_unknown_format_and_an_empty_folder_are_refused(folder, tmp_path):
    with pytest.raises(InputError, match=r"unknown format of descriptions 'braille'; choose one of text, vtt, srt"):
        export_description(folder, to="braille")
    with pytest.raises(RecordError, match=r"holds no description \(script.json is missing\); describe a film first"):
        export_description(tmp_path, to="vtt")


def test_a_described_film_keeps_its_container(folder):
    write_record(folder / "script.json", Script(Film("film.mkv", 8.0)))
    with pytest.raises(FilmError):
        export_description(folder, to="film")
    assert not (folder / "described.mkv").exists()


# Five words take the voice about two seconds; there is room for one.
TIGHT = Script(
    Film("gone.mp4", 30.0),
    speech=(Speech(Span(2.0, 4.0), "vad"),),
    cues=(
        Cue(Span(1.0, 1.9), "A woman in a red coat walks along the street.", id="c1"),
        Cue(Span(6.0, 8.0), "She waits.", id="c2"),
    ),
)


@pytest.fixture
def tight(tmp_path):
    write_record(tmp_path / "tight.ad" / "script.json", TIGHT)
    return tmp_path / "tight.ad"


def test_a_cue_that_does_not_fit_is_announced_and_marked(tight):
    marks = {"text": "# Cinescribe: does not fit: ", "csv": ',"takes ', "vtt": "c1 does not fit: ", "dapt": "x-fit"}
    for to in ("text", "csv", "vtt", "dapt", "srt", "page"):
        said: list[str] = []
        text = export_description(tight, to=to, announce=said.append).read_text(encoding="utf-8")
        assert len(said) == 1
        assert said[0].startswith("warning: c1: takes 3.14 s")
        assert said[0].endswith("room for 1.00 s at 00:00:01.0: shorten by seven words, or make it extended")
        assert marks.get(to, "") in text
    assert "<b>Does not fit:</b> takes 3.14 s" in text
    assert text.count("Does not fit:") == 1


@pytest.mark.slow
def test_strict_export_with_a_misfit_writes_nothing(tight):
    for to in ("text", "wav"):
        with pytest.raises(InputError, match=r"1 cue does not fit, the first is c1: takes .* leave out `strict`"):
            export_description(tight, to=to, strict=True)
    twice = tuple(TIGHT.cues[0].replace(id=name) for name in ("c11", "c12"))
    write_record(tight / "script.json", TIGHT.replace(cues=twice))
    with pytest.raises(InputError, match=r"2 cues do not fit, the first is c11: takes"):
        export_all(tight, strict=True)
    assert not list(tight.glob("descriptions.*"))
    write_record(tight / "script.json", TIGHT.replace(cues=TIGHT.cues[1:]))
    assert export_description(tight, to="text", strict=True).is_file()


def test_many_misfits_are_not_all_announced(tight):
    cues = tuple(TIGHT.cues[0].replace(id=f"m{n}", span=Span(9 + n / 10, 9 + n / 10)) for n in range(13))
    write_record(tight / "script.json", TIGHT.replace(cues=(*cues, TIGHT.cues[1].replace(span=Span(10.3, 11)))))
    said: list[str] = []
    export_description(tight, to="text", announce=said.append)
    assert len(said) == 11
    assert said[-1] == "warning: 3 more cues do not fit; the text and the CSV say which"


@pytest.mark.slow
def test_misfit_is_omitted_from_sound_or_spoken_faster(tight):
    said: list[str] = []
    export_description(tight, to="wav", announce=said.append)
    assert said[1:] == ["c1 does not fit: it is left out of the sound"]
    with wave.open(str(tight / "narration.wav")) as opened:
        samples = np.frombuffer(opened.readframes(opened.getnframes()), "<i2").reshape(opened.getnframes(), -1)
        rate = opened.getframerate()
    assert np.abs(samples[: 5 * rate]).max() < 100 < np.abs(samples[6 * rate : 7 * rate]).max()


def test_a_player_waits_for_a_misfit(tight):
    said: list[str] = []
    text = export_description(tight, to="player", announce=said.append).read_text(encoding="utf-8")
    assert [line.partition(":")[0] for line in said] == ["warning"]
    assert "A woman in a red coat walks along the street." in text


@pytest.mark.slow
def test_length_of_holds_is_announced_before_export(tight):
    held = Cue(Span(10.0, 10.0), "She waits.", status="extended", pause=2.0)
    write_record(tight / "script.json", TIGHT.replace(cues=(held,)))
    said: list[str] = []
    export_description(tight, to="wav", announce=said.append)
    assert said == ["1 hold, 2.0 s longer"]
    export_description(tight, to="vtt", announce=said.append)
    assert len(said) == 1


def test_without_a_voice_texts_are_written_unchecked(tight):
    (tight / "settings.toml").write_text('[voice]\nname = "espeak:nonesuch"\n')
    said: list[str] = []
    path = export_description(tight, to="csv", announce=said.append)
    assert path.read_text(encoding="utf-8-sig").split("\n")[1].rstrip().endswith(",")
    assert said[0].startswith("the cues were not checked against their gaps: ")
    with pytest.raises(VoiceError, match="nonesuch"):
        export_description(tight, to="wav")
    with pytest.raises(VoiceError, match="nonesuch"):
        export_description(tight, to="csv", strict=True)


@pytest.mark.slow
def test_all_exports_sound_only_with_a_voice(folder):
    texts = ["descriptions.txt", "descriptions.vtt", "descriptions.srt", "descriptions.ttml", "descriptions.csv"]
    texts.append("script.txt")
    assert [path.name for path in export_all(folder)] == [*texts, "page.html"]
    (folder / "narration.wav").write_text("mine")
    assert [path.name for path in export_all(folder)] == [*texts, "page.html"]
    assert (folder / "narration.wav").read_text() == "mine"
    (folder / "narration.wav").unlink()
    export_description(folder, to="wav")
    assert [path.name for path in export_all(folder)] == [*texts, "narration.wav", "page.html"]
    assert (folder / "narration.wav").stat().st_size > 1000


@pytest.mark.slow
def test_older_exports_are_named_until_exported_again(folder):
    export_description(folder, to="text")
    export_description(folder, to="vtt")
    assert stale_line(folder) is None
    write_record(folder / "script.json", TIGHT)
    export_description(folder, to="vtt")
    assert stale_line(folder) == "older than the script: descriptions.txt; `all` exports those in the folder again"
    export_all(folder)
    assert stale_line(folder) is None


@pytest.mark.parametrize("to", ["text", "csv", "vtt", "srt", "dapt"])
def test_unedited_export_is_read_back_as_written(folder, to):
    path = export_description(folder, to=to)
    base = base_rows(folder, path)
    assert base is not None
    assert [row.text for row in base.rows] == ["A block moves."]
    assert read_rows(path, TIGHT, base=base) == base


def test_an_edited_export_is_not_overwritten(folder):
    path = export_description(folder, to="text")
    path.write_text(path.read_text().replace("A block", "A box"))
    said: list[str] = []
    export_description(folder, to="text", announce=said.append)
    copy = folder / "descriptions.edited.txt"
    assert said == [f"{str(path)!r} was edited and not read back; it is kept as {str(copy)!r}"]
    assert "A box moves." in copy.read_text()
    assert "A block moves." in path.read_text()


def test_an_export_that_cannot_be_remembered_is_written_all_the_same(folder, tmp_path):
    (folder / "exports.json").mkdir()
    said: list[str] = []
    path = export_description(folder, to="vtt", path=tmp_path / "out.vtt", announce=said.append)
    assert path.is_file()
    assert said[0].startswith(f"{str(path)!r} is written, but not remembered: ")


def test_an_export_that_cannot_be_remembered_is_not_written_into_the_folder(folder):
    (folder / "exports.json").mkdir()
    with pytest.raises(OutputError, match=r"exports\.json' cannot be written"):
        export_description(folder, to="vtt")
    assert not (folder / "descriptions.vtt").exists()


@pytest.mark.parametrize("name", ["remember", "write_vtt"])
def test_a_full_disk_changes_nothing_and_the_next_export_is_as_the_first(folder, monkeypatch, name):
    export_description(folder, to="csv")
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    monkeypatch.setattr(description, name, full_disk)
    with pytest.raises(OutputError, match="the disk is full"):
        export_description(folder, to="vtt")
    assert {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before
    monkeypatch.undo()
    export_description(folder, to="vtt")
    assert {path.name for path in folder.iterdir() if path.is_file()} == {*before, "descriptions.vtt"}


def full_disk(*_, **__):
    raise OutputError("the disk is full")


OWN = ("script.json", "draft.json", "edits.jsonl", "cast.toml", "settings.toml", "faces.jsonl", "log.jsonl")
PARTS = ("exports.json", ".script.sha256", "features/seconds.json", "evidence/frame.vtt", "portraits/p1.jpg")


def test_the_description_itself_is_not_overwritten(folder):
    for name in (*OWN, *PARTS):
        with pytest.raises(OutputError, match=rf"{name}' belongs to the description itself; name another file"):
            export_description(folder, to="vtt", path=folder / name)


@pytest.mark.parametrize("to", FORMATS)
def test_a_file_that_was_not_exported_is_not_overwritten(folder, tmp_path, to):
    mine = tmp_path / "mine.mp4"
    mine.write_text("mine")
    links = tmp_path / "link.mp4", tmp_path / "dangling.mp4"
    links[0].symlink_to(mine)
    links[1].symlink_to(tmp_path / "nothing.mp4")
    for path in (mine, *links):
        with pytest.raises(OutputError, match=r"was not exported from .*; name another file, or move it away"):
            export_description(folder, to=to, path=path)
    assert mine.read_text() == "mine"
    assert sorted(tmp_path.glob("*.mp4")) == sorted((mine, *links, tmp_path / "two.mp4"))


def test_export_of_all_writes_nothing_if_one_file_is_foreign(folder):
    (folder / "page.html").write_text("mine")
    before = sorted(folder.iterdir())
    with pytest.raises(OutputError, match=r"page.html' is there already, and was not exported from"):
        export_all(folder)
    assert sorted(folder.iterdir()) == before


def test_an_export_may_be_written_again(folder, tmp_path):
    for _ in range(2):
        export_description(folder, to="vtt", path=tmp_path / "mine.vtt")
