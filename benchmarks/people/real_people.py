"""People of real films against marks by hand: who is who, what the search of faces finds, and what it costs.

`--held DIR` names a folder of films that set no constant; without it only the films that did are measured.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import torch

from benchmarks.people.bcubed import b_cubed
from benchmarks.people.marked_people import TUNED, UNTOUCHED, Marked
from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.describe.film_people import group_people
from cinescribe.features.faces.faces import DlibFaces, FaceFinder
from cinescribe.features.faces.following import overlap
from cinescribe.media.film.frame_scaling import Image
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.media.shots.shots import ShotFinder
from cinescribe.schema import Face
from cinescribe.timing import Seconds

COLUMNS = ("film", "people", "ids", "ids a person", "B-cubed precision", "recall", "faces", "named", "false people")
SEARCH_COLUMNS = ("film", "faces, dense", "found again", "share", "more", "CPU s per film s, dense", "sparing")
SAME_FACE = 0.3  # intersection over union
N_BANDS = 5  # of certainty
NOTE = (
    "People are those of whom a face was found and named; ids are the persons they got. False people are persons none "
    "of whose faces shows anybody. The last row joins all films."
)


class _Timed:
    """A sink with the CPU seconds it takes."""

    def __init__(self, finder: FaceFinder) -> None:
        self.finder, self.wants, self.spent = finder, finder.wants, 0.0

    def take(self, time_: Seconds, image: Image) -> None:
        """Pass a picture on."""
        before = time.process_time()
        self.finder.take(time_, image)
        self.spent += time.process_time() - before


@dataclass(frozen=True)
class Measured:
    """What was found in a film.

    Args:
        name: of the film.
        duration: seconds.
        faces: all, with their persons.
        who: the true person of each.
        dense: the faces that a search of every picture finds.
        cost: CPU seconds of the search, dense and sparing.
    """

    name: str
    duration: Seconds
    faces: tuple[Face, ...]
    who: tuple[str, ...]
    dense: tuple[Face, ...]
    cost: tuple[float, float]


def measure(folder: Path, marked: Marked, extractor: DlibFaces) -> Measured:
    """Find the people of a film."""
    film = probe(folder / marked.path)
    dense, sparing = _Timed(FaceFinder(extractor)), _Timed(FaceFinder(extractor, dense=False))
    shots = ShotFinder()
    read_through(film, pictures=(dense, sparing, shots))
    found, seen = sparing.finder, shots.shots(film.duration)
    _, faces = group_people(found.faces, found.embeddings, seen, same_distance=extractor.same_distance)
    who = tuple(marked.who(face) for face in faces)
    cost = dense.spent, sparing.spent
    return Measured(Path(marked.path).name, film.duration, faces, who, dense.finder.faces, cost)


def people_rows(films: Sequence[Measured]) -> Iterator[Row]:
    """Yield a row per film with faces or false people, and one of all films."""
    every: list[tuple[str, str]] = []
    n_faces = 0
    for film in films:
        pairs = [
            (f"{film.name} {face.person}", f"{film.name} {who}")
            for face, who in zip(film.faces, film.who, strict=True)
            if face.person is not None
        ]
        every += pairs
        n_faces += len(film.faces)
        yield film.name, *_scores(pairs, len(film.faces))
    yield "all", *_scores(every, n_faces)


def _scores(pairs: Sequence[tuple[str, str]], n_faces: int) -> Row:
    real = [(found, who) for found, who in pairs if "nobody" not in who]
    true, ids = {who for _, who in real}, {found for found, _ in real}
    score = b_cubed([found for found, _ in pairs], [who for _, who in pairs])
    false = len({found for found, _ in pairs} - ids)
    figures = (round(score.precision, 3), round(score.recall, 3)) if pairs else (None, None)
    return len(true), len(ids), round(len(ids) / len(true), 2) if true else None, *figures, n_faces, len(pairs), false


def search_rows(films: Sequence[Measured]) -> Iterator[Row]:
    """Yield what the sparing search finds of what a dense one finds, and their costs."""
    totals = np.zeros(6)
    for film in films:
        again = sum(_has(film.faces, face) for face in film.dense)
        more = sum(not _has(film.dense, face) for face in film.faces)
        figures = (len(film.dense), again, more, *film.cost, film.duration)
        totals += figures
        yield film.name, *_search_cells(figures)
    yield "all", *_search_cells(totals.tolist())


def _search_cells(figures: Sequence[float]) -> Row:
    n, again, more, dense, sparing, duration = figures
    share = round(again / n, 3) if n else None
    return int(n), int(again), share, int(more), round(dense / duration, 2), round(sparing / duration, 2)


def _has(faces: Sequence[Face], face: Face) -> bool:
    return any(abs(one.time - face.time) < 1e-3 and overlap(one.box, face.box) > SAME_FACE for one in faces)


def certainty_rows(films: Sequence[Measured]) -> Iterator[Row]:
    """Yield, by stated certainty, the share of tracks that show the person most of its faces show."""
    rows: list[tuple[float, bool]] = []
    for film in films:
        owners: dict[str, list[str]] = {}
        tracks: dict[int, tuple[Face, str]] = {}
        for face, who in zip(film.faces, film.who, strict=True):
            if face.person is not None and face.track is not None:
                owners.setdefault(face.person, []).append(who)
                tracks[face.track] = face, who
        for face, who in tracks.values():
            owned = owners[face.person or ""]
            rows.append((face.certainty or 0.0, who == max(set(owned), key=owned.count)))
    edges = np.linspace(0, 1, N_BANDS + 1)
    for low, high in pairwise(edges.tolist()):
        inside = [right for stated, right in rows if low <= stated < high]
        yield f"{low:.1f} to {high:.1f}", len(inside), round(float(np.mean(inside)), 3) if inside else None


def tables(folder: Path, films: Sequence[Marked], which: str) -> list[Table]:
    """Measure films; print and return their tables."""
    extractor = DlibFaces()
    measured = [measure(folder, film, extractor) for film in films]
    return [
        print_table(f"People, {which}", COLUMNS, people_rows(measured), NOTE),
        print_table(f"Search, {which}", SEARCH_COLUMNS, search_rows(measured)),
        print_table(f"Certainty, {which}", ("stated", "tracks", "right"), certainty_rows(measured)),
    ]


def headlines(found: Sequence[Table], which: str) -> Iterator[Headline]:
    """Yield the lines of the summary from the last rows."""
    people, search = (table.rows[-1] for table in found[:2])
    figure = f"{people[4]} / {people[5]}; {people[3]} ids a person, {people[8]} false people"
    yield Headline(f"people, B-cubed precision / recall, {which}", figure, ".98 / .85; 1.3 ids a person")
    yield Headline(
        f"faces found again by the sparing search, {which}", f"{search[3]} of {search[1]} at {search[6]} CPU s a second"
    )


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    parser.add_argument("--held", type=Path, help="folder of films that set no constant")
    add_write_option(parser)
    args = parser.parse_args()
    torch.set_num_threads(1)
    found = tables(args.shared / "data/video", TUNED, "films that set constants")
    lines = list(headlines(found, "films that set constants"))
    if args.held:
        untouched = tables(args.held, UNTOUCHED, "untouched films")
        lines += headlines(untouched, "untouched films")
        found += untouched
    report_results("real_people", "People of real films", headlines=lines, tables=found, write=args.write)


if __name__ == "__main__":
    main()
