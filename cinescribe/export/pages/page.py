"""A description as a self-contained web page: the film, its cues on a timeline, and the evidence for each cue."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from cinescribe.export.disclosure import without_heading
from cinescribe.export.folder import EVIDENCE, FACES, FRAMES_FOLDER, find_film, has_evidence
from cinescribe.export.narration import read_narration
from cinescribe.export.pages.embedded_pictures import FrameFolder
from cinescribe.export.pages.embedded_tracks import track_url
from cinescribe.export.pages.page_parts import PageCue, appearances, cue_rows, lanes, page_clock, person_cards
from cinescribe.export.pages.self_contained_html import render_page
from cinescribe.export.pages.why_parts import silences
from cinescribe.export.tracks.cue_times import inward_milliseconds, timed_cues
from cinescribe.language.messages.page_words import PageWords, page_words_or_english
from cinescribe.schema import Face, Script
from cinescribe.store import read_records, write_text

_LANES = 12  # people with a lane on the timeline: more would not fit on a screen


def write_page(
    script: Script, path: Path, *, folder: Path, misfits: Mapping[str, str] | None = None, disclosure: str = ""
) -> None:
    """Write one HTML file that shows a description and needs no network.

    It is in the language of the description where pages are in it, else in English.

    Pictures are embedded. The film is not: the page refers to it by a relative address, so page and film can be moved
    together. Missing portraits, frames and films are replaced by text.

    Args:
        script: the description.
        path: the `.html` file.
        folder: the description's folder, with portraits, frames and faces.
        misfits: why a cue does not fit, by id; the page says it beside the cue.
        disclosure: who wrote, spoke and reviewed the description; the page says it at its end.

    Raises:
        OutputError: when the file cannot be written.
        RecordError: when faces or narration in `folder` are malformed, or a spoken cue is shorter than a millisecond.
    """
    path, folder = Path(path), Path(folder)
    faces = read_records(folder / FACES, Face) if (folder / FACES).is_file() else []
    frames = FrameFolder(folder / EVIDENCE if has_evidence(folder) else folder / FRAMES_FOLDER)
    address = film_address(script, page=path, folder=folder)
    t = page_words_or_english(script.language)
    rows = cue_rows(script, frames, misfits or {}, read_narration(folder), t)
    write_text(path, _html(script, address, faces, rows, folder, disclosure=disclosure))


def film_address(script: Script, *, page: Path, folder: Path) -> str:
    """Return the film's URL relative to the page; if the film is missing, the URL of a file beside the page."""
    found = find_film(script, folder)
    if found is None:
        return quote(Path(script.film.path).name)
    try:
        return quote(Path(os.path.relpath(found.resolve(), page.resolve().parent)).as_posix())
    except ValueError:  # on another drive, without a relative path
        return found.resolve().as_uri()


def _html(
    script: Script, film_url: str, faces: Iterable[Face], rows: list[PageCue], folder: Path, *, disclosure: str
) -> str:
    seen = appearances(script, faces)
    with_lane = [person for person in script.people if seen[person.id]][:_LANES]
    t = page_words_or_english(script.language)
    values = {
        "t": t,
        "title": Path(script.film.path).stem,
        "language": script.language,
        "film": script.film,
        "film_name": Path(script.film.path).name,
        "film_url": film_url,
        "descriptions": _descriptions(script),
        "captions": _captions(script),
        "counts": _counts(script, t),
        "explained": has_evidence(folder),
        "gaps": t("show-gap-count", time=page_clock(sum(gap.span.duration for gap in script.gaps)), n=len(script.gaps)),
        "rows": rows,
        "silences": silences(read_narration(folder), t),
        "dropped": [row for row in rows if row.cue.status == "dropped"],
        "pictures": _pictures(rows),
        "people": person_cards(script, seen, folder, t),
        "lanes": lanes(script, seen, with_lane, t),
        "n_hidden_people": sum(bool(spans) for spans in seen.values()) - len(with_lane),
        "provenance": _provenance(script, disclosure, t),
    }
    return render_page("page", values, filters={"clock": page_clock, "code": Markup("<code>{}</code>").format})


def _pictures(rows: Iterable[PageCue]) -> list[Any]:
    pictures = {moment.picture.name: moment.picture for row in rows for moment in row.moments if moment.picture}
    return [pictures[name] for name in sorted(pictures)]


def _counts(script: Script, t: PageWords) -> str:
    by_status = Counter(cue.status for cue in script.cues)
    return ", ".join(t.plain(f"show-n-{name}", n=by_status[name]) for name in ("spoken", "extended", "dropped"))


def _descriptions(script: Script) -> str:
    return track_url((timed.start, timed.end, timed.cue.text) for timed in timed_cues(script))


def _captions(script: Script) -> str | None:
    lines = [(*inward_milliseconds(part.span), part.text) for part in script.speech if part.text]
    return track_url(lines) if lines else None


def _provenance(script: Script, disclosure: str, t: PageWords) -> list[tuple[str, str]]:
    """Provenance of the description, as names and values."""
    writers = Counter(cue.by or t.plain("made-unknown") for cue in script.cues)
    sources = Counter(part.source for part in script.speech)
    picture = script.film.track("video")
    film = Path(script.film.path).name
    if picture:
        values = {"width": str(picture.width), "height": str(picture.height), "codec": str(picture.codec)}
        film = t.plain("made-film-facts", film=film, **values)
    out = [
        (t.plain("made-by"), t.plain("made-release", release=version("cinescribe"), format=str(script.version))),
        (t.plain("made-film"), film),
        (t.plain("made-language"), script.language),
    ]
    if writers:
        named = (t.plain("made-cues", writer=name, n=n) for name, n in sorted(writers.items()))
        out.append((t.plain("made-writers"), ", ".join(named)))
    if sources:
        from_sources = (t.plain(f"made-source-{name}", n=n) for name, n in sorted(sources.items()))
        out.append((t.plain("made-dialogue"), ", ".join(from_sources)))
    if disclosure:
        out.append((t.plain("made-disclosure"), without_heading(disclosure, script.language)))
    return out
