"""Signs in ten languages and three scripts: words found, wrong letters, and which language a sign is said to be in.

Each sign is a plate that hangs before a wall for three seconds of its own film. A word counts as found if it is read
letter for letter but for case and punctuation. Letters are wrong by edit distance, accents included.
"""

from __future__ import annotations

import argparse
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
from rapidfuzz.distance import Levenshtein

from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from benchmarks.text.signs import SIGNS, sign_picture
from cinescribe.describe.screen_text.sign_language import sign_language
from cinescribe.language_tags import iso_639_2
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.media.text.script_recogniser import LATIN_ONLY, ScriptReaders, script_readers
from cinescribe.media.text.scripts import LATIN
from cinescribe.media.text.tesseract import TesseractReader
from cinescribe.media.text.text_finder import TextFinder

HALVES = ("half that set constants", "other signs, fonts and angles")
N_PICTURES, RATE_HZ = 6, 2
SEEDS = (7, 5000)  # of the first sign of a half
N_VIEWS = (1, 4)  # pictures of each sign of a half, in fonts, sizes and angles of their own
DATA = {"Cyrl": "rus", "Grek": "ell"}  # of Tesseract
DATA_LANGUAGES = ("ru", "el")
# Films in which nothing can be read, or Latin letters only: letters of other scripts are false.
LATIN_FILMS = (
    "video/w3c_perspective/perspective-video.mp4",
    "video/scenedetect/testvideo.mp4",
    "video/popeye/p1.mkv",
    "video/nasa/nasa_13013.mp4",
    "video/friday/friday.mp4",
    "video/sam2/01_dog.mp4",
    "video/sam2/02_cups.mp4",
    "video/intel_people/reel.mp4",
    "ad_pair_rabbit/video-with-voiceover.mp4",
)
EIGHT = tuple(tag for tag in SIGNS if tag not in DATA_LANGUAGES)
# Of no language, or of many.
NAMES = (
    *("Anna Brook", "Peter Lang", "Maria Santos", "London", "Starbucks", "Baker Street", "Hotel Adler", "Café Central"),
    *(
        "Coca-Cola",
        "Müller",
        "Hilton",
        "Sony",
        "Toyota",
        "BMW",
        "ZDF",
        "Berlin",
        "Paris",
        "Zürich",
        "Kowalski",
        "García",
    ),
    *(
        "POLICE",
        "TAXI",
        "Rossi",
        "EXIT",
        "STOP",
        "Volkswagen",
        "Tokyo",
        "Central Park",
        "Heinrich-Heine-Allee",
        "Pizza",
    ),
)
LANGUAGE_COLUMNS = (
    "signs", "own language: told", "none", "wrong", "another language: told", "none there", "wrong there"
)  # fmt: skip
COLUMNS = ("language", "signs", "words", "found", "false words", "wrong letters, %", "CPU s a sign")


@dataclass
class Tally:
    """What was read of the signs of one language.

    Args:
        n_signs: of them.
        n_words, n_found, n_false: words on them, those that were read, and those that were read and are not there.
        n_letters, n_wrong: letters on them, and the letters to change, add or remove in what was read.
        cpu: seconds of processor time.
        misread: what was on a sign, and what was read, where they differ.
    """

    n_signs: int = 0
    n_words: int = 0
    n_found: int = 0
    n_false: int = 0
    n_letters: int = 0
    n_wrong: int = 0
    cpu: float = 0.0
    misread: list[tuple[str, str]] = field(default_factory=list)

    def add(self, words: str, read: str, cpu: float) -> None:
        """Add a sign and what was read of it."""
        wanted, found = Counter(_words(words)), Counter(_words(read))
        self.n_signs += 1
        self.n_words += wanted.total()
        self.n_found += (wanted & found).total()
        self.n_false += (found - wanted).total()
        self.n_letters += len(words)
        self.n_wrong += Levenshtein.distance(words, read)
        self.cpu += cpu
        if words != read:
            self.misread.append((words, read))

    @property
    def recall(self) -> float:
        """Share of words that were read."""
        return self.n_found / self.n_words

    def row(self, name: str) -> Row:
        """The figures as a row of a table."""
        wrong = round(100 * self.n_wrong / self.n_letters, 1)
        return name, self.n_signs, self.n_words, self.n_found, self.n_false, wrong, round(self.cpu / self.n_signs, 2)


def _words(text: str) -> list[str]:
    parts = (re.sub(r"[^\w]", "", part).casefold() for part in text.replace(" / ", " ").split())
    return [part for part in parts if part]


def score(signs: Sequence[str], seed: int, readers: ScriptReaders, *, n_views: int) -> Tally:
    """Read each view of each sign in a film of its own."""
    tally = Tally()
    for n, words in enumerate([*signs] * n_views):
        start = time.process_time()
        tally.add(words, _read(words, seed + n, readers), time.process_time() - start)
    return tally


def _read(words: str, seed: int, readers: ScriptReaders) -> str:
    finder = TextFinder(readers)
    picture = np.asarray(cv2.cvtColor(sign_picture(words, seed), cv2.COLOR_RGB2YUV_I420), np.uint8)
    for n in range(N_PICTURES):
        finder.take(n / RATE_HZ, picture)
    return " ".join(text.text for text in finder.texts(N_PICTURES / RATE_HZ))


def _false_letters(path: Path, readers: ScriptReaders) -> tuple[int, float]:
    """Texts in letters of other scripts in a film that has none, and minutes of film."""
    film, finder = probe(path), TextFinder(readers)
    read_through(film, pictures=[finder])
    texts = [text.text for text in finder.texts(film.duration)]
    for text in texts:
        print("   ", text)
    return sum(any("\u0370" <= letter <= "\u04ff" for letter in text) for text in texts), film.duration / 60


def _with_accents(tag: str, readers: ScriptReaders, tessdata: Path | None) -> ScriptReaders:
    """The readers for a film in a language, whose data are asked about accents."""
    if tessdata is None:
        return script_readers([tag])
    code = iso_639_2(tag)
    is_there = tag != "en" and (tessdata / f"{code}.traineddata").is_file()
    return replace(readers, accents=TesseractReader(LATIN, tessdata, code) if is_there else None)


def _readers(tessdata: Path | None) -> ScriptReaders:
    if tessdata is None:
        return script_readers(announce=print)
    return ScriptReaders(tuple(TesseractReader(script, tessdata, data) for script, data in DATA.items()))


def _language_rows() -> Iterator[Row]:
    """How many signs are told to be in their language, in films described in it, and in the seven others."""
    for n, half in enumerate(HALVES):
        own, other = Counter[str](), Counter[str]()
        for tag, usual, words in ((a, b, sign) for a in EIGHT for b in EIGHT for sign in SIGNS[a][n]):
            found = sign_language(words, language=usual)
            (own if tag == usual else other)["none" if found is None else "right" if found == tag else "wrong"] += 1
        yield half, *(counts[key] for counts in (own, other) for key in ("right", "none", "wrong"))
    told = [sign_language(words, language="en") for words in NAMES]
    yield "names, described in English", 0, told.count(None), len(told) - told.count(None), 0, 0, 0


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    parser.add_argument("--tessdata", type=Path, help="Folder with rus and ell of Tesseract; default: the system's.")
    add_write_option(parser)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    readers = _readers(arguments.tessdata)
    print(f"readers: {readers.name or 'Latin only'}")
    tallies = {
        (half, tag): score(signs[n], SEEDS[n], readers, n_views=N_VIEWS[n])
        for n, half in enumerate(HALVES)
        for tag, signs in SIGNS.items()
    }
    tables = [print_table(f"Signs, {half}", COLUMNS, [tallies[half, tag].row(tag) for tag in SIGNS]) for half in HALVES]
    accented = {
        tag: score(SIGNS[tag][1], SEEDS[1], _with_accents(tag, readers, arguments.tessdata), n_views=N_VIEWS[1])
        for tag in EIGHT
    }
    rows = [accented[tag].row(tag) for tag in EIGHT]
    tables.append(print_table("The same signs, where data of their language are installed", COLUMNS, rows))
    tables.append(print_table("Misread signs", ("language", "sign", "read"), _misread(tallies)))
    tables.append(print_table("Language of a sign among eight", LANGUAGE_COLUMNS, _language_rows()))
    films = [arguments.shared / "data" / name for name in LATIN_FILMS]
    false = {path.name: (_false_letters(path, LATIN_ONLY), _false_letters(path, readers)) for path in films}
    false_rows = [(name, round(one[1], 1), one[0], other[0]) for name, (one, other) in false.items()]
    columns = ("film", "minutes", "texts in other letters, Latin reader only", "all readers")
    tables.append(print_table("Films without such letters", columns, false_rows))
    untouched = {tag: tallies[HALVES[1], tag] for tag in SIGNS}
    latin = [untouched[tag] for tag in SIGNS if tag in EIGHT]
    report_results(
        "sign_scripts",
        "Signs in other scripts",
        headlines=[
            Headline("words found, eight languages in Latin letters", f"{_recall(latin):.3f}", "≥ .95"),
            Headline(
                "the same, where Tesseract's data of the language are installed", f"{_recall([*accented.values()]):.3f}"
            ),
            Headline("words found, Russian", f"{untouched['ru'].recall:.3f}", "≥ .95"),
            Headline("words found, Greek", f"{untouched['el'].recall:.3f}", "≥ .95"),
            Headline("texts in false letters, real films", str(sum(row[3] for row in false_rows)), "0"),
        ],
        tables=tables,
        notes=(
            f"Readers: {readers.name or 'Latin only'}. The figures of the headlines are of the half that set no "
            "constant. Signs are drawn, in four fonts that have all letters; a real sign is harder to read.",
            "Misread accents of this half prompted that accents are read by a second reader, so that the figure with "
            "the language's data is no untouched one.",
        ),
        write=arguments.write,
    )


def _recall(tallies: Sequence[Tally]) -> float:
    return sum(one.n_found for one in tallies) / sum(one.n_words for one in tallies)


def _misread(tallies: dict[tuple[str, str], Tally]) -> Iterator[Row]:
    for (_, tag), tally in tallies.items():
        yield from ((tag, words, read or None) for words, read in tally.misread)


if __name__ == "__main__":
    main()
