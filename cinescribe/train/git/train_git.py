"""Trains the small GIT as a captioner of drawn takes; a killed run continues.

    python -m cinescribe.train.git.train_git -o FOLDER --work FOLDER

First the image encoder learns what each frame shows, as GIT's was pretrained before. Then the whole network learns to
caption. A training video shows one to three takes, one after the other, and its caption says what happens in each: so
that states encode where something is, and when.
"""

from __future__ import annotations

import argparse
import json
import logging
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from cinescribe.features.encoders.backlot_frames import load_frame_net
from cinescribe.features.encoders.encoder_weights import channels_last, write_encoder
from cinescribe.language.tokens.vocabulary import join_tokens, word_tokens
from cinescribe.models.video_lm.backlot_git import BacklotGit, BacklotGitSizes
from cinescribe.store import write_text
from cinescribe.train.git.caption_facts import recall
from cinescribe.train.git.frame_attributes import learn_frames
from cinescribe.train.git.takes import N_PICTURES, drawn_take, take_cells
from cinescribe.train.optimizer_steps import fit_network
from cinescribe.train.training_state import STATE, TrainingState, read_state, write_state

_log = logging.getLogger(__name__)

N_SPECIAL = 3  # pad, start, end
_SCORES = "scores.json"
_SAVE = 200  # steps between saved states
_N_TAKES_ODDS = (0.5, 0.25, 0.25)  # of videos of one, two and three takes, after the first steps
_BETAS = (0.9, 0.98)  # Vaswani et al. 2017
_HELD_OUT = 950_000  # number of the first take that none is trained on
_LONGEST = 24  # tokens of a generated caption


@dataclass(frozen=True)
class GitRecipe:
    """The settings of the training.

    Args:
        n_frame_steps: steps in which the image encoder learns the attributes of single frames, before all else.
        frame_batch: frames of such a step.
        n_takes: takes to train on.
        n_held_out: takes to measure recall on.
        n_single_steps: first steps, in which every video shows one take. With several from the start, 900 steps taught
            only places (recall of actions .07, of things .04).
        n_steps: optimizer steps.
        batch: videos of a step.
        rate: highest learning rate, with linear warm-up over `warm` steps and cosine decay.
        decay: weight decay of AdamW.
        seed: of weights, videos and dropout.
    """

    n_frame_steps: int = 800
    frame_batch: int = 64
    n_takes: int = 3250
    n_held_out: int = 200
    n_single_steps: int = 500
    n_steps: int = 1100
    batch: int = 32
    rate: float = 1e-3
    warm: int = 100
    decay: float = 0.02
    seed: int = 1


@dataclass(frozen=True)
class TakeData:
    """Cells of takes, (n, T, places, width), and the token ids of the captions of each."""

    cells: NDArray[np.float16]
    captions: list[list[list[int]]]


def train_git(recipe: GitRecipe, *, folder: Path, work: Path) -> BacklotGit:
    """Train the small GIT, or continue its training.

    Args:
        recipe: the settings.
        folder: receives the network, its recall on held-out takes, and the state of the run.
        work: keeps the cells of drawn takes.

    Raises:
        OutputError: when a folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    takes = [drawn_take(n) for n in range(recipe.n_takes)]
    texts = [[word_tokens(text) for text in take.captions()] for take in takes]
    words = tuple(sorted({word for captions in texts for caption in captions for word in caption}))
    torch.manual_seed(recipe.seed)
    net = BacklotGit(BacklotGitSizes(words))
    net.cells.net.load_state_dict(load_frame_net().state_dict())
    channels_last(net.cells.eval())
    ids = {word: N_SPECIAL + n for n, word in enumerate(words)}
    captions = [[[ids[word] for word in caption] for caption in some] for some in texts]
    data = TakeData(np.concatenate(list(take_cells(range(recipe.n_takes), net.cells, folder=work))), captions)
    if not (folder / STATE).is_file():
        shown = [take.take for take in takes]
        learn_frames(
            net, data.cells, shown, n_steps=recipe.n_frame_steps, batch=recipe.frame_batch, rate=recipe.rate,
            seed=recipe.seed,
        )  # fmt: skip
    _fit(net, data, recipe, folder=folder)
    scores = evaluate_git(net, _HELD_OUT, recipe.n_held_out, work=work)
    _log.info("recall on %d takes: %s", recipe.n_held_out, scores)
    write_text(folder / _SCORES, json.dumps(scores, indent=1) + "\n")
    write_encoder(folder, net, {**asdict(recipe), "scores": scores})
    return net


def evaluate_git(net: BacklotGit, first: int, n: int, *, work: Path) -> dict[str, float]:
    """Return the recall of action, thing and place in captions of single takes, numbered from `first`."""
    cells = np.concatenate(list(take_cells(range(first, first + n), net.cells, folder=work)))
    videos = torch.from_numpy(cells[:, _frames_of(1)[0]].astype(np.float32))
    written = [text for at in range(0, n, 50) for text in generated(net, videos[at : at + 50])]
    takes = {str(k): drawn_take(first + k).take for k in range(n)}
    return recall({str(k): text for k, text in enumerate(written)}, takes)


@torch.no_grad()
def generated(net: BacklotGit, cells: Tensor) -> list[str]:
    """Return the greedy caption of each video, its first sentence."""
    net.eval()
    tokens = torch.full((len(cells), 1), net.first_token)
    for _ in range(_LONGEST):
        states = net(cells, tokens)[:, -1]
        tokens = torch.cat([tokens, net.git.output(states).argmax(-1)[:, None]], 1)
    return [_text(row, net) for row in tokens[:, 1:].tolist()]


def _text(row: Sequence[int], net: BacklotGit) -> str:
    row = row[: row.index(net.end_token)] if net.end_token in row else row
    return join_tokens([net.sizes.words[one - N_SPECIAL] for one in row if one >= N_SPECIAL])


def _fit(net: BacklotGit, data: TakeData, recipe: GitRecipe, *, folder: Path) -> None:
    learned = [weight for name, weight in net.named_parameters() if not name.startswith("cells.")]
    optimizer = torch.optim.AdamW(learned, recipe.rate, betas=_BETAS, weight_decay=recipe.decay)
    settings = asdict(recipe)
    first = read_state(folder, net, optimizer, recipe=settings).step

    def loss(step: int) -> Tensor:
        rng = np.random.default_rng((recipe.seed, step))
        torch.manual_seed(recipe.seed * 1_000_003 + step)  # of dropout
        odds = (1.0, 0.0, 0.0) if step < recipe.n_single_steps else _N_TAKES_ODDS
        return _loss(net, *_videos(data, recipe.batch, rng, odds, end=net.end_token))

    def save(step: int) -> None:
        if (step + 1) % _SAVE == 0 or step + 1 == recipe.n_steps:
            write_state(folder, net, optimizer, state=TrainingState(step=step + 1), recipe=settings)

    net.train()
    fit_network(optimizer, loss, recipe, first=first, after_step=save)


def _videos(
    data: TakeData, n: int, rng: np.random.Generator, odds: Sequence[float], *, end: int
) -> tuple[Tensor, Tensor]:
    """Return random videos, (B, T, places, width), and their captions with start and end, right-padded, (B, S).

    Args:
        data: the takes.
        n: videos, B.
        rng: draws them.
        odds: of one, two and three takes.
        end: the token after a caption.
    """
    cells, texts = [], []
    for _ in range(n):
        n_takes = int(rng.choice([1, 2, 3], p=odds))
        chosen = rng.choice(len(data.cells), n_takes, replace=False)
        frames = _frames_of(n_takes)
        cells.append(np.concatenate([data.cells[one][at] for one, at in zip(chosen, frames, strict=True)]))
        parts = [data.captions[one][int(rng.integers(len(data.captions[one])))] for one in chosen]
        texts.append([1, *(token for part in parts for token in part), end])
    longest = max(map(len, texts))
    tokens = torch.tensor([[*text, *[0] * (longest - len(text))] for text in texts])
    return torch.from_numpy(np.stack(cells).astype(np.float32)), tokens


def _frames_of(n_takes: int) -> list[list[int]]:
    """Return which pictures of each take a video of so many takes shows."""
    each = {1: [0, 0, 1, 1, 2, 2], 2: list(range(N_PICTURES)), 3: [0, N_PICTURES - 1]}[n_takes]
    return [each] * n_takes


def _loss(net: BacklotGit, cells: Tensor, tokens: Tensor) -> Tensor:
    states = net(cells, tokens[:, :-1])[:, -(tokens.shape[1] - 1) :]
    logits = net.git.output(states)
    return functional.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten(), ignore_index=0)


def _main() -> None:
    """Train the network and write it into a folder."""
    parser = argparse.ArgumentParser(description="train the small GIT on drawn takes")
    parser.add_argument("-o", "--out", type=Path, required=True, help="folder for the network and the state of the run")
    parser.add_argument("--work", type=Path, required=True, help="folder for what the frame network sees of each take")
    parser.add_argument("--takes", type=int, default=GitRecipe.n_takes, help="takes to train on")
    parser.add_argument("--steps", type=int, default=GitRecipe.n_steps, help="optimizer steps")
    args = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    torch.set_num_threads(1)
    train_git(GitRecipe(n_takes=args.takes, n_steps=args.steps), folder=args.out, work=args.work)


if __name__ == "__main__":
    _main()
