"""People of a series: found again in other episodes, asked about, or taken for others.

Drawn: the episodes of Backlot series, with one cast of eight, new clothes in each, new hair in some, guests and
look-alikes. Real: series of photographs, one an episode and person (`--photographs DIR`, with a folder for each person
of the cast and a folder `guests`), and the clips of `../shared` whose people were told apart by eye. What was found is
kept, so that a killed run goes on.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, groupby
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from benchmarks.people.bcubed import b_cubed
from benchmarks.people.drawn_people import HEIGHT, NOBODY, RATE_HZ, STRANGER, WIDTH, compressed, whose
from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.arrays import read_arrays, write_arrays
from cinescribe.backlot.films.continuity import filmed_shots
from cinescribe.backlot.films.reel import reel
from cinescribe.backlot.plan.truth import Sighting
from cinescribe.backlot.plot.episodes import plan_episode, series_cast
from cinescribe.describe.film_people import group_people
from cinescribe.describe.series.matching import matches
from cinescribe.describe.series.measured_faces import MeasuredFaces
from cinescribe.describe.series.same_person import same_person_log_odds, series_spread
from cinescribe.describe.series.templates import Template, episode_templates
from cinescribe.features.faces.faces import DlibFaces, FaceFinder
from cinescribe.features.faces.wide_shots import FoundFaces
from cinescribe.media.film.frame_scaling import Image
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.media.shots.shots import ShotFinder
from cinescribe.schema import Face, Shot
from cinescribe.store import read_records, write_records

FITTED, HELD = ("700", "900"), ("901h", "902")  # series that set constants, and that set none; h is hard
N_EPISODES, N_CLIPS = 10, 8
# Episodes of the series that set constants; more were drawn only of the others.
N_FITTED = {"700": 7, "900": 8}
PRESENT, N_GUESTS, N_SERIES = 0.8, 3, 20  # share of the cast in an episode of photographs, guests there, and series
SHORTEST_SIDE = 400  # pixels; smaller photographs are enlarged twice, as films are searched
COLUMNS = (
    "series", "episodes", "people", "in earlier episodes", "found again", "asked", "asked, share", "wrong",
    "wrong, share", "missed", "B-cubed precision", "recall", "F1", "F1, answered",
)  # fmt: skip
NOTE = (
    "People are entries of an episode's cast. Wrong: matched to somebody else. Missed: taken for new, though in an "
    "earlier episode. B-cubed is over these people, each who is asked about being alone; answered: after the questions "
    "are answered rightly. Questions are answered before the next episode is added."
)


@dataclass(frozen=True)
class SeenEpisode:
    """The people found in an episode, who they are, and pairs seen in one picture."""

    people: tuple[Template, ...]
    who: tuple[str, ...]
    together: frozenset[tuple[int, int]] = frozenset()


@dataclass
class Counts:
    """What became of the people of a series."""

    n_episodes: int = 0
    known: Counter[str] = field(default_factory=Counter)
    groups: list[tuple[str, str, str]] = field(default_factory=list)  # found, found after answers, true

    def add(self, outcome: str, found: str, answered: str, who: str) -> None:
        """Add a person."""
        self.known[outcome] += 1
        self.groups.append((found, answered, who))

    def cells(self, name: str) -> Row:
        """Return the row of a table."""
        found, answered, true = zip(*self.groups, strict=True)
        score, after, n = b_cubed(found, true), b_cubed(answered, true), len(true)
        asked, wrong = self.known["asked"], self.known["wrong"]
        return (
            name, self.n_episodes, n, n - len(set(true)), self.known["matched"], asked, round(asked / n, 3), wrong,
            round(wrong / n, 4), self.known["missed"], round(score.precision, 3), round(score.recall, 3),
            round(score.f1, 3), round(after.f1, 3),
        )  # fmt: skip


def follow(name: str, episodes: Sequence[SeenEpisode], counts: Counts) -> None:
    """Add the episodes of a series one after another, and count what becomes of their people."""
    looks: list[list[Template]] = []
    owners: list[str] = []
    for number, episode in enumerate(episodes, 1):
        counts.n_episodes += 1
        spread = series_spread([*episode.people, *(one for own in looks for one in own)])
        odds = [[same_person_log_odds(one, own, spread=spread) for own in looks] for one in episode.people]
        log_odds = np.array(odds, np.float64).reshape(len(episode.people), len(looks))
        for one, who, match in zip(
            episode.people, episode.who, matches(log_odds, together=episode.together), strict=True
        ):
            index, outcome = match.index, "matched"
            if index is not None and owners[index] != who:
                outcome = "wrong"
            if index is None:
                outcome = "asked" if match.candidates else "missed" if who in owners else "new"
                index = owners.index(who) if outcome == "asked" and who in owners else len(owners)
            if index == len(owners):
                owners.append(who)
                looks.append([])
            looks[index].append(one)
            answered = f"{name} {index}"
            found = f"{name} {number} {one.person}" if outcome == "asked" else answered
            counts.add(outcome, found, answered, f"{name} {who}")


def drawn_episode(folder: Path, spec: str, number: int, extractor: DlibFaces) -> SeenEpisode:
    """Draw an episode and search it for faces, unless that was done before; return its people."""
    name = f"{spec}-{number:02d}"
    if not (folder / f"{name}.who.json").is_file():
        _draw(folder, spec, number, extractor)
    who = json.loads((folder / f"{name}.who.json").read_text(encoding="utf-8"))["who"]
    faces = tuple(read_records(folder / f"{name}.faces.jsonl", Face))
    shots = tuple(read_records(folder / f"{name}.shots.jsonl", Shot))
    arrays = read_arrays(folder / f"{name}.safetensors")
    members = {one.name for one in series_cast(_seed(spec))}

    def true(n: int) -> str:
        return who[n] if who[n] in {*members, STRANGER, NOBODY} else f"{who[n]} of {number}"

    found = FoundFaces(
        faces, arrays["embeddings"], arrays["torsos"], arrays["torso_shares"], np.zeros((len(faces), 0), np.float32)
    )
    return seen_episode(found, shots, true, name, extractor)


def seen_episode(
    found: FoundFaces, shots: Sequence[Shot], true: Callable[[int], str], name: str, extractor: DlibFaces
) -> SeenEpisode:
    """Return the people of an episode; `true` says whose each face is. Who is nobody of the cast is one of a kind."""
    people, faces = group_people(found.faces, found.embeddings, shots, same_distance=extractor.same_distance)
    units = found.embeddings / np.float32(extractor.same_distance)
    measured = MeasuredFaces(faces, units, found.torsos, found.torso_shares, extractor.name)
    templates = episode_templates(measured, [one.id for one in people]).people
    votes: dict[str, Counter[str]] = {one.person: Counter() for one in templates}
    for n, face in enumerate(faces):
        if face.person in votes:
            votes[face.person][true(n)] += 1
    most = [votes[one.person].most_common(1)[0][0] for one in templates]
    who = tuple(
        f"{whom} {one.person} {name}" if whom in (STRANGER, NOBODY) else whom
        for one, whom in zip(templates, most, strict=True)
    )
    index = {one.person: n for n, one in enumerate(templates)}
    together: set[tuple[int, int]] = set()
    for _, group in groupby(faces, key=lambda face: face.time):
        there = sorted({index[face.person] for face in group if face.person in index})
        together.update(combinations(there, 2))
    return SeenEpisode(templates, who, frozenset(together))


def _draw(folder: Path, spec: str, number: int, extractor: DlibFaces) -> None:
    name = f"{spec}-{number:02d}"
    plan = plan_episode(_seed(spec), number, n_clips=N_CLIPS, hard=spec.endswith("h"), id=name)
    finder, seen = FaceFinder(extractor, dense=False), dict[float, tuple[Sighting, ...]]()
    for frame in reel(plan, width=WIDTH, height=HEIGHT, rate_hz=RATE_HZ):
        seen[frame.time] = frame.sightings
        finder.take(frame.time, compressed(np.asarray(frame.picture)))
    names = {member.id: member.name for member in plan.cast}
    who = [names.get(one := whose(face, seen[face.time]), one) for face in finder.faces]
    write_records(folder / f"{name}.faces.jsonl", finder.faces)
    write_records(
        folder / f"{name}.shots.jsonl", [Shot(one.span, one.transition, one.blend) for one in filmed_shots(plan)]
    )
    arrays: dict[str, np.ndarray] = {
        "embeddings": finder.embeddings,
        "torsos": finder.torsos,
        "torso_shares": finder.torso_shares,
    }
    write_arrays(folder / f"{name}.safetensors", arrays)
    (folder / f"{name}.who.json").write_text(json.dumps({"who": who}), encoding="utf-8")


def _seed(spec: str) -> int:
    return int(spec.rstrip("h"))


def drawn_rows(folder: Path, specs: Sequence[str], extractor: DlibFaces, *, drawn: bool) -> Iterator[Row]:
    """Yield a row per series, and one of all.

    Args:
        folder: of what is found.
        specs: the series.
        extractor: finds faces.
        drawn: only the episodes that are drawn already.
    """
    every = Counts()
    for spec in specs:
        counts, n = Counts(), N_FITTED.get(spec, N_EPISODES)
        there = [k for k in range(1, n + 1) if not drawn or (folder / f"{spec}-{k:02d}.who.json").is_file()]
        episodes = [drawn_episode(folder, spec, number, extractor) for number in there]
        for one in (counts, every):
            follow(spec, episodes, one)
        yield counts.cells(spec)
    yield every.cells("all")


def photograph_rows(folder: Path, extractor: DlibFaces) -> Iterator[Row]:
    """Yield a row of series of photographs: each person of the cast has another photograph in each episode."""
    embedded = {one.name: _photographs(one, extractor) for one in sorted(folder.iterdir()) if one.is_dir()}
    guests = embedded.pop("guests", [])
    counts = Counts()
    for seed in range(N_SERIES):
        follow(str(seed), _photograph_series(embedded, guests, random.Random(seed)), counts)
    yield counts.cells(f"{folder.name}: {len(embedded)} people, {N_SERIES} orders")


def _photograph_series(
    cast: dict[str, list[NDArray[np.float32]]], guests: Sequence[NDArray[np.float32]], rng: random.Random
) -> list[SeenEpisode]:
    left = {name: rng.sample(range(len(own)), len(own)) for name, own in cast.items()}
    strangers = rng.sample(range(len(guests)), len(guests))
    episodes = []
    while any(left.values()):
        there = [name for name in cast if left[name] and rng.random() < PRESENT]
        people = [_single(cast[name][left[name].pop()], f"p{n}") for n, name in enumerate(there)]
        new = [strangers.pop() for _ in range(min(N_GUESTS, len(strangers)))]
        people += [_single(guests[n], f"g{n}") for n in new]
        who = (*there, *(f"guest {n}" for n in new))
        together = frozenset[tuple[int, int]]()
        if people:
            episodes.append(SeenEpisode(tuple(people), who, together))
    return episodes


def _single(view: NDArray[np.float32], person: str) -> Template:
    return Template(person, view[None], float("nan"), np.full(6, np.nan, np.float32))


def _photographs(folder: Path, extractor: DlibFaces) -> list[NDArray[np.float32]]:
    """The face nearest to the middle of each photograph, in units of `same_distance`."""
    found = []
    for path in sorted(folder.iterdir()):
        image = _picture(path)
        faces = extractor.find(image)
        if faces:
            middle = min(
                faces, key=lambda face: abs(face.box[0] + face.box[2] - 1) + abs(face.box[1] + face.box[3] - 1)
            )
            found.append(extractor.embed(image, [middle])[0] / np.float32(extractor.same_distance))
    return found


def _picture(path: Path) -> Image:
    picture = cv2.imread(str(path))
    if picture is None:
        raise SystemExit(f"{str(path)!r} is no picture; keep only photographs in the folder")
    if max(picture.shape) < SHORTEST_SIDE:
        picture = cv2.resize(picture, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    return np.ascontiguousarray(np.asarray(picture[:, :, ::-1], np.uint8))


def clip_rows(shared: Path, extractor: DlibFaces) -> Iterator[Row]:
    """Yield a row of the clips of `../shared` as the episodes of a series."""
    folder, counts = shared / "data/video/intel_people", Counts()
    truth = json.loads((folder / "truth_people.json").read_text(encoding="utf-8"))
    episodes = []
    for shot in truth["shots"]:
        film = probe(folder / shot["clip"])
        finder, shots = FaceFinder(extractor, dense=False), ShotFinder()
        read_through(film, pictures=(finder, shots))
        names: list[str] = shot["people_left_to_right"]
        episodes.append(_clip(finder, shots.shots(film.duration), names, shot["clip"], extractor))
    follow("clips", [one for one in episodes if one.people], counts)
    yield counts.cells(f"{len(episodes)} clips")


def _clip(
    finder: FaceFinder, shots: Sequence[Shot], names: Sequence[str], name: str, extractor: DlibFaces
) -> SeenEpisode:
    """The people of a clip in which they stay beside each other, from left to right."""
    faces = finder.faces

    def true(n: int) -> str:
        if len(names) == 1:
            return names[0]
        x = (faces[n].box[0] + faces[n].box[2]) / 2
        return names[min(int(x * len(names)), len(names) - 1)]

    found = FoundFaces(
        tuple(faces), finder.embeddings, finder.torsos, finder.torso_shares, np.zeros((len(faces), 0), np.float32)
    )
    return seen_episode(found, shots, true, name, extractor)


def tables(args: argparse.Namespace) -> Iterator[Table]:
    """Measure; print and yield the tables."""
    extractor = DlibFaces()
    for title, specs in (("Drawn series that set constants", FITTED), ("Drawn series that set none", HELD)):
        yield print_table(title, COLUMNS, drawn_rows(args.folder, specs, extractor, drawn=args.drawn), NOTE)
    for title, folders in (
        ("Photographs that set constants", args.fitted),
        ("Photographs that set none", args.photographs),
    ):
        if folders:
            rows = [row for folder in folders for row in photograph_rows(folder, extractor)]
            yield print_table(title, COLUMNS, rows)
    yield print_table("Clips, which set constants of tracks", COLUMNS, clip_rows(args.shared, extractor))


def headlines(found: Sequence[Table]) -> Iterator[Headline]:
    """Yield the lines of the summary."""
    for table in found:
        if table.title.endswith("set none"):
            for row in table.rows:
                figure = f"B-cubed {row[10]} / {row[11]}, {row[13]} F1 answered; wrong {row[8]}, asked {row[6]}"
                what = f"people of a series, {table.title.lower()}, {row[0]}"
                yield Headline(what, figure, ".95 drawn, .98 real; ≤ .01; ≤ .1")


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("build/series"), help="of what is found")
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    parser.add_argument("--photographs", type=Path, action="append", default=[], help="folder of a cast; repeatable")
    parser.add_argument("--fitted", type=Path, action="append", default=[], help="the same, of one that set constants")
    parser.add_argument("--drawn", action="store_true", help="only episodes that are drawn already")
    add_write_option(parser)
    args = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    args.folder.mkdir(parents=True, exist_ok=True)
    found = list(tables(args))
    report_results("series", "People of a series", headlines=list(headlines(found)), tables=found, write=args.write)


if __name__ == "__main__":
    main()
