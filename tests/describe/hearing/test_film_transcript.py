import json

import av
import numpy as np
import pytest

from cinescribe.describe.describe import write_description
from cinescribe.describe.describe_options import DescribeOptions
from cinescribe.describe.hearing.film_transcript import with_heard_language
from cinescribe.errors import ModelError
from cinescribe.media.transcription.transcriber import HeardWord, Transcription
from cinescribe.models.observer.observer import Observer
from cinescribe.schema import Film, Stream
from cinescribe.store import read_record
from cinescribe.timing import Span
from tests.dummies import NoFaces, SteadyVoice, write_film
from tests.media.sounds import speech_samples, tones

RATE_HZ = 16000
SECONDS = 55.0
# Two passages with a rest between that is longer than a piece may be.
PASSAGES = ("Anna, come here! I have seen you. Where is the letter?", "The man sits down at the table, Anna.")
STARTS = (3.0, 40.0)


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    """A film in which two passages are spoken."""
    sound = np.zeros(round(SECONDS * RATE_HZ), np.float32)
    for start, text in zip(STARTS, PASSAGES, strict=True):
        voice = speech_samples(text)
        sound[round(start * RATE_HZ) :][: len(voice)] = voice
    return write_film(tmp_path_factory.mktemp("film") / "talk.mp4", seconds=SECONDS, samples=sound, rate=2)


class Ear:
    """Hears the words of the passages, in order, each in a quarter of a second; stops after some pieces."""

    def __init__(self, *, name="ear", language="en", stop=None):
        self.name, self.asked = name, []
        self._language, self._stop = language, stop

    def transcribe(self, samples, *, language=None):
        if self._stop is not None and len(self.asked) >= 1:
            raise self._stop
        self.asked.append(len(samples) / RATE_HZ)
        text = PASSAGES[0] if len(samples) / RATE_HZ > 4.5 else PASSAGES[1]
        words = (HeardWord(Span(n / 4, n / 4 + 0.2), word, 0.9) for n, word in enumerate(text.split(), 1))
        return Transcription(tuple(words), language or self._language, 0.0)


def described(film, folder, ear, *, language="en", **more):
    announced: list[str] = []
    parts = DescribeOptions(Observer(), SteadyVoice(), NoFaces(), transcriber=ear, announce=announced.append)
    return write_description(film, folder, language=language, options=parts, **more), announced


def heard_texts(script):
    return [one.text for one in script.speech if one.source == "transcriber"]


def test_transcribed_words_are_in_the_script(film, tmp_path):
    script, announced = described(film, tmp_path / "ad", Ear())
    assert " ".join(heard_texts(script)).split() == " ".join(PASSAGES).split()
    assert script.film.track("audio").language == "en"
    assert "speech: 19 words were heard, in English (en)" in announced
    free = [gap.span for gap in script.gaps]
    assert not any(gap.overlap(one.span) > 0 for gap in free for one in script.speech)
    events = [json.loads(line) for line in (tmp_path / "ad" / "log.jsonl").read_text().splitlines()]
    assert [one["what"] for one in events if one["event"] == "transcribed"] == [
        "speech: 19 words were heard, in English (en)"
    ]


def test_spoken_names_are_offered_in_the_cast_file(film, tmp_path):
    described(film, tmp_path / "ad", Ear())
    text = (tmp_path / "ad" / "cast.toml").read_text()
    assert "# Names that are said in the film, when, and who is in the picture then:\n#   Anna: 00:00:0" in text
    described(film, tmp_path / "ad", Ear())
    assert (tmp_path / "ad" / "cast.toml").read_text() == text


def test_second_run_does_not_transcribe_again(film, tmp_path):
    first, _ = described(film, tmp_path / "ad", Ear())
    ear = Ear()
    second, _ = described(film, tmp_path / "ad", ear)
    assert ear.asked == []
    assert second.speech == first.speech


def test_words_that_were_heard_stay_without_a_transcriber(film, tmp_path):
    first, _ = described(film, tmp_path / "ad", Ear())
    second, announced = described(film, tmp_path / "ad", None)
    assert second.speech == first.speech
    assert "speech: 19 words were heard, in English (en); kept of ear" in announced
    other = film.with_name("other.mp4")
    write_film(other, seconds=SECONDS, rate=2)
    third, _ = described(other, tmp_path / "other", None)
    assert heard_texts(third) == []


def test_change_of_transcriber_transcribes_again(film, tmp_path):
    described(film, tmp_path / "ad", Ear())
    ear = Ear(name="other")
    described(film, tmp_path / "ad", ear)
    assert len(ear.asked) == 2


@pytest.mark.parametrize("stop", [KeyboardInterrupt(), ModelError("the server is away")])
def test_interrupted_transcription_is_resumed(film, tmp_path, stop):
    tired = Ear(stop=stop)
    with pytest.raises(type(stop)):
        described(film, tmp_path / "ad", tired)
    assert len(tired.asked) == 1
    ear = Ear()
    script, _ = described(film, tmp_path / "ad", ear)
    assert len(ear.asked) == 1
    assert " ".join(heard_texts(script)).split() == " ".join(PASSAGES).split()
    events = [json.loads(line) for line in (tmp_path / "ad" / "log.jsonl").read_text().splitlines()]
    assert [one["pieces"] for one in events if one["event"] == "resumed"] == [1]


def test_whole_subtitles_are_the_truth(film, tmp_path):
    subtitles = tmp_path / "film.srt"
    blocks = ("1\n00:00:03,000 --> 00:00:09,000\nCome!\n", "2\n00:00:40,000 --> 00:00:45,000\nHe sits.\n")
    subtitles.write_text("\n".join(blocks))
    ear = Ear()
    script, announced = described(film, tmp_path / "ad", ear, subtitles=subtitles)
    assert ear.asked == []
    assert heard_texts(script) == []
    assert "ear is not used: the subtitles have the words (`ignore_subtitles` uses it)" in announced


def test_subtitles_may_be_ignored(film, tmp_path):
    with_track = tmp_path / "film.srt"
    with_track.write_text("1\n00:00:03,000 --> 00:00:09,000\nCome!\n")
    ear = Ear()
    script, announced = described(film, tmp_path / "ad", ear, ignore_subtitles=True)
    assert len(ear.asked) == 2
    assert {one.source for one in script.speech} <= {"transcriber", "vad"}
    assert "subtitles: ignored" in announced


def test_a_film_without_language_is_described_in_the_one_that_is_heard(film, tmp_path):
    script, announced = described(film, tmp_path / "ad", Ear(language="de"), language=None)
    assert script.language == "de"
    assert script.film.track("audio").language == "de"
    assert any("heard in the film" in line for line in announced)
    assert "speech: 19 words were heard, in German (de)" in announced


def test_mismatching_language_tag_is_reported_and_kept(film, tmp_path):
    marked = tmp_path / "marked.mp4"
    with av.open(str(film)) as source, av.open(str(marked), "w") as out:
        streams = {one.index: out.add_stream_from_template(one) for one in source.streams}
        streams[1].metadata["language"] = "fra"
        for packet in source.demux():
            if packet.dts is not None:
                packet.stream = streams[packet.stream.index]
                out.mux(packet)
    script, announced = described(marked, tmp_path / "ad", Ear())
    assert "speech: 19 words were heard, in English (en); the sound is marked as French (fr)" in announced
    assert script.film.track("audio").language == "fra"


def test_a_film_with_music_only_has_no_words(tmp_path):
    film = write_film(tmp_path / "music.mp4", seconds=8.0, samples=tones(8.0, 220, 277, 330)[0])
    ear = Ear()
    script, _ = described(film, tmp_path / "ad", ear)
    assert heard_texts(script) == []
    assert ear.asked == []


def test_a_film_without_sound_has_no_words(tmp_path):
    film = write_film(tmp_path / "still.mp4", sound=False)
    ear = Ear()
    script, _ = described(film, tmp_path / "ad", ear)
    assert script.speech == ()
    assert ear.asked == []


def test_detected_language_is_set_only_on_untagged_sound():
    def film(language):
        return Film("f.mp4", 9.0, (Stream(0, "video", "h264"), Stream(1, "audio", "aac", language)))

    assert with_heard_language(film(None), "de") == film("de")
    assert with_heard_language(film("und"), "de") == film("de")
    assert with_heard_language(film("eng"), "de") == film("eng")
    assert with_heard_language(film(None), None) == film(None)
    assert with_heard_language(Film("f.mp4", 9.0), "de") == Film("f.mp4", 9.0)


def test_words_survive_their_file(film, tmp_path):
    described(film, tmp_path / "ad", Ear())
    (path,) = (tmp_path / "ad").rglob("words.json")
    assert read_record(path, Transcription).text == " ".join(PASSAGES)
