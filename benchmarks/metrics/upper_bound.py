"""The upper bound of retrieval: exact search beside brute force with our METEOR, in CPU seconds, on Backlot's captions.

    python -m benchmarks.metrics.upper_bound [--items N] [--brute-items N] [--write]

Brute force scores every training sentence with every item's references. It is measured on the first items only.
"""

from __future__ import annotations

import argparse

from benchmarks.clock import seconds
from benchmarks.models.translation_data import labelled_clips
from benchmarks.results import Headline, add_write_option, print_table, report_results
from cinescribe.metrics.meteor.upper_bound import Retrieved, best_sentences
from cinescribe.metrics.scoring.score_captions import score_captions

GOAL = 10


def by_brute_force(sentences: list[str], references: dict[str, tuple[str, ...]]) -> dict[str, Retrieved]:
    """Return the best sentence of each item by scoring them all."""
    found = {}
    ids = [str(n) for n in range(len(sentences))]
    for item, texts in references.items():
        candidates = dict(zip(ids, sentences, strict=True))
        [score] = score_captions(candidates, dict.fromkeys(ids, texts), metrics=["METEOR"])
        values = [score.per_item[name] for name in ids]
        found[item] = Retrieved(values.index(max(values)), max(values))
    return found


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", type=int, default=200)
    parser.add_argument("--brute-items", type=int, default=20)
    add_write_option(parser)
    arguments = parser.parse_args()
    sentences = list(dict.fromkeys(text for texts in labelled_clips("train").captions for text in texts))
    test = labelled_clips("test", n_films=-(-arguments.items // 10)).captions[: arguments.items]
    references = {f"clip {n}": texts for n, texts in enumerate(test)}
    some = dict(list(references.items())[: arguments.brute_items])
    best_sentences(sentences[:10], some)  # compiles, or reads the compiled code
    ours, found = seconds(lambda: best_sentences(sentences, references))
    brute, wanted = seconds(lambda: by_brute_force(sentences, some))
    same = sum(found[item] == best for item, best in wanted.items())
    each = ours / len(references), brute / len(some)
    rows = [("ours", len(references), f"{1000 * each[0]:.1f}"), ("brute force", len(some), f"{1000 * each[1]:.1f}")]
    table = print_table(f"{len(sentences):,} sentences, five references an item", ("", "items", "CPU ms an item"), rows)
    headlines = [
        Headline("brute force's time over ours", f"{each[1] / each[0]:.0f}", f"{GOAL}"),
        Headline("equal results", f"{same} of {len(some)}", "all"),
    ]
    report_results(
        "upper_bound", "The upper bound of retrieval", headlines=headlines, tables=[table], write=arguments.write
    )


if __name__ == "__main__":
    main()
