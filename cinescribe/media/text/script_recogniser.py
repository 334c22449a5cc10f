"""Reads lines in whichever script they are: by the bundled network first, and what that does not know by others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from cinescribe.language_tags import base_language, known_language
from cinescribe.media.film.frame_scaling import Image
from cinescribe.media.text.accents import with_accents
from cinescribe.media.text.fetched_networks import script_network
from cinescribe.media.text.scripts import (
    LATIN,
    OTHER_SCRIPTS,
    has_letters_of,
    looks_like,
    script_of,
    scripts_of_languages,
)
from cinescribe.media.text.tesseract import installed_tesseract
from cinescribe.media.text.text_networks import Quad, Reading, TextRecogniser

# Set on the tuned half of `results/sign_scripts.json`: lines in Latin letters are read at .97 or more, except where
# they are blurred; of lines in another script, at most .92, except where all letters look like Latin ones.
_SETTLED = 0.95
_PLAIN_LANGUAGE = "en"  # has no accents of its own
_LIKELY = 0.9  # score at which a reading in an expected script is taken for such letters


class ScriptReader(Protocol):
    """Reads lines of one script other than Latin."""

    @property
    def script(self) -> str:
        """ISO 15924 code."""

    @property
    def name(self) -> str:
        """Who reads, as caches of a description name it."""

    def read(self, picture: Image, quad: Quad, *, stretch: float = 1.0) -> Reading:
        """Read the line in the corners `quad` of a picture (H, W, 3, BGR), with its width multiplied by `stretch`."""


@dataclass(frozen=True)
class ScriptReaders:
    """Readers for scripts other than Latin, the only one that the bundled network reads.

    Args:
        readers: one a script at most.
        expected: scripts that the film's languages are written in, by ISO 15924.
        accents: the reader, if any, of the film's Latin-script languages with their accents.
    """

    readers: tuple[ScriptReader, ...] = ()
    expected: frozenset[str] = frozenset()
    accents: ScriptReader | None = None

    @property
    def name(self) -> str:
        """Who reads what, as caches of a description name it."""
        readers = [one.name for one in (*self.readers, self.accents) if one is not None]
        return ", ".join([*readers, *sorted(self.expected & {*OTHER_SCRIPTS})])

    @property
    def line(self) -> str | None:
        """A notice of expected scripts that no reader covers, and what to do; None if all are covered."""
        have = {one.script for one in self.readers}
        missing = [name for code, name in OTHER_SCRIPTS.items() if code in self.expected and code not in have]
        if not missing:
            return None
        return (
            f"text in {' and '.join(missing)} letters is not read: install tesserocr with data of Tesseract for it, or "
            "allow fetching a network with `fetch`"
        )


LATIN_ONLY = ScriptReaders()


def script_readers(
    languages: Collection[str | None] = (),
    *,
    fetch: bool = False,
    announce: Callable[[str], None] = lambda line: None,
) -> ScriptReaders:
    """Return the readers of other scripts that are on this machine.

    For each script that is a network of PP-OCR that was fetched, else Tesseract with data of the script. Accents of
    Latin letters are read by Tesseract with data of the film's languages.

    Args:
        languages: of the film and of its description; tags that name no language are left out.
        fetch: whether the network of an expected script may be downloaded if no reader covers it.
        announce: receives one line with size and licence before a download.

    Raises:
        ModelError: when a network cannot be downloaded.
        OutputError: when it cannot be kept.

    Example:
        >>> [reader.script for reader in script_readers(["ru"]).readers]  # doctest: +SKIP
        ['Cyrl']
    """
    expected = scripts_of_languages(languages)
    tags = [tag for tag in map(known_language, languages) if tag is not None]
    found = [_reader(script, tags, fetch=fetch and script in expected, announce=announce) for script in OTHER_SCRIPTS]
    latin = [tag for tag in tags if LATIN in scripts_of_languages([tag]) and base_language(tag) != _PLAIN_LANGUAGE]
    accents = installed_tesseract(LATIN, latin)
    return ScriptReaders(tuple(reader for reader in found if reader is not None), expected, accents)


def _reader(script: str, tags: Sequence[str], *, fetch: bool, announce: Callable[[str], None]) -> ScriptReader | None:
    own = [tag for tag in tags if script in scripts_of_languages([tag])]
    here = script_network(script, fetch=False, announce=announce) or installed_tesseract(script, own)
    return here or script_network(script, fetch=fetch, announce=announce)


class ScriptRecogniser:
    """Reads lines in any script that a reader is there for."""

    def __init__(self, others: ScriptReaders) -> None:
        self._others = others

    @cached_property
    def _latin(self) -> TextRecogniser:
        return TextRecogniser()

    def read(self, picture: Image, quad: Quad, *, stretch: float = 1.0) -> Reading:
        """Read the line in the corners `quad` of a picture (H, W, 3, BGR), with its width multiplied by `stretch`.

        Raises:
            ModelError: when a network or data cannot be loaded.
        """
        latin = self._latin.read(picture, quad, stretch=stretch)
        if self._others.accents is not None and script_of(latin.text) == LATIN:
            latin = with_accents(latin, self._others.accents.read(picture, quad, stretch=stretch))
        if not self._others.readers or self._is_settled(latin):
            return latin
        others = [(one.script, one.read(picture, quad, stretch=stretch)) for one in self._others.readers]
        return self._chosen(latin, [(script, reading) for script, reading in others if _is_of(reading, script)])

    def _is_settled(self, latin: Reading) -> bool:
        """Whether a line is in Latin letters for certain, or in others that the bundled network knows."""
        text, scripts = latin.text, [one.script for one in self._others.readers]
        may_be_other = any(self._is_twin(text, script) for script in scripts)
        has_letters = any(letter.isalnum() for letter in text)
        return latin.score >= _SETTLED and has_letters and not has_letters_of(text, scripts) and not may_be_other

    def _chosen(self, latin: Reading, others: Sequence[tuple[str, Reading]]) -> Reading:
        """The reading that is most certain; where the letters of two scripts look the same, the expected script's."""
        if not others:
            return latin
        twins = [(script, each) for script, each in others if self._is_twin(latin.text, script)]
        _, best = max(twins or others, key=lambda one: one[1].score)
        is_blank = not any(letter.isalpha() for letter in latin.text)
        is_mixed = has_letters_of(latin.text, [script for script, _ in others])
        if is_blank or ((twins or is_mixed) and best.score >= _LIKELY):
            return best
        return max(latin, best, key=lambda one: one.score)

    def _is_twin(self, text: str, script: str) -> bool:
        """Whether a Latin text may as well be one in an expected script."""
        return script in self._others.expected and looks_like(text, script)


def _is_of(reading: Reading, script: str) -> bool:
    return script_of(reading.text) == script
