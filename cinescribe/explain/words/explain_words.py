"""Captions of a picture, or of moments of a film, whose words show what was looked at for them."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

from cinescribe.errors import InputError, ModelError, OutputError, RecordError
from cinescribe.explain.attribution.methods import METHODS
from cinescribe.explain.targets.explainable_captioners import PictureTeller, named_regions
from cinescribe.explain.targets.film_pictures import N_MOMENTS, shown_pictures
from cinescribe.explain.words.word_grounding import GROUNDED, Judges, seen_picture
from cinescribe.explain.words.words_figure import plot_words
from cinescribe.export.pages.seen_words import SeenBy, SeenPicture
from cinescribe.export.pages.words_page import write_words_page
from cinescribe.features.regions.regions import RegionExtractor
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.language.vectors.sentence_vectors import sentence_vectors
from cinescribe.schema import Region
from cinescribe.store import read_text

NAMES = {
    "saliency": "saliency",
    "guided": "guided backpropagation",
    "ig": "integrated gradients",
    "rollout": "attention rollout",
    "occlusion": "occlusion",
}


def explain_words(
    path: str | Path,
    page: str | Path,
    *,
    teller: PictureTeller,
    regions: Sequence[Region] = (),
    detector: RegionExtractor | None = None,
    method: str = "ig",
    figure: str | Path | None = None,
    at_most: int = N_MOMENTS,
) -> tuple[SeenPicture, ...]:
    """What a captioner writes of a picture, or of moments of a film, and what counted for each word, as a page.

    Moments of which nothing is written are left out.

    Args:
        path: a picture or film.
        page: the HTML file to write.
        teller: the captioner, as `picture_teller` gives it.
        regions: what is where in the picture; without, a captioner that reads regions is shown the cells of a grid.
        detector: finds regions in every picture, in place of `regions`.
        method: how it is found out what counted; a name of `NAMES`.
        figure: a PNG file to write besides, each word's picture in a grid.
        at_most: moments of a film.

    Raises:
        FilmError: when the file is neither picture nor film, or damaged.
        InputError: when regions come with a detector, a film, or a captioner that finds its own, or the method is
            unknown.
        ModelError: when the captioner writes nothing, or the method cannot explain it.
        OutputError: when a file cannot be written, or is one that is read or written besides.

    Example:
        >>> explain_words("photo.jpg", "photo.html", teller=picture_teller())[0].caption  # doctest: +SKIP
        'a man with an umbrella'
    """
    if method not in NAMES:
        raise InputError(f"{method!r} came as a method; {', '.join(NAMES)} are known")
    chosen = METHODS[method]
    refuse_overwriting(page, figure, read=[path])
    pictures = shown_pictures(path, at_most=at_most)
    if regions and detector is not None:
        raise InputError(
            f"regions came with the detector {detector.name!r}, which finds its own; leave out one of them"
        )
    if regions and pictures[0].time is not None:
        raise InputError(
            f"regions came for {str(path)!r}, but they are those of one picture and it is a film; leave them out, or "
            "name a picture"
        )
    judges = Judges(shipped_parser(), sentence_vectors())
    seen, origin = [], None
    for shown in pictures:
        known = regions if detector is None else named_regions(detector.regions(shown.image, ()))
        told = teller.tell(shown.image, known)
        if told.explained.words:
            seen.append(seen_picture(shown, told, regions=known, method=chosen, judges=judges))
            origin = told.origin
    if not seen:
        raise ModelError(
            f"{teller.name} wrote nothing of {str(path)!r}, so there is no word to explain; try another captioner"
        )
    note = _note(seen, known=_source(regions, detector), read=origin)
    write_words_page(seen, Path(page), title=Path(path).name, by=SeenBy(teller.name, NAMES[method], note))
    if figure is not None:
        plot_words(seen, Path(figure))
    return tuple(seen)


def refuse_overwriting(page: str | Path, figure: str | Path | None, *, read: Sequence[str | Path]) -> None:
    """Nothing, unless a file that is to be written is also read, or is both page and figure.

    Args:
        page: the HTML file to write.
        figure: the PNG file to write besides.
        read: files that come in.

    Raises:
        OutputError: when it is, by whatever names.
    """
    for target in (page, *([] if figure is None else [figure])):
        if any(_is_one(target, source) for source in read):
            raise OutputError(f"{str(target)!r} came as a file to write, but it is one that is read; name another file")
    if figure is not None and _is_one(page, figure):
        raise OutputError(f"{str(figure)!r} came as the figure, but it is the page as well; name another file for one")


def _is_one(left: str | Path, right: str | Path) -> bool:
    """Whether two paths lead to one file, which need not be there yet."""
    if os.path.exists(left) and os.path.exists(right):
        return os.path.samefile(left, right)
    return os.path.realpath(left) == os.path.realpath(right)


def read_regions(path: str | Path) -> tuple[Region, ...]:
    """Regions from JSON: `[{"box": [left, top, right, bottom], "label": "dog"}]`, sides as fractions of the picture.

    Raises:
        RecordError: when the file is missing or holds something else, or a box lies outside the picture.
    """
    try:
        values = json.loads(read_text(Path(path)))
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{str(path)!r} is not JSON ({error}); give a list of boxes with labels") from error
    if not isinstance(values, list):
        raise RecordError(f"{str(path)!r} holds {type(values).__name__}; give a list of boxes with labels")
    try:
        regions = tuple(Region.from_dict(value) for value in values)
    except RecordError as error:
        raise RecordError(f"{str(path)!r}: {error}; give boxes with labels, as docs/explain.md shows") from error
    for number, region in enumerate(regions, 1):
        x0, y0, x1, y1 = region.box
        if not (0 <= x0 < x1 <= 1 and 0 <= y0 < y1 <= 1):
            raise RecordError(
                f"{str(path)!r}: box {number} is {region.box}; left, top, right, bottom are wanted as fractions of the "
                "picture"
            )
    return regions


def _source(regions: Sequence[Region], detector: RegionExtractor | None) -> str | None:
    """What regions are known of a picture, in words; None where none are."""
    if detector is not None:
        return f"those that {detector.name} found"
    return "those that came with the picture" if regions else None


def _note(seen: Sequence[SeenPicture], *, known: str | None, read: str | None) -> str:
    """What the regions are, in sentences: those `known`, or else what the captioner `read`."""
    judged = "they have no names, so that no noun can be said to be grounded"
    if any(word.region and word.region.label for picture in seen for word in picture.words):
        judged = f"a noun wants a similarity of {GROUNDED:g} to one to be grounded"
    if known and read:
        judged += f". The captioner read {read}: what they did is added up over each region, which favours large ones"
    return f"Regions are {known or read}; {judged}."
