"""An excerpt is the same stretch of the described film as an export has it, made from a few seconds of the film."""

import numpy as np
import pytest

from cinescribe.errors import FilmError, VoiceError
from cinescribe.export.excerpts.film_excerpts import FilmExcerpts
from cinescribe.export.fit import as_heard, misfits
from cinescribe.export.folder_voices import FolderVoices
from cinescribe.export.heard_cues import heard_cues, in_order
from cinescribe.export.holds import film_holds, with_joined_holds
from cinescribe.export.sound import narrations, pauses
from cinescribe.media.film.probe import probe
from cinescribe.media.sound.mix import describe_mix
from cinescribe.media.sound.soundtrack import Soundtrack, film_soundtrack, with_pauses
from cinescribe.media.sound.write import write_wav
from cinescribe.media.voice.named_voice import NamedVoice
from cinescribe.schema import Cue, Script, Speech
from cinescribe.timing import Span
from tests.dummies import SteadyVoice
from tests.export.test_sound import write_film
from tests.shared import shared

FIVE = "Five words take two seconds."


class Hum(SteadyVoice):
    """Hums for as long as the text takes."""

    def say(self, text, *, rate=1.0):
        steady = super().say(text, rate=rate)
        n = len(steady.samples) * 16
        return type(steady)(np.sin(np.arange(n) * 0.2).astype(np.float32) * 0.2, steady.rate_hz * 16)

    def close(self):
        """Nothing to end."""


@pytest.fixture(scope="module")
def voices():
    with FolderVoices(lambda name, rate, _: NamedVoice(name, Hum(), rate)) as voices:
        yield voices


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    return probe(write_film(tmp_path_factory.mktemp("film") / "film.mp4", seconds=24.0, hz=44100))


@pytest.fixture
def script(film):
    held = Cue(Span(9.0, 9.0), FIVE, status="extended", pause=2.0, id="held")
    return Script(
        film,
        speech=(Speech(Span(16.0, 17.0), "vad"),),
        cues=(
            Cue(Span(1.0, 3.0), FIVE, id="first"),
            Cue(Span(4.2, 6.2), FIVE, id="second"),
            held,
            held.replace(span=Span(9.5, 9.5), id="joined"),
            Cue(Span(10.0, 12.0), FIVE, id="after"),
            Cue(Span(14.1, 15.8), FIVE, id="faster"),
            Cue(Span(15.5, 15.5), FIVE, status="dropped", id="dropped"),
            Cue(Span(15.8, 16.0), FIVE, id="left out"),
            Cue(Span(21.5, 23.5), FIVE, id="last"),
        ),
    )


@pytest.fixture
def excerpts(tmp_path, voices):
    return FilmExcerpts(tmp_path, voices)


def whole_mix(script, voice, folder):
    """The described film's sound, as an export writes it."""
    heard = as_heard(script, misfits(script, voice, folder))
    film, waits = film_soundtrack(script.film), pauses(heard)
    return describe_mix(with_pauses(film, waits), narrations(heard, voice, folder)).sound


def starts(script, voice, folder):
    joined = in_order(with_joined_holds(as_heard(script, misfits(script, voice, folder))))
    return {cue.id: start for cue, start in heard_cues(joined, film_holds(joined))}


def difference(found, whole, first):
    """The error of the level in dB, and what differs otherwise, as a share of the sound."""
    wanted = whole.samples[:, round(first * whole.rate_hz) :][:, : found.samples.shape[1]]
    gain = float(np.vdot(found.samples, wanted) / np.vdot(found.samples, found.samples))
    rest = float(np.sqrt(np.mean((gain * found.samples - wanted) ** 2) / np.mean(wanted**2)))
    return abs(20 * np.log10(gain)), rest


def test_a_cue_in_the_film_is_heard_as_in_the_export(script, excerpts, voices, tmp_path):
    voice = voices.voice(tmp_path)
    whole, at = whole_mix(script, voice, tmp_path), starts(script, voice, tmp_path)
    excerpts.measure(script)
    for cue in script.cues:
        if cue.id in at:
            first = max(0.0, at[cue.id] - 1.5)
            level_db, rest = difference(excerpts.cue(script, cue, before=1.5, after=1.0), whole, first)
            assert level_db < 0.5, cue.id
            assert rest < 0.03, cue.id
    assert set(at) == {"first", "second", "held", "joined", "after", "faster", "last"}


def test_around_the_start_and_the_end(script, excerpts, voices, tmp_path):
    voice = voices.voice(tmp_path)
    whole, at = whole_mix(script, voice, tmp_path), starts(script, voice, tmp_path)
    excerpts.measure(script)
    for cue in (script.cues[1], script.cues[2]):
        start, end = excerpts.start_of(script, cue), excerpts.end_of(script, cue)
        assert start.duration == pytest.approx(1.0, abs=1e-3)
        assert difference(start, whole, at[cue.id] - 0.5)[1] < 0.03
        assert difference(end, whole, at[cue.id] + 2.0 - 0.5)[1] < 0.03


def test_omitted_cue_is_heard_on_request(script, excerpts):
    for name in ("dropped", "left out"):
        cue = next(cue for cue in script.cues if cue.id == name)
        assert excerpts.cue(script, cue, before=1, after=1).duration == pytest.approx(4.0, abs=0.01)


def test_levels_of_a_few_stretches_are_near_those_of_the_whole(script, excerpts, film):
    sampled = excerpts.cue(script, script.cues[1])
    excerpts.measure(script)
    measured = excerpts.cue(script, script.cues[1])
    level_db, rest = difference(sampled, measured, 0.0)
    assert level_db < 1.0
    assert rest < 0.1


def test_voice_excerpt_needs_no_film(script, excerpts, film):
    alone = excerpts.voice(script, script.cues[0])
    assert alone.duration == pytest.approx(2.0)
    gone = script.replace(film=film.replace(path="gone.mp4"))
    assert excerpts.voice(gone, gone.cues[0]).duration == pytest.approx(2.0)


def test_film_excerpt_is_cut_at_the_ends_of_the_film(script, excerpts, film):
    part = excerpts.film(script, Span(20.0, 90.0))
    assert part.duration == pytest.approx(film.duration - 20.0, abs=1e-3)
    whole = film_soundtrack(film).samples[:, round(20.0 * part.rate_hz) :]
    assert np.abs(part.samples[:, 100:] - whole[:, 100 : part.samples.shape[1]]).max() < 1e-3
    assert excerpts.film(script, Span(90.0, 95.0)).duration == 0.0


def test_a_recording_is_heard_in_place_of_the_voice(script, excerpts, tmp_path):
    take = Soundtrack((np.sin(np.arange(48000) * 0.1) * 0.1).astype(np.float32)[None], 48000)
    write_wav(tmp_path / "take.wav", take)
    cue = script.cues[1].replace(recording="take.wav")
    now = script.replace(cues=tuple(cue if one.id == cue.id else one for one in script.cues))
    assert excerpts.cue(now, cue, before=1, after=1).duration == pytest.approx(3.0, abs=0.01)
    (tmp_path / "take.wav").unlink()
    with pytest.raises(VoiceError, match=r"recording 'take.wav' of cue second cannot be heard"):
        excerpts.cue(now, cue)


def test_missing_film_is_reported_for_each_excerpt(script, excerpts, film):
    gone = script.replace(film=film.replace(path="gone.mp4"))
    for asked in (lambda: excerpts.cue(gone, gone.cues[0]), lambda: excerpts.film(gone, Span(0.0, 1.0))):
        with pytest.raises(FilmError, match=r"'gone.mp4' is not there.*Texts can be edited without it"):
            asked()


@pytest.mark.slow
@pytest.mark.parametrize("path", ["w3c_perspective/perspective-video.mp4", "nasa/nasa_13013.mp4"])
def test_a_real_film(path, voices, tmp_path):
    film = probe(shared(f"data/video/{path}"))
    cues = [Cue(Span(at, at + 2.0), FIVE) for at in np.arange(2.0, min(film.duration, 30.0) - 3, 4.0)]
    script = Script(film, cues=tuple(cues))
    excerpts, voice = FilmExcerpts(tmp_path, voices), voices.voice(tmp_path)
    whole = whole_mix(script, voice, tmp_path)
    excerpts.measure(script)
    for cue in script.cues:
        level_db, rest = difference(excerpts.cue(script, cue), whole, max(0.0, cue.span.start - 2.0))
        assert level_db < 0.5
        assert rest < 0.02
