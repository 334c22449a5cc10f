"""The default description of real films, judged sentence by sentence: is it true, and is it worth hearing?

The judgements were made by hand, on the pictures of each film, and stand in `scorecard.toml`. A sentence that nobody
has judged yet counts as false, so that no change of words can better the figures. `--print` lists such sentences.
"""

from __future__ import annotations

import argparse
import re
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.describe.describe import write_description
from cinescribe.describe.describe_options import DescribeOptions
from cinescribe.schema import Cue, Script

TRUTH = Path(__file__).with_name("scorecard.toml")
NEAR = 0.75  # seconds between a sentence and its judgement
COLUMNS = ("film", "seconds", "sentences", "false", "banal", "unjudged", "titles shown", "spoken or listed", "spoken")
NOTES = (
    "Films are described without subtitles, with `--captioner auto` and `--extended`, so that every sentence is spoken "
    "however much people talk. A sentence is banal if a listener would rather have silence.",
    "The films of the reference data were seen while the sentences were written; those marked untouched were not, and "
    "set no constant. They come from public repositories and are not part of the reference data (`--more DIR`).",
)


@dataclass(frozen=True)
class Judgement:
    """What a person says of one sentence: when it is spoken, whether it is true, and whether it is worth hearing."""

    at: float
    text: str
    is_true: bool
    is_worth: bool


@dataclass(frozen=True)
class JudgedFilm:
    """A film with the judgements of its sentences.

    Args:
        path: relative to the reference data, or to the folder of `--more`.
        is_untouched: whether it was left out while the rules were made.
        titles: the titles and signs that a viewer reads, each by its words.
        unsaid: the most important things that are not said, five at most.
        judgements: of its sentences.
    """

    path: str
    is_untouched: bool
    titles: tuple[str, ...]
    unsaid: tuple[str, ...]
    judgements: tuple[Judgement, ...]


def read_truth() -> list[JudgedFilm]:
    """Read the films and judgements."""
    return [_film(values) for values in tomllib.loads(TRUTH.read_text(encoding="utf-8"))["film"]]


def _film(values: dict[str, Any]) -> JudgedFilm:
    judged = [Judgement(one["at"], one["text"], one["true"], one["worth"]) for one in values.get("sentence", ())]
    titles, unsaid = tuple(values.get("titles", ())), tuple(values.get("unsaid", ()))
    return JudgedFilm(values["path"], values.get("untouched", False), titles, unsaid, tuple(judged))


def judgement_of(cue: Cue, film: JudgedFilm) -> Judgement | None:
    """Return the judgement of a cue: of the same words at about the same time."""
    same = [one for one in film.judgements if one.text == cue.text and abs(one.at - cue.span.start) <= NEAR]
    return same[0] if same else None


def is_shown(title: str, texts: Sequence[str]) -> bool:
    """Whether all words of a title are among the words of texts."""
    found = set(_words(" ".join(texts)))
    return all(word in found for word in _words(title))


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def film_row(film: JudgedFilm, script: Script) -> Row:
    """Return the figures of one film."""
    cues = script.spoken()
    judged = [judgement_of(cue, film) for cue in cues]
    spoken = [cue.text for cue in cues]
    everything = [*spoken, *(text.text for text in script.texts)]
    return (
        f"{film.path}{' (untouched)' if film.is_untouched else ''}",
        round(script.film.duration, 1),
        len(cues),
        sum(one is not None and not one.is_true for one in judged),
        sum(one is not None and one.is_true and not one.is_worth for one in judged),
        sum(one is None for one in judged),
        len(film.titles),
        sum(is_shown(title, everything) for title in film.titles),
        sum(is_shown(title, spoken) for title in film.titles),
    )


def unjudged(film: JudgedFilm, script: Script) -> Iterator[str]:
    """Yield the unjudged sentences of a film as TOML, to be completed by hand."""
    for cue in script.spoken():
        if judgement_of(cue, film) is None:
            at, text = round(cue.span.start, 2), cue.text.replace('"', '\\"')
            yield f'[[film.sentence]]  # {film.path}\nat = {at}\ntext = "{text}"\ntrue = ?\nworth = ?'


def scorecard(films: Sequence[JudgedFilm], folders: Sequence[Path], *, print_unjudged: bool) -> Table:
    """Describe the films and return their figures; films that are in none of the folders are left out."""
    with tempfile.TemporaryDirectory() as work:
        rows = list(_rows(films, folders, Path(work), print_unjudged=print_unjudged))
    return print_table("Sentences of the default description", COLUMNS, rows)


def _rows(films: Sequence[JudgedFilm], folders: Sequence[Path], work: Path, *, print_unjudged: bool) -> Iterator[Row]:
    for number, film in enumerate(films):
        paths = [folder / film.path for folder in folders if (folder / film.path).is_file()]
        if paths:
            script = write_description(paths[0], work / str(number), extended=True, options=DescribeOptions())
            if print_unjudged:
                print("\n".join(unjudged(film, script)), flush=True)
            yield film_row(film, script)


def share(rows: Sequence[Row], columns: Sequence[int], *, of: int) -> str:
    """Return the share of the sums of columns in the sum of another, with both numbers."""
    part, whole = (sum(int(row[n] or 0) for row in rows for n in some) for some in (columns, [of]))
    return f"{part / whole:.1%} ({part} of {whole})" if whole else "none"


def headlines(table: Table) -> list[Headline]:
    """Return the figures over all films, and over the untouched ones."""
    untouched = [row for row in table.rows if "(untouched)" in str(row[0])]
    known = [row for row in table.rows if row not in untouched]
    lines = []
    for rows, which in ((known, "films of the reference data"), (untouched, "untouched films")):
        lines += [
            Headline(f"false or unjudged sentences, {which}", share(rows, [3, 5], of=2), "at most 5 %"),
            Headline(f"banal sentences, {which}", share(rows, [4], of=2), "at most 10 %"),
            Headline(f"titles and signs spoken or listed, {which}", share(rows, [7], of=6), "100 %"),
        ]
    return lines


def main() -> None:
    """Describe, compare with the judgements and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    parser.add_argument("--more", type=Path, help="a folder of further films")
    parser.add_argument("--print", action="store_true", dest="print_unjudged", help="list unjudged sentences")
    add_write_option(parser)
    arguments = parser.parse_args()
    folders = [arguments.shared / "data", *([arguments.more] if arguments.more else [])]
    films = read_truth()
    table = scorecard(films, folders, print_unjudged=arguments.print_unjudged)
    unsaid = Table("Not said", ("film", "the most important"), tuple((f.path, "; ".join(f.unsaid)) for f in films))
    report_results(
        "scorecard",
        "A scorecard on real films",
        headlines=headlines(table),
        tables=[table, unsaid],
        notes=NOTES,
        write=arguments.write,
    )


if __name__ == "__main__":
    main()
