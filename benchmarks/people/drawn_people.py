"""Entries in the cast of Backlot films beside the people there: split, mixed up and missed.

Films are drawn at the four pictures a second at which faces are searched, compressed as pictures, and cut into their
true shots; whose face is whose is then known. Strangers in the background are people too. What was found in a film is
kept, so that a killed run goes on.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.arrays import read_arrays, write_arrays
from cinescribe.backlot.films.continuity import cast_members, filmed_shots
from cinescribe.backlot.films.reel import reel
from cinescribe.backlot.plan.truth import Sighting
from cinescribe.backlot.plot.screenplay import plan_film
from cinescribe.describe.film_people import group_people
from cinescribe.features.faces.faces import DlibFaces, FaceFinder
from cinescribe.features.faces.following import overlap
from cinescribe.schema import Face, Shot
from cinescribe.store import read_records, write_records

# These films are among the 19 that set the score from which a face found once has a track; h is hard: look-alikes and
# costumes that change.
FILMS = ("5000", "5001h", "5002", "5003h", "5004", "5005h", "5006", "5007h", "5008", "5009h", "5010")
N_CLIPS, WIDTH, HEIGHT, RATE_HZ, JPEG_QUALITY = 10, 640, 360, 4, 80
SAME_FACE = 0.15  # intersection over union with the drawn face, whose box is tighter than the detector's
MIXED = 0.1  # share of an entry's faces from which a second member makes it one of two people
STRANGER, NOBODY = "extra", ""
COLUMNS = (
    "film", "cast", "whose face is found", "entries", "of the cast", "entries a person", "people an entry", "missed",
    "of strangers", "of nobody",
)  # fmt: skip
NOTE = (
    "Of the cast: entries most of whose faces are a member's. People an entry: members with a tenth of its faces or "
    "more. Missed: members whose face is found and who are most of no entry."
)


@dataclass(frozen=True)
class Drawn:
    """A drawn film, with the faces found in it.

    Args:
        cast: ids of its members.
        faces: found.
        embeddings: of the faces.
        who: whose each face is; `STRANGER`, or `NOBODY` where there is none.
        shots: the true ones.
    """

    cast: tuple[str, ...]
    faces: tuple[Face, ...]
    embeddings: NDArray[np.float32]
    who: tuple[str, ...]
    shots: tuple[Shot, ...]


def drawn(folder: Path, name: str, extractor: DlibFaces) -> Drawn:
    """Draw and search a film, unless that was done before."""
    made = folder / f"{name}.who.json"
    if not made.is_file():
        _draw(folder, name, extractor)
    known = json.loads(made.read_text(encoding="utf-8"))
    return Drawn(
        tuple(known["cast"]),
        tuple(read_records(folder / f"{name}.faces.jsonl", Face)),
        read_arrays(folder / f"{name}.safetensors")["embeddings"],
        tuple(known["who"]),
        tuple(read_records(folder / f"{name}.shots.jsonl", Shot)),
    )


def _draw(folder: Path, name: str, extractor: DlibFaces) -> None:
    plan = plan_film(int(name.rstrip("h")), n_clips=N_CLIPS, hard=name.endswith("h"), id=name)
    finder, seen = FaceFinder(extractor, dense=False), dict[float, tuple[Sighting, ...]]()
    for frame in reel(plan, width=WIDTH, height=HEIGHT, rate_hz=RATE_HZ):
        seen[frame.time] = frame.sightings
        finder.take(frame.time, compressed(np.asarray(frame.picture)))
    who = [whose(face, seen[face.time]) for face in finder.faces]
    shots = [Shot(shot.span, shot.transition, shot.blend) for shot in filmed_shots(plan)]
    write_records(folder / f"{name}.faces.jsonl", finder.faces)
    write_records(folder / f"{name}.shots.jsonl", shots)
    write_arrays(folder / f"{name}.safetensors", {"embeddings": finder.embeddings})
    made = {"cast": [member.id for member in cast_members(plan)], "who": who}
    (folder / f"{name}.who.json").write_text(json.dumps(made), encoding="utf-8")


def compressed(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a picture after compression."""
    _, data = cv2.imencode(".jpg", picture[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return np.ascontiguousarray(np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)[:, :, ::-1])


def whose(face: Face, seen: Sequence[Sighting]) -> str:
    """Return whose drawn face a found one covers; `NOBODY` where there is none."""
    near = ((overlap(face.box, one.face), one.who) for one in seen if one.face is not None)
    shared, who = max(near, default=(0.0, NOBODY))
    return who if shared > SAME_FACE else NOBODY


def entry_counts(film: Drawn, owned: Sequence[Face]) -> tuple[int, ...]:
    """Return the numbers of a film's row: cast, found, entries, of the cast, members in these, people of these, ..."""
    entries: dict[str, Counter[str]] = {}
    for face, who in zip(owned, film.who, strict=True):
        if face.person is not None:
            entries.setdefault(face.person, Counter())[who] += 1
    most = {person: seen.most_common(1)[0][0] for person, seen in entries.items()}
    own = [person for person, who in most.items() if who in film.cast]
    members = {most[person] for person in own}
    shares = [sum(n >= MIXED * entries[one].total() for w, n in entries[one].items() if w in film.cast) for one in own]
    strangers, nobodies = (sum(who == kind for who in most.values()) for kind in (STRANGER, NOBODY))
    found = set(film.who) & set(film.cast)
    return len(film.cast), len(found), len(entries), len(own), len(members), sum(shares), strangers, nobodies


def _row(name: str, counts: Sequence[int]) -> Row:
    cast, found, entries, own, members, people, strangers, nobodies = counts
    shares = round(own / max(members, 1), 2), round(people / max(own, 1), 2)
    return name, cast, found, entries, own, *shares, found - members, strangers, nobodies


def rows(folder: Path, names: Sequence[str]) -> Iterator[Row]:
    """Yield a row per film, one of the plain films, one of the hard ones, and one of all."""
    extractor, counts = DlibFaces(), dict[str, tuple[int, ...]]()
    for name in names:
        film = drawn(folder, name, extractor)
        _, owned = group_people(film.faces, film.embeddings, film.shots, same_distance=extractor.same_distance)
        counts[name] = entry_counts(film, owned)
        yield _row(name, counts[name])
    hard = {name: numbers for name, numbers in counts.items() if name.endswith("h")}
    plain = {name: numbers for name, numbers in counts.items() if name not in hard}
    for title, some in (("plain", plain), ("hard", hard), ("all", counts)):
        yield _row(title, np.sum([*some.values()], axis=0).tolist() if some else [0] * 8)


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("build/drawn-people"), help="of what is found")
    add_write_option(parser)
    args = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    args.folder.mkdir(parents=True, exist_ok=True)
    table = print_table("Drawn films, among those that set one constant", COLUMNS, rows(args.folder, FILMS), NOTE)
    headlines = [
        Headline(
            f"entries a person, people an entry, {row[0]} drawn films",
            f"{row[5]}, {row[6]}; {row[7]} of {row[2]} people missed",
            "≤ 1.3, 1",
        )
        for row in table.rows[-3:]
    ]
    report_results("drawn_people", "People of drawn films", headlines=headlines, tables=[table], write=args.write)


if __name__ == "__main__":
    main()
