"""A release in the layout of MICap's data loader, and the corpus of LSMDC it belongs to, both very small."""

import json
import pickle
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cinescribe.corpus.core.corpus import Corpus, read_corpus
from cinescribe.corpus.datasets.lsmdc import build_lsmdc, lsmdc_files
from tests.models import released_micap as released

FILMS = {"1001_Train": "training", "1002_Val": "val", "1003_More": "val"}
N_CLIPS = 6  # of a film: one set of five and one left over
_TEXTS = ("[...] waves.", "[...] and [...] run.", "The door opens.", "[...] sits.", "[...] leaves.", "[...] waits.")
_PEOPLE: tuple[list[str], ...] = (["A"], ["A", "B"], [], ["B"], ["A"], ["B"])


@dataclass(frozen=True)
class Release:
    """The folders and files of the release."""

    root: Path

    @property
    def options(self):
        """What the importer takes, by name."""
        parts = {
            "info": "info.json",
            "clips": "clip",
            "actions": "i3d",
            "faces": "arcface",
            "clusters": "clusters.json",
        }
        return {name: self.root / part for name, part in parts.items()} | {"blanks": self.root / "bert"}


def clip_names(film):
    """The names of a film's clips; each begins a second before the last one ends."""
    return [f"{film}_00.00.{2 * n:02d}.000-00.00.{2 * n + 3:02d}.000" for n in range(N_CLIPS)]


def written_corpus(folder):
    """The corpus, by way of LSMDC's annotation files."""
    folder.mkdir()
    for part in set(FILMS.values()):
        lines, people = [], []
        for film in (film for film, its_part in FILMS.items() if its_part == part):
            for name, text, ids in zip(clip_names(film), _TEXTS, _PEOPLE, strict=True):
                start, _, end = name.rpartition("_")[2].partition("-")
                lines.append("\t".join((name, start, end, start, end, text)))
                people.append(f"{name}\t{','.join(f'[{film[:4]}_PERSON{one}]' for one in ids) or '_'}")
        (folder / f"LSMDC16_annos_{part}_blank.csv").write_text("\n".join(lines) + "\n")
        persons = "\n".join(people).replace("PERSONA", "PERSON1").replace("PERSONB", "PERSON2")
        (folder / f"LSMDC16_annos_{part}_onlyIDs_NEW.csv").write_text(persons + "\n")
    build_lsmdc(folder / "corpus", lsmdc_files(folder))
    return folder / "corpus"


def captions(numbers):
    """The tokens of a set of clips: a word and the people of each."""
    words = [released.START]
    for n in numbers:
        people = [released.FIRST_PERSON + "AB".index(one) for one in _PEOPLE[n]]
        words += [*people, 6 + n, released.SEPARATOR]
    return [*words, released.END]


def written_release(root, corpus: Corpus):
    """The release of a corpus; three clips of a film have no faces."""
    root.mkdir()
    rng = np.random.default_rng(0)
    videos: list[dict[str, object]] = []
    groups: list[dict[str, object]] = []
    clusters: dict[str, list[int]] = {}
    blanks: dict[str, list[np.ndarray]] = {"train": [], "val": []}
    for film in corpus.films:
        names = clip_names(film.id)
        first, faces = len(videos), []
        for n, name in enumerate(names):
            videos.append({"movie": film.id, "clip": name, "num_blanks": len(_PEOPLE[n])})
            _save(root / "clip" / film.id / f"{name}.npy", rng.normal(size=(14 + n, 512)))
            _save(root / "i3d" / film.id / f"{name}.npy", rng.normal(size=(3 + 3 * n, 1024)))
            faces.append(0 if n % 2 else 3)
            if faces[-1]:
                _save(root / "arcface" / film.id / f"{name}_concatenated.npy", 9 * rng.normal(size=(3, 512)))
                about = [
                    {"frame_num": 20 * k, "bbox": str([10, 20, 427, 960]), "age": 30, "gender": 1} for k in range(3)
                ]
                (root / "arcface" / film.id / f"{name}.info").write_text(json.dumps(about))
        second = range(1, 6) if film.split == "train" else range(5, 6)  # sets overlap in training
        for numbers in (range(5), second):
            words = captions(numbers)
            padding = [0] * (120 - len(words))
            clusters[str(len(groups))] = [1 + k % 2 for k in range(sum(faces[n] for n in numbers))]
            of_text = np.random.default_rng(numbers[0])  # equal texts have equal vectors
            blanks[film.split].append(of_text.normal(size=(17, 1536)).astype(np.float32))
            groups.append({
                "id": len(groups), "split": film.split, "videos": [first + n for n in numbers],
                "blank_indexes": [1], "nba_caption": words + padding,
                "nba_caption_mask": [1] * len(words) + padding, "nba_position_ids": list(range(120)),
                "nba_segment_ids": [words[: k + 1].count(released.SEPARATOR) for k in range(len(words))] + padding,
            })  # fmt: skip
    info = {"unique_character_count": 11, "max_character_count": 17, "videos": videos, "groups": groups}
    (root / "info.json").write_text(json.dumps(info))
    (root / "clusters.json").write_text(json.dumps(clusters))
    (root / "bert").mkdir()
    for split, arrays in blanks.items():
        (root / "bert" / f"{split}_embeddings.pkl").write_bytes(pickle.dumps(arrays))
    return Release(root)


def written(folder):
    """The corpus's folder, and its release."""
    corpus = written_corpus(folder / "lsmdc")
    return corpus, written_release(folder / "release", read_corpus(corpus))


def _save(path, array):
    path.parent.mkdir(parents=True, exist_ok=True)
    np.save(path, array.astype(np.float32))
