import importlib
import json
import os
import wave
from itertools import count
from types import SimpleNamespace

import numpy as np
import pytest

from cinescribe.describe.captioner_selection import load_micap
from cinescribe.describe.describe import write_description
from cinescribe.describe.describe_options import DescribeOptions, captioner_named, faces_named, wide_extractor
from cinescribe.describe.film_people import film_people
from cinescribe.errors import CastError, FilmError, ModelError, RecordError
from cinescribe.export.folder import EVIDENCE
from cinescribe.features.faces.faces import FoundFace
from cinescribe.media.film.frame_scaling import PictureFormat
from cinescribe.models.observer.observer import Observer
from cinescribe.schema import Caption, ScreenText, Script
from cinescribe.store import read_record, read_records
from cinescribe.timing import Span
from tests.describe.test_captioner_selection import checkpoint
from tests.dummies import EveryClip, NoFaces, SteadyVoice, write_film
from tests.media.sounds import speech_samples
from tests.models.vlm.scripted_server import Reply, scripted_server

SRT = "1\n00:00:00,000 --> 00:00:03,500\nGood morning.\n"


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    return write_film(tmp_path_factory.mktemp("film") / "two.mp4")


def options(**changes):
    return DescribeOptions(**{"captioner": EveryClip(), "voice": SteadyVoice(), "faces": NoFaces(), **changes})


def stages(folder):
    lines = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    return [(line["event"], line["stage"]) for line in lines if "stage" in line]


def test_a_film_becomes_a_script(tmp_path, film):
    script = write_description(film, tmp_path / "two.ad", options=options())
    assert read_record(tmp_path / "two.ad" / "script.json", Script) == script
    assert [round(shot.span.start, 1) for shot in script.shots] == [0, 4]
    assert [cue.text for cue in script.spoken()] == ["This is two-0001.", "This is two-0002."]
    assert all(any(g.span.start <= c.span.start and c.span.end <= g.span.end for g in script.gaps) for c in script.cues)


def test_non_utf8_film_name_is_refused_before_any_output(tmp_path, film):
    odd = tmp_path / os.fsdecode(b"f\xff.mp4")
    odd.write_bytes(film.read_bytes())
    with pytest.raises(RecordError, match="is not UTF-8, so it cannot be written down; rename it"):
        write_description(odd, tmp_path / "odd.ad", options=options())
    assert not (tmp_path / "odd.ad").exists()


def test_unreadable_film_keeps_the_old_description(tmp_path, film):
    write_description(film, tmp_path / "two.ad", options=options())
    (tmp_path / "no.mp4").write_bytes(b"no film")
    with pytest.raises(FilmError, match="is a text file, not a film"):
        write_description(tmp_path / "no.mp4", tmp_path / "two.ad", new=True, options=options())
    assert (tmp_path / "two.ad" / "script.json").is_file()


@pytest.mark.slow
def test_a_film_is_captioned_by_a_model_on_a_server_once(tmp_path, film, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    colours = count()

    def reply(request, _):
        content = request["messages"][0]["content"]
        asks_colour = not isinstance(content, str) and "colour" in content[-1]["text"]
        return Reply(f"Colour {next(colours)}" if asks_colour else "The frames show a red wall.")

    with scripted_server(reply) as running:
        name = f"server:{running.url}#tiny"
        captioner = captioner_named(name, fetch=False, announce=pytest.fail)
        script = write_description(film, tmp_path / "one.ad", options=options(captioner=captioner))
        n_requests = len(running.requests)
        again = write_description(film, tmp_path / "two.ad", options=options(captioner=captioner))
        assert len(running.requests) == n_requests
    assert script.cues == again.cues
    assert {cue.text for cue in script.spoken()} == {"A red wall."}
    assert {cue.by for cue in script.cues} == {f"server:{running.url}/v1#tiny"}


def test_cues_do_not_overlap_subtitles(tmp_path, film):
    subtitles = tmp_path / "two.srt"
    subtitles.write_text(SRT)
    script = write_description(film, tmp_path / "two.ad", subtitles=subtitles, options=options())
    assert script.speech[0].text == "Good morning."
    assert all(cue.span.start >= 3.65 for cue in script.spoken())


def test_second_run_does_only_unfinished_stages(tmp_path, film):
    folder = tmp_path / "two.ad"
    first = write_description(film, folder, options=options())
    assert write_description(film, folder, options=options()) == first
    assert stages(folder) == [("done", s) for s in ("listen", "watch", "people", "captions")] + [
        ("kept", s) for s in ("listen", "watch", "people", "captions")
    ]


def test_another_captioner_keeps_the_analysis_of_the_film(tmp_path, film):
    folder = tmp_path / "two.ad"
    write_description(film, folder, options=options())
    other = EveryClip(n_clips=1, n_frames=3)
    other.name = "other"
    write_description(film, folder, options=options(captioner=other))
    assert other.batches == [[3], [3]]
    assert stages(folder)[-3:] == [("kept", "watch"), ("kept", "people"), ("done", "captions")]


def test_dropped_sentences_are_logged(tmp_path, film):
    subtitles = tmp_path / "two.srt"
    subtitles.write_text(SRT.replace("03,500", "08,000"))
    script = write_description(film, tmp_path / "two.ad", subtitles=subtitles, options=options())
    assert {cue.status for cue in script.cues} == {"dropped"}
    logged = [json.loads(line) for line in (tmp_path / "two.ad" / "log.jsonl").read_text().splitlines()]
    assert [line["text"] for line in logged if line["event"] == "dropped"] == [cue.text for cue in script.cues]


def test_detected_voice_is_kept_clear_of_cues(tmp_path):
    speech = speech_samples()
    film = write_film(tmp_path / "said.mp4", samples=np.pad(speech, (32000, 48000)))
    script = write_description(film, tmp_path / "said.ad", options=options())
    (heard,) = script.speech
    assert (heard.source, heard.text) == ("vad", None)
    assert heard.span.overlap(Span(2, 2 + len(speech) / 16000)) > 0.8 * len(speech) / 16000
    assert all(cue.span.overlap(heard.span) == 0 for cue in script.spoken())


@pytest.mark.slow
def test_a_film_without_sound_is_one_gap(tmp_path):
    film = write_film(tmp_path / "silent.mp4", sound=False)
    script = write_description(film, tmp_path / "silent.ad", options=options())
    assert [gap.span.start for gap in script.gaps] == [0]
    assert script.gaps[0].span.end == pytest.approx(script.film.duration)


@pytest.mark.slow
def test_the_people_of_a_film_and_of_its_folder(tmp_path, film):
    assert film_people(film, faces=NoFaces()) == ((), ())
    write_description(film, tmp_path / "two.ad", options=options())
    assert film_people(tmp_path / "two.ad") == ((), ())


def test_missing_cast_file_is_refused(tmp_path, film):
    with pytest.raises(CastError, match=r"none.toml' cannot be read .*name an existing file"):
        write_description(film, tmp_path / "two.ad", cast=tmp_path / "none.toml", options=options())
    assert not (tmp_path / "two.ad").exists()  # said before any work


def test_subtitles_beyond_the_films_end_are_cut(tmp_path, film):
    subtitles = tmp_path / "two.srt"
    subtitles.write_text(SRT.replace("03,500", "30,000"))
    script = write_description(film, tmp_path / "two.ad", subtitles=subtitles, options=options())
    assert script.speech[-1].span.end == script.film.duration


def test_film_without_pictures_is_refused(tmp_path):
    sound = tmp_path / "sound.wav"
    with wave.open(str(sound), "wb") as opened:
        opened.setparams((1, 2, 16000, 0, "NONE", ""))
        opened.writeframes(bytes(32000))
    with pytest.raises(FilmError, match=r"sound.wav' has no pictures; a description needs them"):
        write_description(sound, tmp_path / "out.ad", options=options())


def test_unknown_names_list_the_choices():
    with pytest.raises(
        ModelError, match=r"unknown captioner 'oracle'; name auto, observer, micap, micap:<checkpoint>, hub:<model"
    ):
        captioner_named("oracle", fetch=False, announce=print)
    with pytest.raises(ModelError, match=r"unknown face extractor 'eyes'; name dlib or insightface"):
        faces_named("eyes", fetch=False, announce=print)
    with pytest.raises(ModelError, match=r"unknown captioner 'micap:'"):
        captioner_named("micap:", fetch=False, announce=print)
    assert captioner_named("auto", fetch=False, announce=print) is None
    observer = captioner_named("observer", fetch=False, announce=print)
    assert observer is not None
    assert observer.name == "observer"
    assert faces_named("dlib", fetch=False, announce=print).name == "dlib"
    with pytest.raises(ModelError, match=r"'InsightFace' does not enlarge wide shots; name dlib"):
        wide_extractor(SimpleNamespace(name="InsightFace"))
    assert wide_extractor(faces_named("dlib", fetch=False, announce=print)).name == "dlib"


@pytest.mark.slow
def test_automatically_selected_captioner_is_announced(tmp_path, film):
    announced: list[str] = []
    script = write_description(film, tmp_path / "two.ad", options=options(captioner=None, announce=announced.append))
    assert {cue.by for cue in script.cues} <= {"observer"}
    assert announced[0].startswith("language: English (en), the usual one")
    (line,) = announced[3:]
    assert line.startswith("captions by observer: ")
    logged = [json.loads(line) for line in (tmp_path / "two.ad" / "log.jsonl").read_text().splitlines()]
    (choice,) = [line for line in logged if line["event"] == "chosen"]
    assert f"captions by {choice['captioner']}: {choice['why']}" == line


@pytest.mark.slow
def test_selected_sound_and_subtitles_are_announced_at_the_start(tmp_path, film):
    announced: list[str] = []
    subtitles = tmp_path / "f.srt"
    subtitles.write_text("1\n10:00:01 --> 10:00:02\nYes.\n\n2\n10:00:02 --> soon\nNo.\n")
    voice = SteadyVoice()
    voice.name = "espeak:fr"
    spoken = options(voice=voice, announce=announced.append)
    script = write_description(film, tmp_path / "two.ad", subtitles=subtitles, options=spoken)
    assert [(one.span, one.text) for one in script.speech if one.text] == [(Span(1, 2), "Yes.")]
    assert [line.split(", ")[0] for line in announced[1:6]] == [
        "sound: track 1 (aac",
        f"subtitles: {str(subtitles)!r}",
        f"{str(subtitles)!r}: 1 of 2 subtitles is damaged and left out",
        f"{str(subtitles)!r}: the subtitles begin at 10:00:01.000",
        "voice: 'espeak:fr' speaks 'fr'",
    ]
    logged = [json.loads(line) for line in (tmp_path / "two.ad" / "log.jsonl").read_text().splitlines()]
    assert [line["what"] for line in logged if line["event"] == "tracks"] == announced[1:6]


class Written:
    """Reads one title and one subtitle in every film."""

    wants = PictureFormat("rgb24", rate_hz=1.0, width=32)

    def take(self, time, image):
        """Drop a picture."""

    def texts(self, duration):
        box = (0.1, 0.4, 0.9, 0.6)
        return (
            ScreenText(Span(0.5, 3.0), "TWO BLOCKS", box, 0.99, "title"),
            ScreenText(Span(5.0, 7.0), "Where to?", box, 0.99, "subtitle"),
        )


def test_on_screen_text_is_read_and_listed(tmp_path, film, monkeypatch):
    monkeypatch.setattr(importlib.import_module("cinescribe.describe.analyse"), "TextFinder", lambda readers: Written())
    script = write_description(film, tmp_path / "two.ad", options=options(captioner=Observer()))
    assert [text.kind for text in script.texts] == ["title", "subtitle"]
    (cue,) = script.spoken()
    assert (cue.text, cue.by) == ("Title: Two Blocks.", "on-screen text")
    assert cue.span.start >= 0.5


def test_silence_is_logged(tmp_path):
    film = write_film(tmp_path / "silent.mp4", sound=False)
    script = write_description(film, tmp_path / "silent.ad", options=options(captioner=Observer()))
    assert script.cues == ()
    logged = [json.loads(line) for line in (tmp_path / "silent.ad" / "log.jsonl").read_text().splitlines()]
    noticed = [line["what"] for line in logged if line["event"] == "noticed"]
    assert "0.0 s: The film has no sound. (the file has no sound stream)" in noticed


def test_micap_is_doubted_on_footage_unlike_its_training(tmp_path, film):
    announced: list[str] = []
    captioner = load_micap(checkpoint(tmp_path / "micap", drawn_films_only=True))
    changed = options(captioner=captioner, announce=announced.append)
    write_description(film, tmp_path / "two.ad", options=changed)
    (line,) = announced[3:]
    assert line.startswith("warning: micap:")
    assert line.endswith("this film is unlike them: its sentences will be wrong")


def test_micap_captions_beats_and_people_without_faces_are_listed(tmp_path, film):
    captioner = load_micap(checkpoint(tmp_path / "micap"))
    script = write_description(film, tmp_path / "two.ad", options=options(captioner=captioner))
    captions = read_records(tmp_path / "two.ad" / "features" / "captions" / "captions.jsonl", Caption)
    assert [caption.clip for caption in captions] == [f"two-{n:04d}" for n in range(1, len(captions) + 1)]
    mentioned = dict.fromkeys(person for caption in captions for person in caption.people)
    assert [person.id for person in script.people] == list(mentioned)
    assert [person.label for person in script.people] == [one.upper() for one in mentioned]
    assert {cue.by for cue in script.cues} == {captioner.name}


@pytest.mark.slow
def test_explain_keeps_word_evidence_and_changes_no_cue(tmp_path, film):
    captioner, folder = load_micap(checkpoint(tmp_path / "micap")), tmp_path / "two.ad"
    plain = write_description(film, folder, options=options(captioner=captioner))
    assert not (folder / EVIDENCE).exists()
    asked = write_description(film, folder, explain=True, options=options(captioner=captioner))
    assert stages(folder)[-4:] == [("kept", "watch"), ("kept", "people"), ("kept", "captions"), ("done", "evidence")]
    explained = [(cue.span, cue.text, cue.status, cue.people) for cue in asked.cues]
    assert explained == [(cue.span, cue.text, cue.status, cue.people) for cue in plain.cues]
    for before, after in zip(plain.cues, asked.cues, strict=True):
        assert after.evidence[: len(before.evidence)] == before.evidence
        assert all(one.word and one.word in after.text.lower() for one in after.evidence[len(before.evidence) :])
    assert any(one.word for cue in asked.cues for one in cue.evidence)
    assert list((folder / EVIDENCE).glob("*.jpg"))

    again = write_description(film, folder, explain=True, options=options(captioner=captioner))
    assert again == asked
    assert stages(folder)[-1] == ("kept", "evidence")
    assert write_description(film, folder, options=options(captioner=captioner)) == plain
    assert not (folder / EVIDENCE).exists()


def test_unexplainable_captioners_keep_their_own_evidence(tmp_path, film):
    folder = tmp_path / "two.ad"
    plain = write_description(film, folder, options=options(captioner=Observer()))
    assert write_description(film, folder, explain=True, options=options(captioner=Observer())) == plain
    assert (folder / EVIDENCE).is_dir()
    assert ("done", "evidence") not in stages(folder)


class OneFace(NoFaces):
    """Finds the same face in every picture."""

    def find(self, image):
        return [FoundFace((0.4, 0.3, 0.6, 0.7), 1.0, (), 0.0)]

    def embed(self, image, faces):
        return np.ones((len(faces), self.width), np.float32)


def test_cast_file_lists_people_and_is_applied_without_new_analysis(tmp_path, film):
    folder, cast = tmp_path / "two.ad", tmp_path / "two.ad" / "cast.toml"
    one = options(faces=OneFace(), captioner=Observer())
    assert [person.called for person in write_description(film, folder, options=one).people] == ["P1"]
    cast.write_text(
        cast.read_text().replace('# name = ""', 'name = "Anna"').replace("# split = []", "split = [[4.0, 8.0]]")
    )
    again = write_description(film, folder, options=one)
    assert [person.called for person in again.people] == ["Anna", "P1b"]
    assert "[people.P1b]" in cast.read_text()
    assert [cue.text for cue in again.cues] == ["Anna appears.", "A person appears."]
    assert (folder / str(again.people[0].portrait)).is_file()
    assert stages(folder)[-3:] == [("kept", "watch"), ("kept", "people"), ("done", "captions")]
    people, faces = film_people(folder)
    assert people == again.people
    assert {face.person for face in faces} == {"p1", "p1b"}
