"""Small corpora of stills with pictures in plain colours."""

from pathlib import Path

import numpy as np

from cinescribe.corpus.core.corpus import CorpusCard
from cinescribe.corpus.core.stills import StillCorpus, StillSplit, write_stills
from cinescribe.media.film.image_files import write_picture
from cinescribe.still_schema import Region, Still

CARD = CorpusCard("plain", "tests", "none needed")
CUP = Region((0.25, 0.25, 0.75, 0.75), "cup")


def stills(n: int = 3) -> list[Still]:
    return [Still(f"s{k}", f"pictures/s{k}.png", (f"a cup of colour {k}", "a cup"), (CUP,) * k) for k in range(n)]


def written(folder: Path, n: int = 3) -> StillCorpus:
    """Write a corpus of n stills, the last of them in `val`; still k has k cups."""
    made = stills(n)
    for k, still in enumerate(made):
        write_picture(folder / still.path, np.full((36, 64, 3), 40 * k, np.uint8))
    ids = [still.id for still in made]
    splits = [StillSplit("train", tuple(ids[:-1])), StillSplit("val", tuple(ids[-1:]))]
    return write_stills(folder, CARD, stills=made, splits=splits)
