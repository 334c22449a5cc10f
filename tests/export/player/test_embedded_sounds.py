import base64

import pytest

from cinescribe.errors import VoiceError
from cinescribe.export.player.embedded_sounds import EmbeddedSounds
from tests.export.player.described import Hum, described


def test_each_wording_is_an_mp3_in_the_page(tmp_path):
    voice, said = Hum(), []
    sounds = EmbeddedSounds(voice, tmp_path, n_cues=2, progress=lambda what, share: said.append((what, share)))
    first, second, *_ = described().cues
    sound = sounds(first.replace(rate=1.1), "Anna looks.")
    sounds(first, "Anna looks up.")
    sounds(second, "A bird.")
    kind, _, content = sound.address.partition(";base64,")
    assert kind == "data:audio/mpeg"
    assert len(base64.b64decode(content)) > 500
    assert sound.seconds == pytest.approx(0.2 / 1.1, abs=0.001)
    assert voice.texts == [("Anna looks.", 1.1), ("Anna looks up.", 1.0), ("A bird.", 1.0)]
    assert said == [("voice", 0.5), ("voice", 0.5), ("voice", 1.0)]


def test_missing_recording_is_named(tmp_path):
    sounds = EmbeddedSounds(Hum(), tmp_path, n_cues=1, progress=lambda what, share: None)
    cue = described().cues[0].replace(recording="recordings/c1.wav")
    with pytest.raises(VoiceError, match=r"the recording 'recordings/c1\.wav' of cue c1 cannot be heard"):
        sounds(cue, cue.text)
