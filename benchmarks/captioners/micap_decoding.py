"""Compares our MICap at the paper's size with the usual decoding loops, in CPU seconds on one thread.

Writing: 575 memory tokens, 119 tokens behind the start, one set and eight. The peer is the usual loop: for each token
it runs `torch.nn.TransformerDecoder` over the whole prefix and the vocabulary's product on the last place.
Filling in: 16 sets with 8 blanks each, spread over 120 tokens. The peers run one set after the other, and for each
blank the decoder over the whole prefix: the *usual* one takes the vocabulary's product at every place of the prefix, as
the authors' release does, the *lean* one the people's on the last place alone, the least that such a loop can do.
All have the same random weights, large enough for varied texts, and the same memory; tokens must be equal. Encoding the
memory, which is the same for all and done once per set, is reported separately.
Training: a joint step, that is two passes forward and back and one step of Adam, with dropout.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, cast

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from benchmarks.clock import seconds
from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.generate.forced import fill
from cinescribe.generate.greedy import greedy
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.layers.blocks import DecoderBlock
from cinescribe.layers.classifier import Classifier
from cinescribe.models.micap.memory import Memory
from cinescribe.models.micap.micap import Micap, MicapState, micap_joint
from cinescribe.models.micap.sizes import MicapSizes

N, T, S, N_FACES, LONGEST, N_BLANKS = 5, 50, 5, 300, 120, 8  # 250 frames, 25 actions and 300 faces make 575
TOKENS = Vocabulary(tuple(f"w{n}" for n in range(30_516)))  # with people and special tokens, 30,533
CAPTION_GOALS, FILL_GOAL = {1: 5.0, 8: 12.0}, 20.0


def varied() -> Micap:
    """Return the paper's model, untrained, with peaked probabilities and without an end of text."""
    torch.manual_seed(0)
    model = micap_joint(MicapSizes.for_tokens(TOKENS)).eval()
    classifier = classifier_of(model)
    with torch.no_grad():
        classifier.weight.mul_(8)
        classifier.bias[TOKENS.end] = -1e4
    return model


def classifier_of(model: Micap) -> Classifier:
    """Return the word classifier of a model that writes."""
    assert model.classifier is not None
    return model.classifier


def sets(n: int, *, seed: int) -> SetBatch:
    """Return sets of the largest size; all but one lack up to a third of the faces."""
    generator = torch.Generator().manual_seed(seed)

    def noise(*shape: int) -> Tensor:
        return torch.randn(n, *shape, generator=generator)

    def numbers(most: int, *shape: int) -> Tensor:
        return torch.randint(most, (n, *shape), generator=generator)

    n_faces = (N_FACES - numbers(N_FACES // 3)).index_fill(0, torch.tensor([0]), N_FACES)
    words = numbers(len(TOKENS.words), LONGEST) + TOKENS.first_person + TOKENS.n_people
    words[:, 0], words[:, -1] = TOKENS.start, TOKENS.end
    words[:, 24:-1:24] = TOKENS.separator
    blanks = torch.arange(1, N_BLANKS + 1) * (LONGEST // N_BLANKS) - 5 + numbers(5, N_BLANKS)
    words.scatter_(1, blanks, TOKENS.blank)
    return SetBatch(
        frames=noise(N, T, 512), frame_mask=torch.ones(n, N, T, dtype=torch.bool), frame_segment=numbers(S, N, T),
        actions=noise(N, S, 1024), action_mask=torch.ones(n, N, S, dtype=torch.bool),
        faces=F.normalize(noise(N_FACES, 512), dim=2), face_mask=torch.arange(N_FACES) < n_faces[:, None],
        face_clip=numbers(N, N_FACES), face_segment=numbers(S, N_FACES), face_cluster=numbers(20, N_FACES),
        face_box=torch.rand(n, N_FACES, 4, generator=generator), face_index=torch.arange(N_FACES).repeat(n, 1),
        blanks=noise(N_BLANKS, 1536), blank_mask=torch.ones(n, N_BLANKS, dtype=torch.bool),
        blank_clip=numbers(N, N_BLANKS).sort(1).values, words=words, is_blank=words == TOKENS.blank,
        face_body=torch.zeros(n, N_FACES, 0), face_found=torch.ones(n, N_FACES, dtype=torch.bool),
        face_kind=torch.zeros(n, N_FACES, 3),
    )  # fmt: skip


@dataclass(frozen=True)
class Encoded:
    """Our model with a given memory, so that only decoding is timed."""

    model: Micap
    memory: Memory

    def start(self, batch: SetBatch) -> MicapState:
        return self.model.start_from(self.memory)

    start_filling = start

    def step(self, tokens: Tensor, state: MicapState) -> tuple[Tensor, MicapState]:
        return self.model.step(tokens, state)

    def read(self, words: Tensor, n_words: Tensor, state: MicapState) -> tuple[Tensor, MicapState]:
        return self.model.read(words, n_words, state)

    def select(self, state: MicapState, rows: Tensor) -> MicapState:
        return self.model.select(state, rows)

    def person_logits(self, hidden: Tensor) -> Tensor:
        return self.model.person_logits(hidden)


class Peer:
    """The usual loops around `torch.nn.TransformerDecoder`, with a MICap's weights."""

    def __init__(self, model: Micap) -> None:
        sizes = model.sizes
        layer = nn.TransformerDecoderLayer(sizes.width, sizes.n_heads, sizes.ff_width)
        self.decoder = nn.TransformerDecoder(layer, sizes.n_decoder_layers).eval()
        layers: list[Any] = list(self.decoder.layers)  # their parts are replaced
        for layer, block in zip(layers, model.decoder.blocks, strict=True):
            assert isinstance(block, DecoderBlock)
            for theirs, ours in ((layer.self_attn, block.reading), (layer.multihead_attn, block.looking)):
                theirs.in_proj_weight, theirs.in_proj_bias = ours.inputs.weight, ours.inputs.bias
                theirs.out_proj = ours.output
            layer.linear1, layer.linear2 = block.feed_forward.wider, block.feed_forward.narrower
            layer.norm1, layer.norm2, layer.norm3 = block.norms
        self.model = model

    def hidden(self, words: Tensor, memory: Tensor, mask: Tensor) -> Tensor:
        """Run the decoder over whole prefixes, (B, L)."""
        clips = (words == TOKENS.separator).cumsum(1).clamp(max=N - 1)
        x = self.model.words(words) * self.model.sizes.width**0.5 + self.model.clips(clips)
        x = x + self.model.positions(torch.arange(words.shape[1]).expand_as(words))
        ahead = nn.Transformer.generate_square_subsequent_mask(words.shape[1])
        out = self.decoder(x.transpose(0, 1), memory.transpose(0, 1), tgt_mask=ahead, memory_key_padding_mask=~mask)
        return cast(Tensor, out).transpose(0, 1)

    @torch.no_grad()
    def written(self, memory: Memory) -> Tensor:
        """Return greedy texts."""
        words = torch.full((len(memory), LONGEST), TOKENS.pad)
        words[:, 0] = TOKENS.start
        for column in range(1, LONGEST):
            hidden = self.hidden(words[:, :column], memory.tokens, memory.mask)
            words[:, column] = classifier_of(self.model)(hidden[:, -1]).max(1)[1]
        return words

    @torch.no_grad()
    def filled(self, batch: SetBatch, memory: Memory, *, lean: bool) -> Tensor:
        """Return texts with their blanks filled, one set and one blank after the other."""
        words = batch.words.clone()
        for number, row in enumerate(words):
            own, mask = memory.tokens[number : number + 1], memory.mask[number : number + 1]
            for column in (row == TOKENS.blank).nonzero()[:, 0].tolist():
                hidden = self.hidden(row[None, :column], own, mask)[0]
                row[column] = TOKENS.first_person + self._person(hidden, lean=lean)
        return words

    def _person(self, hidden: Tensor, *, lean: bool) -> int:
        if lean:
            return int(self.model.person_logits(hidden[-1]).argmax())
        logits = classifier_of(self.model)(hidden)[-1]
        return int(logits[TOKENS.first_person : TOKENS.first_person + TOKENS.n_people].argmax())


COLUMNS = ("what", "ours", "the usual loop", "ratio", "goal", "tokens", "ratio with the memory's encoding")


def row(what: str, ours: float, theirs: float, *, goal: float, encoding: float, same: bool) -> Row:
    """Return a row of the table."""
    ratios = (f"{(theirs + spent) / (ours + spent):.1f}" for spent in (0.0, encoding))
    times = (f"{ours:.2f}", f"{theirs:.2f}", next(ratios))
    return what, *times, f"{goal:g}", "equal" if same else "DIFFER", next(ratios)


@torch.no_grad()
def captions(model: Micap, n_sets: int, *, n_rounds: int) -> Row:
    """Compare captioning."""
    batch = sets(n_sets, seed=1)
    encoding, memory = seconds(lambda: model.memory(batch, blanks=False), n_rounds=n_rounds)
    assert memory.tokens.shape[1] == 575
    ours, written = seconds(
        lambda: greedy(Encoded(model, memory), batch, tokens=TOKENS, longest=LONGEST), n_rounds=n_rounds
    )
    theirs, wanted = seconds(lambda: Peer(model).written(memory), n_rounds=max(1, n_rounds // 3))
    what = f"captions of {len(set(wanted.flatten().tolist()))} different tokens, batch {n_sets}"
    same = written.words.equal(wanted)
    return row(what, ours, theirs, goal=CAPTION_GOALS[n_sets], encoding=encoding, same=same)


@torch.no_grad()
def blanks(model: Micap, n_sets: int, *, n_rounds: int) -> Iterator[Row]:
    """Compare filling in."""
    batch = sets(n_sets, seed=2)
    assert (batch.words == TOKENS.blank).sum(1).eq(N_BLANKS).all()
    encoding, memory = seconds(lambda: model.memory(batch, blanks=True))
    ours, filled = seconds(lambda: fill(Encoded(model, memory), batch, tokens=TOKENS), n_rounds=n_rounds)

    def filled_by_peer(*, lean: bool) -> Tensor:
        return Peer(model).filled(batch, memory, lean=lean)

    for name, lean in (("usual", False), ("lean", True)):
        theirs, wanted = seconds(partial(filled_by_peer, lean=lean))
        n_people = len(filled.words[batch.words == TOKENS.blank].unique())
        what = f"{N_BLANKS} blanks of {n_people} people, batch {n_sets}, {name} loop"
        same = filled.words.equal(wanted)
        yield row(what, ours, theirs, goal=FILL_GOAL, encoding=encoding, same=same)


def training(model: Micap, n_sets: int, *, n_rounds: int) -> Headline:
    """Return the time of one joint training step."""
    batch = sets(n_sets, seed=3)
    blank = batch.words == TOKENS.blank
    people = torch.randint(TOKENS.n_people, (int(blank.sum()),), generator=torch.Generator().manual_seed(4))
    batch = replace(batch, words=batch.words.masked_scatter(blank, people + TOKENS.first_person))
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-5)
    model.train()

    def step() -> float:
        before, after = batch.words[:, :-1], batch.words[:, 1:]
        hidden = model.hidden(before, model.memory(batch, blanks=True))[blank[:, 1:]]
        fill_loss = F.cross_entropy(model.person_logits(hidden), after[blank[:, 1:]] - TOKENS.first_person)
        fill_loss.backward()
        logits = model.word_logits(model.hidden(before, model.memory(batch, blanks=False)))
        caption_loss = F.cross_entropy(logits.flatten(0, 1), after.flatten())
        caption_loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        return float(fill_loss.detach() + caption_loss.detach())

    first = step()  # Adam creates its moments
    took, last = seconds(step, n_rounds=n_rounds)
    assert last < first
    n_weights = sum(weights.numel() for weights in model.parameters())
    what = f"joint training step, batch {n_sets}, {n_weights / 1e6:.1f} million weights"
    return Headline(what, f"{took / n_sets:.2f} CPU s per set")


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, help="not used: sets are random")
    parser.add_argument("--rounds", type=int, default=3, help="runs of ours; the fastest counts")
    parser.add_argument("--train-sets", type=int, default=4, help="sets of the training step; the paper has 16")
    add_write_option(parser)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    model = varied()
    table = print_table("CPU seconds", COLUMNS, _rows(model, arguments.rounds))
    headlines = [Headline(str(one[0]), f"{one[3]} times the usual loop", str(one[4])) for one in table.rows]
    headlines.append(training(model, arguments.train_sets, n_rounds=2))
    title = "MICap's decoding speed"
    report_results("micap_decoding", title, headlines=headlines, tables=[table], write=arguments.write)


def _rows(model: Micap, n_rounds: int) -> Iterator[Row]:
    for n_sets in CAPTION_GOALS:
        yield captions(model, n_sets, n_rounds=n_rounds)
    yield from blanks(model, 16, n_rounds=n_rounds)


if __name__ == "__main__":
    main()
