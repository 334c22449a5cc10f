"""Who is in each shot of Backlot films: by the faces of the ordinary search, with wide shots, with clothes.

An item is a member of the cast in a shot (`FilmedShot.people`). It is right when the shot has a face of the person that
stands for the member; persons stand for members one to one, as their faces agree best. Films are shot at 360 lines and
8 frames a second, and kept with what was found in them, so that a killed run goes on.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
import torch
from scipy.optimize import linear_sum_assignment

from benchmarks.captioners.paper_tables import bootstrap_interval
from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.arrays import read_arrays, write_arrays
from cinescribe.backlot.films.shoot import FilmJob, shoot_film, truth_path
from cinescribe.backlot.plan.truth import FilmTruth, FrameSightings
from cinescribe.backlot.plot.screenplay import plan_film
from cinescribe.describe.film_people import group_people
from cinescribe.describe.scenes.scene_people import people_of_scenes
from cinescribe.features.extraction.extractors import extractor
from cinescribe.features.faces.faces import DlibFaces, FaceFinder
from cinescribe.features.faces.following import overlap
from cinescribe.features.faces.wide_shots import FoundFaces, wide_shot_faces
from cinescribe.features.timed.timed_features import TimedFeatures
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.media.shots.shots import ShotFinder
from cinescribe.schema import Face, Shot
from cinescribe.store import read_record, read_records, write_records

N_CLIPS, WIDTH, HEIGHT, RATE_HZ = 10, 640, 360, 8
TUNED = ("600", "601", "602h")  # films that set constants of clothes and small faces
FRESH = ("7000", "7001h", "7002", "7003h", "7004", "7005h", "7006", "7007h", "7008", "7009h")  # h is hard
SAME_FACE = 0.15  # intersection over union with the drawn face, whose box is tighter than the detector's
COLUMNS = (
    "film", "people in shots", "faces alone", "and wide shots", "and clothes", "wrong", "face shown", "alone",
    "and clothes", "CPU s, search", "wide shots",
)  # fmt: skip
NOTE = (
    "Percent of the members of the cast in each shot that the shot's faces name rightly. Wrong: percent of the people "
    "named, with wide shots and clothes, who are not in their shot. Face shown: members whose face a close or medium "
    "shot of the scene shows. The last row is the mean over films with its 95 % bootstrap interval."
)
_ARRAYS = ("embeddings", "torsos", "torso_shares", "bodies")  # of found faces
Item: TypeAlias = tuple[int, str]  # shot, and member or person


@dataclass(frozen=True)
class Searched:
    """What was found in a film.

    Args:
        truth: the film.
        shots: shots found.
        near: faces of the ordinary search.
        wide: faces of its wide shots.
        pictures: features by the frame network.
        cost: CPU seconds of both searches, (2,).
    """

    truth: FilmTruth
    shots: tuple[Shot, ...]
    near: FoundFaces
    wide: FoundFaces
    pictures: TimedFeatures
    cost: tuple[float, float]


def searched(folder: Path, name: str, faces: DlibFaces) -> Searched:
    """Shoot and search a film, unless that was done before."""
    if not truth_path(folder, name).is_file():
        plan = plan_film(int(name.rstrip("h")), n_clips=N_CLIPS, hard=name.endswith("h"), id=name)
        shoot_film(folder, FilmJob(plan, WIDTH, HEIGHT, rate_hz=RATE_HZ))
    truth = read_record(truth_path(folder, name), FilmTruth)
    path = folder / f"{name}.found.safetensors"
    if not path.is_file():
        _search(folder, truth, faces, path)
    arrays = read_arrays(path)
    near, wide = (
        FoundFaces(
            tuple(read_records(folder / f"{name}.{part}.jsonl", Face)),
            *(arrays[f"{part}.{one}"] for one in _ARRAYS),
        )
        for part in ("near", "wide")
    )
    shots = tuple(read_records(folder / f"{name}.shots.jsonl", Shot))
    pictures = TimedFeatures(arrays["times"], arrays["rows"])
    return Searched(truth, shots, near, wide, pictures, (float(arrays["cost"][0]), float(arrays["cost"][1])))


def _search(folder: Path, truth: FilmTruth, faces: DlibFaces, path: Path) -> None:
    film = probe(folder / truth.film)
    clip = extractor("clip").sink()
    read_through(film, pictures=(clip,))
    finder, shot_finder = FaceFinder(faces, dense=False), ShotFinder()
    before = time.process_time()
    read_through(film, pictures=(finder, shot_finder))
    near = FoundFaces(finder.faces, finder.embeddings, finder.torsos, finder.torso_shares, finder.bodies)
    shots, middle = shot_finder.shots(film.duration), time.process_time()
    wide = wide_shot_faces(film, shots, near.faces, faces)
    cost = np.array([middle - before, time.process_time() - middle])
    for part, found in (("near", near), ("wide", wide)):
        write_records(folder / f"{truth.id}.{part}.jsonl", found.faces)
    write_records(folder / f"{truth.id}.shots.jsonl", shots)
    features = clip.features()
    assert isinstance(features, TimedFeatures)
    arrays = {
        f"{part}.{name}": getattr(found, name) for part, found in (("near", near), ("wide", wide)) for name in _ARRAYS
    }
    write_arrays(path, {**arrays, "times": features.times, "rows": features.rows, "cost": cost})


def members_of(truth: FilmTruth, faces: Sequence[Face], sightings: Sequence[FrameSightings]) -> list[str | None]:
    """Return the member whose drawn face each face covers; None for a stranger and for no face."""
    times = np.array([one.time for one in sightings])
    cast, found = {member.id for member in truth.cast}, []
    for face in faces:
        first = max(0, int(np.abs(times - face.time).argmin()) - 1)
        near = [(overlap(face.box, seen.face), seen.who) for one in sightings[first : first + 3] for seen in one.seen
                if seen.face is not None]  # fmt: skip
        shared, who = max(near, default=(0.0, ""))
        found.append(who if shared > SAME_FACE and who in cast else None)
    return found


def named_items(truth: FilmTruth, faces: Sequence[Face], who: Sequence[str | None]) -> set[Item]:
    """Return the members named in each shot: those for whom the persons of its faces stand."""
    pairs = Counter((face.person, one) for face, one in zip(faces, who, strict=True) if face.person and one)
    persons, members = ([*dict.fromkeys(side)] for side in zip(*pairs, strict=True)) if pairs else ([], [])
    table = np.array([[pairs[person, member] for member in members] for person in persons]).reshape(-1, len(members))
    stands = {persons[n]: members[k] for n, k in zip(*linear_sum_assignment(table, maximize=True), strict=True)}
    items: set[Item] = set()
    for n, shot in enumerate(truth.shots):
        inside = {face.person for face in faces if shot.span.has(face.time) and face.person is not None}
        items |= {(n, stands.get(person) or str(person)) for person in inside}
    return items


def true_items(truth: FilmTruth) -> tuple[set[Item], set[Item]]:
    """Return the members in each shot; and those of them whose face a closer shot of the scene shows."""
    scene = {clip.id: clip.scene for clip in truth.clips}
    shown = {(scene[shot.clip], one) for shot in truth.shots if shot.scale != "wide" for one in shot.people}
    items = {(n, one) for n, shot in enumerate(truth.shots) for one in shot.people}
    return items, {(n, one) for n, one in items if (scene[truth.shots[n].clip], one) in shown}


def film_figures(film: Searched, sightings: Sequence[FrameSightings], same_distance: float) -> list[float]:
    """Return the figures of a film, in the order of `COLUMNS`."""
    both = film.near.with_more(film.wide)
    found = [
        group_people(part.faces, part.embeddings, film.shots, same_distance=same_distance)[1]
        for part in (film.near, both)
    ]
    found.append(people_of_scenes(both, film.shots, film.pictures, same_distance=same_distance)[1])
    named = [named_items(film.truth, faces, members_of(film.truth, faces, sightings)) for faces in found]
    true, shown = true_items(film.truth)
    right = [len(items & true) / len(true) for items in named]
    wrong = len(named[2] - true) / max(len(named[2]), 1)
    of_shown = [len(items & shown) / max(len(shown), 1) for items in (named[0], named[2])]
    return [float(len(true)), *right, wrong, len(shown) / len(true), *of_shown, *film.cost]


def rows(folder: Path, names: Sequence[str]) -> Iterator[Row]:
    """Yield a row per film, and one of all."""
    faces, figures = DlibFaces(), []
    for name in names:
        film = searched(folder, name, faces)
        sightings = list(read_records(folder / film.truth.sightings, FrameSightings))
        figures.append(film_figures(film, sightings, faces.same_distance))
        n_items, *shares, search, wide = figures[-1]
        yield name, int(n_items), *(round(100 * share, 1) for share in shares), round(search, 1), round(wide, 1)
    each = np.array(figures)
    cells = [f"{100 * share.mean():.1f} ({bootstrap_interval(share)})" for share in each[:, 1:-2].T]
    search, wide = each[:, -2:].mean(0).tolist()
    yield f"mean of {len(names)}", int(each[:, 0].sum()), *cells, round(search, 1), round(wide, 1)


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("build/scene-people"), help="of films")
    parser.add_argument("--films", type=int, default=len(FRESH), help="fresh films")
    add_write_option(parser)
    args = parser.parse_args()
    torch.set_num_threads(1)
    args.folder.mkdir(parents=True, exist_ok=True)
    parts = (("films that set constants", TUNED), ("fresh films", FRESH[: args.films]))
    tables: list[Table] = [
        print_table(title.capitalize(), COLUMNS, rows(args.folder, some), NOTE) for title, some in parts
    ]
    headlines = []
    for (title, _), table in zip(parts, tables, strict=True):
        mean = table.rows[-1]
        headlines.append(Headline(f"people right in all shots, {title}: faces alone", str(mean[2])))
        headlines.append(Headline(f"the same with wide shots and clothes, {title}", str(mean[4]), "≥ 70 %"))
        headlines.append(Headline(f"of those whose face shows in the scene, {title}", str(mean[8]), "≥ 80 %"))
    report_results("scene_people", "People in each shot", headlines=headlines, tables=tables, write=args.write)


if __name__ == "__main__":
    main()
