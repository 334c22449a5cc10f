import importlib
import shutil
from dataclasses import dataclass

import numpy as np
import pytest

from cinescribe.backlot.films.encode import write_sound
from cinescribe.backlot.films.shoot import Size, shoot
from cinescribe.backlot.plan.truth import FilmTruth
from cinescribe.corpus.film_folder.film_annotation import FilmAnnotation, annotate_film
from cinescribe.corpus.film_folder.film_folder import films_in
from cinescribe.corpus.narration.recognisers import Recogniser
from cinescribe.errors import OutputError
from cinescribe.media.shots.shots import shots
from cinescribe.media.transcription.transcriber import HeardWord, Transcription
from cinescribe.store import read_records
from cinescribe.timing import Span, clock
from tests.media.mixes import film as other_sound

pytestmark = pytest.mark.slow

film_annotation = importlib.import_module("cinescribe.corpus.film_folder.film_annotation")
shot_clips = importlib.import_module("cinescribe.corpus.film_folder.shot_clips")

FILM = "short-3-000"


@dataclass(frozen=True)
class Parrot:
    """Recognises the same sentence in every sound."""

    name: str = "parrot"

    def transcribe(self, samples: np.ndarray, *, language: str | None = None) -> Transcription:
        return Transcription((HeardWord(Span(0.3, 0.9), "somebody does something", 1.0),))


PARROT = Recogniser("parrot", Parrot)


@pytest.fixture(scope="module")
def shot(tmp_path_factory):
    folder = tmp_path_factory.mktemp("shot")
    done = shoot(folder, films=1, seed=3, size=Size("short", n_clips=5), height=90)
    return folder, read_records(done.truth, FilmTruth)[0]


@pytest.fixture(scope="module")
def found_shots():
    """The shots of a film, found once for all copies of it."""
    return {}


@pytest.fixture
def folder(shot, tmp_path, found_shots, monkeypatch):
    """The film alone; a test adds the files it needs."""

    def found_once(film):
        known = film.replace(path="")
        if known not in found_shots:
            found_shots[known] = shots(film)
        return found_shots[known]

    for module in (film_annotation, shot_clips):
        monkeypatch.setattr(module, "shots", found_once)
    shutil.copy(shot[0] / f"{FILM}.mp4", tmp_path)
    return tmp_path


def beside(shot, folder, *endings):
    for ending in endings:
        shutil.copy(shot[0] / f"{FILM}.{ending}", folder)


def transcript(shot, folder):
    cues = [f"{clock(one.span.start)} --> {clock(one.span.end)}\n{one.text}\n" for one in shot[1].narration]
    (folder / f"{FILM}.described.vtt").write_text("WEBVTT\n\n" + "\n".join(cues))


def annotated(folder, asr=None) -> FilmAnnotation:
    (files,) = films_in(folder)
    return annotate_film(files, folder / "cache" / f"{FILM}.json", asr=asr)


def test_lone_film_has_shots_but_no_sentences(folder, shot):
    found = annotated(folder)
    assert (found.film, found.source, found.sentences, found.faults) == (FILM, None, (), ())
    assert found.duration == pytest.approx(shot[1].duration, abs=0.1)
    assert (found.shot_spans[0].start, found.shot_spans[-1].end) == (0.0, found.duration)
    assert FilmAnnotation.from_dict(found.to_dict()) == found


def test_a_film_without_description_is_read_once(folder, monkeypatch):
    first = annotated(folder)
    monkeypatch.setattr(film_annotation, "probe", None)  # the first function that reads a film
    assert annotated(folder) == first


def test_a_cache_that_cannot_be_written_is_an_error(folder):
    (folder / "cache").write_text("a file, and no folder")
    with pytest.raises(OutputError, match="cannot be written"):
        annotated(folder)


def test_a_screenplay_with_subtitles_gives_sentences(folder, shot):
    beside(shot, folder, "fountain", "srt")
    found = annotated(folder)
    names = {member.name.upper() for member in shot[1].cast}
    assert found.source == "script"
    assert found.sentences == found.script
    assert found.shot_spans == ()
    assert found.faults == ()
    assert {name.upper() for name in found.cast} <= names
    assert {sentence.left_out is None for sentence in found.script} == {True, False}
    assert {sentence.text for sentence in found.script} <= {
        element.text for element in shot[1].script if element.kind == "action"
    } | {part.strip() + "." for element in shot[1].script for part in element.text.split(".")}


def test_a_transcript_comes_before_the_screenplay(folder, shot):
    beside(shot, folder, "fountain", "srt", "described.m4a")
    transcript(shot, folder)
    found = annotated(folder)
    assert found.source == "description"
    assert found.sentences == found.description
    assert found.recogniser is None
    starts = [sentence.span.start for sentence in found.description]
    assert starts == pytest.approx(sorted(starts))
    assert starts[0] == pytest.approx(shot[1].narration[0].span.start, abs=0.05)


def test_narration_without_a_transcript_is_recognised(folder, shot):
    beside(shot, folder, "described.m4a")
    found = annotated(folder, PARROT)
    assert found.recogniser == "parrot"
    assert {sentence.text for sentence in found.sentences} == {"somebody does something."}
    assert len(found.sentences) == len(shot[1].narration)


def test_fault_without_a_recogniser_says_what_to_add(folder, shot):
    beside(shot, folder, "described.m4a")
    found = annotated(folder)
    assert found.sentences == ()
    assert found.faults == (
        f"{FILM}.described.m4a: it has no transcript; add {FILM}.described.vtt, or choose a speech recogniser",
    )


def test_a_screenplay_without_subtitles_is_a_fault(folder, shot):
    beside(shot, folder, "fountain")
    assert annotated(folder).faults == (f"{FILM}.fountain: a screenplay needs subtitles for its times; add {FILM}.srt",)


def test_no_shots_are_detected_for_a_wrong_screenplay(folder, shot, monkeypatch):
    beside(shot, folder, "srt")
    transcript(shot, folder)
    (folder / f"{FILM}.fountain").write_text("INT. A HOUSE - DAY\n\nNobody speaks.\n")
    monkeypatch.setattr(film_annotation, "shots", lambda film: pytest.fail("shots were detected"))
    assert "has no dialogue to find in the film" in annotated(folder).faults[0]


def test_files_that_cannot_be_read_are_faults_and_no_errors(folder, shot):
    beside(shot, folder, "srt", "described.m4a")
    (folder / f"{FILM}.fountain").write_text("INT. A HOUSE - DAY\n\nNobody speaks.\n")
    (folder / f"{FILM}.described.csv").write_text("from,to,words\n1,2,A.\n")
    first, second, third = annotated(folder).faults
    assert first.startswith(f"{FILM}.fountain: ")
    assert "dialogue" in first
    assert second.startswith(f"{FILM}.described.csv: ")
    assert "has no column 'start'" in second
    assert third.startswith(f"{FILM}.described.m4a: it has no transcript")


def test_a_transcript_without_sentences_is_a_fault(folder):
    (folder / f"{FILM}.described.vtt").write_text("WEBVTT\n")
    (fault,) = annotated(folder).faults
    assert fault == f"{FILM}.described.vtt: it has no sentence; transcribe the narration, or remove it"


def test_a_described_track_without_narration_is_a_fault(folder):
    shutil.copy(folder / f"{FILM}.mp4", folder / f"{FILM}.described.mp4")
    without = annotated(folder, PARROT)
    assert without.faults == (f"{FILM}.described.mp4: it has no narration besides the film's own sound",)
    assert without.recogniser is None


def test_described_track_of_another_film_is_a_fault(folder, shot):
    write_sound(folder / f"{FILM}.described.m4a", other_sound(30.0, seed=4))
    (fault,) = annotated(folder, PARROT).faults
    assert fault.startswith(f"{FILM}.described.m4a: the sound of ")


def test_an_annotation_is_cached_until_a_file_or_the_recogniser_changes(folder, shot, monkeypatch):
    beside(shot, folder, "fountain", "srt")
    first = annotated(folder)
    calls = []
    match = film_annotation.match_script

    def counted_match(*files, **options):
        calls.append(files)
        return match(*files, **options)

    monkeypatch.setattr(film_annotation, "match_script", counted_match)
    assert annotated(folder) == first
    assert calls == []
    assert annotated(folder, PARROT).script == first.script
    assert len(calls) == 1
    with (folder / f"{FILM}.srt").open("a") as file:
        file.write("\n")
    assert annotated(folder, PARROT).dependencies != first.dependencies
    assert len(calls) == 2
    with (folder / f"{FILM}.mp4").open("ab") as file:
        file.write(bytes(8))
    assert annotated(folder, PARROT).digest != first.digest
    assert len(calls) == 3


@pytest.mark.parametrize("old", ['{"film": "short-3-0', '{"film": "a", "digest": "b", "made": [], "duration": 1.0}'])
def test_a_damaged_or_old_cache_is_computed_again(folder, old):
    first = annotated(folder)
    (folder / "cache" / f"{FILM}.json").write_text(old)
    assert annotated(folder) == first == annotated(folder)
