"""Hearing, recording and choosing a voice in Chromium by keyboard alone: what sounds, what is said, and the focus."""

import time

import numpy as np
import pytest

from cinescribe.export.folder import read_script
from cinescribe.media.sound.soundtrack import Soundtrack
from cinescribe.media.sound.write import write_wav
from tests.media.sounds import speech_samples
from tests.serve.browser.chromium import started
from tests.serve.workbench.describer import Describer
from tests.serve.workbench.hearing.folders import described
from tests.serve.workbench.running import Running

pytestmark = pytest.mark.slow
LIST, TAKE, VOICE = "/films/film/", "/films/film/cues/c1/take", "/films/film/voice"
_HEARD = "return performance.getEntriesByType('resource').map(one => one.name).filter(name => name.includes('.wav'))"
_FILM = "const film = document.getElementById('film'); return [film.paused, film.muted, film.currentTime]"


class Listener(Describer):
    """Somebody whose keys go to whatever has the focus: fields for files take none from WebDriver."""

    def press(self, *keys):
        if all(len(key) == 1 for key in keys):
            self.chord(*keys)
        else:
            super().press(*keys)


@pytest.fixture(scope="module")
def microphone(tmp_path_factory):
    """A sentence that the browser's microphone hears again and again."""
    path = tmp_path_factory.mktemp("microphone") / "voice.wav"
    write_wav(path, Soundtrack(np.concatenate([speech_samples() * 0.5, np.zeros(4000, np.float32)])[None], 16_000))
    return path


@pytest.fixture(scope="module")
def driver(microphone):
    driver = started(
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-audio-capture={microphone}",
    )
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    with Running(described(tmp_path_factory.mktemp("hearing") / "film.ad")) as running:
        yield running


@pytest.fixture(scope="module")
def one(driver, bench):
    describer = Listener(driver, bench.entry.split("/enter/")[0])
    describer.visit(bench.entry.removeprefix(describer.address))
    return describer


def wait_for(asked, what):
    until = time.monotonic() + 30
    while time.monotonic() < until:
        found = asked()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError(what)


def heard(one, name):
    """Wait until a sound was asked for."""
    return wait_for(lambda: [sound for sound in one.driver.execute_script(_HEARD) if name in sound], f"{name} unheard")


def test_a_cue_is_heard_in_the_film_and_the_pictures_run_in_step(one):
    one.visit(LIST)
    one.tab_to("cue-c1-text")
    one.chord("\ue00a", "p")  # Alt and P
    heard(one, "/cues/c1/mix.wav?before=2&after=2")
    wait_for(lambda: one.driver.execute_script(_FILM)[:2] == [False, True], "the pictures stand still, or are heard")
    assert one.alt("q") == "Stopped."
    assert one.driver.execute_script(_FILM)[:2] == [True, False]
    assert one.alt("q") == "Nothing is playing."
    for key, name in (("v", "voice"), ("o", "film"), ("b", "start"), ("n", "end")):
        one.chord("\ue00a", key)
        heard(one, f"/cues/c1/{name}.wav")
    one.alt("q")
    assert one.active[0] == "cue-c1-text"


def test_unsaved_text_is_heard(one, bench):
    one.visit(LIST)
    one.tab_to("cue-c1-text")
    one.write_over("Anna waits at the old window.")
    assert one.alt("v").startswith("Cue 1: 6 words, ")
    heard(one, "/cues/c1/voice.wav")
    assert read_script(bench.folder).cues[0].text == "Anna waits at the old window."


def test_a_sound_for_cues_is_switched_on(one):
    one.visit(LIST)
    one.tab_to("signals")
    assert one.said_after(lambda: one.press(" ")).startswith("A sound marks the start and the end of cues")
    one.visit(LIST)
    is_on = "return document.getElementById('signals').checked"
    wait_for(lambda: one.driver.execute_script(is_on), "it is off again on the next page")
    one.tab_to("signals")
    assert one.said_after(lambda: one.press(" ")) == "Cues are not marked by a sound."


def test_a_take_is_recorded_heard_and_kept(one, bench):
    one.visit(TAKE)
    one.check("take")
    one.tab_to("Hear the take")
    assert one.said_after(lambda: one.press("\n")) == "There is no take yet. Record one first."
    assert one.press_button("Record") == "Recording."
    assert one.focus == ("button", "Stop recording")
    time.sleep(3)
    assert one.said_after(lambda: one.press("\n")) == "Recorded. Hear it, keep it, or discard it."
    assert one.focus == ("button", "Keep the take")
    assert one.said_after(lambda: one.press("\n")).startswith("Cue 1 has a recording: ")
    assert one.active[0] == "take"
    cue = read_script(bench.folder).cues[0]
    assert 0.5 < cue.span.duration < 5
    assert (bench.folder / cue.recording).is_file()
    one.check("take-kept")


def test_take_is_discarded_and_recording_removed(one, bench):
    one.visit(TAKE)
    one.press_button("Record")
    time.sleep(0.5)
    one.said_after(lambda: one.press("\n"))
    assert one.press_button("Discard the take") == "The take is discarded."
    assert one.focus == ("button", "Record")
    if read_script(bench.folder).cues[0].recording is not None:
        assert one.press_button("Remove the recording").startswith("Cue 1 no longer has a recording: ")
    assert read_script(bench.folder).cues[0].recording is None


def test_a_voice_is_chosen(one):
    one.visit(VOICE)
    one.check("voice")
    one.tab_to("voice-rate")
    one.write_over("1.2")
    assert one.said_after(lambda: one.press("\n")).endswith("from now on, at 1.2 times its usual speed.")
    assert one.active[0] == "voice"
    one.tab_to("voice-rate")
    one.write_over("9")
    assert one.said_after(lambda: one.press("\n")) == "The speed is 9; expected 0.7 to 1.6."
    one.tab_to("sample-voice")
    one.press("\n")
    heard(one, "/voice.wav")
