"""`cinescribe language`: parse texts, extract scene graphs and labels, train the parser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from cinescribe.cli.command import Group
from cinescribe.cli.options.outputs import OutputFolder
from cinescribe.cli.options.texts import file_option, given_texts, is_terminal, parser_option, text_argument
from cinescribe.cli.output import announce, as_json, show
from cinescribe.cli.semantics.labels import judge_labels, labels
from cinescribe.language.parser.parse import parse_texts
from cinescribe.language.parser.train_parser import ParserRecipe, train_parser
from cinescribe.language.scene_graph.scene_graph import text_tuples
from cinescribe.language.tokens.parsed_sentence import Sentence, Word

_COLUMNS = ("text", "lemma", "pos", "head", "dep")
_SCORES = ("upos", "uas", "las")


@click.group(cls=Group)
def command() -> None:
    """Parse English texts, extract scene graphs and labels, train the parser.

    Give one TEXT, or one text per line with --file or on standard input.
    """


@command.command()
@text_argument
@file_option
@parser_option
@as_json
def parse(text: str | None, file: Path | None, parser: Path | None, as_json: bool) -> None:
    """Parse texts: lemma, part of speech, head and relation of each word (Universal Dependencies).

    A head is the index of a word in its sentence, from 0; the root is its own head.
    """
    parsed = [sentence for sentences in parse_texts(_texts(text, file), parser=parser) for sentence in sentences]
    value = [[_word(word) for word in sentence] for sentence in parsed]
    show(value, [line for sentence in parsed for line in _table(sentence)], as_json=as_json)


@command.command()
@text_argument
@file_option
@parser_option
@click.option("--json", "as_json", is_flag=True, help="Print JSONL to standard output, one line per text.")
def tuples(text: str | None, file: Path | None, parser: Path | None, as_json: bool) -> None:
    """Extract scene graphs as SPICE tuples: object; object, attribute; object, second object, relation."""
    texts = _texts(text, file)
    for caption, graph in zip(texts, text_tuples(texts, parser), strict=True):
        if as_json:
            click.echo(json.dumps({"caption": caption, "tuples": graph}, ensure_ascii=False))
        else:
            click.echo(f"{caption}\n" + "".join(f"  ({', '.join(words)})\n" for words in graph), nl=False)


@command.command("train-parser")
@click.argument("treebanks", metavar="CONLLU...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--output", "-o", "folder", metavar="DIR", required=True, type=OutputFolder(), help="Where to write.")
@click.option("--dev", type=click.Path(path_type=Path), help="Other sentences in CoNLL-U, for evaluation.")
@click.option("--start", type=click.Path(path_type=Path), help="A folder of a trained parser, to train it further.")
@click.option(
    "--epochs",
    type=click.IntRange(min=1),
    default=ParserRecipe.epochs,
    show_default=True,
    help="Passes over the treebanks.",
)
@as_json
def train_parser_(
    treebanks: tuple[Path, ...], folder: Path, *, dev: Path | None, start: Path | None, epochs: int, as_json: bool
) -> None:
    """Train the parser on treebanks in CoNLL-U.

    Without --dev the scores are those on the first treebank, which is training data, and so too optimistic.
    """
    evaluated = dev or treebanks[0]
    recipe = ParserRecipe(epochs=epochs)
    scores = train_parser(treebanks, folder, dev=evaluated, start=start, recipe=recipe, announce=announce)
    percentages = {name: getattr(scores, name) for name in _SCORES}
    lines = [f"{name:<5} {value:.2f} %" for name, value in percentages.items()]
    show({"model": str(folder), "scores": percentages, "scored_on": str(evaluated)}, lines, as_json=as_json)


command.add_command(labels)
command.add_command(judge_labels)


def _texts(text: str | None, file: Path | None) -> list[str]:
    if text is None and file is None and is_terminal():
        raise click.UsageError("there is no text; give TEXT, --file, or lines on standard input")
    return given_texts(text, file)


def _word(word: Word) -> dict[str, Any]:
    value = {name: getattr(word, name) for name in _COLUMNS}
    return value | ({"features": word.features} if word.features else {})


def _table(sentence: Sentence) -> list[str]:
    """The words of a sentence, one per line as in CoNLL-U, and an empty line."""
    rows = [(str(n), word.text, word.lemma, word.pos, str(word.head), word.dep) for n, word in enumerate(sentence)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        *("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows),
        "",
    ]
