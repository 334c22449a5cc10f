import importlib
import shutil
from dataclasses import dataclass

import numpy as np
import pytest

from cinescribe.backlot.films.shoot import Size, shoot
from cinescribe.backlot.plan.truth import FilmTruth
from cinescribe.corpus.film_folder.film_annotation import FilmTelling
from cinescribe.corpus.film_folder.film_folder import films_in
from cinescribe.corpus.narration.recognisers import Recogniser
from cinescribe.errors import OutputError
from cinescribe.media.speech.asr import Heard
from cinescribe.store import read_records
from cinescribe.timing import Span, clock

film_telling = importlib.import_module("cinescribe.corpus.film_folder.film_annotation")

FILM = "short-3-000"


@dataclass(frozen=True)
class Parrot:
    """Hears one sentence in whatever it is given."""

    name: str = "parrot"

    def transcribe(self, samples: np.ndarray) -> tuple[Heard, ...]:
        return (Heard(Span(0.3, 0.9), "somebody does something", 1.0),)


PARROT = Recogniser("parrot", Parrot)


@pytest.fixture(scope="module")
def shot(tmp_path_factory):
    folder = tmp_path_factory.mktemp("shot")
    done = shoot(folder, films=1, seed=3, size=Size("short", n_clips=5, n_adverts=0), height=90)
    return folder, read_records(done.truth, FilmTruth)[0]


@pytest.fixture
def folder(shot, tmp_path):
    """The film alone; a test puts beside it what it asks for."""
    shutil.copy(shot[0] / f"{FILM}.mp4", tmp_path)
    return tmp_path


def beside(shot, folder, *endings):
    for ending in endings:
        shutil.copy(shot[0] / f"{FILM}.{ending}", folder)


def transcript(shot, folder):
    cues = [f"{clock(one.span.start)} --> {clock(one.span.end)}\n{one.text}\n" for one in shot[1].narration]
    (folder / f"{FILM}.described.vtt").write_text("WEBVTT\n\n" + "\n".join(cues))


def told(folder, asr=None) -> FilmTelling:
    (files,) = films_in(folder)
    return film_telling.film_telling(files, folder / "tellings" / f"{FILM}.json", asr=asr)


def test_a_film_alone_has_nothing_told_of_it(folder, shot):
    found = told(folder)
    assert (found.film, found.chosen, found.faults) == (FILM, (), ())
    assert found.duration == pytest.approx(shot[1].duration, abs=0.1)
    assert (found.untold[0].start, found.untold[-1].end) == (0.0, found.duration)
    assert FilmTelling.from_dict(found.to_dict()) == found


def test_a_film_that_nothing_describes_is_looked_at_once(folder, monkeypatch):
    first = told(folder)
    monkeypatch.setattr(film_telling, "probe", None)  # whoever reads the film asks it first
    assert told(folder) == first


def test_a_telling_that_cannot_be_kept_is_said(folder):
    (folder / "tellings").write_text("a file, and no folder")
    with pytest.raises(OutputError, match="cannot be written"):
        told(folder)


def test_a_screenplay_and_subtitles_tell_it(folder, shot):
    beside(shot, folder, "fountain", "srt")
    found = told(folder)
    names = {member.name.upper() for member in shot[1].cast}
    assert found.chosen == found.script
    assert found.untold == ()
    assert found.faults == ()
    assert {name.upper() for name in found.cast} <= names
    assert {sentence.left_out is None for sentence in found.script} == {True, False}
    assert {sentence.text for sentence in found.script} <= {
        element.text for element in shot[1].script if element.kind == "action"
    } | {part.strip() + "." for element in shot[1].script for part in element.text.split(".")}


def test_what_somebody_wrote_down_of_the_narrator_comes_before_the_screenplay(folder, shot):
    beside(shot, folder, "fountain", "srt", "described.m4a")
    transcript(shot, folder)
    found = told(folder)
    assert found.chosen == found.description
    assert found.heard_by is None
    starts = [sentence.span.start for sentence in found.description]
    assert starts == pytest.approx(sorted(starts))
    assert starts[0] == pytest.approx(shot[1].narration[0].span.start, abs=0.05)


def test_a_narrator_whom_nobody_wrote_down_is_recognised(folder, shot):
    beside(shot, folder, "described.m4a")
    found = told(folder, PARROT)
    assert found.heard_by == "parrot"
    assert {sentence.text for sentence in found.chosen} == {"somebody does something."}
    assert len(found.chosen) == len(shot[1].narration)


def test_without_a_recogniser_the_fault_says_what_to_do(folder, shot):
    beside(shot, folder, "described.m4a")
    found = told(folder)
    assert found.chosen == ()
    assert found.faults == (
        f"{FILM}.described.m4a: nobody wrote down what is said; put {FILM}.described.vtt there, or name a recogniser",
    )


def test_a_screenplay_without_subtitles_is_a_fault(folder, shot):
    beside(shot, folder, "fountain")
    assert told(folder).faults == (f"{FILM}.fountain: a screenplay finds its times by subtitles; put {FILM}.srt there",)


def test_no_shot_is_looked_for_by_a_wrong_screenplay(folder, shot, monkeypatch):
    beside(shot, folder, "srt")
    transcript(shot, folder)
    (folder / f"{FILM}.fountain").write_text("INT. A HOUSE - DAY\n\nNobody speaks.\n")
    monkeypatch.setattr(film_telling, "shots", lambda film: pytest.fail("the film was looked at"))
    assert told(folder).faults[0].startswith(f"{FILM}.fountain: nobody speaks")


def test_what_cannot_be_read_is_a_fault_and_not_the_end(folder, shot):
    beside(shot, folder, "srt", "described.m4a")
    (folder / f"{FILM}.fountain").write_text("INT. A HOUSE - DAY\n\nNobody speaks.\n")
    (folder / f"{FILM}.described.csv").write_text("from,to,words\n1,2,A.\n")
    first, second, third = told(folder).faults
    assert first.startswith(f"{FILM}.fountain: ")
    assert "dialogue" in first
    assert second.startswith(f"{FILM}.described.csv: ")
    assert "has no column 'start'" in second
    assert third.startswith(f"{FILM}.described.m4a: nobody wrote down")


def test_a_transcript_without_sentences_is_a_fault(folder):
    (folder / f"{FILM}.described.vtt").write_text("WEBVTT\n")
    (fault,) = told(folder).faults
    assert fault == f"{FILM}.described.vtt: no sentence is in it; write down what the narrator says, or remove it"


def test_a_described_track_without_narration_is_a_fault(folder):
    shutil.copy(folder / f"{FILM}.mp4", folder / f"{FILM}.described.mp4")
    without = told(folder, PARROT)
    assert without.faults == (f"{FILM}.described.mp4: no narrator is heard in it beside the film's own sound",)
    assert without.heard_by is None


def test_a_sound_track_of_another_film_is_a_fault(folder, shot):
    other = shoot(folder / "other", films=1, seed=4, size=Size("short", n_clips=3, n_adverts=0), height=90)
    shutil.move(other.films[0].with_suffix(".described.m4a"), folder / f"{FILM}.described.m4a")
    shutil.rmtree(folder / "other")
    (fault,) = told(folder, PARROT).faults
    assert fault.startswith(f"{FILM}.described.m4a: the sound of ")


def test_it_is_found_once_and_again_when_a_file_or_the_recogniser_changes(folder, shot, monkeypatch):
    beside(shot, folder, "fountain", "srt")
    first = told(folder)
    asked = []
    match = film_telling.match_script
    monkeypatch.setattr(film_telling, "match_script", lambda *files, **how: asked.append(files) or match(*files, **how))
    assert told(folder) == first
    assert asked == []
    assert told(folder, PARROT).script == first.script
    assert len(asked) == 1
    with (folder / f"{FILM}.srt").open("a") as file:
        file.write("\n")
    assert told(folder, PARROT).made != first.made
    assert len(asked) == 2
    with (folder / f"{FILM}.mp4").open("ab") as file:
        file.write(bytes(8))
    assert told(folder, PARROT).digest != first.digest
    assert len(asked) == 3


def test_a_spoilt_telling_is_found_anew(folder):
    first = told(folder)
    kept = folder / "tellings" / f"{FILM}.json"
    kept.write_text(kept.read_text()[:40])
    assert told(folder) == first == told(folder)
