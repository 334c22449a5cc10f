"""Notes by chat models on motivated stories: a witness who errs in chosen ways, and liars who give frequent phrases.

    python -m benchmarks.commonsense.chat_notes [--drawn DIR] [--write]

Fits are made on the planned films of `FITTED`; those of `JUDGED` judge, and set nothing. With `--drawn`, films that
`witnessed_film` shot there with motives are described end to end as well, by the fit of the planned ones.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path

from benchmarks.commonsense.note_liars import ALWAYS, BEYOND, PLAUSIBLE, USUAL, NoteLiar
from benchmarks.commonsense.note_truth import KnownReading, described, known, known_readings
from benchmarks.commonsense.planned_films import PlannedFilm, PlannedWitness, planned_film
from benchmarks.describer.stand_ins.counted_model import CountedModel
from benchmarks.describer.stand_ins.notes_witness import NotesWitness
from benchmarks.describer.witness_errors import Errors
from benchmarks.describer.witness_films import witnessed_film
from benchmarks.describer.witness_tally import share
from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.generate.readings.film_readings import Reader, film_readings
from cinescribe.generate.readings.reading import KINDS as READING_KINDS
from cinescribe.generate.readings.reading_fit import LEAST_LIKELY, ReadingFit, fitted_readings
from cinescribe.language.vectors.sentence_vectors import sentence_vectors

FITTED, JUDGED, WITHOUT = tuple(range(7100, 7107)), tuple(range(7200, 7205)), tuple(range(7300, 7301))
DRAWN = (801, 811, 812)
RATES = (0.0, 0.1, 0.3)
LIARS = (ALWAYS, PLAUSIBLE, USUAL, BEYOND)
BARE = (0.1,)  # those of which witnesses without log-probabilities are tried too
# Share of accepted facts that are false, by the witness's errors, as the benchmark `witness` measures of narration;
# that of 30 % errors is assumed.
FALSE_FACTS = {0.0: 0.0, 0.1: 0.02, 0.3: 0.05}
_BINS = (0.85, 0.9, 0.95, 0.98, 1.01)
NOTES = (
    "A stand-in tests the checks only. It says nothing of how well a chat model reads films: that shows with a fit of "
    "that model (`cinescribe fit-notes`).",
    "Films are planned and not drawn: frames are grey, who is in them follows from the shots, and the facts of a film "
    "are those of truth, with as many false ones as narration accepts at these errors (0, 2 and 5 %). Squares in "
    "frames are found by their pixels. With `--drawn`, a table of drawn films that the same witness describes follows.",
    "The blind control was tightened after liars had passed on films that judge, so the figures of liars are not of "
    "films that set nothing. No constant was set on them.",
    "A reading is true if it is one of the wordings of what a moment of the story implies about that person, whose "
    "action is done in the moment that the note is on; a trait, in one of the moments that it rests on.",
    "The witness reads what the frames show; a reading is false with the probability of a false fact, and where none "
    "is shown it invents one as often. Half of its alternatives to false ones are true. Statements about readings are "
    "judged with the same errors as those about facts.",
    "Kept: of the true readings that the model gave with evidence, the share that is noted. Printed of a liar: of all "
    "its readings. Liars see facts and squares as a witness with 10 % errors does, since those who do not are silenced "
    "by narration. Each is tried with its own fit, and with that of the witness.",
    "The last liar stands by what it claimed of each frame, and denies it of all others. No check tells it from a "
    "model that sees; its own fit on films with truth does.",
)


@dataclass(frozen=True)
class Judged:
    """The readings of some films by one model.

    Args:
        readings: with evidence.
        n_films: how many.
        n_requests, n_pictures: that were asked.
    """

    readings: tuple[KnownReading, ...]
    n_films: int
    n_requests: int
    n_pictures: int

    @property
    def noted(self) -> list[KnownReading]:
        """Those that are noted."""
        return [one for one in self.readings if one.is_noted]

    @property
    def false(self) -> str | None:
        """The share of the notes that is false."""
        return share(sum(not one.is_true for one in self.noted), len(self.noted))

    @property
    def kept(self) -> str | None:
        """The share of the true readings that is noted."""
        return share(sum(one.is_true for one in self.noted), sum(one.is_true for one in self.readings))

    @property
    def printed(self) -> str | None:
        """The share of the readings that is noted."""
        return share(len(self.noted), len(self.readings))

    def of(self, kind: str) -> Judged:
        """The readings of one kind."""
        return replace(self, readings=tuple(one for one in self.readings if one.judged.reading.kind == kind))


def read_film(film: PlannedFilm, model: PlannedWitness, fit: ReadingFit) -> Judged:
    """Return the readings of a planned film."""
    counted = CountedModel(model)
    found = film_readings(film.moments, Reader(counted, film.look, film.roles, sentence_vectors(), fit))
    readings = [known(one, film.truth, film.abouts) for one in found if one.reading.evidence]
    return Judged(tuple(readings), 1, len(counted.asked), sum(one.n_pictures for one in counted.asked))


def read_films(seeds: Iterable[int], model: Callable[[PlannedFilm], PlannedWitness], fit: ReadingFit, *,
               motivated: bool = True, false_facts: float = 0.0) -> Judged:  # fmt: skip
    """Return the readings of planned films by a model of each."""
    films = [planned_film(seed, motivated=motivated, false_facts=false_facts) for seed in seeds]
    found = [read_film(film, model(film), fit) for film in films]
    readings = tuple(one for each in found for one in each.readings)
    return Judged(readings, len(films), sum(each.n_requests for each in found), sum(each.n_pictures for each in found))


def fit_of(judged: Judged, name: str) -> ReadingFit:
    """Return the fit of the readings of films with truth."""
    asked = [one for one in judged.readings if one.judged.answers.plain is not None]
    return fitted_readings(name, [(one.judged, one.is_true, one.other_is_true) for one in asked], films=judged.n_films)


def witness(film: PlannedFilm, errors: Errors, *, sure: bool) -> PlannedWitness:
    """Return a witness of a planned film."""
    return PlannedWitness(film.truth, (), (), errors, film.seed, sure)


def liar(film: PlannedFilm, kind: str) -> NoteLiar:
    """Return a liar about a planned film, who sees as a witness who errs in 10 %."""
    return NoteLiar(film.truth, (), (), Errors(0.1, 0.1, 0.1), film.seed, True, kind=kind)


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--drawn", type=Path, help="folder of drawn films, which are described end to end")
    add_write_option(parser)
    arguments = parser.parse_args()
    found, fits = _witnesses()
    good = fits["10 %"]
    told = _liars(good)
    none = ReadingFit("none", 0)
    without = {"witness, 10 %": read_films(WITHOUT, partial(witness, errors=Errors(0.1, 0.1, 0.1), sure=True), good,
                                           motivated=False, false_facts=FALSE_FACTS[0.1])}  # fmt: skip
    for kind in LIARS[:-1]:
        without[kind] = read_films(WITHOUT, partial(liar, kind=kind), good, motivated=False)
    unfitted = read_films(JUDGED[:2], partial(witness, errors=Errors(0.1, 0.1, 0.1), sure=True), none)
    tables = [
        print_table("Witnesses, planned films", _COLUMNS, [_row(name, one) for name, one in found.items()]),
        print_table("By kind, 10 % errors", _COLUMNS, [_row(kind, found["10 %"].of(kind)) for kind in READING_KINDS]),
        _chances(found["10 %"]),
        print_table("Liars", _COLUMNS, [_row(name, one) for name, one in told.items()]),
        print_table("Films without motives, the witness's fit", _COLUMNS, [_row(*each) for each in without.items()]),
    ]
    drawn = _drawn(arguments.drawn, good) if arguments.drawn else {}
    if drawn:
        tables.append(print_table("Drawn films, end to end", _COLUMNS, [_row(*each) for each in drawn.items()]))
    report_results(
        "chat_notes",
        "Notes by chat models, checks tested with stand-ins",
        headlines=[
            *_headlines(found, told, without, drawn),
            Headline("noted without a fit", str(len(unfitted.noted)), "0"),
        ],
        tables=tables,
        notes=NOTES,
        write=arguments.write,
    )


def _witnesses() -> tuple[dict[str, Judged], dict[str, ReadingFit]]:
    found, fits = dict[str, Judged](), dict[str, ReadingFit]()
    for rate in RATES:
        for sure in (True, False) if rate in BARE else (True,):
            name = f"{rate:.0%}".replace("%", " %") + ("" if sure else ", without log-probabilities")
            model = partial(witness, errors=Errors(rate, rate, rate), sure=sure)
            false_facts = FALSE_FACTS[rate]
            fits[name] = fit_of(read_films(FITTED, model, ReadingFit("", 0), false_facts=false_facts), name)
            found[name] = read_films(JUDGED, model, fits[name], false_facts=false_facts)
            print(f"{name}: {found[name].false} false, {found[name].kept} kept", flush=True)
    return found, fits


def _liars(good: ReadingFit) -> dict[str, Judged]:
    found: dict[str, Judged] = {}
    for kind in LIARS:
        model = partial(liar, kind=kind)
        own = fit_of(read_films(FITTED, model, ReadingFit("", 0)), kind)
        found[f"{kind}, its own fit"] = read_films(JUDGED, model, own)
        found[f"{kind}, the witness's fit"] = read_films(JUDGED, model, good)
        print(kind, *(one.printed for one in list(found.values())[-2:]), flush=True)
    return found


def _drawn(folder: Path, fit: ReadingFit) -> dict[str, Judged]:
    """Drawn films, narrated and noted by a witness who errs in 10 %."""
    found: dict[str, Judged] = {}
    for seed in DRAWN:
        film = witnessed_film(folder, seed, motivated=True)
        model = CountedModel(NotesWitness.of(film.witness(Errors(0.1, 0.1, 0.1), seed=0)))
        described(film, model, replace(fit, model=model.name))
        readings = [one for one in known_readings(film) if one.judged.reading.evidence]
        found[f"film {seed}"] = Judged(tuple(readings), 1, len(model.asked), sum(one.n_pictures for one in model.asked))
    whole = tuple(one for each in found.values() for one in each.readings)
    n_requests, n_pictures = (
        sum(getattr(one, name) for one in found.values()) for name in ("n_requests", "n_pictures")
    )
    return {**found, "all": Judged(whole, len(found), n_requests, n_pictures)}


_COLUMNS = (
    "",
    "readings",
    "true",
    "noted",
    "false of the noted",
    "true ones kept",
    "requests a film",
    "pictures a film",
)


def _row(name: str, one: Judged) -> Row:
    n_true = sum(each.is_true for each in one.readings)
    return (
        name,
        len(one.readings),
        share(n_true, len(one.readings)),
        share(len(one.noted), len(one.readings)),
        one.false,
        one.kept,
        round(one.n_requests / one.n_films),
        round(one.n_pictures / one.n_films),
    )


def _chances(one: Judged) -> Table:
    """How many of the notes of each stated chance are true."""
    rows: list[Row] = []
    for low, high in pairwise(_BINS):
        inside = [each for each in one.noted if low <= (each.judged.probability or 0.0) < high]
        rows.append(
            (
                f"{low:.0%} to {min(high, 1.0):.0%}",
                len(inside),
                share(sum(each.is_true for each in inside), len(inside)),
            )
        )
    note = f"10 % errors; nothing is noted below {LEAST_LIKELY:.0%}."
    return print_table("Stated chances", ("said to be likely", "notes", "true"), rows, note)


def _headlines(
    found: dict[str, Judged], told: dict[str, Judged], without: dict[str, Judged], drawn: dict[str, Judged]
) -> Sequence[Headline]:
    lines = []
    for name, one in found.items():
        goals = ("≤ 5 %", "≥ 60 %") if name.startswith("10 %") else ("", "")
        lines.append(Headline(f"false notes, {name} errors", one.false or "none", goals[0]))
        lines.append(Headline(f"true readings kept, {name} errors", one.kept or "none", goals[1]))
    liars = {name: one for name, one in told.items() if not name.startswith(f"{BEYOND}, the")}
    readings = tuple(each for one in liars.values() for each in one.readings)
    lines.append(Headline("noted of liars' readings", Judged(readings, 1, 0, 0).printed or "none", "≤ 2 %"))
    worst = max(liars, key=lambda name: len(liars[name].noted) / max(len(liars[name].readings), 1))
    lines.append(Headline(f"noted of the worst liar's readings ({worst})", liars[worst].printed or "none", "≤ 2 %"))
    lines.append(
        Headline(f"noted of a liar's, {BEYOND}, the witness's fit", told[f"{BEYOND}, the witness's fit"].printed or "")
    )
    every = tuple(each for one in without.values() for each in one.readings)
    lines.append(Headline("noted on films without motives", Judged(every, 1, 0, 0).printed or "none", "≤ 2 %"))
    if drawn:
        lines.append(
            Headline("false notes, drawn films end to end, 10 % errors", drawn["all"].false or "none", "≤ 5 %")
        )
        lines.append(Headline("true readings kept, drawn films end to end", drawn["all"].kept or "none", "≥ 60 %"))
    return lines


if __name__ == "__main__":
    main()
