"""People found in real films against manual counts, and in films composed of known faces by B-cubed.

`--sheets DIR` writes the contact sheets used for the counts, with one frame per second or fewer.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch

from benchmarks.people.bcubed import b_cubed
from benchmarks.people.faces_composed import compose
from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.describe.people import people
from cinescribe.features.faces.faces import DlibFaces, FaceExtractor, FaceFinder
from cinescribe.features.faces.tracks import track_faces
from cinescribe.media.film.frame_scaling import Image, PictureFormat
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.media.shots.shots import ShotFinder
from cinescribe.schema import Face, Film, Person, Shot
from cinescribe.timing import Seconds

SEEDS = (3, 4)  # of the composed films; 0 to 2 were used to choose the threshold
N_SHOTS = 36


@dataclass(frozen=True)
class Clip:
    """A real film with manual counts from its contact sheet.

    Args:
        path: relative to the reference data.
        n_faces: people with a visible face, even if small, turned or drawn.
        n_people: people in view.
        note: what makes the film difficult.
    """

    path: str
    n_faces: int
    n_people: int
    note: str


CLIPS = (
    Clip("video/friday/friday.mp4", 3, 4, "one from the front, one profile, one cheek only; a passer-by far behind"),
    Clip("video/w3c_perspective/perspective-video.mp4", 2, 2, "a man in two shots, a woman in profile"),
    Clip("video/nasa/nasa_13013.mp4", 0, 1, "masked and from behind"),
    Clip("video/sam2/01_dog.mp4", 1, 1, "profile, 3 % of the picture's width"),
    Clip("video/sam2/02_cups.mp4", 0, 1, "head outside the picture"),
    Clip("video/sam2/05_default_juggle.mp4", 1, 1, "looking down, 3 % of the picture's width"),
    Clip("video/intel/one-by-one-person-detection.mp4", 0, 6, "all from behind"),
    Clip("video/popeye/p1.mkv", 1, 1, "drawn, a sailor; two lions are no people"),
    Clip("video/popeye/p2.mkv", 2, 2, "drawn, the sailor and a giant with two heads"),
    Clip("video/scenedetect/testvideo.mp4", 0, 0, "a deer"),
    Clip("ad_pair_rabbit/video.mp4", 0, 0, "a drawn rabbit"),
    Clip("video/mdn_flower/flower.mp4", 0, 0, "a flower"),
)


class _Sheet:
    """Collects small pictures with their times for a contact sheet."""

    def __init__(self, rate_hz: float) -> None:
        self.wants = PictureFormat("rgb24", rate_hz=rate_hz, width=480)
        self._tiles: list[Image] = []

    def take(self, time: Seconds, image: Image) -> None:
        tile = np.ascontiguousarray(image)
        cv2.putText(tile, f"{time:.1f}", (4, 16), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (255, 255, 0), 1)
        self._tiles.append(tile)

    def write(self, path: Path) -> None:
        tiles = self._tiles + [np.zeros_like(self._tiles[0])] * (-len(self._tiles) % 4)
        rows = [np.concatenate(tiles[n : n + 4], 1) for n in range(0, len(tiles), 4)]
        cv2.imwrite(str(path), np.concatenate(rows)[:, :, ::-1])


def write_sheet(film: Film, folder: Path) -> None:
    """Write a contact sheet of about thirty pictures at most."""
    sheet = _Sheet(min(2.0, 30 / film.duration))
    read_through(film, pictures=(sheet,))
    folder.mkdir(parents=True, exist_ok=True)
    sheet.write(folder / f"{Path(film.path).stem}.png")


def find_people(
    finder: FaceFinder, shots: tuple[Shot, ...], extractor: FaceExtractor
) -> tuple[list[Person], list[Face]]:
    """Return the people and their faces, as `describe` finds them."""
    tracks = track_faces(finder.faces, finder.embeddings, shots, same_distance=extractor.same_distance)
    persons, faces = people(tracks, finder.embeddings, same_distance=extractor.same_distance)
    return list(persons), [face for face in faces if face.person is not None]


def clips_table(shared: Path, extractor: FaceExtractor, sheets: Path | None) -> Table:
    """Print and return the found and the counted people of every real clip."""
    columns = ("clip", "people with a visible face", "found", "people", "faces found", "CPU s per film s", "by hand")
    return print_table("Real clips", columns, _clip_rows(shared, extractor, sheets))


def _clip_rows(shared: Path, extractor: FaceExtractor, sheets: Path | None) -> Iterator[Row]:
    for clip in CLIPS:
        film = probe(shared / "data" / clip.path)
        if sheets:
            write_sheet(film, sheets)
        finder, shots = FaceFinder(extractor, dense=False), ShotFinder()
        before = time.process_time()
        read_through(film, pictures=(finder, shots))
        spent = time.process_time() - before
        persons, faces = find_people(finder, shots.shots(film.duration), extractor)
        cost = round(spent / film.duration, 2)
        yield Path(clip.path).name, clip.n_faces, len(persons), clip.n_people, len(faces), cost, clip.note


def composed_table(shared: Path, extractor: FaceExtractor) -> Table:
    """Print and return B-cubed scores on films composed of real faces with known names."""
    columns = ("film", "people", "found", "precision", "recall", "F1")
    return print_table("Composed films, B-cubed", columns, _composed_rows(shared, extractor))


def _composed_rows(shared: Path, extractor: FaceExtractor) -> Iterator[Row]:
    for seed in SEEDS:
        film = compose(shared, n_shots=N_SHOTS, seed=seed)
        finder = FaceFinder(extractor, dense=False)
        for moment, picture in film.pictures:
            finder.take(moment, picture)
        persons, faces = find_people(finder, film.shots, extractor)
        names = [film.name(face) for face in faces]
        score = b_cubed([face.person for face in faces], names)
        scores = (round(one, 3) for one in (score.precision, score.recall, score.f1))
        yield f"seed {seed}, {N_SHOTS} shots", len(set(names)), len(persons), *scores


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    parser.add_argument("--sheets", type=Path, help="folder for contact sheets")
    add_write_option(parser)
    args = parser.parse_args()
    torch.set_num_threads(1)
    extractor = DlibFaces()
    tables = [clips_table(args.shared, extractor, args.sheets), composed_table(args.shared, extractor)]
    counts = [(int(row[1] or 0), int(row[2] or 0)) for row in tables[0].rows]
    costs = [float(row[5] or 0) for row in tables[0].rows]
    n_right, n_true = sum(min(pair) for pair in counts), sum(true for true, _ in counts)
    n_invented = sum(max(found - true, 0) for true, found in counts)
    headlines = [
        Headline("people found in real clips", f"{n_right} of {n_true}, {n_invented} invented"),
        Headline("people of composed films, B-cubed F1", ", ".join(str(row[5]) for row in tables[1].rows)),
        Headline("shots and faces together", f"{min(costs)} to {max(costs)} CPU s per second of film"),
    ]
    report_results("faces", "Faces and people", headlines=headlines, tables=tables, write=args.write)


if __name__ == "__main__":
    main()
