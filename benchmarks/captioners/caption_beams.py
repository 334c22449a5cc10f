"""Captions of pictures by beam search, ours beside the usual M² and its search, in CPU seconds at one thread.

Both are M² at the paper's size with the same random weights: 50 regions of 2048 numbers, 10,201 words, five beams, 20
tokens behind the start. The peer, `benchmarks.plain_captioner`, is of the usual design; all tokens of all hypotheses
must be equal. Regions are encoded on the clock. Told twice: where no text ends before its 20 tokens, so that nothing
but the work itself is spared, and where texts end as captions do, after about ten words, and finished pictures leave
ours while the usual search goes on to the end. Ours runs packed (`layers.packed`); packing, once a model, and what it
is worth are told apart, as is a classifier of eight bits, whose captions may be others.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor

from benchmarks.captioners.plain_captioner import PlainM2, PlainSizes
from benchmarks.clock import seconds
from cinescribe.features.regions.region_batch import RegionBatch
from cinescribe.generate.beam import Beams, Search, beam_search
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.layers.int8 import Int8Classifier
from cinescribe.layers.packed import packed
from cinescribe.models.m2.weight_names import m2_from_published
from cinescribe.models.transformer import CaptionTransformer

N_WORDS, N_REGIONS, REGION_WIDTH, N_BEAMS, N_TOKENS = 10_201, 50, 2048, 5, 20
TOKENS = Vocabulary(tuple(f"w{n}" for n in range(10_184)))  # with people and special tokens, 10,201
GOALS = {1: 5.0, 10: 10.0, 50: 15.0}
USUAL_LENGTH = 10  # words of a caption


def pictures(n: int, *, seed: int) -> RegionBatch:
    """Pictures with all their regions, rows as a detector's: none below zero."""
    generator = torch.Generator().manual_seed(seed)
    regions = torch.randn(n, N_REGIONS, REGION_WIDTH, generator=generator).relu()
    mask = torch.ones(n, N_REGIONS, dtype=torch.bool)
    return RegionBatch(regions, mask, torch.rand(n, N_REGIONS, 4), torch.zeros(n, 0, dtype=torch.long))


@torch.no_grad()
def peer(*, ends: bool) -> PlainM2:
    """The usual M² with random weights, seldom in doubt, whose texts end as captions do, or never."""
    torch.manual_seed(0)
    plain = PlainM2(PlainSizes(N_WORDS)).eval()
    plain.decoder.fc.weight.mul_(4)
    ours, batch = m2_from_published(plain.state_dict()), pictures(20, seed=9)
    words = torch.randint(TOKENS.first_person + TOKENS.n_people, N_WORDS, (len(batch), N_TOKENS))
    hidden = ours.hidden(words, ours.memory(batch))
    level = ours.word_logits(hidden).amax(2)  # what the end must reach to be chosen
    rise = 4.0 * (torch.arange(N_TOKENS) - USUAL_LENGTH) if ends else torch.full((N_TOKENS,), -100.0)
    fitted = torch.linalg.lstsq(hidden.flatten(0, 1), (level + rise).flatten()[:, None]).solution[:, 0]
    plain.decoder.fc.weight[TOKENS.end] = fitted
    return plain


@dataclass(frozen=True)
class Told:
    """What both took and wrote."""

    ours: float
    theirs: float
    beams: Beams
    is_same: bool


def told(plain: PlainM2, model: CaptionTransformer, batch: RegionBatch, *, n_rounds: int) -> Told:
    """Both over the same pictures, ours and theirs in turns."""
    ours, theirs = [], []
    for _ in range(n_rounds):
        took, beams = seconds(lambda: searched(model, batch))
        ours.append(took)
        took, (words, _) = seconds(lambda: usual(plain, batch))
        theirs.append(took)
    written = torch.nn.functional.pad(beams.words[:, :, 1:], (0, N_TOKENS + 1 - beams.words.shape[2]), value=TOKENS.pad)
    return Told(min(ours), min(theirs), beams, written.equal(words))


def searched(model: CaptionTransformer, batch: RegionBatch) -> Beams:
    """Our hypotheses."""
    return beam_search(model, batch, tokens=TOKENS, longest=N_TOKENS + 1, search=Search(N_BEAMS))


def usual(plain: PlainM2, batch: RegionBatch) -> tuple[Tensor, Tensor]:
    """The peer's."""
    return plain.beams(
        batch.regions, batch.mask, n_beams=N_BEAMS, n_tokens=N_TOKENS, start=TOKENS.start, end=TOKENS.end
    )


def compared(plain: PlainM2, *, sizes: list[int], n_rounds: int) -> None:
    """Print a line for each batch size."""
    exact = m2_from_published(plain.state_dict())
    packing, model = seconds(lambda: packed(exact))
    rounded = packed(exact)
    rounded.classifier = Int8Classifier(exact.classifier)
    for size in sizes:
        batch = pictures(size, seed=size)
        n_own_rounds = max(1, n_rounds if size == 1 else n_rounds // 2 if size < 50 else 1)
        searched(model, batch)
        both = told(plain, model, batch, n_rounds=n_own_rounds)
        unpacked, _ = seconds(lambda batch=batch: searched(exact, batch), n_rounds=n_own_rounds)
        eighth, beams = seconds(lambda batch=batch: searched(rounded, batch), n_rounds=n_own_rounds)
        lengths = (both.beams.best.words[:, 1:] != TOKENS.pad).sum(1).float()
        same = same_captions(both.beams, beams)
        print(
            f"batch {size:3}: ours {both.ours:6.2f} s  peer {both.theirs:6.2f} s  {both.theirs / both.ours:5.1f} x "
            f"(goal {GOALS[size]:g})  tokens {'equal' if both.is_same else 'DIFFER'}; "
            f"best texts of {lengths.mean():.1f} tokens, {size / both.ours:.1f} pictures/s\n"
            f"           not packed {unpacked:.2f} s, {both.theirs / unpacked:.1f} x; classifier of 8 bits "
            f"{eighth:.2f} s, {both.theirs / eighth:.1f} x, {same:.0%} of captions the same",
            flush=True,
        )
    print(f"packing took {packing:.2f} s")


def same_captions(some: Beams, others: Beams) -> float:
    """The share of pictures whose best texts are equal."""
    texts = [[row[row != TOKENS.pad].tolist() for row in beams.best.words] for beams in (some, others)]
    return sum(one == other for one, other in zip(*texts, strict=True)) / len(texts[0])


def main() -> None:
    """Print the comparison."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, help="not used: pictures are made up")
    parser.add_argument("--rounds", type=int, default=6, help="runs of batch 1, of which the fastest counts")
    parser.add_argument("--sizes", type=int, nargs="+", default=list(GOALS), help="pictures of a batch")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    for ends, name in ((False, "no text ends early"), (True, "texts end as captions do")):
        print(f"{name}:")
        compared(peer(ends=ends), sizes=arguments.sizes, n_rounds=arguments.rounds)


if __name__ == "__main__":
    main()
