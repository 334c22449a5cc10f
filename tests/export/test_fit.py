from pathlib import Path

import numpy as np
import pytest

from cinescribe.errors import VoiceError
from cinescribe.export.fit import CueFit, Misfit, as_heard, cue_fit, misfits
from cinescribe.export.spoken_seconds import SpokenSeconds
from cinescribe.export.tracks.cue_time_limits import TOLERANCE, faster_rates
from cinescribe.media.sound.soundtrack import Soundtrack
from cinescribe.media.sound.write import write_wav
from cinescribe.media.voice.espeak import EspeakVoice
from cinescribe.media.voice.voice import Spoken, Voice
from cinescribe.schema import Cue, Film, Script, Speech
from cinescribe.timing import Span
from tests.dummies import SteadyVoice

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


def cue_fits(of: Script, voice: Voice | None = None) -> tuple[CueFit, ...]:
    with SpokenSeconds(voice or SteadyVoice(), None) as seconds:
        return tuple(cue_fit(of, cue, seconds, None) for cue in of.spoken())


def test_fitting_cue_is_not_a_misfit() -> None:
    assert misfits(before(74.3), SteadyVoice(), None) == ()
    assert misfits(before(74.26), SteadyVoice(), None) == ()
    assert misfits(before(73.0).replace(cues=()), SteadyVoice(), None) == ()
    assert misfits(before(73.0, status="dropped", span=Span(72.3, 72.3)), SteadyVoice(), None) == ()


def test_misfit_suggests_a_remedy() -> None:
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
def test_misfit_is_spoken_up_to_a_fifth_faster_or_not_at_all(end: float, rate: float | None) -> None:
    (fit,) = cue_fits(before(end))
    assert fit.rate == rate
    heard = as_heard(before(end), misfits(before(end), SteadyVoice(), None))
    assert [cue.rate for cue in heard.spoken()] == ([] if rate is None else [rate])


def test_a_cue_that_is_fast_already_is_not_slowed_down() -> None:
    (fit,) = cue_fits(before(73.95, rate=1.15))
    assert fit.takes == pytest.approx(2 / 1.15, abs=1e-3)
    assert fit.rate == 1.2
    (fit,) = cue_fits(before(73.5, rate=1.3))
    assert fit.rate is None
    assert found(before(73.5, rate=1.3)).heard == "it is left out of the sound"
    assert found(before(74.1)).heard == "it is spoken 1.1 times as fast"


class ListeningVoice(SteadyVoice):
    """Notes at which speeds it speaks."""

    def __init__(self) -> None:
        self.rates: list[float] = []

    def say(self, text: str, *, rate: float = 1.0) -> Spoken:
        if text == FIVE:
            self.rates.append(rate)
        return super().say(text, rate=rate)


@pytest.mark.parametrize(
    ("end", "rates"),
    [(73.7, [1.0]), (73.8, [1.0, 1.15, 1.2]), (73.95, [1.0, 1.15, 1.2]), (74.1, [1.0, 1.15, 1.1, 1.05])],
)
def test_few_speeds_are_tried_and_hopeless_cues_skipped(end: float, rates: list[float]) -> None:
    voice = ListeningVoice()
    misfits(before(end), voice, None)
    assert voice.rates == rates


def test_the_speed_is_that_which_trying_all_of_them_finds() -> None:
    texts = ("No.", "She opens the door, looks around, and leaves.", "A man in a red coat waits at 12 Baker Street…")
    with EspeakVoice() as voice:
        for text in texts:
            takes = [(rate, voice.say(text, rate=rate).duration) for rate in (1.0, *faster_rates())]
            for room in np.linspace(0.75, 1.02, 12) * takes[0][1]:
                (fit,) = cue_fits(before(72.3 + room, text), voice)
                assert fit.rate == next((rate for rate, length in takes if length <= fit.room + TOLERANCE), None)


def test_a_recording_takes_its_own_time(tmp_path: Path) -> None:
    write_wav(tmp_path / "take.wav", Soundtrack(np.full((1, 48000), 0.1, np.float32), 48000))
    short = before(73.6, recording="take.wav", shorter=("Two do.",))
    assert misfits(short, SteadyVoice(), tmp_path) == ()
    (only,) = misfits(before(73.0, recording="take.wav", shorter=("Two.",)), SteadyVoice(), tmp_path)
    assert only.takes == pytest.approx(1.0)
    assert (only.rate, only.shorter) == (None, None)
    with pytest.raises(VoiceError, match="gone"):
        misfits(before(73.6, recording="gone.wav"), SteadyVoice(), tmp_path)


def test_only_selected_cues_are_checked() -> None:
    cues = tuple(Cue(Span(n, n + 0.5), FIVE, id=f"c{n}") for n in range(3))
    voice = ListeningVoice()
    assert [one.cue for one in misfits(script(*cues), voice, None, among={"c1"})] == ["c1"]
    assert len(misfits(script(*cues), voice, None)) == 2


def test_progress_is_reported() -> None:
    shares: list[tuple[str, float]] = []
    cues = tuple(Cue(Span(n, n + 0.5), FIVE) for n in range(0, 40, 10))
    misfits(script(*cues), SteadyVoice(), None, progress=lambda stage, share: shares.append((stage, share)))
    assert shares == [("checks", 0.25), ("checks", 0.5), ("checks", 0.75), ("checks", 1.0)]


def test_fit_of_one_cue_equals_its_fit_among_all() -> None:
    held = Cue(Span(9.0, 9.0), FIVE, status="extended", pause=1.0)
    cues = (Cue(Span(1.0, 2.0), FIVE), Cue(Span(2.9, 5.0), FIVE), held, held.replace(span=Span(9.5, 9.5)))
    of = script(*cues, Cue(Span(9.8, 9.8), FIVE, status="dropped"), speech=(Speech(Span(9.9, 12.0), "vad"),))
    found = cue_fits(of)
    assert [fit.cue.span.start for fit in found if not fit.fits] == [one.at for one in misfits(of, SteadyVoice(), None)]
    assert [fit.fits for fit in found] == [False, True, False, False]
