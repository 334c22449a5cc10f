"""A long film, joined of short ones that were analysed: its file, and measurements that are those of its parts.

Drawing and watching ninety minutes takes hours on two cores, and says nothing about a narration.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from pathlib import Path
from typing import Any

import av
import numpy as np

from benchmarks.describer.witness_films import WitnessedFilm
from cinescribe.arrays import write_arrays
from cinescribe.describe.analyse import FRAMES, Analysis, read_analysis
from cinescribe.export.folder import FEATURES
from cinescribe.features.clip_sets.frames import frame_times
from cinescribe.features.faces.face_crops import write_face_crops
from cinescribe.media.film.probe import probe
from cinescribe.media.speech.srt import srt_block
from cinescribe.media.speech.subtitles import read_subtitles
from cinescribe.schema import Film
from cinescribe.store import write_records, write_text
from cinescribe.timing import Seconds, Span

_BETWEEN: Seconds = 0.5  # two parts: their coded sounds begin before zero, and time stamps must rise


@dataclass(frozen=True)
class Part:
    """A short film at its place in the long one."""

    film: WitnessedFilm
    start: Seconds


@dataclass(frozen=True)
class JoinedFilm:
    """A long film.

    Args:
        path: of the film.
        subtitles: of its dialogue.
        parts: in order.
    """

    path: Path
    subtitles: Path
    parts: tuple[Part, ...]

    def listened(self, film: Film, folder: Path, **_: Any) -> None:
        """Write what `listen` writes, from what it wrote for the parts."""
        found = [(self._analysis(part), part.start) for part in self.parts]
        write_records(folder / "speech.jsonl", _shifted(found, lambda one: one.speech))
        write_records(folder / "certain.jsonl", _shifted(found, lambda one: one.certain_speech))
        levels = [(one.sounds, start) for one, start in found if one.sounds is not None]
        write_arrays(folder / "sounds.safetensors", _joined(levels))

    def watched(self, film: Film, folder: Path, **_: Any) -> None:
        """Write what `watch` writes, from what it wrote for the parts."""
        found = [(self._analysis(part), part.start) for part in self.parts]
        shots = _shifted(found, lambda one: one.shots)
        ends = [*(shot.span.start for shot in shots[1:]), film.duration]
        closed = [shot.replace(span=Span(shot.span.start, end)) for shot, end in zip(shots, ends, strict=True)]
        write_records(folder / "shots.jsonl", closed)
        first, faces, crops = 0, [], []
        for one, start in found:
            faces += [face.replace(time=round(face.time + start, 3), row=face.row + first) for face in one.faces]
            crops += [replace(crop, row=crop.row + first) for crop in one.face_crops]
            first += len(one.embeddings)
        write_records(folder / "faces.jsonl", faces)
        write_face_crops(folder / "glimpses.safetensors", crops)
        of_faces = ("embeddings", "torsos", "torso_shares", "bodies")
        write_arrays(
            folder / "faces.safetensors",
            {name: np.concatenate([getattr(one, name) for one, _ in found]) for name in of_faces},
        )
        write_records(folder / "texts.jsonl", _shifted(found, lambda one: one.texts))
        for name in ("pictures", "clip", "actions"):
            write_arrays(folder / f"{name}.safetensors", _joined([(getattr(one, name), start) for one, start in found]))
        (folder / FRAMES).mkdir(exist_ok=True)
        for one, start in found:
            for time in frame_times(one.frames):
                os.link(one.frames / _name(time), folder / FRAMES / _name(time + start))

    def _analysis(self, part: Part) -> Analysis:
        features = part.film.folder / FEATURES
        return read_analysis(features / "listen", features / "watch")


def joined_film(films: Sequence[WitnessedFilm], folder: Path, *, length: Seconds) -> JoinedFilm:
    """Return a film that shows some films in turn until it has a length; coded pictures and sounds are copied."""
    path, parts, start = folder / "long.mp4", list[Part](), 0.0
    with av.open(str(path), "w") as out:
        streams: dict[str, Any] = {}
        for film in cycle(films):
            if start >= length:
                break
            with av.open(str(film.path)) as source:
                for stream in source.streams:
                    streams.setdefault(stream.type, None)
                    streams[stream.type] = streams[stream.type] or out.add_stream_from_template(stream)
                for packet in source.demux():
                    if packet.dts is None:
                        continue
                    assert packet.pts is not None
                    shift = round(start / packet.time_base)
                    packet.pts, packet.dts = packet.pts + shift, packet.dts + shift
                    packet.stream = streams[packet.stream.type]
                    out.mux(packet)
            parts.append(Part(film, start))
            start = round(start + max(film.truth.duration, probe(film.path).duration) + _BETWEEN, 3)
    blocks: list[str] = []
    for part in parts:
        for line in read_subtitles(part.film.subtitles):
            blocks.append(srt_block(len(blocks) + 1, line.span.shifted(part.start), line.text or ""))
    write_text(folder / "long.srt", "\n".join(blocks))
    return JoinedFilm(path, folder / "long.srt", tuple(parts))


def _shifted(found: Sequence[tuple[Analysis, Seconds]], items: Callable[[Analysis], Sequence[Any]]) -> list[Any]:
    """Records of all parts, each later by the start of its part."""
    shifted = []
    for one, start in found:
        for item in items(one):
            later = item.replace(span=item.span.shifted(start))
            blend = getattr(later, "blend", None)
            shifted.append(later if blend is None else later.replace(blend=blend.shifted(start)))
    return shifted


def _joined(found: Sequence[tuple[Any, Seconds]]) -> dict[str, Any]:
    """Measurements of all parts, their times later by the start of the part."""
    names = vars(found[0][0])
    arrays = {name: np.concatenate([getattr(one, name) for one, _ in found]) for name in names}
    return {**arrays, "times": np.concatenate([one.times + start for one, start in found])}


def _name(time: Seconds) -> str:
    return f"{round(time * 1000):09d}.jpg"
