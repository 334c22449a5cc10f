"""Speech as a small file that every browser plays: MP3, levelled."""

from __future__ import annotations

import io

import av
import numpy as np

from cinescribe.media.sound.ducking import Narration
from cinescribe.media.sound.mix import narration
from cinescribe.media.sound.mix_levels import MixLevels
from cinescribe.media.voice.voice import Spoken

MP3 = "audio/mpeg"
LOUDNESS = MixLevels(loudness=-18.0)  # LUFS of speech on phones and computers (AES TD1008)
RATE_HZ = 24_000  # neural voices have this rate, espeak's 22,050; MP3 at a low bit rate carries no more
BIT_RATE = 32_000  # of one voice at this sampling rate: 4 kB a second


def encoded_speech(spoken: Spoken) -> bytes:
    """Return speech as an MP3 file, mono, at `LOUDNESS`."""
    track = narration([Narration(0.0, spoken)], spoken.duration, levels=LOUDNESS)
    buffer = io.BytesIO()
    with av.open(buffer, "w", format="mp3") as container:
        stream = container.add_stream("libmp3lame", rate=RATE_HZ, layout="mono", bit_rate=BIT_RATE)
        frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(track.samples[:1]), "fltp", "mono")
        frame.sample_rate = track.rate_hz
        container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return buffer.getvalue()
