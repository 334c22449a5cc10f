"""CPU seconds of corpus statistics and splits, compared with parsing alone and with random splits.

Captions are those of COCO val2017 (`--shared`), one per clip; the time for LSMDC's 118,114 sentences is extrapolated.
Films to split are random: genres of very different frequency, and log-normal lengths.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from collections.abc import Iterable
from pathlib import Path

from benchmarks import clock
from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from cinescribe.corpus.splits.splits import LSMDC_FILMS, FilmToSplit, imbalance, split_films
from cinescribe.corpus.statistics.corpus_statistics import count_corpus
from cinescribe.corpus.statistics.report_folder import write_stats
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.schema import Clip
from cinescribe.timing import Span

LSMDC = 118_114  # sentences
N_CLIPS = 100  # per film
GENRES = {"drama": 0.5, "action": 0.3, "comedy": 0.3, "horror": 0.05, "war": 0.03, "documentary": 0.02}
N_RANDOM = 30


def statistics(captions: list[str], folder: Path) -> Table:
    """Print and return the time of counting compared with parsing."""
    clips = [
        Clip(f"c{n}", f"f{n // N_CLIPS:04d}", Span(5.0 * (n % N_CLIPS), 5.0 * (n % N_CLIPS) + 5), text)
        for n, text in enumerate(captions)
    ]
    films = [
        CorpusFilm(id, "val" if n % 10 == 0 else "train") for n, id in enumerate(dict.fromkeys(c.film for c in clips))
    ]
    write_corpus(folder, CorpusCard("bench", "COCO", "CC BY 4.0"), films=films, clips=clips)
    parser = shipped_parser()
    parser.parse(["A man walks."])
    parsing, _ = clock.seconds(lambda: parser.parse(list(dict.fromkeys(captions))))
    counting, counted = clock.seconds(lambda: count_corpus(folder, parser=parser))
    writing, _ = clock.seconds(lambda: write_stats(folder / "stats", counted))
    rows = (
        ("parsing alone", round(parsing, 1)),
        ("statistics", round(counting, 1)),
        ("page and plots", round(writing, 1)),
        ("statistics of LSMDC, extrapolated", round(counting / len(captions) * LSMDC)),
    )
    return print_table(f"Statistics of {len(captions):,} captions", ("what", "CPU s"), rows)


def splits_table(sizes: Iterable[int]) -> Table:
    """Print and return the imbalance of splits, compared with random splits of the same sizes."""
    columns = ("films", "CPU s", "imbalance", "of random splits, mean", f"best of {N_RANDOM}")
    return print_table("Splits", columns, map(_split_row, sizes))


def _split_row(n: int) -> Row:
    rng = random.Random(n)
    films = [
        FilmToSplit(
            f"f{k:05d}",
            int(rng.lognormvariate(6, 0.6)),
            tuple(genre for genre, share in GENRES.items() if rng.random() < share),
        )
        for k in range(n)
    ]
    spent, found = clock.seconds(lambda: split_films(films, shares=LSMDC_FILMS))
    shuffled, imbalances = list(found.values()), []
    for _ in range(N_RANDOM):
        rng.shuffle(shuffled)
        imbalances.append(imbalance(films, dict(zip(found, shuffled, strict=True)), shares=LSMDC_FILMS))
    ours = imbalance(films, found, shares=LSMDC_FILMS)
    chance = f"{sum(imbalances) / len(imbalances):.1f}"
    return f"{n:,}", f"{spent:.2f}", f"{ours:.2f}", chance, f"{min(imbalances):.1f}"


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    parser.add_argument("--captions", type=int, default=20_000)
    add_write_option(parser)
    args = parser.parse_args()
    coco = json.loads((args.shared / "data/text/coco_captions/captions_val2017_part.json").read_text())
    captions = [one["caption"] for one in coco["annotations"]][: args.captions]
    with tempfile.TemporaryDirectory() as folder:
        tables = [statistics(captions, Path(folder))]
    tables.append(splits_table((202, 2000)))
    headlines = [
        *(
            Headline(f"splitting {row[0]} films", f"{row[1]} CPU s, imbalance {row[2]} (random {row[3]})")
            for row in tables[1].rows
        ),
        Headline(f"statistics of {len(captions):,} captions", f"{tables[0].rows[1][1]} CPU s"),
    ]
    title = "Splits and statistics"
    report_results("corpus_statistics", title, headlines=headlines, tables=tables, write=args.write)


if __name__ == "__main__":
    main()
