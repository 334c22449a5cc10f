"""Explains each word of the captions of a picture, or of moments of a film, on a page."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from cinescribe.errors import InputError, ModelError, OutputError, RecordError
from cinescribe.explain.attribution.methods import METHOD_TITLES, METHODS, Method
from cinescribe.explain.targets.explainable_captioners import ExplainableCaptioner, region_records
from cinescribe.explain.targets.film_pictures import N_MOMENTS, InputPicture, pictures_of_film
from cinescribe.explain.words.word_grounding import MIN_SIMILARITY, NounEvaluator, explain_picture
from cinescribe.explain.words.words_figure import plot_words
from cinescribe.export.pages.attribution_page import write_attribution_page
from cinescribe.export.pages.caption_attribution import AttributionMethod, CaptionAttribution
from cinescribe.features.regions.regions import RegionExtractor
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.language.vectors.sentence_vectors import sentence_vectors
from cinescribe.still_schema import Region
from cinescribe.store import read_json

MEANINGS = {  # what each method of `METHOD_TITLES` measures for a word
    "saliency": "how fast the word's score changes with each part of the picture, up or down",
    "guided": "how fast the word's score changes with each part of the picture, counting positive gradients only",
    "ig": "the share of each part of the picture in what the word's score gains from an empty picture to this one",
    "rollout": "how much of each part of the picture reaches the word through attention, whether it speaks for or "
    "against the word",
    "occlusion": "how much the word's score falls when a part of the picture is blanked",
}


def explain_words(
    path: str | Path,
    page: str | Path,
    *,
    captioner: ExplainableCaptioner,
    regions: Sequence[Region] = (),
    detector: RegionExtractor | None = None,
    method: str = "ig",
    figure: str | Path | None = None,
    at_most: int = N_MOMENTS,
) -> tuple[CaptionAttribution, ...]:
    """Caption a picture, or moments of a film, and write a page that shows what each word is based on.

    Moments with an empty caption are left out.

    Args:
        path: an image or film.
        page: the HTML file to write.
        captioner: from `explainable_captioner`.
        regions: of the picture; without any, a captioner that reads regions gets the cells of a grid.
        detector: finds regions in every picture, in place of `regions`.
        method: the attribution method, a key of `METHOD_TITLES`.
        figure: a PNG file to write as well, with one picture per word.
        at_most: number of moments of a film.

    Raises:
        FilmError: when the file is neither image nor film, or damaged.
        InputError: when regions come with a detector, a film, or a captioner that finds its own, or the method is
            unknown.
        ModelError: when all captions are empty, or the method cannot explain the captioner.
        OutputError: when a file cannot be written, or is also read or written as another.

    Example:
        >>> explain_words("photo.jpg", "photo.html", captioner=explainable_captioner())[0].caption  # doctest: +SKIP
        'a man with an umbrella'
    """
    if method not in METHOD_TITLES:
        raise InputError(f"`method` is {method!r}; {', '.join(METHOD_TITLES)} are known")
    refuse_overwriting(page, figure, read=[path])
    pictures = pictures_of_film(path, at_most=at_most)
    _check_regions(path, pictures, regions, detector)
    explained, origin = _explained(pictures, captioner, regions=regions, detector=detector, method=METHODS[method])
    if not explained:
        raise ModelError(
            f"{captioner.name} wrote nothing of {str(path)!r}, so there is no word to explain; try another captioner"
        )
    note = _note(explained, given=_source(regions, detector), read=origin)
    by = AttributionMethod(captioner.name, METHOD_TITLES[method], note, MEANINGS[method])
    write_attribution_page(explained, Path(page), title=Path(path).name, by=by)
    if figure is not None:
        plot_words(explained, Path(figure))
    return explained


def _check_regions(
    path: str | Path, pictures: Sequence[InputPicture], regions: Sequence[Region], detector: RegionExtractor | None
) -> None:
    """Raise if regions come with a detector or a film."""
    if regions and detector is not None:
        raise InputError(
            f"`regions` do not go with `detector` {detector.name!r}, which finds its own; leave out one of them"
        )
    if regions and pictures[0].time is not None:
        raise InputError(
            f"`regions` belong to one picture, but {str(path)!r} is a film; leave them out, or name a picture"
        )


def _explained(
    pictures: Sequence[InputPicture],
    captioner: ExplainableCaptioner,
    *,
    regions: Sequence[Region],
    detector: RegionExtractor | None,
    method: Method,
) -> tuple[tuple[CaptionAttribution, ...], str | None]:
    """Return the explained pictures, without those whose caption is empty, and the origin of the parts."""
    evaluator = NounEvaluator(shipped_parser(), sentence_vectors())
    explained, origin = [], None
    for picture in pictures:
        given = regions if detector is None else region_records(detector.regions(picture.image, ()))
        captioned = captioner.caption(picture.image, given)
        if captioned.caption.words:
            explained.append(explain_picture(picture, captioned, regions=given, method=method, evaluator=evaluator))
            origin = captioned.origin
    return tuple(explained), origin


def refuse_overwriting(page: str | Path, figure: str | Path | None, *, read: Sequence[str | Path]) -> None:
    """Raise if a file to write is also read, or is both page and figure.

    Args:
        page: the HTML file to write.
        figure: the PNG file to write.
        read: the files that are read.

    Raises:
        OutputError: when two paths name the same file, also through links.
    """
    for target in (page, *([] if figure is None else [figure])):
        if any(_is_same_file(target, source) for source in read):
            raise OutputError(
                f"{str(target)!r} is both a file to write and one that is read; name another file to write"
            )
    if figure is not None and _is_same_file(page, figure):
        raise OutputError(f"{str(figure)!r} is both the figure and the page; name another file for one of them")


def _is_same_file(left: str | Path, right: str | Path) -> bool:
    """Return whether two paths name the same file, which need not exist yet."""
    if os.path.exists(left) and os.path.exists(right):
        return os.path.samefile(left, right)
    return os.path.realpath(left) == os.path.realpath(right)


def read_regions(path: str | Path) -> tuple[Region, ...]:
    """Read regions from JSON: `[{"box": [left, top, right, bottom], "label": "dog"}]`, as fractions of the picture.

    Raises:
        RecordError: when the file is missing or of another form, or a box lies outside the picture.
    """
    values = read_json(Path(path))
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
                f"{str(path)!r}: box {number} is {region.box}; give left, top, right, bottom as fractions of "
                "the picture"
            )
    return regions


def _source(regions: Sequence[Region], detector: RegionExtractor | None) -> str | None:
    """Return the source of the regions, in words; None without regions."""
    if detector is not None:
        return f"those that {detector.name} found"
    return "those that came with the picture" if regions else None


def _note(pictures: Sequence[CaptionAttribution], *, given: str | None, read: str | None) -> str:
    """Return the page's note on its regions: those `given`, or else those that the captioner `read`."""
    grounding = "they have no names, so that no noun can be said to be grounded"
    if any(word.region and word.region.label for picture in pictures for word in picture.words):
        grounding = f"a noun wants a similarity of {MIN_SIMILARITY:g} to one to be grounded"
    if given and read:
        grounding += (
            f". The captioner read {read}: what they did is added up over each region, which favours large ones"
        )
    return f"Regions are {given or read}; {grounding}."
