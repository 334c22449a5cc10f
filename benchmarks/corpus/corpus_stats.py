"""A corpus's statistics and splits: CPU seconds, beside the parse that statistics need and beside splits by chance.

Captions are COCO's of val2017 (`--shared`), one a clip; how long LSMDC's 118,114 sentences would take is extrapolated.
Films to split are drawn: genres of very different frequency, lengths of log-normal spread.
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
N_CLIPS = 100  # of a film
GENRES = {"drama": 0.5, "action": 0.3, "comedy": 0.3, "horror": 0.05, "war": 0.03, "documentary": 0.02}
N_CHANCES = 30


def statistics(captions: list[str], folder: Path) -> None:
    """Print what counting costs beyond parsing."""
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
    """Print how even splits are, beside the same numbers of films shared out by chance."""
    draw = random.Random(n)
    films = [
        FilmToSplit(
            f"f{k:05d}",
            int(draw.lognormvariate(6, 0.6)),
            tuple(genre for genre, share in GENRES.items() if draw.random() < share),
        )
        for k in range(n)
    ]
    spent, found = clock.seconds(lambda: split_films(films, shares=LSMDC_FILMS))
    drawn, chance = list(found.values()), []
    for _ in range(N_CHANCES):
        draw.shuffle(drawn)
        chance.append(imbalance(films, dict(zip(found, drawn, strict=True)), shares=LSMDC_FILMS))
    ours = imbalance(films, found, shares=LSMDC_FILMS)
    print(f"{n} films: {spent:.2f} CPU s, imbalance {ours:.2f}", end="; ")
    print(f"by chance {sum(chance) / len(chance):.1f}, at best of {N_CHANCES} {min(chance):.1f}")


def main() -> None:
    """Print both."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    asked.add_argument("--captions", type=int, default=20_000)
    chosen = asked.parse_args()
    told = json.loads((chosen.shared / "data/text/coco_captions/captions_val2017_part.json").read_text())
    captions = [one["caption"] for one in told["annotations"]][: chosen.captions]
    with tempfile.TemporaryDirectory() as folder:
        statistics(captions, Path(folder))
    for n in (202, 2000):
        splits(n)


if __name__ == "__main__":
    main()
