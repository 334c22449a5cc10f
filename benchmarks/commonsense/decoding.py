"""Speed of commonsense decoding: with cached keys and values beside a loop that reads everything again at each word.

    python -m benchmarks.commonsense.decoding [--write]

Both write the likeliest words of three aspects of 8 clips with a V2C-Transformer of the paper's depth, 6 blocks of
width 256, random weights, and must write equal tokens. CPU seconds of one core, medians of three.
"""

from __future__ import annotations

import argparse
import dataclasses
import time
from statistics import median

import torch
from torch import Tensor

from benchmarks.results import Headline, add_write_option, print_table, report_results
from cinescribe.features.clip_sets.commonsense_batch import CommonsenseBatch
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.generate.greedy import greedy
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.models.commonsense.network import CommonsenseSizes, PhraseSteps
from cinescribe.models.commonsense.v2c_transformer import V2cTransformer

N_CLIPS, N_FRAMES, N_WORDS, LENGTH = 8, 40, 1_000, 20
FRAME_WIDTH, ACTION_WIDTH = 512, 1024
REPEATS = 3


def made_batch(tokens: Vocabulary) -> CommonsenseBatch:
    """Return clips of random features, with captions of random words."""
    empty = torch.zeros(N_CLIPS, 0)
    words = torch.randint(tokens.first_person, len(tokens), (N_CLIPS, LENGTH))
    words[:, 0], words[:, -1] = tokens.start, tokens.end
    video = SetBatch(
        frames=torch.randn(N_CLIPS, 1, N_FRAMES, FRAME_WIDTH),
        frame_mask=torch.ones(N_CLIPS, 1, N_FRAMES, dtype=torch.bool),
        frame_segment=torch.zeros(N_CLIPS, 1, N_FRAMES, dtype=torch.long),
        actions=torch.randn(N_CLIPS, 1, 5, ACTION_WIDTH),
        action_mask=torch.ones(N_CLIPS, 1, 5, dtype=torch.bool),
        **{
            field.name: empty
            for field in dataclasses.fields(SetBatch)
            if field.name.startswith(("face", "blank", "word", "is_blank"))
        },
    )
    return CommonsenseBatch(
        video,
        words,
        items=torch.arange(N_CLIPS).repeat_interleave(3),
        aspects=torch.arange(3).repeat(N_CLIPS),
        phrases=torch.zeros(3 * N_CLIPS, 0, dtype=torch.long),
    )


@torch.no_grad()
def recomputed(model: V2cTransformer, batch: CommonsenseBatch, tokens: Vocabulary) -> Tensor:
    """Write the likeliest words, reading video, caption and phrase again for each."""
    words = torch.full((len(batch), 1), tokens.start)
    has_ended = torch.zeros(len(batch), dtype=torch.bool)
    for _ in range(1, LENGTH):
        padded = torch.cat([words, words[:, -1:]], 1)  # the last column is not read
        chosen = model(dataclasses.replace(batch, phrases=padded)).phrases[:, -1].argmax(1)
        chosen[has_ended] = tokens.pad
        words = torch.cat([words, chosen[:, None]], 1)
        has_ended |= chosen == tokens.end
        if bool(has_ended.all()):
            break
    return words


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_write_option(parser)
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(0)
    tokens = Vocabulary(tuple(f"w{n}" for n in range(N_WORDS)))
    sizes = CommonsenseSizes(
        len(tokens), tokens.first_person, tokens.n_people, FRAME_WIDTH, ACTION_WIDTH, n_tokens=LENGTH + 1, width=256
    )
    model, batch = V2cTransformer(sizes).eval(), made_batch(tokens)
    cached, again = [], []
    for _ in range(REPEATS):
        start = time.process_time()
        ours = greedy(PhraseSteps(model), batch, tokens=tokens, longest=LENGTH).words
        middle = time.process_time()
        plain = recomputed(model, batch, tokens)
        cached.append(middle - start)
        again.append(time.process_time() - middle)
        assert torch.equal(ours, plain), "the two write different words"
    ratio = median(again) / median(cached)
    rows = [
        ("with cache", f"{median(cached):.2f}"),
        ("reading again", f"{median(again):.2f}"),
        ("ratio", f"{ratio:.1f}"),
    ]
    table = print_table("Decoding of 24 phrases of up to 20 tokens, CPU s", ("", ""), rows, "Equal tokens.")
    report_results(
        "commonsense_decoding",
        title="Speed of commonsense decoding",
        headlines=[Headline("Commonsense decoding with cache, times the loop that recomputes", f"{ratio:.1f}", "≥ 5")],
        tables=[table],
        write=args.write,
    )


if __name__ == "__main__":
    main()
