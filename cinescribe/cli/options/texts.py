"""Texts of a command: TEXT, the lines of a file, or those of standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from cinescribe.errors import LanguageError
from cinescribe.input_files import numbered_lines, read_text, with_line_feeds

text_argument = click.argument("text", required=False)
file_option = click.option(
    "--file", type=click.Path(path_type=Path), help="A file with one text per line, instead of TEXT."
)
parser_option = click.option(
    "--parser",
    type=click.Path(path_type=Path),
    help="A folder written by `train-parser`; by default the shipped parser.",
)


def is_terminal() -> bool:
    """Return whether standard input is a terminal, at which the user was not prompted."""
    return sys.stdin.isatty()


def given_texts(text: str | None, file: Path | None) -> list[str]:
    """Return the given text, or the lines of the file or of standard input.

    Raises:
        LanguageError: when there is no word, or what is there is not UTF-8.
    """
    return [line for _, line in numbered_texts(text, file)]


def numbered_texts(text: str | None, file: Path | None) -> list[tuple[int | None, str]]:
    """Return the texts of `given_texts`, each with its line number from 1; a TEXT of the command line has none.

    Raises:
        LanguageError: when there is no word, or what is there is not UTF-8.
    """
    if text is not None and file is not None:
        raise click.UsageError("TEXT and --file are both given; give one of them")
    lines: Iterable[tuple[int | None, str]]
    if text is not None:
        where, lines = "the text", [(None, _checked(text))]
    elif file is not None:
        where, lines = repr(str(file)), numbered_lines(read_text(file))
    else:
        where, lines = "standard input", numbered_lines(with_line_feeds(_standard_input()))
    texts = [(number, line.strip()) for number, line in lines if line.strip()]
    if not texts:
        raise LanguageError(f"{where} is empty; give at least one word")
    return texts


def _checked(text: str) -> str:
    """The text, if the bytes of the command line were valid in its encoding."""
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
