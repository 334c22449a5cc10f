import json
from pathlib import Path

import pytest

from cinescribe.errors import VoiceError
from cinescribe.export.spoken_seconds import SECONDS, SpokenSeconds
from cinescribe.media.voice.voice import Spoken
from tests.dummies import SteadyVoice

FIVE = "Five words take two seconds."


class CountingVoice(SteadyVoice):
    """Remembers what it said; says no text without letters."""

    def __init__(self) -> None:
        self.said: list[tuple[str, float]] = []

    def say(self, text: str, *, rate: float = 1.0) -> Spoken:
        self.said.append((text, rate))
        if not any(letter.isalpha() for letter in text):
            raise VoiceError(f"no sound of {text!r}")
        return super().say(text, rate=rate)


def test_unspeakable_text_takes_no_time() -> None:
    with SpokenSeconds(CountingVoice(), None) as seconds:
        assert seconds.of("...", 1.0) == 0.0


def test_a_program_that_runs_long_saves_now_and_then(tmp_path: Path) -> None:
    with SpokenSeconds(SteadyVoice(), tmp_path) as seconds:
        for n in range(99):
            seconds.of(f"Text {n}.", 1.0)
        assert not (tmp_path / SECONDS).exists()
        seconds.of("Text 99.", 1.0)
        assert len(json.loads((tmp_path / SECONDS).read_text())["seconds"]) == 100


def test_durations_are_remembered_for_the_same_voice(tmp_path: Path) -> None:
    voice = CountingVoice()
    with SpokenSeconds(voice, tmp_path) as seconds:
        first = [seconds.of(FIVE, rate) for rate in (1.0, 1.2, 1.0)]
    assert first == pytest.approx([2.0, 2 / 1.2, 2.0], abs=1e-3)
    assert len(voice.said) == 3
    again = CountingVoice()
    with SpokenSeconds(again, tmp_path) as seconds:
        assert [seconds.of(FIVE, rate) for rate in (1.0, 1.2, 1.0)] == first
    assert len(again.said) == 1  # the trial

    class Slow(CountingVoice):
        def say(self, text: str, *, rate: float = 1.0) -> Spoken:
            return super().say(text, rate=rate / 2)

    with SpokenSeconds(Slow(), tmp_path) as seconds:
        assert seconds.of(FIVE, 1.0) == pytest.approx(4.0)


@pytest.mark.parametrize("content", ["{", "[]", '{"voice": "x"}', '{"voice": 1, "seconds": []}'])
def test_damaged_durations_are_measured_again(tmp_path: Path, content: str) -> None:
    (tmp_path / SECONDS).parent.mkdir()
    (tmp_path / SECONDS).write_text(content)
    with SpokenSeconds(SteadyVoice(), tmp_path) as seconds:
        assert seconds.of(FIVE, 1.0) == 2.0
    assert f"1 {FIVE}" in json.loads((tmp_path / SECONDS).read_text())["seconds"]


def test_unwritable_folder_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with SpokenSeconds(SteadyVoice(), tmp_path / "file") as seconds:
        assert seconds.of(FIVE, 1.0) == 2.0


def test_a_voice_that_does_not_speak_is_an_error() -> None:
    class Mute(SteadyVoice):
        def say(self, text: str, *, rate: float = 1.0) -> Spoken:
            raise VoiceError("mute")

    with pytest.raises(VoiceError, match="mute"), SpokenSeconds(Mute(), None):
        pass


def test_a_name_that_is_said_in_another_way_is_spoken_again(tmp_path: Path) -> None:
    class Respelt(SteadyVoice):
        def respelled(self, text: str) -> str:
            return text.replace("two", "twenty two")

    with SpokenSeconds(SteadyVoice(), tmp_path) as seconds:
        seconds.of(FIVE, 1.0)
    with SpokenSeconds(Respelt(), tmp_path) as seconds:
        seconds.of(FIVE, 1.0)
    known = json.loads((tmp_path / SECONDS).read_text())["seconds"]
    assert set(known) == {f"1 {FIVE}", "1 Five words take twenty two seconds."}
