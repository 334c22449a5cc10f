"""Pictures of a described film: those that were kept when it was described, else decoded from the film."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from cinescribe.errors import FilmError
from cinescribe.export.folder import EVIDENCE, FRAMES_FOLDER, find_film
from cinescribe.export.pages.embedded_pictures import FrameFolder
from cinescribe.media.film.frame_scaling import Image, PictureFormat
from cinescribe.media.film.image_files import read_picture
from cinescribe.media.film.read import read_through
from cinescribe.schema import Script
from cinescribe.timing import Seconds, Span

_WIDTH = 640  # pixels: a figure in a wide shot can still be seen, and a page of eight loads at once
_NEAR: Seconds = 0.3  # of a kept frame to the moment; frames are kept four times a second
_LONGEST_FRAME: Seconds = 1.0  # in which a film has a picture


@dataclass
class _First:
    """Keeps the first picture that it receives."""

    found: list[Image] = field(default_factory=list)

    @property
    def wants(self) -> PictureFormat:
        """The format of pictures."""
        return PictureFormat(width=_WIDTH)

    def take(self, time: Seconds, image: Image) -> None:
        """Receive the next picture."""
        if not self.found:
            self.found.append(image)


def picture_at(script: Script, folder: Path, time: Seconds) -> Image:
    """Return the picture of a film at a moment, (H, W, 3) uint8 RGB.

    Args:
        script: the description.
        folder: of the description.
        time: the moment.

    Raises:
        FilmError: when no frame was kept and the film is gone, cannot be read, or has no picture there.
        RecordError: when a kept frame is damaged.
    """
    for kept in (folder / FRAMES_FOLDER, folder / EVIDENCE):
        frames = FrameFolder(kept)
        frame = frames.nearest(time)
        if frame is not None and abs(frame / 1000 - time) <= _NEAR:
            return read_picture(frames.path(frame))
    path = find_film(script, folder)
    if path is None:
        raise FilmError(f"the film {script.film.path!r} is not there; put it back, or beside the description's folder")
    sink = _First()
    read_through(script.film.replace(path=str(path)), pictures=[sink], within=Span(time, time + _LONGEST_FRAME))
    if not sink.found:
        raise FilmError(f"the film has no picture at {time:g} s; choose a moment within it")
    return sink.found[0]
