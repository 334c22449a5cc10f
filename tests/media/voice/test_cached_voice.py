import threading

import pytest

from cinescribe.errors import VoiceError
from cinescribe.media.voice.cached_voice import CachedVoice
from tests.dummies import SteadyVoice


class Counting(SteadyVoice):
    def __init__(self):
        self.said = []
        self.at_once = 0

    def say(self, text, *, rate=1.0):
        self.at_once += 1
        assert self.at_once == 1
        self.said.append((text, rate))
        spoken = super().say(text, rate=rate)
        self.at_once -= 1
        return spoken


def test_a_text_is_spoken_once_for_each_rate():
    voice = Counting()
    cached = CachedVoice(voice)
    assert cached.name == "steady"
    first = cached.say("Anna waits.")
    assert cached.say("Anna waits.") is first
    assert cached.say("Anna waits.", rate=1.2).duration < first.duration
    assert voice.said == [("Anna waits.", 1.0), ("Anna waits.", 1.2)]


def test_least_recently_used_speech_is_evicted():
    voice = Counting()
    n_bytes = SteadyVoice().say("one").samples.nbytes
    cached = CachedVoice(voice, most_bytes=2 * n_bytes)
    for text in ("one", "two", "one", "three", "one", "two"):
        cached.say(text)
    assert [text for text, _ in voice.said] == ["one", "two", "three", "two"]


def test_concurrent_requests_speak_a_text_once():
    voice = Counting()
    cached = CachedVoice(voice)
    threads = [threading.Thread(target=cached.say, args=("Anna waits.",)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(voice.said) == 1


def test_a_failure_is_not_kept():
    class Failing(SteadyVoice):
        n_failures = 1

        def say(self, text, *, rate=1.0):
            if self.n_failures:
                self.n_failures -= 1
                raise VoiceError("lost")
            return super().say(text, rate=rate)

    cached = CachedVoice(Failing())
    with pytest.raises(VoiceError, match="lost"):
        cached.say("Anna waits.")
    assert cached.say("Anna waits.").duration > 0
