"""Accuracy and speed of the semantic parser's labels.

- English-EWT test: the same rules on gold trees and on our parser's trees; measures the parser, not the rules.
- Backlot: F of each role's values over captions, against the truth that Backlot writes with them. A third of the
  wordings was not looked at while the rules were made, and no caption of these films.
- Speed in CPU seconds on one thread, the best of three runs: parse and labels, apart and together.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.clock import seconds
from benchmarks.language.backlot_roles import PERSON, ROLES, RoleCaption, role_captions
from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.language.parser.parse import SHIPPED_PARSER, TrainedParser, load_parser
from cinescribe.language.parser.treebank import read_treebank
from cinescribe.language.semantics.labels import ClauseLabels, label_texts, labels
from cinescribe.language.semantics.people import parse_people
from cinescribe.language.semantics.propositions import label, propositions
from cinescribe.language.semantics.tree import dependency_tree
from cinescribe.language.semantics.understanding import Lexicons
from cinescribe.language.tokens.parsed_sentence import Parser, Sentence

TEST_SEEDS = range(9001, 9021)  # 2,000 captions; the rules were made with seeds 1 to 40
N_SENTENCES = 1000
LONG_ENOUGH = 4  # words of a sentence of the treebank
GOALS = {"clause": 0.95, "subject": 0.88, "verb": 0.94, "object": 0.87, "location": 0.80}
LEXICONS = Lexicons("sense")
BACKLOT_GOALS = {"subject": 0.97, "verb": 0.96, "object": 0.92, "location": 0.94}


def f1(pairs: Iterable[tuple[Counter[Any], Counter[Any]]]) -> float:
    """F of values found against values wanted, over all sentences."""
    shared = n_found = n_wanted = 0
    for found, wanted in pairs:
        shared += (found & wanted).total()
        n_found += found.total()
        n_wanted += wanted.total()
    return 2 * shared / max(n_found + n_wanted, 1)


def treebank_rows(parser: TrainedParser, path: Path) -> list[Row]:
    """Agreement of the labels of gold trees with those of our trees, on the first sentences of a treebank."""
    trees = [tree for tree in read_treebank(path) if len(tree.words) >= LONG_ENOUGH][:N_SENTENCES]
    parsed = parser.parse_words(trees)
    gold, ours = [_parts(tree.words) for tree in trees], [_parts(sentence) for sentence in parsed]
    rows: list[Row] = []
    for part, goal in GOALS.items():
        pairs = [(one[part], other[part]) for one, other in zip(ours, gold, strict=True)]
        bare = [(_bare(one), _bare(other)) for one, other in pairs]
        rows.append((part, round(f1(bare), 3), round(f1(pairs), 3), goal))
    return rows


def _parts(sentence: Sentence) -> dict[str, Counter[tuple[int, str]]]:
    """What a sentence states, with the index of the verb of each clause."""
    tree = dependency_tree(sentence)
    found: dict[str, set[tuple[int, str]]] = {part: set() for part in GOALS}
    for stated in propositions(tree):
        at = stated.clause.at
        found["clause"].add((at, str(at)))
        found["verb"].add((at, stated.verb))
        for role in ("subject", "object", "location"):
            if value := label(tree, getattr(stated.roles, role)):
                found[role].add((at, value))
    return {part: Counter(values) for part, values in found.items()}


def _bare(values: Counter[tuple[int, str]]) -> Counter[str]:
    """The values without the clauses that they belong to."""
    return Counter(value for _, value in values.elements())


def backlot_row(captions: Sequence[RoleCaption], parser: Parser, *, keep_ids: bool) -> dict[str, float]:
    """F of each role's values over captions; without ids every person is `someone`, in the truth too."""
    found = label_texts([caption.text for caption in captions], parser, keep_ids=keep_ids)
    return {
        role: f1(
            (_values(one, role), Counter(_wanted(caption.roles[role], keep_ids=keep_ids)))
            for one, caption in zip(found, captions, strict=True)
        )
        for role in ROLES
    }


def _values(found: Sequence[ClauseLabels], role: str) -> Counter[object]:
    return Counter({value for one in found if (value := getattr(one, role))})


def _wanted(values: set[str], *, keep_ids: bool) -> set[object]:
    return {value if keep_ids or not PERSON.fullmatch(value) else "someone" for value in values}


def backlot_table(parser: Parser) -> Table:
    """Print and return F of each role on Backlot's captions, with ids and with `someone`."""
    captions = list(role_captions(TEST_SEEDS))
    rows: list[Row] = []
    for wordings, chosen in (
        ("all", captions),
        ("held out", [caption for caption in captions if caption.held_out]),
    ):
        for people, keep_ids in (("ids", True), ("someone", False)):
            found = backlot_row(chosen, parser, keep_ids=keep_ids)
            rows.append((f"{wordings}, {people}", len(chosen), *(round(found[role], 3) for role in ROLES)))
    rows.append(("goal", None, *(BACKLOT_GOALS[role] for role in ROLES)))
    return print_table("Backlot, F of each role", ("wordings, people", "captions", *ROLES), rows)


def speed_table(parser: Parser, path: Path) -> Table:
    """Print and return captions per CPU second: parse, labels, and both in one call."""
    with gzip.open(path, "rt", encoding="utf-8") as opened:
        captions = [str(item["cand"]) for item in json.load(opened)]
    label_texts(captions[:200], parser)
    parses = parse_people(captions, parser)
    steps: dict[str, Callable[[], object]] = {
        "parse": lambda: parse_people(captions, parser),
        "labels": lambda: [labels(parse) for parse in parses],
        "text to labels": lambda: label_texts(captions, parser),
        "senses": lambda: [labels(parse, lexicons=LEXICONS) for parse in parses],
    }
    LEXICONS.word_senses.ranked("bank", "n", "a bank of a river")  # reads the glosses
    rows: list[Row] = []
    for name, step in steps.items():
        rows.append((name, round(len(captions) / seconds(step, n_rounds=3)[0])))
    return print_table("Speed", ("step", "sentences per CPU second"), rows)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    add_write_option(arguments)
    args = arguments.parse_args()
    parser = load_parser(SHIPPED_PARSER)
    print(f"parser: {parser.name}")
    columns = ("part", "F of values", "F of values in their clauses", "goal")
    ewt = print_table(
        "English-EWT test", columns, treebank_rows(parser, args.shared / "data/ewt/en_ewt-ud-test.conllu.gz")
    )
    backlot = backlot_table(parser)
    speed = speed_table(parser, args.shared / "golden/coco/coco5k_ref5.input.json.gz")
    tables = [ewt, backlot, speed]
    report_results("labels", "Labels", headlines=_headlines(ewt, backlot, speed), tables=tables, write=args.write)


def _headlines(treebank: Table, backlot: Table, speed: Table) -> list[Headline]:
    found = [
        Headline(f"labels of our trees with those of gold trees, EWT test, {row[0]}, F", f"{row[1]}", f"≥ {row[3]}")
        for row in treebank.rows
    ]
    goal = "subject, verb, object, location ≥ .97, .96, .92, .94"
    for row in backlot.rows[:-1]:
        found.append(Headline(f"Backlot, {row[1]:,} captions, {row[0]}, F", ", ".join(map(str, row[2:])), goal))
    rates = {row[0]: row[1] for row in speed.rows}
    found.append(Headline("text to labels", f"{rates['text to labels']:,} sentences per CPU second", "≥ 1,500"))
    return found


if __name__ == "__main__":
    main()
