"""Given windows of a film in place of its shots: a clip for each, and a caption for each in a file."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Sequence
from pathlib import Path

from cinescribe.corpus.description.windows import read_windows, windows_of
from cinescribe.errors import CorpusError
from cinescribe.export.narration import NarratedMoment
from cinescribe.features.clip_sets.frames import FRAME_HZ
from cinescribe.schema import Caption, Clip, Film
from cinescribe.store import write_text
from cinescribe.timing import Span

PREDICTIONS = "predictions.jsonl"  # in a description's folder


def window_clips(path: Path, film: Film) -> tuple[Clip, ...]:
    """Return a clip for each window of a film, by time; a clip's id is that of its window.

    A window that ends after the film is cut at the film's end. One without a frame is widened around its middle.

    Args:
        path: as `read_windows` reads it; where the file has several films, the film's file must be called as one.
        film: the film.

    Raises:
        RecordError: when the file cannot be read.
        CorpusError: when it has another form, no window of this film, or one that begins after its end.
    """
    name = Path(film.path).stem
    clips = []
    for window in windows_of(read_windows(path), name):
        assert window.span is not None
        missing = max(1 / FRAME_HZ - window.span.duration, 0.0)
        span = window.span.padded(missing / 2).within(Span(0.0, film.duration))
        if span is None:
            raise CorpusError(
                f"the window {window.id!r} begins at {window.span.start:g} s, but the film lasts {film.duration:g} s; "
                "give the windows of this film"
            )
        clips.append(Clip(window.id, name, span))
    return tuple(clips)


def captions_of(clips: Sequence[Clip], captions: Sequence[Caption]) -> list[str]:
    """Return what captions say of each clip; several captions of one clip are joined."""
    texts: dict[str, list[str]] = {clip.id: [] for clip in clips}
    for caption in captions:
        if caption.text:
            texts[caption.clip].append(caption.text)
    return [" ".join(texts[clip.id]) for clip in clips]


def sentences_of(clips: Sequence[Clip], moments: Sequence[NarratedMoment]) -> list[str]:
    """Return what a narration says of each clip; moments are in the clips' order, without those of no frames."""
    texts = []
    left = deque(moments)
    for clip in clips:
        if left and left[0].span == clip.span:
            texts.append(next((one.text for one in left.popleft().considered if one.is_said), ""))
        else:
            texts.append("")
    return texts


def write_predictions(folder: Path, clips: Sequence[Clip], texts: Sequence[str]) -> Path:
    """Write one line for each window, `{"id", "film", "start", "end", "caption"}`, and return the file's path.

    A window about which there is nothing to say has an empty caption.

    Raises:
        OutputError: when the file cannot be written.
    """
    rows = [
        {"id": clip.id, "film": clip.film, "start": clip.span.start, "end": clip.span.end, "caption": text}
        for clip, text in zip(clips, texts, strict=True)
    ]
    path = folder / PREDICTIONS
    write_text(path, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    return path
