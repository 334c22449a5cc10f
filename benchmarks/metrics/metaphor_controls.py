"""Whether ACD and Fit tell metaphors from nonsense: true secondary concepts against random nouns.

The metaphors are the ideas of Backlot's test adverts, and common English similes. Fit's contexts were chosen on 19
other ideas and on these similes, so that only the test adverts are new to it. Each is compared with the same sentence
whose secondary concept is a random noun (`cinescribe.metrics.metaphors.nonsense`).
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.backlot.adverts.ideas import ideas_by_split
from cinescribe.backlot.adverts.sentences import metaphor_sentences
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.embedding.metaphor import acs
from cinescribe.metrics.metaphors.nonsense import nonsense_pairs
from cinescribe.metrics.scoring.score_captions import score_captions
from cinescribe.metrics.scoring.scoring_context import ScoringContext
from cinescribe.metrics.scoring.sources import Sources

# Common English similes.
SIMILES = """
brave, a lion | busy, a bee | blind, a bat | cold, ice | cool, a cucumber | clean, a whistle | clear, crystal
cunning, a fox | dead, a doornail | deaf, a post | dry, a bone | dry, dust | easy, pie | fast, lightning
fit, a fiddle | flat, a pancake | free, a bird | fresh, a daisy | gentle, a lamb | good, gold | happy, a clam
hard, nails | heavy, lead | hot, fire | hungry, a wolf | innocent, a child | light, a feather | mad, a hatter
old, the hills | pale, a ghost | patient, a saint | playful, a kitten | poor, a church mouse | proud, a peacock
pure, snow | quick, a wink | quiet, a mouse | red, a beetroot | regular, clockwork | sharp, a razor
silent, the grave | slippery, an eel | slow, a tortoise | sly, a fox | smooth, silk | solid, a rock | sour, vinegar
stiff, a board | stubborn, a mule | strong, an ox | sturdy, an oak | sweet, honey | thin, a rail | tough, leather
tall, a giraffe | white, snow | wise, an owl | black, coal | bright, the sun | big, an elephant | deep, the ocean
green, grass | hairy, a gorilla | loud, thunder | round, a ball | straight, an arrow | timid, a rabbit | warm, toast
"""


def main() -> None:
    """Measure, print, and with `--write` write the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sentence-model", help="a folder or id of sentence vectors, for ACS and ACD; MiniLM if none")
    parser.add_argument("--causal-lm", help="a folder or id of a causal language model, for Fit; SmolLM2-135M if none")
    add_write_option(parser)
    args = parser.parse_args()
    sources = Sources(sentences=args.sentence_model, causal_lm=args.causal_lm)
    sets = {"ideas of Backlot's adverts": _ideas(), "English similes": _similes()}
    columns = ("metric", "metaphors", "nonsense", "AUC", "above its own nonsense")
    tables, headlines = [], []
    for name, texts in sets.items():
        rows = list(_rows(texts, sources))
        tables.append(print_table(f"{len(texts)} {name}", columns, rows))
        headlines += [Headline(f"{row[0]} of {name}, metaphor against random noun", f"AUC {row[3]}") for row in rows]
    report_results(
        "metaphor_controls", "Metaphors against nonsense", headlines=headlines, tables=tables, write=args.write
    )


def _ideas() -> list[str]:
    return [metaphor_sentences(idea, random.Random(n))[0] for n, idea in enumerate(ideas_by_split()["test"])]


def _similes() -> list[str]:
    parts = [one.strip().split(", ") for line in SIMILES.strip().splitlines() for one in line.split("|")]
    return [f"It is as {of} as {secondary}." for of, secondary in parts]


def _rows(texts: Sequence[str], sources: Sources) -> Iterator[Row]:
    """Compare, for each metric. ACD's distance alone is 1 - ACS, since a text's BERTScore with itself is 1."""
    captions = {str(n): text for n, text in enumerate(texts)}
    pairs = Pairs.of(captions, captions)
    similarity = ScoringContext(pairs, sources).sentences
    yield _row("1 - ACS", *(_distances(acs(each, similarity)) for each in (pairs, nonsense_pairs(pairs))))
    for metric in ("ACD", "Fit"):
        found, control, _ = score_captions(captions, captions, metrics=[metric], sources=sources)
        yield _row(metric, *(np.array(list(one.per_item.values())) for one in (found, control)))


def _distances(score: Score) -> NDArray[np.float64]:
    return 1 - np.array(list(score.per_item.values()))


def _row(name: str, true: NDArray[np.float64], random: NDArray[np.float64]) -> Row:
    above = (true[:, None] > random) + 0.5 * (true[:, None] == random)
    figures = (true.mean(), random.mean(), above.mean(), np.diag(above).mean())
    return name, *(round(float(one), 3) for one in figures)


if __name__ == "__main__":
    main()
