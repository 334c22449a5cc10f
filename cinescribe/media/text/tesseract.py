"""Reads lines of text with Tesseract, in the scripts whose data are on this machine.

Data are a package of most systems, such as `tesseract-ocr-rus` (Apache-2.0, 1 to 9 MB); the program itself is in the
wheel of tesserocr, so that it need not be installed.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as PillowImage

from cinescribe.errors import LanguageError, ModelError
from cinescribe.language_tags import iso_639_2
from cinescribe.media.film.frame_scaling import Image
from cinescribe.media.text.text_networks import Quad, Reading, straightened

_PACKAGE = "tesserocr"
_SUFFIX = ".traineddata"
_PREFIX = "TESSDATA_PREFIX"  # Tesseract's own variable for the folder of its data
# Where packages of systems put data: Debian and its kin, Arch, Fedora, by hand, Homebrew.
_FOLDERS = ("/usr/share/tesseract-ocr/*/tessdata", "/usr/share/tessdata", "/usr/share/tesseract/tessdata")
_MORE_FOLDERS = ("/usr/local/share/tessdata", "/opt/homebrew/share/tessdata")
# Data of a script, the first that is there: of all its languages, else of one that many read. Latin ones are only used
# for their own language.
_DATA = {"Cyrl": ("Cyrillic", "script/Cyrillic", "rus", "ukr", "bul", "srp"), "Grek": ("Greek", "script/Greek", "ell")}
_HEIGHT, _MARGIN = 48, 10  # of a line in pixels, and around it
_DPI = 150  # of a line at this height, in letters of a usual size
_DARK = 127  # median brightness of a line's border below which it is white on black
# Tesseract is sure of a letter at .99 and still at .90 of a texture. By so much its doubts count more, until they mean
# what those of the networks do. Set on the tuned half of `results/sign_scripts.json` and on textures of real films.
_DOUBTS = 4.0


class TesseractReader:
    """Reads lines of one script.

    Args:
        script: ISO 15924 code.
        folder: that holds the data.
        data: names of data in it, joined by `+` if there are several: `rus`.
    """

    def __init__(self, script: str, folder: Path, data: str) -> None:
        self.script = script
        self._folder, self._data = folder, data

    @property
    def name(self) -> str:
        """Who reads, as caches of a description name it."""
        return f"tesseract {self._data}"

    @cached_property
    def _engine(self) -> Any:
        library = importlib.import_module(_PACKAGE)
        try:
            return library.PyTessBaseAPI(path=str(self._folder), lang=self._data, psm=library.PSM.SINGLE_LINE)
        except RuntimeError as error:
            raise ModelError(
                f"Tesseract's data {self._data!r} in {str(self._folder)!r} cannot be loaded ({error}); install them "
                "again"
            ) from error

    def read(self, picture: Image, quad: Quad, *, stretch: float = 1.0) -> Reading:
        """Read the line in the corners `quad` of a picture (H, W, 3, BGR), with its width multiplied by `stretch`.

        Raises:
            ModelError: when the data cannot be loaded.
        """
        self._engine.SetImage(PillowImage.fromarray(_dark_on_light(straightened(picture, quad), stretch)))
        self._engine.SetSourceResolution(_DPI)
        self._engine.Recognize()
        letters = [*self._letters()]
        return Reading("".join(text for text, _ in letters), tuple(score for _, score in letters))

    def _letters(self) -> Iterator[tuple[str, float]]:
        """Yield each letter with its score, words with a space between them."""
        library = importlib.import_module(_PACKAGE)
        found, level = self._engine.GetIterator(), library.RIL.SYMBOL
        is_first = True
        for symbol in library.iterate_level(found, level) if found is not None else ():
            if symbol.Empty(level):
                continue
            score = max(0.0, 1 - _DOUBTS * (1 - symbol.Confidence(level) / 100))
            if not is_first and symbol.IsAtBeginningOf(library.RIL.WORD):
                yield " ", score
            is_first = False
            yield from ((letter, score) for letter in _plain(symbol.GetUTF8Text(level)))


def installed_tesseract(script: str, languages: Iterable[str] = ()) -> TesseractReader | None:
    """Return a reader of a script by data that are on this machine; None if there are none, or tesserocr is not there.

    Args:
        script: ISO 15924 code.
        languages: tags of expected languages; their data take precedence.
    """
    if importlib.util.find_spec(_PACKAGE) is None:
        return None
    wanted = [*dict.fromkeys(_code(tag) for tag in languages)]
    for folder in _data_folders():
        own = [name for name in wanted if (folder / f"{name}{_SUFFIX}").is_file()]
        usual = [name for name in _DATA.get(script, ()) if (folder / f"{name}{_SUFFIX}").is_file()]
        if own or usual:
            return TesseractReader(script, folder, "+".join(own) or usual[0])
    return None


def _code(tag: str) -> str:
    try:
        return iso_639_2(tag)
    except LanguageError:
        return ""


def _data_folders() -> Iterator[Path]:
    named = os.environ.get(_PREFIX)
    if named:
        yield from (Path(named), Path(named) / "tessdata")
    yield Path(sys.prefix) / "share" / "tessdata"  # where packages of Python put them
    for pattern in (*_FOLDERS, *_MORE_FOLDERS):
        yield from sorted(Path("/").glob(pattern.removeprefix("/")), reverse=True)  # the newest first


def _dark_on_light(line: Image, stretch: float) -> NDArray[np.uint8]:
    """Return a line (H, W, 3, BGR) in grey, black on white, with a margin, as Tesseract was trained on."""
    width = max(1, round(stretch * line.shape[1] * _HEIGHT / line.shape[0]))
    small = cv2.resize(line, (width, _HEIGHT), interpolation=cv2.INTER_AREA)
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
    border = float(np.median(np.concatenate([grey[0], grey[-1], grey[:, 0], grey[:, -1]])))
    if border < _DARK:
        grey, border = np.asarray(255 - grey, np.uint8), 255 - border
    return np.pad(grey, _MARGIN, constant_values=round(border))


def _plain(symbol: str) -> str:
    """The letters of a symbol; signs that only look like a letter, such as that for micro, become it."""
    return "".join(same if len(same := unicodedata.normalize("NFKC", each)) == 1 else each for each in symbol)
