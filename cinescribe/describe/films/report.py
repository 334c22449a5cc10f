"""The report on many films: a page for people and a table for programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote

from cinescribe.describe.films.outcome import FilmOutcome
from cinescribe.export.pages.self_contained_html import render_page
from cinescribe.language.messages.page_words import PageWords, page_words_or_english
from cinescribe.store import write_records, write_text
from cinescribe.timing import Seconds

REPORT, TABLE = "report.html", "report.jsonl"
_MEGABYTE = 1_000_000
_HOUR, _MINUTE = 3600, 60


@dataclass(frozen=True)
class _Row:
    """A film as the page shows it; numbers are texts."""

    name: str
    folder: str
    fault: str
    cells: tuple[str, ...]
    remarks: tuple[str, ...]


def write_report(outcomes: Sequence[FilmOutcome], folder: Path, *, language: str | None = None) -> None:
    """Write the report on films into the folder of their descriptions.

    Args:
        outcomes: of the films, in their order.
        folder: of all descriptions.
        language: of the page, as BCP 47 tag; English where pages are not in it.

    Raises:
        LanguageError: when it is no tag of a language.
        OutputError: when the files cannot be written.
    """
    write_records(folder / TABLE, outcomes)
    t = page_words_or_english(language or "en")
    page = render_page(
        "report_page",
        {
            "t": t,
            "facts": _facts(outcomes, t),
            "failed": [_row(one, t) for one in outcomes if one.fault is not None],
            "rows": [_row(one, t) for one in outcomes if one.fault is None],
        },
        filters={},
        parts=files("cinescribe.describe.films"),
        scripts=(),
    )
    write_text(folder / REPORT, page)


def _facts(outcomes: Sequence[FilmOutcome], t: PageWords) -> list[tuple[str, str]]:
    """What holds for all films together, with its name."""
    described = [one for one in outcomes if one.fault is None]
    peak = max((one.peak_bytes or 0 for one in outcomes), default=0)
    requests, pictures = (sum(getattr(one, name) or 0 for one in described) for name in ("requests", "pictures"))
    facts = [
        ("many-described", t.plain("many-of", n=str(len(described)), all=str(len(outcomes)))),
        ("many-length", _clock(sum(one.film_seconds for one in described))),
        ("many-cues", str(sum(one.cues for one in described))),
        ("many-dropped", str(sum(one.dropped for one in described))),
        ("many-over-speech", _seconds(sum(one.over_speech for one in described), t)),
        ("many-time", _clock(sum(one.seconds for one in outcomes))),
        ("many-memory", t.plain("many-megabytes", n=str(round(peak / _MEGABYTE))) if peak else ""),
        ("many-requests", str(requests) if requests else ""),
        ("many-pictures", str(pictures) if pictures else ""),
    ]
    return [(t.plain(name), value) for name, value in facts if value]


def _row(outcome: FilmOutcome, t: PageWords) -> _Row:
    cells = (
        _clock(outcome.film_seconds),
        str(outcome.cues),
        str(outcome.people),
        _seconds(outcome.over_speech, t),
        str(outcome.dropped),
        _clock(outcome.seconds),
        "" if outcome.requests is None else str(outcome.requests),
        "" if outcome.pictures is None else str(outcome.pictures),
    )
    return _Row(Path(outcome.film).name, quote(outcome.folder) + "/", outcome.fault or "", cells, outcome.remarks)


def _seconds(seconds: Seconds, t: PageWords) -> str:
    return t.plain("many-seconds", n=t.number(seconds))


def _clock(seconds: Seconds) -> str:
    whole = round(seconds)
    return f"{whole // _HOUR}:{whole % _HOUR // _MINUTE:02}:{whole % _MINUTE:02}"
