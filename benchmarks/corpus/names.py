"""Precision and recall of mentions of people in narration and screenplays, with a cast list and without.

The truth is the cast of Backlot's films: every whole word that is a member's name. Further sentences were written for
this benchmark, with names that are also words, months and places.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks import clock
from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.backlot.plan.truth import FilmTruth
from cinescribe.language.names.mentions import NameFinder
from cinescribe.language.names.name_search import find_people, with_found_people
from cinescribe.language.names.names import NamedPerson, people_from_cast
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.store import read_record

Marked = tuple[str, frozenset[tuple[int, int]]]  # a text and the spans of its names

N_CAPTIONS = 3000
CAST = (
    "ANNA SMITH",
    "BEN",
    "CAPTAIN LEE",
    "WILL",
    "ROSE",
    "HOPE",
    "MARK",
    "GRANT",
    "MAY",
    "APRIL",
    "PARIS",
    "FLORENCE",
)
# Names are in square brackets.
AMBIGUOUS = """
[Will] opens the door. | Will [Anna] open the door? | [Anna] will wait for [Will]. | The will lies on the desk.
[Rose] smiles. | A rose lies on the floor. | Rose petals fall on [Rose]'s hair. | The sun rose over [Ben]'s house.
[Hope] runs. | They hope that [Hope] runs. | Hope of rescue is gone. | He gives [Hope] hope.
[Mark] looks up. | Mark the spot on the map. | A mark is on the wall. | [Ben] and [Mark] leave.
[Grant] kneels. | Grant Street is empty. | [May] leaves in May. | May 1944. | On May 5, [May] comes back.
[April] kisses [Paris] in Paris. | In April, [April] flies to Florence. | He travels from Paris to [Florence]'s house.
[Florence] turns to [Paris]. | A train arrives at the station near Florence. | [Ben] walks over to [Florence].
[Captain Lee] salutes. | [Mr. Smith] bows to [Captain Anna Smith]. | Lee Bridge is closed. | [The Smiths] sit down.
[Anna] and [Ben] walk. | [Anna]'s hat and [Ben]'s coat. | [ANNA] enters. [WILL] waves. | He leaves for Paris.
The Paris sky is grey. | The lights of Paris shine. | [May], in a red dress, dances. | May she stay?
[Rose] and [Hope] sit.
"""


@dataclass
class Count:
    """Number of true mentions, found mentions, and correct ones."""

    true: int = 0
    found: int = 0
    correct: int = 0

    def add(self, true: Iterable[tuple[int, int]], found: Iterable[tuple[int, int]]) -> None:
        """Add the mentions of one text."""
        true, found = set(true), set(found)
        self.true, self.found, self.correct = (
            self.true + len(true),
            self.found + len(found),
            self.correct + len(true & found),
        )

    def row(self, name: str, seconds: float | None = None) -> Row:
        """Return a row of the table."""
        precision, recall = self.correct / max(self.found, 1), self.correct / max(self.true, 1)
        return name, self.true, round(precision, 4), round(recall, 4), seconds and round(seconds, 2)


def film_texts(truth: FilmTruth) -> list[Marked]:
    """The narration and action of a film with their names marked."""
    texts = [one.text for one in truth.narration] + [one.text for one in truth.script if one.kind == "action"]
    names = re.compile("|".join(rf"\b{re.escape(member.name)}\b" for member in truth.cast))
    return [(text, frozenset(found.span() for found in names.finditer(text))) for text in texts]


def ambiguous_texts() -> list[Marked]:
    """The sentences of this benchmark with their names marked."""
    return [_marked(text.strip()) for line in AMBIGUOUS.strip().split("\n") for text in line.split("|")]


def _marked(text: str) -> Marked:
    spans, plain = [], ""
    for part in re.split(r"(\[[^\]]*\])", text):
        if part.startswith("["):
            spans.append((len(plain), len(plain) + len(part) - 2))
        plain += part.strip("[]")
    return plain, frozenset(spans)


def counted(films: Sequence[tuple[Sequence[NamedPerson], Sequence[Marked]]]) -> Count:
    """Count the mentions found for each film's people."""
    count = Count()
    for people, texts in films:
        finder = NameFinder(people)
        for text, true in texts:
            count.add(true, [(one.start, one.end) for one in finder.mentions(text)])
    return count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("films", type=Path, help="a folder of films shot by Backlot")
    parser.add_argument("--most", type=int, default=100, help="films read")
    parser.add_argument("--captions", type=Path, help="COCO captions, which name hardly anybody")
    add_write_option(parser)
    args = parser.parse_args()
    truths = [read_record(path, FilmTruth) for path in sorted(args.films.glob("*.truth.json"))[: args.most]]
    texts = [film_texts(truth) for truth in truths]
    casts = [people_from_cast(member.name.upper() for member in truth.cast) for truth in truths]
    took, count = clock.seconds(lambda: counted(list(zip(casts, texts, strict=True))))
    rows = [count.row("films, cast list", took)]
    ours = shipped_parser()
    parsing, _ = clock.seconds(lambda: [ours.parse([text for text, _ in film]) for film in texts])
    took, found = clock.seconds(lambda: [find_people([text for text, _ in film], ours) for film in texts])
    rows.append(counted(list(zip(found, texts, strict=True))).row("films, found in the texts", took))
    speakers = [{line.member for line in truth.speech} for truth in truths]
    speaking = [
        people_from_cast(member.name for member in truth.cast if member.id in ids)
        for truth, ids in zip(truths, speakers, strict=True)
    ]
    extended = [
        with_found_people(cast, [text for text, _ in film], ours) for cast, film in zip(speaking, texts, strict=True)
    ]
    rows.append(counted(list(zip(speaking, texts, strict=True))).row("films, only those who speak"))
    rows.append(counted(list(zip(extended, texts, strict=True))).row("films, those who speak and those found"))
    own = ambiguous_texts()
    rows.append(counted([(people_from_cast(CAST), own)]).row("ambiguous sentences, cast list"))
    rows.append(counted([(find_people([text for text, _ in own], ours), own)]).row("ambiguous sentences, found"))
    columns = ("names", "mentions", "precision", "recall", "CPU s")
    title = f"{len(truths)} films, {sum(map(len, texts)):,} sentences"
    table = print_table(title, columns, rows, f"Of the time of names found in texts, {parsing:.2f} s is parsing.")
    headlines = [
        Headline(str(name), f"precision {precision}, recall {recall}") for name, _, precision, recall, _ in rows
    ]
    if args.captions:
        rows = json.loads(args.captions.read_text(encoding="utf-8"))["annotations"][:N_CAPTIONS]
        people = find_people([row["caption"] for row in rows], ours)
        names = ", ".join(person.name for person in people)
        headlines.append(Headline(f"names in {N_CAPTIONS:,} captions of photographs", names or "none"))
    report_results("names", "Names in narration", headlines=headlines, tables=[table], write=args.write)


if __name__ == "__main__":
    main()
