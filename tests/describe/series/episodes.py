"""Small described episodes, whose faces are made up."""

import json
from pathlib import Path

import numpy as np

from cinescribe.arrays import write_arrays
from cinescribe.describe.cast import write_cast
from cinescribe.describe.editing.workspace import Workspace
from cinescribe.output_folder import FolderMarker
from cinescribe.schema import Cue, Face, Film, Person, Script
from cinescribe.store import write_record, write_records
from cinescribe.timing import Span

WIDTH = 16
N_FACES = 6  # of each person
ANNA, BERT, CARL, DORA = range(4)
# As far from Anna as two faces are that may be one person's or two's.
DOUBTFUL = 0.58 * np.eye(WIDTH, dtype=np.float32)[ANNA] + 0.42 * np.eye(WIDTH, dtype=np.float32)[BERT]


def _face(who):
    return np.eye(WIDTH, dtype=np.float32)[who] if isinstance(who, int) else who


def cue(n: int, text: str, *people: str) -> Cue:
    start = 10.0 * n
    return Cue(Span(start, start + 1.5), text, people=people, by="observer", id=f"c{n}")


def write_episode(folder: Path, *faces, cues=None, names=None, extractor="dlib", seed=0) -> Path:
    """Write a described episode.

    Args:
        folder: of the episode.
        faces: of each person, P1 on: a number, or a vector.
        cues: of the script; by default one about each person.
        names: of people, by id.
        extractor: of the faces.
        seed: of what varies.
    """
    rng = np.random.default_rng(seed)
    people = tuple(Person(f"p{n}", f"P{n}", (names or {}).get(f"p{n}")) for n in range(1, len(faces) + 1))
    records: list[Face] = []
    embeddings = []
    for n, who in enumerate(faces, 1):
        for k in range(N_FACES):
            records.append(
                Face(10.0 * n + k / 4, (0.1, 0.1, 0.3, 0.4), 0.9, len(records), track=n, person=f"p{n}", certainty=0.9)
            )
            embeddings.append(_face(who) + rng.normal(0, 0.05, WIDTH))
    watched = folder / "features" / "watch"
    watched.mkdir(parents=True)
    (watched / "key.json").write_text(json.dumps({"faces": extractor}))
    found: dict[str, np.ndarray] = {
        "embeddings": np.array(embeddings, np.float32).reshape(-1, WIDTH),
        "torsos": np.full((len(records), 8, 8, 3), 90, np.uint8),
        "torso_shares": np.ones(len(records), np.float32),
        "bodies": np.zeros((len(records), 2), np.float32),
    }
    write_arrays(watched / "faces.safetensors", found)
    write_records(watched / "faces.jsonl", [face.replace(person=None, certainty=None, track=None) for face in records])
    write_records(folder / "faces.jsonl", records)
    cues = cues or tuple(cue(n, f"Person {n} waves.", f"p{n}") for n in range(1, len(faces) + 1))
    named = {one.label: one.name for one in people if one.name}
    for label, name in named.items():
        cues = tuple(one.replace(text=one.text.replace(f"Person {label[1:]} ", f"{name} ")) for one in cues)
    write_record(folder / ".cinescribe.json", FolderMarker(("description",)))
    write_cast(folder / "cast.toml", people, records)
    Workspace(folder).save_draft(Script(Film(f"{folder.name}.mp4", 100.0), people=people, cues=cues))
    return folder


def texts(folder: Path) -> list[str]:
    """The words of an episode's cues."""
    script = json.loads((folder / "script.json").read_text())
    return [one["text"] for one in script.get("cues", ())]
