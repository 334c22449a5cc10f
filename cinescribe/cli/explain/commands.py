"""`cinescribe explain attention` and `cinescribe explain words`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cinescribe.cli.command import Group
from cinescribe.cli.explain.grounding import grounding
from cinescribe.cli.options.outputs import OutputFile, OutputFolder
from cinescribe.cli.output import announce, as_json, show
from cinescribe.explain.attention.explain_attention import explain_attention
from cinescribe.explain.attribution.methods import METHOD_TITLES
from cinescribe.explain.targets.film_pictures import N_MOMENTS
from cinescribe.explain.words.word_page import write_word_page
from cinescribe.export.pages.caption_attribution import CaptionAttribution, WordAttribution


@click.group(cls=Group)
def command() -> None:
    """Explain what a trained model writes."""


command.add_command(grounding)


@command.command()
@click.argument("checkpoint", type=click.Path(path_type=Path))
@click.argument("corpus", type=click.Path(path_type=Path))
@click.option("-o", "--output", "folder", type=OutputFolder(), required=True, help="Folder to write to.")
@click.option("--split", default="val", show_default=True, help="The split of the corpus.")
@as_json
def attention(checkpoint: Path, corpus: Path, *, folder: Path, split: str, as_json: bool) -> None:
    """Plot the attention of MICap as it writes and fills in, over a split of CORPUS, with the tables of the plots."""
    report = explain_attention(checkpoint, corpus, folder, split=split)
    value = {"plots": [str(path) for path in report.plots], "tables": [str(path) for path in report.tables]}
    show(value, [*value["plots"], *value["tables"]], as_json=as_json)


@command.command()
@click.argument("picture", type=click.Path(path_type=Path))
@click.option(
    "--model",
    type=click.Path(),
    metavar="NAME",
    help="A checkpoint's folder, or hub:<model id or folder>; by default the shipped captioner.",
)
@click.option("-o", "--output", "page", type=OutputFile(), required=True, help="The HTML file to write.")
@click.option("--figure", type=OutputFile(), help="A PNG file to write as well, with one picture per word.")
@click.option("--regions", type=click.Path(path_type=Path), help="JSON: boxes of the picture with their labels.")
@click.option(
    "--detector",
    type=click.Path(),
    metavar="NAME",
    help="A model of the hub, or its folder, that finds regions, or whose regions --model reads.",
)
@click.option(
    "--method", type=click.Choice(list(METHOD_TITLES)), default="ig", show_default=True, help="Attribution method."
)
@click.option("--moments", type=click.IntRange(min=1), default=N_MOMENTS, show_default=True, help="Of a film, at most.")
@click.option("--fetch", is_flag=True, help="Allow models to be fetched; size and licence are printed first.")
@as_json
def words(
    picture: Path,
    *,
    model: str | None,
    page: Path,
    figure: Path | None,
    regions: Path | None,
    detector: str | None,
    method: str,
    moments: int,
    fetch: bool,
    as_json: bool,
) -> None:
    """Caption PICTURE, or moments of a film, and write a page that shows what each word is based on."""
    pictures = write_word_page(
        picture,
        page,
        model=model,
        regions=regions,
        detector=detector,
        method=method,
        figure=figure,
        moments=moments,
        fetch=fetch,
        announce=announce,
    )
    value = {
        "page": str(page),
        "words": [_word(one, word) for one in pictures for word in one.words],
        "warnings": [_warning(one) for one in pictures if one.doubt is not None],
    }
    show(value, [f"{one.name}: {one.caption}" for one in pictures] + [str(page)], as_json=as_json)


def _warning(picture: CaptionAttribution) -> dict[str, Any]:
    """Return the warning of a picture's caption for JSON."""
    return {"picture": picture.name, "text": picture.doubt} | ({} if picture.time is None else {"time": picture.time})


def _word(picture: CaptionAttribution, word: WordAttribution) -> dict[str, Any]:
    """Return one word for JSON, without unknown values."""
    fields = {
        "time": picture.time,
        "region": word.region and (word.region.label or None),
        "box": word.region and [round(side, 4) for side in word.region.box],
        "score": None if word.score is None else round(word.score, 4),
        "grounded": word.grounded,
    }
    return {"word": word.word} | {name: value for name, value in fields.items() if value is not None}
