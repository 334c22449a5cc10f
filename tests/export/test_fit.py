import json
from pathlib import Path

import numpy as np
import pytest

from cinescribe.errors import VoiceError
from cinescribe.export.fit import SECONDS, Misfit, SpokenSeconds, as_heard, cue_fits, misfits
from cinescribe.media.sound.soundtrack import Soundtrack
from cinescribe.media.sound.write import write_wav
from cinescribe.media.voice.voice import Spoken
from cinescribe.schema import Cue, Film, Script, Speech
from cinescribe.timing import Span
from tests.dummies import SteadyVoice


class CountingVoice(SteadyVoice):
    """Remembers what it said; says no text without letters."""

    def __init__(self) -> None:
        self.said: list[tuple[str, float]] = []

    def say(self, text: str, *, rate: float = 1.0) -> Spoken:
        self.said.append((text, rate))
        if not any(letter.isalpha() for letter in text):
            raise VoiceError(f"no sound of {text!r}")
        return super().say(text, rate=rate)


FIVE = "Five words take two seconds."


def script(*cues: Cue, speech: tuple[Speech, ...] = ()) -> Script:
    return Script(Film("f.mp4", 60.0), speech=speech, cues=cues)


def before(end: float, text: str = FIVE, **fields: object) -> Script:
    """A cue at 72.3 s with room until `end`."""
    cue = Cue(Span(72.3, 73.0), text, id="c12").replace(**fields)
    return Script(Film("f.mp4", 99.0), speech=(Speech(Span(end, end + 1), "vad"),), cues=(cue,))


def found(of: Script) -> Misfit:
    (only,) = misfits(of, SteadyVoice(), None)
    return only


def test_a_cue_that_fits_is_none() -> None:
    assert misfits(before(74.3), SteadyVoice(), None) == ()
    assert misfits(before(74.26), SteadyVoice(), None) == ()
    assert misfits(before(73.0).replace(cues=()), SteadyVoice(), None) == ()
    assert misfits(before(73.0, status="dropped", span=Span(72.3, 72.3)), SteadyVoice(), None) == ()


def test_a_misfit_says_what_to_do() -> None:
    assert found(before(73.6)).line() == (
        "c12: takes 2.00 s, room for 1.30 s at 00:01:12.3: shorten by two words, or make it extended"
    )
    assert found(before(74.1)).line().endswith("shorten by one word, or make it extended")
    assert found(before(72.4)).line().endswith("at 00:01:12.3: move it, or make it extended")
    assert found(before(73.6)).reason == "takes 2.00 s, room for 1.30 s: shorten by two words, or make it extended"
    many = before(73.3, " ".join(["word"] * 20))
    assert "shorten by 18 words" in found(many).line()


def test_a_shorter_wording_is_offered_if_it_fits() -> None:
    shorter = (FIVE, "Four words are many.", "Three are right.", "Two do.")
    assert found(before(73.6, shorter=shorter)).line().endswith('or make it extended; fits: "Three are right."')
    assert found(before(72.9, shorter=shorter[:2])).shorter is None


def test_an_extended_cue_has_its_pause() -> None:
    held = Cue(Span(9.0, 9.0), FIVE, status="extended", pause=2.0)
    talk = (Speech(Span(9.1, 12.0), "vad"),)
    assert misfits(script(held, speech=talk), SteadyVoice(), None) == ()
    (only,) = misfits(script(held.replace(pause=1.0), speech=talk), SteadyVoice(), None)
    assert only.line().endswith("shorten by three words, or describe the film again with this voice")


def test_holds_that_become_one_do_not_take_each_others_room() -> None:
    held = Cue(Span(9.0, 9.0), FIVE, status="extended", pause=2.0)
    assert misfits(script(held, held.replace(span=Span(9.2, 9.2))), SteadyVoice(), None) == ()


@pytest.mark.parametrize(("end", "rate"), [(74.3, 1.0), (74.1, 1.1), (73.95, 1.2), (73.8, None)])
def test_a_cue_is_said_up_to_a_fifth_faster_or_not_at_all(end: float, rate: float | None) -> None:
    (fit,) = cue_fits(before(end), SteadyVoice(), None)
    assert fit.rate == rate
    heard = as_heard(before(end), misfits(before(end), SteadyVoice(), None))
    assert [cue.rate for cue in heard.spoken()] == ([] if rate is None else [rate])


def test_a_cue_that_is_fast_already_is_not_slowed_down() -> None:
    (fit,) = cue_fits(before(73.95, rate=1.15), SteadyVoice(), None)
    assert fit.takes == pytest.approx(2 / 1.15, abs=1e-3)
    assert fit.rate == 1.2
    (fit,) = cue_fits(before(73.5, rate=1.3), SteadyVoice(), None)
    assert fit.rate is None
    assert found(before(73.5, rate=1.3)).heard == "it is left out of the sound"
    assert found(before(74.1)).heard == "it is said 1.1 times as fast"


def test_a_recording_takes_its_own_time(tmp_path: Path) -> None:
    write_wav(tmp_path / "take.wav", Soundtrack(np.full((1, 48000), 0.1, np.float32), 48000))
    short = before(73.6, recording="take.wav", shorter=("Two do.",))
    assert misfits(short, SteadyVoice(), tmp_path) == ()
    (only,) = misfits(before(73.0, recording="take.wav", shorter=("Two.",)), SteadyVoice(), tmp_path)
    assert only.takes == pytest.approx(1.0)
    assert (only.rate, only.shorter) == (None, None)
    with pytest.raises(VoiceError, match="gone"):
        misfits(before(73.6, recording="gone.wav"), SteadyVoice(), tmp_path)


def test_what_the_voice_cannot_say_takes_no_time() -> None:
    assert misfits(before(73.6, "..."), CountingVoice(), None) == ()


def test_durations_are_remembered_for_the_same_voice(tmp_path: Path) -> None:
    voice = CountingVoice()
    first = misfits(before(73.6), voice, tmp_path)
    assert len(voice.said) > 2
    again = CountingVoice()
    assert misfits(before(73.6), again, tmp_path) == first
    assert len(again.said) == 1  # the trial

    class Slow(CountingVoice):
        def say(self, text: str, *, rate: float = 1.0) -> Spoken:
            return super().say(text, rate=rate / 2)

    (slower,) = misfits(before(73.6), Slow(), tmp_path)
    assert slower.takes == pytest.approx(4.0)


@pytest.mark.parametrize("content", ["{", "[]", '{"voice": "x"}', '{"voice": 1, "seconds": []}'])
def test_damaged_durations_are_measured_anew(tmp_path: Path, content: str) -> None:
    (tmp_path / SECONDS).parent.mkdir()
    (tmp_path / SECONDS).write_text(content)
    assert len(misfits(before(73.6), SteadyVoice(), tmp_path)) == 1
    assert f"1 {FIVE}" in json.loads((tmp_path / SECONDS).read_text())["seconds"]


def test_a_folder_that_cannot_be_written_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert len(misfits(before(73.6), SteadyVoice(), tmp_path / "file")) == 1


def test_a_voice_that_does_not_speak_is_an_error() -> None:
    class Mute(SteadyVoice):
        def say(self, text: str, *, rate: float = 1.0) -> Spoken:
            raise VoiceError("mute")

    with pytest.raises(VoiceError, match="mute"), SpokenSeconds(Mute(), None):
        pass


def test_progress_is_reported() -> None:
    shares: list[tuple[str, float]] = []
    cues = tuple(Cue(Span(n, n + 0.5), FIVE) for n in range(0, 40, 10))
    misfits(script(*cues), SteadyVoice(), None, progress=lambda stage, share: shares.append((stage, share)))
    assert shares == [("checks", 0.25), ("checks", 0.5), ("checks", 0.75), ("checks", 1.0)]
