"""`cinescribe language`: parse texts, read scene graphs off them, train the parser."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from cinescribe.cli.command import Group
from cinescribe.cli.output import announce, as_json, show
from cinescribe.errors import LanguageError
from cinescribe.language.parser.parse import load_parser, shipped_parser
from cinescribe.language.parser.train_parser import Recipe, train_parser
from cinescribe.language.scene_graph.scene_graph import text_tuples
from cinescribe.language.tokens.words import Sentence, Word
from cinescribe.store import read_text

_COLUMNS = ("text", "lemma", "pos", "head", "dep")
_SCORES = ("upos", "uas", "las")

text = click.argument("text", required=False)
file = click.option("--file", type=click.Path(path_type=Path), help="A text file, a text a line, instead of TEXT.")
parser = click.option(
    "--parser",
    type=click.Path(path_type=Path),
    help="A folder that `train-parser` wrote; by default the shipped parser.",
)


@click.group(cls=Group)
def command() -> None:
    """Read English: parse it, read scene graphs off it, train the parser.

    Texts are given as TEXT, by --file, or on standard input, a text a line.
    """


@command.command()
@text
@file
@parser
@as_json
def parse(text: str | None, file: Path | None, parser: Path | None, as_json: bool) -> None:
    """The words of each sentence: base form, part of speech, head and relation to it (Universal Dependencies).

    A head is the number of a word in its sentence, from 0; the root is its own.
    """
    reader = load_parser(parser) if parser else shipped_parser()
    found = [sentence for sentences in reader.parse(_texts(text, file)) for sentence in sentences]
    value = [[_word(word) for word in sentence] for sentence in found]
    show(value, [line for sentence in found for line in _table(sentence)], as_json=as_json)


@command.command()
@text
@file
@parser
@click.option("--json", "as_json", is_flag=True, help="Print JSONL to standard output, a line a text.")
def tuples(text: str | None, file: Path | None, parser: Path | None, as_json: bool) -> None:
    """The scene graph of each text as SPICE's tuples: object; object, attribute; object, second object, relation."""
    reader = load_parser(parser) if parser else shipped_parser()
    texts = _texts(text, file)
    for caption, found in zip(texts, text_tuples(texts, reader), strict=True):
        if as_json:
            click.echo(json.dumps({"caption": caption, "tuples": found}, ensure_ascii=False))
        else:
            click.echo(f"{caption}\n" + "".join(f"  ({', '.join(words)})\n" for words in found), nl=False)


@command.command("train-parser")
@click.argument("treebanks", metavar="CONLLU...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--output", "-o", "folder", metavar="DIR", required=True, type=click.Path(path_type=Path), help="Where to write."
)
@click.option("--dev", type=click.Path(path_type=Path), help="Other sentences in CoNLL-U, to score by.")
@click.option(
    "--epochs",
    type=click.IntRange(min=1),
    default=Recipe.epochs,
    show_default=True,
    help="Times through the treebanks.",
)
@as_json
def train_parser_(treebanks: tuple[Path, ...], folder: Path, dev: Path | None, epochs: int, as_json: bool) -> None:
    """Train the parser on treebanks in CoNLL-U.

    Without --dev the scores are of the first of them, which the parser has learnt: they flatter it.
    """
    judged = dev or treebanks[0]
    scores = train_parser(treebanks, folder, dev=judged, recipe=Recipe(epochs=epochs), announce=announce)
    told = {name: getattr(scores, name) for name in _SCORES}
    lines = [f"{name:<5} {value:.2f} %" for name, value in told.items()]
    show({"model": str(folder), "scores": told, "scored_on": str(judged)}, lines, as_json=as_json)


def is_terminal() -> bool:
    """Whether standard input is a person's, who has not been asked for anything."""
    return sys.stdin.isatty()


def _texts(text: str | None, file: Path | None) -> list[str]:
    """One text, or those of a file or of standard input, a line each."""
    if text is not None and file is not None:
        raise click.UsageError("TEXT and --file are both given; give one of them")
    if text is None and file is None and is_terminal():
        raise click.UsageError("there is no text; give TEXT, --file, or lines on standard input")
    if text is not None:
        where, lines = "the text", [_whole(text)]
    elif file is not None:
        where, lines = repr(str(file)), read_text(file).splitlines()
    else:
        where, lines = "standard input", _standard_input().splitlines()
    found = [line.strip() for line in lines if line.strip()]
    if not found:
        raise LanguageError(f"{where} is empty; write words there")
    return found


def _whole(text: str) -> str:
    """The text, unless bytes of the command line were none in its encoding."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise LanguageError(f"the text is not UTF-8 (character {error.start}); send it as UTF-8") from error
    return text


def _standard_input() -> str:
    try:
        return sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError as error:
        raise LanguageError(f"standard input is not UTF-8 text (byte {error.start}); send it as UTF-8") from error


def _word(word: Word) -> dict[str, Any]:
    value = {name: getattr(word, name) for name in _COLUMNS}
    return value | ({"features": word.features} if word.features else {})


def _table(sentence: Sentence) -> list[str]:
    """The words under each other, as in CoNLL-U, and an empty line."""
    rows = [(str(n), word.text, word.lemma, word.pos, str(word.head), word.dep) for n, word in enumerate(sentence)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        *("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows),
        "",
    ]
