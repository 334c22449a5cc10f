"""A tiny M² as its authors publish theirs: a training run's last state, and a pickled vocabulary."""

import pickle
import random
import sys
from collections import Counter, defaultdict
from types import ModuleType
from unittest.mock import patch

import numpy as np
import torch

from benchmarks.captioners.plain_captioner import PlainM2, PlainSizes
from tests.train.still_world import THINGS, world

WORDS = ("<unk>", "<pad>", "<bos>", "<eos>", "a", "by", "is", "left", "of", *THINGS)
SIZES = PlainSizes(n_words=len(WORDS), region_width=8, n_places=54, n_slots=4, width=64, n_heads=1, ff_width=24, pad=1)


def _default_unk_index():
    return 0


class Vocab:
    """The class that the published vocabulary is pickled as."""

    def __init__(self, words):
        self.freqs = Counter(words)
        self.itos = list(words)
        self.stoi = defaultdict(_default_unk_index, {word: n for n, word in enumerate(words)})
        self.vectors = None


def plain_m2(**sizes):
    """A captioner with random weights."""
    torch.manual_seed(0)
    return PlainM2(PlainSizes(**{**vars(SIZES), **sizes})).eval()


def trained_m2(n_steps=60):
    """A captioner trained on the first captions of the still world."""
    plain, (features, words) = plain_m2(), training_data()
    optimiser = torch.optim.Adam([one for one in plain.parameters() if one.requires_grad], lr=3e-3)
    for _ in range(n_steps):
        log_probs = plain.decoder(
            words[:, :-1], *plain.levels(features, torch.ones(features.shape[:2], dtype=torch.bool))
        )
        loss = torch.nn.functional.nll_loss(log_probs.flatten(0, 1), words[:, 1:].flatten())
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return plain


def training_data():
    """Region features of the still world, (B, 2, 8), and its first captions by published numbers, (B, L)."""
    stills, regions = world()
    texts = [still.captions[0].lower().rstrip(".").split() for still in stills]
    words = [[WORDS.index(word) for word in ("<bos>", *text, "<eos>")] for text in texts]
    return torch.stack([torch.from_numpy(regions[still.id].rows) for still in stills]), torch.tensor(words)


def write_weights(path, plain, *, is_old=True):
    """A training run's last state, as older releases of torch write it or as newer ones do."""
    optimiser = torch.optim.Adam(plain.parameters())
    state = {
        "torch_rng_state": torch.get_rng_state(),
        "numpy_rng_state": np.random.get_state(),
        "random_rng_state": random.getstate(),
        "epoch": 3,
        "val_cider": np.float64(1.25),
        "state_dict": plain.state_dict(),
        "optimizer": optimiser.state_dict(),
        "use_rl": True,
    }
    torch.save(state, path, _use_new_zipfile_serialization=not is_old)
    return path


def write_vocabulary(path, words=WORDS, *, protocol=3):
    """The words, pickled under the published names."""
    module = ModuleType("data.vocab")
    vars(module).update(Vocab=Vocab, _default_unk_index=_default_unk_index)
    with (
        patch.dict(sys.modules, {"data": ModuleType("data"), "data.vocab": module}),
        patch.object(Vocab, "__module__", "data.vocab"),
        patch.object(_default_unk_index, "__module__", "data.vocab"),
    ):
        path.write_bytes(pickle.dumps(Vocab(words), protocol=protocol))
    return path
