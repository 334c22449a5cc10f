"""Compares our beam search for M² with the usual code, in CPU seconds on one thread.

Both are M² at the paper's size with the same random weights: 50 regions of 2048 numbers, 10,201 words, five beams, 20
tokens after the start. The peer, `benchmarks.captioners.plain_captioner`, has the usual design; all tokens of all
hypotheses must be equal. Encoding the regions is included. There are two cases: no text ends before its 20 tokens, so
that both do the same work; or texts end like captions, after about ten words, where ours drops finished pictures and
the usual search continues to the end. Ours runs packed (`layers.packed`). Packing, done once per model, and its gain
are reported separately, as is an 8-bit classifier, whose captions may differ.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import torch
from torch import Tensor

from benchmarks.captioners.int8_classifier import Int8Classifier
from benchmarks.captioners.plain_captioner import PlainM2, PlainSizes
from benchmarks.clock import seconds
from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.features.regions.region_batch import RegionBatch
from cinescribe.generate.beam import Beams, Search, beam_search
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.layers.packed import packed
from cinescribe.models.m2.weight_names import m2_from_published
from cinescribe.models.transformer import CaptionTransformer

N_WORDS, N_REGIONS, REGION_WIDTH, N_BEAMS, N_TOKENS = 10_201, 50, 2048, 5, 20
TOKENS = Vocabulary(tuple(f"w{n}" for n in range(10_184)))  # with people and special tokens, 10,201
GOALS = {1: 5.0, 10: 10.0, 50: 15.0}
USUAL_LENGTH = 10  # words of a caption


def pictures(n: int, *, seed: int) -> RegionBatch:
    """Return random pictures with all their regions; features are not negative, as those of a detector."""
    generator = torch.Generator().manual_seed(seed)
    regions = torch.randn(n, N_REGIONS, REGION_WIDTH, generator=generator).relu()
    mask = torch.ones(n, N_REGIONS, dtype=torch.bool)
    return RegionBatch(regions, mask, torch.rand(n, N_REGIONS, 4), torch.zeros(n, 0, dtype=torch.long))


@torch.no_grad()
def peer(*, ends: bool) -> PlainM2:
    """Return the usual M² with random weights and peaked probabilities, whose texts end like captions, or never."""
    torch.manual_seed(0)
    plain = PlainM2(PlainSizes(N_WORDS)).eval()
    plain.decoder.fc.weight.mul_(4)
    ours, batch = m2_from_published(plain.state_dict()), pictures(20, seed=9)
    words = torch.randint(TOKENS.first_person + TOKENS.n_people, N_WORDS, (len(batch), N_TOKENS))
    hidden = ours.hidden(words, ours.memory(batch))
    level = ours.word_logits(hidden).amax(2)  # logit that the end needs to be chosen
    rise = 4.0 * (torch.arange(N_TOKENS) - USUAL_LENGTH) if ends else torch.full((N_TOKENS,), -100.0)
    fitted = torch.linalg.lstsq(hidden.flatten(0, 1), (level + rise).flatten()[:, None]).solution[:, 0]
    plain.decoder.fc.weight[TOKENS.end] = fitted
    return plain


@dataclass(frozen=True)
class Comparison:
    """The CPU seconds of both, our hypotheses, and whether the tokens are equal."""

    ours: float
    theirs: float
    beams: Beams
    is_same: bool


def compare(plain: PlainM2, model: CaptionTransformer, batch: RegionBatch, *, n_rounds: int) -> Comparison:
    """Run both on the same pictures, in turns."""
    ours, theirs = [], []
    for _ in range(n_rounds):
        took, beams = seconds(lambda: searched(model, batch))
        ours.append(took)
        took, (words, _) = seconds(lambda: usual(plain, batch))
        theirs.append(took)
    written = torch.nn.functional.pad(beams.words[:, :, 1:], (0, N_TOKENS + 1 - beams.words.shape[2]), value=TOKENS.pad)
    return Comparison(min(ours), min(theirs), beams, written.equal(words))


def searched(model: CaptionTransformer, batch: RegionBatch) -> Beams:
    """Return our hypotheses."""
    return beam_search(model, batch, tokens=TOKENS, longest=N_TOKENS + 1, search=Search(N_BEAMS))


def usual(plain: PlainM2, batch: RegionBatch) -> tuple[Tensor, Tensor]:
    """Return the peer's hypotheses."""
    return plain.beams(
        batch.regions, batch.mask, n_beams=N_BEAMS, n_tokens=N_TOKENS, start=TOKENS.start, end=TOKENS.end
    )


COLUMNS: tuple[str, ...] = ("pictures in a batch", "ours", "the usual", "ratio", "goal", "tokens", "length of texts")
COLUMNS += ("not packed", "ratio", "8-bit classifier", "ratio", "same captions")


def comparison(title: str, plain: PlainM2, *, sizes: list[int], n_rounds: int) -> Table:
    """Print and return a table with a row for each batch size."""
    return print_table(title, COLUMNS, _rows(plain, sizes, n_rounds), "In CPU seconds.")


def _rows(plain: PlainM2, sizes: list[int], n_rounds: int) -> Iterator[Row]:
    exact = m2_from_published(plain.state_dict())
    packing, model = seconds(lambda: packed(exact))
    rounded = packed(exact)
    rounded.classifier = Int8Classifier(exact.classifier)  # type: ignore[assignment]  # takes its place
    for size in sizes:
        batch = pictures(size, seed=size)
        n_own_rounds = max(1, n_rounds if size == 1 else n_rounds // 2 if size < 50 else 1)
        searched(model, batch)
        both = compare(plain, model, batch, n_rounds=n_own_rounds)
        unpacked, _ = seconds(partial(searched, exact, batch), n_rounds=n_own_rounds)
        eighth, beams = seconds(partial(searched, rounded, batch), n_rounds=n_own_rounds)
        lengths = (both.beams.best.words[:, 1:] != TOKENS.pad).sum(1).float()
        same = same_captions(both.beams, beams)
        yield (
            str(size),
            *(f"{both.ours:.2f}", f"{both.theirs:.2f}", f"{both.theirs / both.ours:.1f}", f"{GOALS[size]:g}"),
            *("equal" if both.is_same else "DIFFER", f"{lengths.mean():.1f}"),
            *(f"{unpacked:.2f}", f"{both.theirs / unpacked:.1f}"),
            *(f"{eighth:.2f}", f"{both.theirs / eighth:.1f}", f"{same:.0%}"),
        )
    print(f"packing took {packing:.2f} s")


def same_captions(some: Beams, others: Beams) -> float:
    """Return the share of pictures whose best texts are equal."""
    texts = [[row[row != TOKENS.pad].tolist() for row in beams.best.words] for beams in (some, others)]
    n_same: int = sum(one == other for one, other in zip(*texts, strict=True))
    return n_same / len(texts[0])


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, help="not used: pictures are random")
    parser.add_argument("--rounds", type=int, default=6, help="runs of batch 1; the fastest counts")
    parser.add_argument("--sizes", type=int, nargs="+", default=list(GOALS), help="pictures of a batch")
    add_write_option(parser)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    tables = [
        comparison(name, peer(ends=ends), sizes=arguments.sizes, n_rounds=arguments.rounds)
        for ends, name in ((False, "No text ends early"), (True, "Texts end like captions"))
    ]
    sizes = "; ".join(map(str, arguments.sizes))
    goals = "; ".join(f"{GOALS[size]:g}" for size in arguments.sizes)
    headlines = [
        Headline(
            f"beam search, {table.title.lower()}, batch {sizes}",
            "; ".join(str(row[3]) for row in table.rows) + " times the usual M²",
            goals,
        )
        for table in tables
    ]
    title = "Speed of captioning"
    report_results("caption_speed", title, headlines=headlines, tables=tables, write=arguments.write)


if __name__ == "__main__":
    main()
