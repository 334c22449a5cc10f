"""Narration in stages, with a witness who knows the truth of Backlot films and errs in chosen ways.

    python -m benchmarks.describer.witness [--films DIR] [--write]

Constants may come from the films of `CALIBRATED`. Those of `JUDGED` judge, and so do those of `FRESH`, which nothing
else has seen.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from multiprocessing import get_context
from pathlib import Path

from benchmarks.describer.stand_ins.counted_model import KINDS
from benchmarks.describer.witness_errors import Errors, neighbour
from benchmarks.describer.witness_films import WitnessedFilm, witnessed_film
from benchmarks.describer.witness_runs import captioned, considered, narrated
from benchmarks.describer.witness_tally import COLUMNS, Tally, share
from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results

CALIBRATED, JUDGED, FRESH = (101, 102), (201, 202, 203), (301, 302, 303)  # seeds of films
RATES = (0.1, 0.3)
SEEDS = (0, 1)  # of a witness's errors
N_KINDS = 3  # of action, about which a witness errs always: the most frequent ones
YES_BIAS = Errors(facts=0.1, missed=0.02, believed=0.2)
NEAREST = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 1.0)  # edges of groups of probabilities
PERFECT = "0 %"
BIASED = "inclined to yes"
CHOICE = "perfect choice"
NOTES = (
    "The witness answers views and checks from truth. It knows people only by the coloured circles that our prompt "
    "draws and names: a face that detection, grouping or marks have wrong gives a wrong name. Words for people without "
    "a circle (`a man`) are not names. The cast file names the people that our grouping found as truth does, and "
    "merges two of one member, as a user would by the portraits.",
    "Independent errors: a fact of a view is false with the given probability (another action, person or thing; the "
    "place likewise), drawn anew for each view. A statement of a check is judged wrongly with the same probability. "
    "The draw follows from the statement's words and the times of the frames: the same question gets the same answer "
    "in whatever list it stands, other words or frames are another question. Log-probabilities are those of the "
    "numbers as tokens, from evidence with Gaussian noise, weighed as Bayes does. Squares drawn into frames are looked "
    "for in the pixels, with the same errors.",
    "Always wrong about one kind of action: *inverted* reports its neighbour (another action with as many people and "
    "things) where it is done, and it where the neighbour is done, and gets every statement with it wrong; *confused* "
    "takes it for its neighbour in views and checks alike, which no question about these frames can reveal. Each row "
    "is the mean over the kinds of action that are most frequent in the films.",
    "Inclined to yes: 20 % of false statements are called true, 2 % of true ones missed, and the log-probabilities are "
    "as much too sure of yes; 10 % of reported facts are false.",
    "The writer words the notes by rule, adds nothing, and leaves out what the known sentences say in other words.",
    "A sentence is false if one of its clauses is not true, in every word that Backlot's captions have, of an action "
    "done since the sentence before. Clothes in introductions are not judged: they are measured, not answered.",
    "The perfect choice sees with the same errors, and each of its checks is right. What is kept of it is counted by "
    "run: an event counts if the same run says it with perfect checks.",
    "The baseline is the one-prompt captioner with the same witness: a sentence for each shot, without marks or "
    "checks; people are named by their places in the prompt.",
)


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--films", type=Path, help="keep films and their analyses here, and use what is there")
    parser.add_argument("--workers", type=int, default=2, help="processes, each with a film")
    add_write_option(parser)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.films or Path(temporary)
        judged = tallies(folder, JUDGED, n_workers=arguments.workers)
        fresh = tallies(folder, FRESH, n_workers=arguments.workers)
        calibration = _calibration([witnessed_film(folder, seed) for seed in CALIBRATED])
    tables = [table for seeds, found in ((JUDGED, judged), (FRESH, fresh)) for table in _tables(seeds, found)]
    report_results(
        "witness",
        "Narration in stages, with a truthful witness",
        headlines=[*_headlines(judged, ""), *_headlines(fresh, ", three other films")],
        tables=[*tables, calibration],
        notes=NOTES,
        write=arguments.write,
    )


def tallies(folder: Path, seeds: Sequence[int], *, n_workers: int) -> dict[str, Tally]:
    """Return what the sentences of some films are like, by witness and way; films are narrated side by side."""
    kinds = _kinds([witnessed_film(folder, seed) for seed in seeds])
    found: dict[str, Tally] = {}
    with ProcessPoolExecutor(n_workers, mp_context=get_context("spawn")) as pool:
        for each in pool.map(film_tallies, [folder] * len(seeds), seeds, [kinds] * len(seeds)):
            found |= {name: found.get(name, Tally()) + one for name, one in each.items()}
    return found


def film_tallies(folder: Path, seed: int, kinds: Sequence[str]) -> dict[str, Tally]:
    """Return what the sentences of one film are like, by witness and way."""
    film, found = witnessed_film(folder, seed), dict[str, Tally]()
    for name, errors in witnesses(kinds).items():
        for way in _ways(errors[0]):
            runs = enumerate(product(errors, _error_seeds(errors[0])))
            one = sum((_WAYS[way](film, each, number).in_run(run) for run, (each, number) in runs), Tally())
            found[f"{name}, {way}"] = one
            print(f"film {seed}, {name}, {way}: {one.n} sentences, false:", *one.false, flush=True)
    return found


def _error_seeds(errors: Errors) -> Sequence[int]:
    """The seeds of a witness's errors: one where a kind of action, and not chance, decides most of them."""
    return SEEDS if errors.facts and not errors.is_systematic else SEEDS[:1]


def _ways(errors: Errors) -> list[str]:
    """The ways in which a witness is asked: those that make a difference to one with such errors."""
    if errors == YES_BIAS:
        return list(_EVERY)  # without checks, it is the one that errs in 10 %
    if not errors.is_systematic:
        return [way for way in _WAYS if way != CHOICE or errors.facts]
    return [*_EVERY, CHOICE] if errors.facts else ["checked", CHOICE]


def _choice(found: Mapping[str, Tally], witness: str) -> Tally:
    """What a perfect choice says from what a witness sees."""
    of = {PERFECT: f"{PERFECT}, checked", BIASED: f"10 %, {CHOICE}"}
    return found[of.get(witness, f"{witness}, {CHOICE}")]


def witnesses(kinds: Sequence[str]) -> dict[str, tuple[Errors, ...]]:
    """Return witnesses by name; those that err about one kind of action are one for each of some kinds."""
    return {
        PERFECT: (Errors(),),
        **{_percent(rate): (Errors(rate, rate, rate),) for rate in RATES},
        BIASED: (YES_BIAS,),
        "one kind inverted": tuple(Errors(inverted=kind) for kind in kinds),
        "one kind confused": tuple(Errors(confused=kind) for kind in kinds),
        "10 %, one kind inverted": tuple(Errors(0.1, 0.1, 0.1, inverted=kind) for kind in kinds),
        "10 %, one kind confused": tuple(Errors(0.1, 0.1, 0.1, confused=kind) for kind in kinds),
    }


def _kinds(films: Sequence[WitnessedFilm]) -> list[str]:
    """The most frequent kinds of action that have a neighbour."""
    counts = Counter(clip.action for film in films for clip in film.truth.clips)
    return [kind for kind, _ in counts.most_common() if neighbour(kind) != kind][:N_KINDS]


def _percent(rate: float) -> str:
    return f"{rate:.0%}".replace("%", " %")


_WAYS: Mapping[str, Callable[[WitnessedFilm, Errors, int], Tally]] = {
    "checked": lambda film, errors, seed: narrated(film, film.witness(errors, seed=seed)),
    "checked without log-probabilities": lambda film, errors, seed: narrated(
        film, film.witness(errors, seed=seed, gives_probabilities=False)
    ),
    CHOICE: lambda film, errors, seed: narrated(film, film.witness(errors.only_in_views(), seed=seed)),
    "unchecked": lambda film, errors, seed: narrated(film, film.witness(errors, seed=seed), checks=False),
    "one prompt": lambda film, errors, seed: captioned(film, film.witness(errors, seed=seed)),
}
_EVERY = ("checked", "checked without log-probabilities")


def _tables(seeds: Sequence[int], found: Mapping[str, Tally]) -> list[Table]:
    rows = []
    for name, one in found.items():
        witness, way = name.rsplit(", ", 1)
        rows.append(one.row(name, found[f"{PERFECT}, {'checked' if way == CHOICE else way}"], _choice(found, witness)))
    films = ", ".join(map(str, seeds))
    return [
        print_table(f"Films {films}", COLUMNS, rows),
        print_table(f"What it takes, films {films}", _COSTS, [_cost(name, one) for name, one in found.items()], _EACH),
    ]


_COSTS = ("witness", "pauses", "requests a pause", *KINDS, "pictures a pause", "asked twice", "CPU seconds a pause")
_EACH = (
    "A view or a check of a moment that was viewed or checked before is a second one. Seconds are of the whole "
    "description of an analysed film, with the voice that measures its sentences, without the witness's."
)


def _cost(name: str, one: Tally) -> Row:
    cost, n = one.cost, one.cost.n_pauses or len(one.events) or 1
    each = [round(cost.requests[kind] / n, 2) for kind in KINDS]
    every = round(cost.requests.total() / n, 2)
    return (name, n, every, *each, round(cost.n_pictures / n, 1), cost.n_twice, round(cost.seconds / n, 2))


def _headlines(found: Mapping[str, Tally], where: str) -> Iterator[Headline]:
    sure, plain = found[f"{PERFECT}, checked"], found[f"{PERFECT}, one prompt"]
    yield Headline(f"names right, no errors{where}", share(sure.names_right, sure.names) or "none", "≥ 98 %")
    for witness in ("10 %", "10 %, one kind inverted", "10 %, one kind confused"):
        for way in _EVERY:
            one, choice = found[f"{witness}, {way}"], _choice(found, witness)
            name = f"{witness.replace('10 %', '10 % errors')}, {way}{where}"
            yield Headline(f"false sentences spoken, {name}", share(len(one.false), one.n) or "none", "≤ 2 %")
            yield Headline(f"kept of what a perfect choice says, {name}", one.kept(choice) or "none", "≥ 85 %")
    for way in ("unchecked", "one prompt"):
        one = found[f"10 %, {way}"]
        yield Headline(f"false sentences spoken, 10 % errors, {way}{where}", share(len(one.false), one.n) or "none")
    for witness in (PERFECT, "10 %"):
        one, plain = found[f"{witness}, checked"], found[f"{witness}, one prompt"]
        yield Headline(
            f"redundant sentences, {witness} errors{where}",
            share(len(one.redundant), one.n) or "none",
            f"below one prompt's {share(len(plain.redundant), plain.n)}",
        )
    cost = found["10 %, checked"].cost
    yield Headline(f"requests a pause, 10 % errors{where}", f"{cost.requests.total() / cost.n_pauses:.2f}", "≤ 4")
    yield Headline(f"pictures a pause, 10 % errors{where}", f"{cost.n_pictures / cost.n_pauses:.1f}")
    every = [one for name, one in found.items() if "one prompt" not in name]
    yield Headline(f"cues over speech{where}", str(sum(one.over_speech for one in every)), "0")


def _calibration(films: Sequence[WitnessedFilm]) -> Table:
    """How many of the sentences that are given a probability are true, by probability."""
    rows: list[Row] = []
    erring = {name: errors for name, errors in witnesses(_kinds(films)).items() if errors[0].facts}
    for name, errors in erring.items():
        pairs = [
            pair
            for film in films
            for one in errors
            for seed in _error_seeds(one)
            for pair in considered(film, film.witness(one, seed=seed))
        ]
        for low, high in zip((0.0, *NEAREST), NEAREST, strict=False):
            inside = [is_true for sure, is_true in pairs if low <= sure < high or sure == high == 1.0]
            if inside:
                rows.append((f"{name}, {low} to {high}", len(inside), share(sum(inside), len(inside))))
    note = f"Films {', '.join(map(str, CALIBRATED))}; sentences that were checked, said or not."
    return print_table("Calibration with log-probabilities", ("witness, probability", "sentences", "true"), rows, note)


if __name__ == "__main__":
    main()
