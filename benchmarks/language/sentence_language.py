"""Whether sentences are told from those of other languages, and from those that are half English.

    python -m benchmarks.language.sentence_language SET JUDGED [--write]

Both folders hold files of Universal Dependencies (https://universaldependencies.org), whose names begin with the
language, as `de_gsd-ud-test.conllu` does. The thresholds were set by those in SET.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from benchmarks.clock import seconds
from benchmarks.results import Headline, add_write_option, print_table, report_results
from cinescribe.language.identification.sentence_language import is_in_language

_LENGTHS = range(4, 13)  # words, as sentences of a description have them
_AT_MOST = 600  # sentences of a language
_HALF = 5  # words of each half of a mixed sentence
_COLUMNS = ("language", "sentences", "of its own", "of English ones", "of half English ones", "of the other languages'")
_Row: TypeAlias = tuple[str, int, float, float, float, float]
_NO_SENTENCE = re.compile(r"https?:|www|[@#\d]")


@dataclass(frozen=True)
class Sentence:
    """A sentence of a treebank with the words in it that are names, in lower case."""

    text: str
    names: frozenset[str]


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("set", type=Path, help="by which thresholds were set")
    parser.add_argument("judged", type=Path, help="by which nothing was set")
    add_write_option(parser)
    arguments = parser.parse_args()
    known, judged = _rows(arguments.set), _rows(arguments.judged)
    sample = [one for found in sentences(arguments.judged).values() for one in found[:50]]
    spent, _ = seconds(lambda: [is_in_language(one.text, "de", names=one.names) for one in sample])
    report_results(
        "sentence_language",
        "The language of a sentence",
        headlines=[
            Headline(
                "taken for another language, the worst language", _percent(max(row[2] for row in judged)), "≤ 2 %"
            ),
            Headline("English sentences that are found, the worst", _percent(min(row[3] for row in judged)), "≥ 98 %"),
            Headline("half English sentences that are found, the worst", _percent(min(row[4] for row in judged))),
            Headline("for one sentence", f"{spent / len(sample) * 1000:.2f} ms"),
        ],
        tables=[
            print_table("Shares that are taken for another language", _COLUMNS, judged),
            print_table("The same, of sentences by which thresholds were set", _COLUMNS, known),
        ],
        notes=(
            "Sentences of four to twelve words with a verb, of the development and test parts of Universal "
            "Dependencies: German PUD, English GUM, Spanish PUD, French Sequoia, Italian VIT, Dutch LassySmall, Polish "
            "LFG, Portuguese CINTIL. Names of people, places and firms are left out, as those of a film's cast are. "
            "Half English ones are five words of the language and five English ones.",
            "Thresholds were set by others: German GSD, English EWT, Spanish GSD, French GSD, Italian ISDT, Dutch "
            "Alpino, Polish PDB, Portuguese Bosque. What py3langid's own model was trained with is not known.",
        ),
        write=arguments.write,
    )


def _rows(folder: Path) -> list[_Row]:
    by_language = sentences(folder)
    english, others = by_language["en"], {tag: found for tag, found in by_language.items() if tag != "en"}
    rows: list[_Row] = []
    for tag, own in others.items():
        foreign = [one for other, found in others.items() if other != tag for one in found]
        own_share, english_share = _refused(own, tag), _refused(english, tag)
        rows.append(
            (tag, len(own), own_share, english_share, _refused(_mixed(own, english), tag), _refused(foreign, tag))
        )
    return rows


def sentences(folder: Path) -> dict[str, list[Sentence]]:
    """Return sentences by language, in random order."""
    found: dict[str, list[Sentence]] = {}
    for path in sorted(folder.glob("*.conllu")):
        found.setdefault(path.name.partition("_")[0], []).extend(_fitting(path.read_text(encoding="utf-8")))
    for each in found.values():
        random.Random(0).shuffle(each)
    return {tag: each[:_AT_MOST] for tag, each in found.items()}


def _fitting(text: str) -> Iterator[Sentence]:
    for block in text.split("\n\n"):
        lines = block.split("\n")
        whole = next((line.removeprefix("# text = ") for line in lines if line.startswith("# text = ")), "")
        rows = [line.split("\t") for line in lines if line[:1].isdigit()]
        words = [(row[1], row[3]) for row in rows if row[0].isdigit() and row[3] not in ("PUNCT", "SYM")]
        kinds = {kind for _, kind in words}
        if len(words) in _LENGTHS and "VERB" in kinds and whole[-1:] in ".!?" and not _NO_SENTENCE.search(whole):
            yield Sentence(whole, frozenset(word.casefold() for word, kind in words if kind == "PROPN"))


def _mixed(own: list[Sentence], english: list[Sentence]) -> list[Sentence]:
    rng = random.Random(1)
    pairs = [(one, rng.choice(english)) for one in own]
    return [
        Sentence(" ".join([*one.text.split()[:_HALF], *other.text.split()[:_HALF]]), one.names | other.names)
        for one, other in pairs
    ]


def _refused(found: list[Sentence], tag: str) -> float:
    return round(sum(not is_in_language(one.text, tag, names=one.names) for one in found) / len(found), 4)


def _percent(share: float) -> str:
    return f"{share:.1%}".replace("%", " %")


if __name__ == "__main__":
    main()
