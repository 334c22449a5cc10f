"""A MICap of the released layout with weights drawn by their names, two sets for it, and the authors' logits.

`released_micap.json` holds what the code of katha-ai/MovieIdentityCaptioner-CVPR2024 gives for these weights and sets,
on a CPU, with a tokenizer of `N_PIECES` pieces and a width of 16, and the shape of each of its weights.
"""

import json
import zlib
from pathlib import Path

import numpy as np
import torch

from cinescribe.features.clip_sets.set_batch import SetBatch

N_PIECES = 40
PIECES = ("[PAD]", "[CLS]", "[SEP]", "[MASK]", "[UNK]", *(f"word{n}" for n in range(N_PIECES - 5)))
ADDED = {f"[other{n}]": N_PIECES + n for n in (0, 1, 2, 14, 15)} | {f"p{n}": N_PIECES + 2 + n for n in range(1, 12)}
SEPARATOR, START, END, FIRST_PERSON = 2, N_PIECES + 14, N_PIECES + 15, N_PIECES + 3
GOLDEN = json.loads((Path(__file__).parent / "released_micap.json").read_text())


def drawn(name, shape, scale=0.3):
    """Numbers that follow from a name."""
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    return rng.standard_normal(shape).astype(np.float32) * np.float32(scale)


def weights(kind):
    """The weights of a `joint`, `fitb` or `fc` model by their published names."""
    return {name: torch.from_numpy(drawn(name, tuple(shape))) for name, shape in GOLDEN["shapes"][kind].items()}


def captions(b):
    """The captions of set b in published tokens: a word, a person and a word for each of five clips."""
    clips = [[6 + (3 * n + b) % 20, FIRST_PERSON + n * (b + 1) % 4, 7 + (5 * n + b) % 20] for n in range(5)]
    return [START, *(word for clip in clips for word in (*clip, SEPARATOR)), END]


def written_info(folder, **changes):
    """The JSON file and the tokenizer of such a release, in a folder."""
    groups = []
    for b in range(2):
        words = captions(b)
        padding = [0] * (120 - len(words))
        groups.append({
            "id": b, "split": "train", "videos": list(range(5 * b, 5 * b + 5)),
            "nba_caption": words + padding, "nba_caption_mask": [1] * len(words) + padding,
            "nba_segment_ids": [words[: n + 1].count(SEPARATOR) for n in range(len(words))] + padding,
            "nba_position_ids": list(range(120)), **changes,
        })  # fmt: skip
    videos = [{"movie": "film", "clip": f"film_{n}", "num_blanks": 1} for n in range(10)]
    info = {"unique_character_count": 11, "videos": videos, "groups": groups}
    (folder / "info.json").write_text(json.dumps(info))
    (folder / "vocab.txt").write_text("".join(f"{piece}\n" for piece in PIECES))
    (folder / "added_tokens.json").write_text(json.dumps(ADDED))
    return folder / "info.json"


def batch(words):
    """Both sets, with their captions in our tokens."""
    frames, frame_mask = drawn("frames", (2, 5, 50, 512), 1), np.zeros((2, 5, 50), bool)
    frame_segment = np.zeros((2, 5, 50), int)
    for b in range(2):
        for n in range(5):
            t = (7 * n + 11 * b) % 9 + 3
            frame_mask[b, n, :t], frame_segment[b, n, :t] = True, np.arange(t) * 5 // t
    faces, face_mask = drawn("faces", (2, 300, 512), 5), np.zeros((2, 300), bool)
    clip, segment, cluster = (np.zeros((2, 300), int) for _ in range(3))
    for b, n in enumerate((9, 4)):
        face_mask[b, :n], clip[b, :n] = True, np.sort(np.arange(n) % 5)
        segment[b, :n], cluster[b, :n] = np.arange(n) * 3 % 5, np.arange(n) * 2 % 7
    kept = np.arange(17) < 5
    arrays = {
        "frames": frames * frame_mask[..., None], "frame_mask": frame_mask, "frame_segment": frame_segment,
        "actions": drawn("actions", (2, 5, 5, 1024), 1), "action_mask": np.ones((2, 5, 5), bool),
        "faces": faces * face_mask[..., None], "face_mask": face_mask, "face_found": face_mask, "face_clip": clip,
        "face_segment": segment, "face_cluster": cluster,
        "face_box": np.abs(drawn("boxes", (2, 300, 4))) * face_mask[..., None],
        "face_body": np.zeros((2, 300, 0), np.float32), "face_kind": np.zeros((2, 300, 3), np.float32),
        "face_index": np.zeros((2, 300), int),
        "blanks": drawn("blanks", (2, 17, 1536), 1) * kept[:, None], "blank_mask": np.tile(kept, (2, 1)),
        "blank_clip": np.tile(np.minimum(np.arange(17), 4) * kept, (2, 1)),
        "words": words, "is_blank": np.zeros_like(words, bool),
    }  # fmt: skip
    return SetBatch(**{name: torch.from_numpy(np.ascontiguousarray(array)) for name, array in arrays.items()})
