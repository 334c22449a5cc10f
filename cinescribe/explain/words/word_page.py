"""Explains the words of captions on a page, with models by name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cinescribe.explain.targets.explainable_captioners import explainable_captioner, region_detector
from cinescribe.explain.targets.film_pictures import N_MOMENTS
from cinescribe.explain.words.explain_words import explain_words, read_regions
from cinescribe.export.pages.caption_attribution import CaptionAttribution
from cinescribe.language.vectors.hub_files import to_stderr


def write_word_page(
    picture: str | Path,
    page: str | Path,
    *,
    model: str | None = None,
    regions: str | Path | None = None,
    detector: str | None = None,
    method: str = "ig",
    figure: str | Path | None = None,
    moments: int = N_MOMENTS,
    fetch: bool = False,
    announce: Callable[[str], None] = to_stderr,
) -> tuple[CaptionAttribution, ...]:
    """Caption a picture, or moments of a film, and write a page that shows what each word is based on.

    Args:
        picture: an image or film.
        page: the HTML file to write.
        model: a checkpoint's folder, or `hub:<model id or folder>`; by default the bundled captioner.
        regions: a JSON file of boxes of the picture with their labels.
        detector: a model of the hub, or its folder, that finds regions, or whose regions the model reads.
        method: the attribution method, a key of `METHOD_TITLES`.
        figure: a PNG file to write as well, with one picture per word.
        moments: number of moments of a film, at most.
        fetch: whether models may be downloaded.
        announce: receives one line with size and licence before a download.

    Raises:
        RecordError: when the file of regions is malformed.
        FilmError, InputError, ModelError, OutputError: as `explain_words`.
    """
    given = read_regions(Path(regions)) if regions else ()
    captioner = explainable_captioner(model, detector=detector, fetch=fetch, announce=announce)
    finder = region_detector(detector, captioner=captioner, fetch=fetch, announce=announce) if detector else None
    return explain_words(
        picture,
        page,
        captioner=captioner,
        regions=given,
        detector=finder,
        method=method,
        figure=figure,
        at_most=moments,
    )
