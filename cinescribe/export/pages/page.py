"""A description as one page that needs nothing else: the film, its cues on a time line, and what each cue rests on."""

from __future__ import annotations

import base64
import os
from collections import Counter
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import quote

from cinescribe.export.folder import EVIDENCE, FACES, FRAMES, located
from cinescribe.export.pages.embedded_pictures import KeptFrames
from cinescribe.export.pages.page_parts import CueRow, appearances, clock, counted, cue_rows, lanes, person_cards
from cinescribe.export.pages.self_contained_html import sealed_page
from cinescribe.export.tracks.cue_times import milliseconds, timed_cues
from cinescribe.export.tracks.vtt import cue_block
from cinescribe.schema import Face, Script
from cinescribe.store import read_records, write_text

_LANES = 12  # people with a lane on the time line: more make it longer than a screen


def write_page(script: Script, path: Path, *, folder: Path) -> None:
    """Write one HTML file that shows a description, without any network.

    Pictures are inside the file. The film is not: the page plays it from where it lies, by a relative address, so page
    and film can be moved together. A portrait, frame or film that is missing is replaced by words.

    Args:
        script: the description.
        path: the `.html` file.
        folder: the description's folder, where portraits, frames and faces are looked for.

    Raises:
        OutputError: when the file cannot be written.
        RecordError: when the faces in `folder` are malformed, or a spoken cue is shorter than a millisecond.
    """
    path, folder = Path(path), Path(folder)
    faces = read_records(folder / FACES, Face) if (folder / FACES).is_file() else []
    frames = KeptFrames(folder / EVIDENCE if (folder / EVIDENCE).is_dir() else folder / FRAMES)
    write_text(path, _html(script, film_address(script, page=path, folder=folder), faces, frames, folder))


def film_address(script: Script, *, page: Path, folder: Path) -> str:
    """Where the page finds the film: a relative URL; beside the page where the film is not found now."""
    found = located(script, folder)
    if found is None:
        return quote(Path(script.film.path).name)
    try:
        return quote(Path(os.path.relpath(found.resolve(), page.resolve().parent)).as_posix())
    except ValueError:  # another drive, to which no relative path leads
        return found.resolve().as_uri()


def _html(script: Script, film_url: str, faces: Iterable[Face], frames: KeptFrames, folder: Path) -> str:
    rows = cue_rows(script, frames)
    seen = appearances(script, faces)
    with_lane = [person for person in script.people if seen[person.id]][:_LANES]
    values = {
        "title": Path(script.film.path).stem,
        "language": script.language,
        "film": script.film,
        "film_name": Path(script.film.path).name,
        "film_url": film_url,
        "descriptions": _descriptions(script),
        "captions": _captions(script),
        "counts": _counts(script),
        "explained": (folder / EVIDENCE).is_dir(),
        "room": f"{clock(sum(gap.span.duration for gap in script.gaps))} in {counted(len(script.gaps), 'gap')}",
        "rows": rows,
        "dropped": [row for row in rows if row.cue.status == "dropped"],
        "pictures": _pictures(rows),
        "people": person_cards(script, seen, folder),
        "lanes": lanes(script, seen, with_lane),
        "n_hidden_people": sum(bool(spans) for spans in seen.values()) - len(with_lane),
        "origin": _origin(script),
    }
    return sealed_page("page", values, filters={"clock": clock, "counted": counted})


def _pictures(rows: Iterable[CueRow]) -> list[Any]:
    found = {sight.picture.name: sight.picture for row in rows for sight in row.sights if sight.picture is not None}
    return [found[name] for name in sorted(found)]


def _counts(script: Script) -> str:
    by_status = Counter(cue.status for cue in script.cues)
    return ", ".join(f"{by_status[status]:,} {status}" for status in ("spoken", "extended", "dropped"))


def _descriptions(script: Script) -> str:
    return _track((timed.start, timed.end, timed.cue.text) for timed in timed_cues(script))


def _captions(script: Script) -> str | None:
    lines = [(*milliseconds(part.span), part.text) for part in script.speech if part.text]
    return _track(lines) if lines else None


def _track(lines: Iterable[tuple[int, int, str]]) -> str:
    """Timed text as WebVTT in a data URI."""
    whole = "\n\n".join(["WEBVTT", *(cue_block(start, end, text) for start, end, text in lines)]) + "\n"
    return f"data:text/vtt;charset=utf-8;base64,{base64.b64encode(whole.encode('utf-8')).decode('ascii')}"


def _origin(script: Script) -> list[tuple[str, str]]:
    """What the page says about where it comes from, as names and values."""
    writers = Counter(cue.by or "unknown" for cue in script.cues)
    sources = Counter(part.source for part in script.speech)
    heard = {"subtitles": "subtitles", "vad": "voice detector"}
    picture = script.film.first("video")
    out = [
        ("Made with", f"Cinescribe {version('cinescribe')}, script format {script.version}"),
        (
            "Film",
            Path(script.film.path).name
            + (f", {picture.width} by {picture.height} pixels, {picture.codec}" if picture else ""),
        ),
        ("Language of the cues", script.language),
    ]
    if writers:
        out.append(("Written by", ", ".join(f"{name} ({counted(n, 'cue')})" for name, n in sorted(writers.items()))))
    if sources:
        out.append(("Dialogue known from", ", ".join(f"{heard[name]} ({n:,})" for name, n in sorted(sources.items()))))
    return out
