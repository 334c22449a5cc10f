"""What is known of one picture: who is where, and the evidence of a sentence; as marks in it, and in words."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import PIL.Image
from PIL import ImageDraw, ImageFont

from cinescribe.language.messages.page_words import PageWords, page_words
from cinescribe.media.film.frame_scaling import Image
from cinescribe.schema import Box, Cue, Face, Script
from cinescribe.timing import Seconds, clock

_NEAR: Seconds = 0.26  # of a face or of evidence to the picture: faces are looked for four times a second
_THIRDS = (1 / 3, 2 / 3)
_WIDTH = 0.006  # of a line, of the picture's width
_QUALITY = 80  # of JPEG
_INNER, _OUTER = (255, 255, 255), (0, 0, 0)  # a white line with a black edge is seen on every picture


@dataclass(frozen=True)
class PictureMark:
    """Something in a picture.

    Args:
        box: where.
        words: what it is.
    """

    box: Box
    words: str

    def place(self, t: PageWords) -> str:
        """Return where it is, in the words of a language."""
        x, y = (self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2
        across = "left" if x < _THIRDS[0] else "right" if x > _THIRDS[1] else "middle"
        down = "top-" if y < _THIRDS[0] else "bottom-" if y > _THIRDS[1] else ""
        return t.plain(f"place-{down}{across}")


def marks_at(
    script: Script, cue: Cue, faces: Iterable[Face], time: Seconds, words: PageWords | None = None
) -> tuple[PictureMark, ...]:
    """Return what is known of a picture: faces of people, evidence with a place, and texts.

    Args:
        script: the description.
        cue: whose evidence is marked.
        faces: of the film.
        time: of the picture.
        words: of a language; None for English.
    """
    t = words or page_words("en")
    called = {person.id: person.called for person in script.people}
    nearest: dict[str, Face] = {}
    for face in faces:
        distance = abs(face.time - time)
        if face.person in called and distance <= _NEAR:
            known = nearest.get(face.person)
            if known is None or distance < abs(known.time - time):
                nearest[face.person] = face
    people = [PictureMark(face.box, _with_share(called[name], face.certainty)) for name, face in nearest.items()]
    shown = [
        PictureMark(one.box, _with_share(one.what, one.score))
        for one in cue.evidence
        if one.box is not None and abs(one.time - time) <= _NEAR
    ]
    texts = [
        PictureMark(text.box, t.plain("mark-text", text=text.text))
        for text in script.texts
        if text.span.start - _NEAR <= time <= text.span.end + _NEAR and text.kind != "watermark"
    ]
    return tuple(dict.fromkeys([*people, *shown, *texts]))


def picture_words(time: Seconds, marks: Sequence[PictureMark], words: PageWords | None = None) -> str:
    """Return the text alternative of a picture.

    Example:
        >>> picture_words(4.2, [Mark((0.0, 0.4, 0.2, 0.6), "Anna, 94 %")])
        'Frame at 00:00:04.200. Marked: 1, Anna, 94 %, left.'
    """
    t = words or page_words("en")
    if not marks:
        return t.plain("frame-unmarked", time=clock(time))
    listed = "; ".join(f"{n}, {mark.words}, {mark.place(t)}" for n, mark in enumerate(marks, 1))
    return t.plain("frame-marked", time=clock(time), marks=listed)


def marked(image: Image, marks: Sequence[PictureMark]) -> bytes:
    """Return a picture as JPEG, with a numbered box around each mark."""
    picture = PIL.Image.fromarray(image)
    drawing = ImageDraw.Draw(picture)
    width = max(2, round(picture.width * _WIDTH))
    for number, mark in enumerate(marks, 1):
        corners = _corners(mark.box, picture.width, picture.height)
        drawing.rectangle(corners, outline=_OUTER, width=width * 2)
        drawing.rectangle(corners, outline=_INNER, width=width)
        _number(drawing, str(number), corners[:2], size=width * 5)
    buffer = io.BytesIO()
    picture.save(buffer, "JPEG", quality=_QUALITY)
    return buffer.getvalue()


def _corners(box: Box, width: int, height: int) -> tuple[float, float, float, float]:
    x0, x1 = sorted((min(max(box[0], 0.0), 1.0) * (width - 1), min(max(box[2], 0.0), 1.0) * (width - 1)))
    y0, y1 = sorted((min(max(box[1], 0.0), 1.0) * (height - 1), min(max(box[3], 0.0), 1.0) * (height - 1)))
    return x0, y0, x1, y1


def _number(drawing: ImageDraw.ImageDraw, text: str, corner: tuple[float, float], *, size: int) -> None:
    font = ImageFont.load_default(size)
    area = drawing.textbbox(corner, text, font=font)
    drawing.rectangle((area[0] - 3, area[1] - 3, area[2] + 3, area[3] + 3), fill=_OUTER)
    drawing.text(corner, text, fill=_INNER, font=font)


def _with_share(words: str, share: float | None) -> str:
    return words if share is None else f"{words}, {min(max(share, 0.0), 1.0):.0%}".replace("%", " %")
