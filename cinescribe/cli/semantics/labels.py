"""`cinescribe language labels` and `language judge-labels`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.outputs import OutputFolder
from cinescribe.cli.options.texts import file_option, is_terminal, numbered_texts, parser_option, text_argument
from cinescribe.cli.output import announce, as_json, show
from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.errors import LanguageError
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.language.semantics.labels import ClauseLabels, label_texts
from cinescribe.language.semantics.understanding import LabelKind, Lexicons
from cinescribe.language.semantics.verbnet import VerbNet
from cinescribe.language.semantics.word_senses import WordSenses
from cinescribe.language.vectors.sentence_vectors import sentence_vectors
from cinescribe.study.sheets.yes_no_sheets import YesShare, label_accuracy, write_label_sheets

_ROLES = ("subject", "verb", "object", "location")

corpus_option = click.option(
    "--corpus", type=click.Path(path_type=Path), help="The captions of a corpus's clips, instead of TEXT."
)
verbnet_option = click.option(
    "--verbnet", type=click.Path(path_type=Path), help="Your copy of VerbNet: a folder of XML files, for the roles."
)
vectors_option = click.option(
    "--vectors", is_flag=True, help="Also weigh senses by sentence vectors (all-MiniLM-L6-v2): better, and slower."
)


@dataclass(frozen=True)
class _Text:
    """A text to label: its line from 1 in a file or on standard input, or the id of its clip in a corpus."""

    text: str
    line: int | None = None
    clip: str = ""


@click.command(cls=Command)
@text_argument
@file_option
@corpus_option
@click.option(
    "--kind",
    type=click.Choice(("text", "sense")),
    default="text",
    show_default=True,
    help="Labels are head words, or names of their WordNet senses, which synonyms share.",
)
@verbnet_option
@vectors_option
@click.option("--keep-ids", is_flag=True, help="People keep their ids (`p1`); by default each is `someone`.")
@parser_option
@click.option("--json", "as_json", is_flag=True, help="Print JSONL to standard output, one line per clause.")
def labels(
    text: str | None,
    *,
    file: Path | None,
    corpus: Path | None,
    kind: LabelKind,
    verbnet: Path | None,
    vectors: bool,
    keep_ids: bool,
    parser: Path | None,
    as_json: bool,
) -> None:
    """Extract the subject, verb, object and location of each clause.

    Roles come from syntax and WordNet, or from VerbNet's frames with --verbnet. A text without a verb has no labels;
    standard error says how many there are.
    """
    given = _given(text, file, corpus)
    texts, clips = [one.text for one in given], [one.clip for one in given]
    lexicons = _lexicons(kind, verbnet, vectors=vectors)
    found = label_texts(texts, parser, clips=clips, keep_ids=keep_ids, lexicons=lexicons)
    for one, clauses in zip(given, found, strict=True):
        for line in _json_lines(one, clauses) if as_json else _lines(one.text, clauses):
            click.echo(line)
    if n_empty := sum(not one for one in found):
        announce(f"{n_empty} of {len(texts)} texts have no verb, and so no labels")


@click.command("judge-labels", cls=Command)
@click.argument("sheets", metavar="SHEET...", nargs=-1, type=click.Path(path_type=Path))
@click.option("--output", "-o", "folder", metavar="DIR", type=OutputFolder(), help="Write sheets to fill in here.")
@file_option
@corpus_option
@click.option(
    "--judges", type=click.IntRange(min=1), default=2, show_default=True, help="Sheets to write, one for each judge."
)
@click.option(
    "--sentences", type=click.IntRange(min=1), default=200, show_default=True, help="Texts to draw at random."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the draw.")
@verbnet_option
@vectors_option
@as_json
def judge_labels(
    sheets: tuple[Path, ...],
    *,
    folder: Path | None,
    file: Path | None,
    corpus: Path | None,
    judges: int,
    sentences: int,
    seed: int,
    verbnet: Path | None,
    vectors: bool,
    as_json: bool,
) -> None:
    """Let people judge the labels, component by component, as in table 6 of Movie Description.

    With --output, writes a sheet for each judge with sentences of --file or --corpus. Judges write 1 (right) or 0
    (wrong) under clause, nlp, roles and wsd. Without it, reads filled SHEETs: accuracy and kappa beside the paper's.
    """
    if folder is None:
        if not sheets:
            raise click.UsageError("there is no sheet; give filled ones, or --output with --file or --corpus")
        accuracies = label_accuracy(sheets)
        show([_json(one) for one in accuracies], [_accuracy(one) for one in accuracies], as_json=as_json)
        return
    if sheets:
        raise click.UsageError("SHEETs and --output are both given; give one of them")
    texts = [one.text for one in _given(None, file, corpus)]
    lexicons = _lexicons("text", verbnet, vectors=vectors, has_senses=True)
    found = label_texts(texts, shipped_parser(), lexicons=lexicons)
    written = write_label_sheets(texts, found, folder, n_judges=judges, n_sentences=sentences, seed=seed)
    show({"sheets": [str(path) for path in written]}, [str(path) for path in written], as_json=as_json)


def _given(text: str | None, file: Path | None, corpus: Path | None) -> list[_Text]:
    if corpus is None:
        if text is None and file is None and is_terminal():
            raise click.UsageError("there is no text; give TEXT, --file, --corpus, or lines on standard input")
        return [_Text(one, line) for line, one in numbered_texts(text, file)]
    if text is not None or file is not None:
        raise click.UsageError("--corpus and another text are both given; give one of them")
    captioned = [_Text(clip.text, clip=clip.id) for clip in read_corpus(corpus).clips if clip.text]
    if not captioned:
        raise LanguageError(f"{str(corpus)!r} has no captions; give a corpus whose clips have a text")
    return captioned


def _lexicons(kind: LabelKind, verbnet: Path | None, *, vectors: bool, has_senses: bool = False) -> Lexicons | None:
    """What labels are made with; None where words and syntax are enough."""
    if kind == "text" and verbnet is None and not has_senses:
        return None
    word_senses = WordSenses(sentence_vectors() if vectors else None)
    return Lexicons(kind, word_senses, VerbNet.read(verbnet) if verbnet is not None else None)


def _json_lines(text: _Text, found: Sequence[ClauseLabels]) -> list[str]:
    """The labels as JSON, with the text that they belong to: `sentence` counts from 0 in each text."""
    whose = {"line": text.line, "caption": text.text}
    return [json.dumps(one.to_dict() | whose, ensure_ascii=False) for one in found]


def _lines(caption: str, found: Sequence[ClauseLabels]) -> list[str]:
    return [caption, *(f"  {_tuple(one)}" for one in found), ""]


def _tuple(one: ClauseLabels) -> str:
    values: dict[str, Any] = {name: getattr(one, name) or "-" for name in _ROLES}
    return "  ".join(f"{name} {value}" for name, value in values.items()) + ("  (main)" if one.is_main else "")


def _json(one: YesShare) -> dict[str, Any]:
    numbers = {"accuracy": one.share, "kappa": one.kappa, "n_judgements": one.answers, "paper": one.paper}
    return {"component": one.criterion, **numbers}


def _accuracy(one: YesShare) -> str:
    kappa = "undefined" if one.kappa is None else f"{one.kappa:.2f}"
    return (
        f"{one.criterion:<7} {one.share:.2f}  kappa {kappa}  "
        f"({one.answers} judgements; Movie Description {one.paper:.2f})"
    )
