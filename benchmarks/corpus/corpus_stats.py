"""CPU seconds of corpus statistics and splits, compared with parsing alone and with random splits.

Captions are those of COCO val2017 (`--shared`), one per clip; the time for LSMDC's 118,114 sentences is extrapolated.
Films to split are random: genres of very different frequency, and log-normal lengths.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from pathlib import Path

from benchmarks import clock
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


def statistics(captions: list[str], folder: Path) -> None:
    """Print the time of counting compared with parsing."""
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
    print(f"{len(captions)} captions: parsed alone {parsing:.1f} CPU s, counted {counting:.1f} s", end=" ")
    print(f"({counting / parsing:.2f} times as long), page and plots {writing:.1f} s")
    print(f"LSMDC, extrapolated: {counting / len(captions) * LSMDC:.0f} CPU s\n")


def splits(n: int) -> None:
    """Print the imbalance of splits, compared with random splits of the same sizes."""
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
    print(f"{n} films: {spent:.2f} CPU s, imbalance {ours:.2f}", end="; ")
    print(f"by chance {sum(imbalances) / len(imbalances):.1f}, at best of {N_RANDOM} {min(imbalances):.1f}")


def main() -> None:
    """Print both comparisons."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    parser.add_argument("--captions", type=int, default=20_000)
    args = parser.parse_args()
    coco = json.loads((args.shared / "data/text/coco_captions/captions_val2017_part.json").read_text())
    captions = [one["caption"] for one in coco["annotations"]][: args.captions]
    with tempfile.TemporaryDirectory() as folder:
        statistics(captions, Path(folder))
    for n in (202, 2000):
        splits(n)


if __name__ == "__main__":
    main()
