"""Reads HAIVMet as a corpus of stills: pictures that were drawn for metaphors ("I Spy a Metaphor", 2023).

Its archives have a folder for each metaphor, called by it (`My bedroom is a pigsty`), with the pictures that people
accepted. We have not seen the archives; published code that reads them shows this form.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from cinescribe.corpus.core.corpus import CorpusCard
from cinescribe.corpus.core.corpus_folder import claim_still_corpus
from cinescribe.corpus.core.picture_folder import PICTURE_SUFFIXES, link_pictures, pictures_in
from cinescribe.corpus.core.stills import StillCorpus, StillSplit, write_stills
from cinescribe.errors import CorpusError
from cinescribe.media.film.image_files import picture_size
from cinescribe.still_schema import Still

_CARD = CorpusCard(
    "haivmet",
    "HAIVMet (Chakrabarty, Saakyan, Winn, Panagopoulou, Yang, Apidianaki and Muresan 2023)",
    "its repository names none; ask the authors",
)
VAL_SHARE = 0.05  # of the metaphors; HAIVMet has no splits of pictures
_NOT_PICTURES = "__MACOSX"  # what macOS adds to archives


def build_haivmet(folder: str | Path, *, pictures: str | Path, seed: int = 0) -> StillCorpus:
    """Build a corpus of HAIVMet's pictures, each with its metaphor as caption; the pictures stay where they are.

    Splits are `train` and `val`; no metaphor is in both.

    Args:
        folder: where to write; created if missing.
        pictures: the folder of the unpacked archives; a folder with pictures in it is called by its metaphor.
        seed: of the random splits.

    Raises:
        RecordError: when a file that is called like a picture is none.
        CorpusError: when the folder is missing, has no picture, or a picture is in no folder of a metaphor.
        OutputError: when the folder holds anything but a corpus and the pictures, or cannot be written.
    """
    folder, pictures = Path(folder), Path(pictures)
    found = [path for path in pictures_in(Path(pictures)) if _NOT_PICTURES not in path.parts]
    if not found:
        raise CorpusError(
            f"{str(pictures)!r} holds no pictures ({', '.join(PICTURE_SUFFIXES)}); name the folder of HAIVMet's "
            "unpacked archives"
        )
    outside = next((path for path in found if path.parent == Path()), None)
    if outside is not None:
        raise CorpusError(
            f"the picture {str(outside)!r} of {str(pictures)!r} is in no folder that is called by its metaphor; put it "
            "into one, or name the folder above"
        )
    for path in found:
        picture_size(Path(pictures) / path)  # raises if it is no picture
    claim_still_corpus(folder, pictures, of="haivmet")
    linked = link_pictures(folder, pictures)
    stills = [
        Still(path.with_suffix("").as_posix(), (linked / path).as_posix(), (_metaphor_of(path),), is_metaphor=True)
        for path in sorted(found)
    ]
    return write_stills(folder, _CARD, stills=stills, splits=_splits(stills, seed))


def _metaphor_of(path: Path) -> str:
    return " ".join(path.parent.name.split())


def _splits(stills: list[Still], seed: int) -> list[StillSplit]:
    """Divide stills so that those of a metaphor stay together; a metaphor may be in several archives."""
    metaphors = sorted({still.captions[0].casefold() for still in stills})
    n_val = max(1, round(VAL_SHARE * len(metaphors))) if len(metaphors) > 1 else 0
    val = frozenset(Random(seed).sample(metaphors, n_val))
    return [
        StillSplit(name, tuple(still.id for still in stills if (still.captions[0].casefold() in val) is in_val))
        for name, in_val in (("train", False), ("val", True))
    ]
