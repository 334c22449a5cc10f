"""A described track becomes a description: where the narrator speaks, with words of a transcript or a transcriber."""

import numpy as np
import pytest

from cinescribe.describe.stages import Stages
from cinescribe.describe.transfer.narrated_track import narrated_track
from cinescribe.describe.transfer.transfer import transfer_description
from cinescribe.errors import CorpusError, FilmError, ParameterError, SubtitleError
from cinescribe.media.sound.soundtrack import Soundtrack
from cinescribe.media.sound.write import write_wav
from cinescribe.media.transcription.transcriber import HeardWord, Transcription
from cinescribe.timing import Span
from tests.commands import run_command
from tests.describe.transfer.written_versions import FILM, OTHER, write
from tests.media.mixes import RATE_HZ, with_narration

LATE = 2.0  # seconds before the film begins in the described track
FRAME = 0.1  # seconds: coded sound begins up to 64 ms late
WORDS = """1
00:00:00,200 --> 00:00:01,700
A described film.

2
00:00:05,500 --> 00:00:08,000
Anna waits.

3
00:00:15,000 --> 00:00:16,000
Nobody says this.
"""


class FixedTranscriber:
    """Hears two words in each narration, and keeps the languages that it was asked for."""

    name = "fixed"

    def __init__(self):
        self.languages = []

    def transcribe(self, samples, *, language=None):
        self.languages.append(language)
        return Transcription((HeardWord(Span(0.5, 1.0), "Anna", 1.0), HeardWord(Span(1.0, 2.0), "waits.", 1.0)))


def wav(path, samples):
    write_wav(path, Soundtrack(np.asarray(samples, np.float32)[None], RATE_HZ))
    return path


@pytest.fixture(scope="module")
def there(tmp_path_factory):
    """A folder with the film, the described track with narration at 3 and 18 s, and its transcript."""
    folder = tmp_path_factory.mktemp("described")
    mixed, _ = with_narration(FILM.samples, 3.0, 18.0)
    wav(folder / "film.described.de.wav", np.concatenate([np.zeros(round(LATE * RATE_HZ)), mixed]))
    (folder / "film.described.srt").write_text(WORDS)
    write(folder / "film.mp4", FILM)
    return folder


def track(there, **changes):
    words = {"transcript": there / "film.described.srt", "transcriber": None, **changes}
    return narrated_track(there / "film.described.de.wav", there / "film.mp4", who="Clara", **words)


@pytest.fixture(scope="module")
def found(there):
    """What the described track becomes with its transcript, and where it is kept."""
    stages = Stages(there / "features", there / "log.jsonl")
    return track(there).description(stages, progress=lambda *_: None)


def test_cues_are_on_the_films_clock_and_last_as_long(found):
    cue = found.state.script.cues[1]
    assert (cue.text, cue.status, cue.hand_made) == ("Anna waits.", "spoken", True)
    assert cue.span.start == pytest.approx(5.5 - LATE, abs=FRAME)
    assert cue.span.duration == pytest.approx(2.5)
    assert [one.who for one in found.state.revisions] == ["Clara"]


def test_cue_where_the_film_is_not_is_dropped_with_the_reason(found):
    cue = found.state.script.cues[0]
    assert (cue.status, cue.span.duration) == ("dropped", 0.0)
    assert cue.reason == "the described track has nothing of the film where it is said"


def test_remarks_say_where_words_and_narration_differ(found):
    outside, unheard, wordless = found.remarks
    assert outside.startswith("1 of 3 cues are dropped, since the described track has nothing of the film where")
    assert outside.endswith(": 00:00:00.200")
    assert unheard.startswith("no narration is heard in the described track at 1 of 3 cues: 00:00:15.000; check that")
    assert wordless.startswith("the transcript has no words for 1 of 2 narrations: 00:00:20.0")


def test_narration_that_was_found_is_not_searched_again(there, found):
    def progress(stage, share):
        raise AssertionError(stage)

    again = track(there).description(Stages(there / "features", there / "log.jsonl"), progress=progress)
    assert again.state.script == found.state.script


def test_transcriber_writes_what_nobody_has_checked(there, tmp_path):
    heard = FixedTranscriber()
    given = track(there, transcript=None, transcriber=heard)
    found = given.description(Stages(tmp_path / "features", tmp_path / "log.jsonl"), progress=lambda *_: None)
    script = found.state.script
    assert [(cue.text, cue.by, cue.is_seen) for cue in script.cues] == [("Anna waits.", "fixed", False)] * 2
    # A transcriber hears from .2 s before a narration.
    assert [cue.span.start for cue in script.cues] == pytest.approx([3.3, 18.3], abs=FRAME)
    assert heard.languages == ["de", "de"]
    assert script.language == "de"
    assert found.remarks == ("the words of all 2 cues were heard by fixed, and nobody has checked them",)


def test_track_without_narration_is_refused(there, tmp_path):
    silent = wav(tmp_path / "film.wav", FILM.samples)
    given = narrated_track(
        silent, there / "film.mp4", transcript=there / "film.described.srt", transcriber=None, who="Clara"
    )
    with pytest.raises(FilmError, match=r"nobody narrates in .*film.wav' besides the sound of .*film.mp4'; name a des"):
        given.description(Stages(tmp_path / "features", tmp_path / "log.jsonl"), progress=lambda *_: None)


def test_track_of_another_film_is_refused(there, tmp_path):
    other = wav(tmp_path / "other.wav", OTHER.samples)
    given = narrated_track(
        other, there / "film.mp4", transcript=there / "film.described.srt", transcriber=None, who="Clara"
    )
    with pytest.raises(CorpusError, match=r"name the original and the described track of one film"):
        given.description(Stages(tmp_path / "features", tmp_path / "log.jsonl"), progress=lambda *_: None)


def test_words_come_from_one_place(there):
    with pytest.raises(ParameterError, match=r"is not written; give its `transcript`, or a `transcriber` that writes"):
        track(there, transcript=None)
    with pytest.raises(ParameterError, match=r"there are a `transcript` and a `transcriber`; give one of them"):
        track(there, transcriber=FixedTranscriber())
    with pytest.raises(SubtitleError, match=r"cannot be read"):
        track(there, transcript=there / "missing.srt")
    with pytest.raises(ParameterError, match=r"film.described.srt' has its words; `transcript` and `transcriber` are"):
        transfer_description(
            there / "film.described.srt", there / "film.mp4", there / "new.ad", transcriber=FixedTranscriber()
        )
    assert not (there / "new.ad").exists()


def test_film_with_its_own_sound_is_needed(there, tmp_path):
    with pytest.raises(ParameterError, match=r"is a described track; give its film, with its own sound only, as `old"):
        narrated_track(there / "film.described.de.wav", None, transcript=None, transcriber=None, who="Clara")
    silent = write(tmp_path / "silent.mp4", OTHER.part(0, 1), sound=False)
    with pytest.raises(FilmError, match=r"silent.mp4' has no sound; the narrator is found by comparing the sound of"):
        narrated_track(
            there / "film.described.de.wav", silent, transcript=there / "film.described.srt", transcriber=None, who=""
        )


def test_command_names_its_options(there):
    track, film = there / "film.described.de.wav", there / "film.mp4"
    result = run_command("transfer", track, film, "-o", there / "new.ad", "--film", film, exit_code=2)
    assert "give its --transcript, or a --transcriber that writes it" in " ".join(result.output.split())
    assert not (there / "new.ad").exists()
