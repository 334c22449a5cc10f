"""`cinescribe score as-published`: scores beside those of a paper's released code."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.output import as_json
from cinescribe.cli.score.show import show_scores
from cinescribe.metrics.files.caption_files import read_candidates, read_references
from cinescribe.metrics.published.as_published import PROTOCOLS, score_as_published
from cinescribe.metrics.scoring.sources import Sources

_a_file = click.Path(path_type=Path)


@click.command("as-published", cls=Command)
@click.argument("protocol", metavar="PROTOCOL", type=click.Choice(list(PROTOCOLS)))
@click.argument("candidates", metavar="CANDS", type=_a_file)
@click.argument("references", metavar="REFS", type=_a_file)
@click.option("--subset", is_flag=True, help="Ignore references of items without a candidate.")
@click.option("--parser", type=_a_file, help="A folder from `language train-parser`, for SPICE and iSPICE.")
@click.option("--paraphrases", type=_a_file, help="METEOR's paraphrase table, which the releases use.")
@click.option("--model", type=click.Path(), metavar="NAME", help="The hub's text encoder, or a folder, for BERTScore.")
@click.option(
    "--sentence-model", type=click.Path(), metavar="NAME", help="The sentence-transformers model for ACS and ACD."
)
@click.option("--fetch", is_flag=True, help="Allow models to be fetched; size and licence are announced first.")
@as_json
def as_published(
    *,
    protocol: str,
    candidates: Path,
    references: Path,
    subset: bool,
    parser: Path | None,
    paraphrases: Path | None,
    model: str | None,
    sentence_model: str | None,
    fetch: bool,
    as_json: bool,
) -> None:
    """Score the captions in CANDS against those in REFS by each metric's definition, and as a paper's code does.

    PROTOCOL is micap (captionsets: METEOR, ROUGE-L, CIDEr, SPICE, iSPICE), lsmdc (captions of the challenge: BLEU,
    METEOR, ROUGE-L, CIDEr, SPICE), v2c (phrases: BLEU, METEOR, ROUGE-L, CIDEr, unigram perplexity) or metaphors (BLEU,
    ROUGE-L, CIDEr, BERTScore, ACS, ACD). Files are those of `cinescribe score`.
    """
    sources = Sources(parser=parser, paraphrases=paraphrases, encoder=model, sentences=sentence_model, fetch=fetch)
    scores = score_as_published(
        read_candidates(candidates), read_references(references), protocol, sources=sources, subset=subset
    )
    show_scores(scores, as_json=as_json)
