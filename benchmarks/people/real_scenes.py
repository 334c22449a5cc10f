"""Who is who in real clips, by marks of our own: groups by face alone against wide shots and clothes, B-cubed.

An item is somebody marked, each half second. It belongs to the person of the face found there; where none is found, it
is alone. So people who are not found lower recall.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from benchmarks.people.bcubed import b_cubed
from benchmarks.people.marked_people import Mark
from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.describe.film_people import group_people
from cinescribe.describe.scenes.scene_people import people_of_scenes
from cinescribe.features.extraction.extractors import extractor
from cinescribe.features.faces.faces import DlibFaces, FaceFinder
from cinescribe.features.faces.wide_shots import FoundFaces, wide_shot_faces
from cinescribe.features.timed.timed_features import TimedFeatures
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.media.shots.shots import ShotFinder
from cinescribe.schema import Face

MARKS = Path(__file__).with_name("who_is_where.json")
EVERY, NEAR = 0.5, 0.3  # seconds between items, and from an item to its face
COLUMNS = (
    "clip", "items", "precision, faces alone", "recall", "precision, wide shots and clothes", "recall", "CPU s, search",
    "wide shots",
)  # fmt: skip


def items(marks: Sequence[Mark], faces: Sequence[Face], film: str) -> Iterator[tuple[str, str]]:
    """Yield the group found and the true person of each item."""
    for n, mark in enumerate(marks):
        for moment in np.arange(mark.start + EVERY / 2, mark.end, EVERY).tolist():
            there = [face for face in faces if abs(face.time - moment) <= NEAR and mark.has(face) and face.person]
            nearest = min(there, key=lambda face: abs(face.time - moment), default=None)
            found = f"nobody {n} {moment}" if nearest is None else str(nearest.person)
            yield f"{film} {found}", f"{film} {mark.who}"


def clip_rows(folder: Path, films: Sequence[dict[str, Any]]) -> Iterator[Row]:
    """Yield a row per clip, and one of all."""
    dlib, every = DlibFaces(), [list[tuple[str, str]](), list[tuple[str, str]]()]
    for one in films:
        film, marks = probe(folder / one["path"]), [Mark(**mark) for mark in one["marks"]]
        finder, shot_finder, clip = FaceFinder(dlib, dense=False), ShotFinder(), extractor("clip").sink()
        read_through(film, pictures=(clip,))
        before = time.process_time()
        read_through(film, pictures=(finder, shot_finder))
        middle, shots = time.process_time(), shot_finder.shots(film.duration)
        near = FoundFaces(finder.faces, finder.embeddings, finder.torsos, finder.torso_shares, finder.bodies)
        both = near.with_more(wide_shot_faces(film, shots, near.faces, dlib))
        cost = round(middle - before, 1), round(time.process_time() - middle, 1)
        features = clip.features()
        assert isinstance(features, TimedFeatures)
        same = dlib.same_distance
        alone = group_people(near.faces, near.embeddings, shots, same_distance=same)[1]
        found = alone, people_of_scenes(both, shots, features, same_distance=same)[1]
        pairs = [list(items(marks, faces, film.path)) for faces in found]
        every = [[*old, *new] for old, new in zip(every, pairs, strict=True)]
        yield Path(one["path"]).name, len(pairs[0]), *_scores(pairs), *cost
    yield "all", len(every[0]), *_scores(every), None, None


def _scores(pairs: Sequence[Sequence[tuple[str, str]]]) -> list[float]:
    scores = [b_cubed([found for found, _ in some], [who for _, who in some]) for some in pairs]
    return [round(value, 3) for score in scores for value in (score.precision, score.recall)]


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    add_write_option(parser)
    args = parser.parse_args()
    torch.set_num_threads(1)
    films = json.loads(MARKS.read_text(encoding="utf-8"))["films"]
    tables: list[Table] = []
    headlines = []
    for title, sets in (("Clips that set constants of wide shots", "wide shots"), ("Clips that set none", "nothing")):
        some = [film for film in films if film["sets"] == sets]
        table = print_table(title, COLUMNS, clip_rows(args.shared / "data/video", some))
        last, name = table.rows[-1], title.lower()
        headlines.append(Headline(f"B-cubed precision / recall, faces alone, {name}", f"{last[2]} / {last[3]}"))
        figure = f"{last[4]} / {last[5]}"
        headlines.append(Headline(f"with wide shots and clothes, {name}", figure, "precision .98, recall up"))
        tables.append(table)
    report_results("real_scenes", "People of real clips", headlines=headlines, tables=tables, write=args.write)


if __name__ == "__main__":
    main()
