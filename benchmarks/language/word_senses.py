"""Accuracy of word senses on the unified evaluation of Raganato et al. 2017, beside the first sense.

`--wsd` names the folder of its files `ALL.data.xml` and `ALL.gold.key.txt`. Parts of speech and base forms are given.
The weights of the terms were chosen on senseval-3 and semeval-2007; the other three sets test them. SemCor was not at
hand.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.language.semantics.word_senses import WordSenses
from cinescribe.language.vectors.sentence_vectors import sentence_vectors
from cinescribe.language.wordnet.senses import senses
from cinescribe.language.wordnet.wordnet import Pos, wordnet

DEV = ("senseval3", "semeval2007")  # chose the weights
CHOICES = ("first sense", "tag counts and Lesk", "tag counts, Lesk and vectors")
_PARTS: dict[str, Pos] = {"NOUN": "n", "VERB": "v", "ADJ": "a", "ADV": "r"}


@dataclass(frozen=True)
class _Instance:
    source: str
    word: str
    pos: Pos
    text: str
    gold: frozenset[int | None]


def sense_accuracy(folder: Path, *, has_vectors: bool) -> dict[str, tuple[float, ...]]:
    """The number of words and the accuracy of each of CHOICES, by part: dev, test, nouns and verbs of test."""
    found = list(_instances(folder))
    choices = [WordSenses(), *([WordSenses(sentence_vectors())] if has_vectors else [])]
    right = {
        one: (
            _is_right(one, wordnet().synsets(one.word, one.pos)),
            *(_is_right(one, choice.ranked(one.word, one.pos, one.text)) for choice in choices),
        )
        for one in dict.fromkeys(found)
    }
    test = [one for one in found if one.source not in DEV]
    parts = {
        "dev": [one for one in found if one.source in DEV],
        "test": test,
        "test, nouns": [one for one in test if one.pos == "n"],
        "test, verbs": [one for one in test if one.pos == "v"],
    }
    return {part: (len(chosen), *_shares([right[one] for one in chosen])) for part, chosen in parts.items()}


def _shares(right: list[tuple[bool, ...]]) -> Iterator[float]:
    return (round(sum(column) / len(right), 4) for column in zip(*right, strict=True))


def _is_right(one: _Instance, ranked: tuple[int, ...]) -> bool:
    return bool(ranked) and ranked[0] in one.gold


def _instances(folder: Path) -> Iterator[_Instance]:
    gold = {}
    for line in (folder / "ALL.gold.key.txt").read_text(encoding="utf-8").splitlines():
        name, *keys = line.split()
        gold[name] = frozenset(senses().of_key(key) for key in keys)
    for sentence in ElementTree.parse(folder / "ALL.data.xml").getroot().iter("sentence"):
        text = " ".join(word.text or "" for word in sentence)
        for word in sentence.iter("instance"):
            name = word.attrib["id"]
            source = name.partition(".")[0]
            yield _Instance(source, word.attrib["lemma"], _PARTS[word.attrib["pos"]], text, gold[name])


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--wsd", type=Path, required=True, help="folder of the unified evaluation")
    arguments.add_argument("--vectors", action="store_true", help="also measure sentence vectors, in ten minutes")
    add_write_option(arguments)
    args = arguments.parse_args()
    rows: list[Row] = [(part, *each) for part, each in sense_accuracy(args.wsd, has_vectors=args.vectors).items()]
    columns = ("part", "words", *CHOICES)[: len(rows[0])]
    table = print_table("Unified evaluation, accuracy", columns, rows)
    first, *others = next(row for row in rows if row[0] == "test")[2:]
    headlines = [
        Headline(
            f"word senses by {name}, unified evaluation, test sets, accuracy", f"{value}", f"> {first}, first sense"
        )
        for name, value in zip(CHOICES[1:], others, strict=False)
    ]
    report_results("word_senses", "Word senses", headlines=headlines, tables=[table], write=args.write)


if __name__ == "__main__":
    main()
