"""A drawn film, another cut of it, and how they are written to files."""

import av
import numpy as np

from tests.media.versions.drawn_versions import RATE_HZ, drawn, joined

FILM = drawn(7, seconds=25)
OTHER = drawn(8, seconds=10)
RECUT = joined(OTHER.part(0, 4), FILM.part(0, 10), FILM.part(15, 25))  # new: 4 s; gone: 10 to 15 s


def write(path, film, *, sound=True):
    with av.open(str(path), "w") as container:
        video = container.add_stream("libx264", rate=RATE_HZ, options={"preset": "ultrafast", "crf": "20"})
        video.width, video.height, video.pix_fmt = 128, 72, "yuv420p"
        audio = container.add_stream("aac", rate=16000, layout="mono") if sound else None
        for picture in film.pictures:
            shown = np.repeat(np.repeat(np.stack([picture] * 3, axis=-1), 2, axis=0), 2, axis=1)
            container.mux(video.encode(av.VideoFrame.from_ndarray(shown, format="rgb24")))
        container.mux(video.encode())
        if audio is not None:
            heard = av.AudioFrame.from_ndarray(film.samples[None], format="fltp", layout="mono")
            heard.sample_rate = 16000
            container.mux(audio.encode(heard))
            container.mux(audio.encode())
    return path
