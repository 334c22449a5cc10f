"""Narration in stages, with a witness who knows the truth of Backlot films and errs at a chosen rate.

    python -m benchmarks.describer.witness [--films DIR] [--write]

The threshold of stage three comes from the films of `CALIBRATED`; everything else is measured on those of `JUDGED`.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.describer.witness_films import WitnessedFilm, witnessed_film
from benchmarks.describer.witness_model import Witness
from benchmarks.describer.witness_truth import SOMEBODY, Claim, claims, proof, seen_clips
from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.backlot.plan.truth import FilmedClip
from cinescribe.describe.components import Components
from cinescribe.describe.describe import describe_film
from cinescribe.describe.narration.narrator import Narrator
from cinescribe.export.folder import FEATURES
from cinescribe.export.narration import NarratedMoment, read_narration
from cinescribe.generate.narration.truth import THRESHOLD
from cinescribe.language.vectors.sentence_vectors import sentence_vectors
from cinescribe.models.vlm.chat_captioner import ChatCaptioner
from cinescribe.schema import Cue, Script
from cinescribe.timing import Span

CALIBRATED, JUDGED = (101, 102), (201, 202, 203)  # seeds of films
ERRORS = (0.0, 0.1, 0.3)
SEEDS = (0, 1, 2)  # of a witness's errors
THRESHOLDS = (0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98)
SAME = 0.85  # cosine of two sentences that say the same
NOTES = (
    "The witness answers stage one and stage three from truth. It knows people only by the coloured circles that our "
    "prompt draws and names: a face that detection, grouping or marks have wrong gives a wrong name. Words for people "
    "without a circle (`a man`) are not names. The cast file names the people that our grouping found as truth does, "
    "and merges two of one member, as a user would by the portraits.",
    "Errors: a fact of stage one is false with the given probability (another action, person or thing; the place "
    "likewise). An answer of stage three is wrong with the same probability, whether it is given as a log-probability "
    "(from evidence with Gaussian noise, calibrated) or as a vote. Stage two words the notes by rule and adds nothing.",
    "A sentence is false if one of its clauses is not true, in every word that Backlot's captions have, of an action "
    "done since the sentence before. Clothes in introductions are not judged: they are measured, not answered.",
    "The baseline is the one-prompt captioner with the same witness: a sentence for each shot, without marks or "
    "checks; people are named by their places in the prompt.",
)


@dataclass(frozen=True)
class Said:
    """A spoken sentence with the span that it is about."""

    cue: Cue
    about: Span


@dataclass(frozen=True)
class Tally:
    """What the sentences of some films are like.

    Args:
        n: sentences spoken.
        n_false: with a clause that is not true.
        names: people named in clauses whose action is true.
        names_right: of these, the right ones.
        repeated: sentences much like an earlier one, by sentence vectors.
        redundant: sentences that say nothing that was not said, by truth.
        events: actions of the film that are said.
        n_events: actions of the film.
        gap_minutes: pauses.
        over_speech: cues that overlap speech, by truth.
    """

    n: int = 0
    n_false: int = 0
    names: int = 0
    names_right: int = 0
    repeated: int = 0
    redundant: int = 0
    events: int = 0
    n_events: int = 0
    gap_minutes: float = 0.0
    over_speech: int = 0

    def __add__(self, other: Tally) -> Tally:
        """Return the sums."""
        return Tally(*(one + two for one, two in zip(vars(self).values(), vars(other).values(), strict=True)))

    def row(self, label: str) -> Row:
        """Return a row of the table."""
        return (
            label,
            self.n,
            share(self.n_false, self.n),
            share(self.names_right, self.names),
            share(self.repeated, self.n),
            share(self.redundant, self.n),
            share(self.events, self.n_events),
            f"{self.events / self.gap_minutes:.1f}" if self.gap_minutes else None,
            self.over_speech,
        )


COLUMNS = (
    "witness",
    "sentences",
    "false",
    "names right",
    "repeated",
    "redundant",
    "events covered",
    "events per minute of gap",
    "over speech",
)


def share(part: float, whole: float) -> str | None:
    """Return a share in percent, with its counts."""
    return f"{part / whole:.1%} ({part:g}/{whole:g})" if whole else None


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--films", type=Path, help="keep films and their analyses here, and use what is there")
    add_write_option(parser)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.films or Path(temporary)
        calibration = _calibration([witnessed_film(folder, seed) for seed in CALIBRATED])
        tallies = _tallies([witnessed_film(folder, seed) for seed in JUDGED])
    rows = [one.row(name) for name, one in tallies.items()]
    table = print_table("Films " + ", ".join(map(str, JUDGED)), COLUMNS, rows)
    report_results(
        "witness",
        "Narration in stages, with a truthful witness",
        headlines=_headlines(tallies),
        tables=[table, *calibration],
        notes=NOTES,
        write=arguments.write,
    )


def _headlines(tallies: dict[str, Tally]) -> list[Headline]:
    sure, on, off = tallies["0 %, checked"], tallies["10 %, checked"], tallies["10 %, unchecked"]
    plain, votes = tallies["10 %, one prompt"], tallies["10 %, checked by votes"]
    every = [one for name, one in tallies.items() if "one prompt" not in name]
    return [
        Headline("names right, no errors", share(sure.names_right, sure.names) or "none", "≥ 98 %"),
        Headline("false sentences spoken, 10 % errors, checked", share(on.n_false, on.n) or "none", "≤ 2 %"),
        Headline("false sentences spoken, 10 % errors, checked by votes", share(votes.n_false, votes.n) or "none"),
        Headline("false sentences spoken, 10 % errors, unchecked", share(off.n_false, off.n) or "none"),
        Headline("false sentences spoken, 10 % errors, one prompt", share(plain.n_false, plain.n) or "none"),
        Headline(
            "redundant sentences, no errors: stages, one prompt",
            f"{share(sure.redundant, sure.n)}, "
            f"{share(tallies['0 %, one prompt'].redundant, tallies['0 %, one prompt'].n)}",
        ),
        Headline(
            "events per minute of gap, no errors: stages, one prompt",
            f"{sure.events / sure.gap_minutes:.1f}, "
            f"{tallies['0 %, one prompt'].events / tallies['0 %, one prompt'].gap_minutes:.1f}",
        ),
        Headline("cues over speech", str(sum(one.over_speech for one in every)), "0"),
    ]


def _tallies(films: Sequence[WitnessedFilm]) -> dict[str, Tally]:
    ways: dict[str, Callable[[WitnessedFilm, Witness], Tally]] = {
        "checked": lambda film, witness: narrated(film, Narrator(witness, witness)),
        "checked by votes": _by_votes,
        "unchecked": lambda film, witness: narrated(film, Narrator(witness, witness, checks=False)),
        "one prompt": captioned,
    }
    tallies: dict[str, Tally] = {}
    for error in ERRORS:
        for name, way in ways.items():
            seeds = SEEDS if error else SEEDS[:1]
            sums = [way(film, film.witness(error, seed=seed)) for film in films for seed in seeds]
            tallies[f"{error:.0%}, {name}".replace("%", " %")] = sum(sums, Tally())
    return tallies


def _by_votes(film: WitnessedFilm, witness: Witness) -> Tally:
    voter = replace(witness, gives_probabilities=False)
    return narrated(film, Narrator(voter, voter))


def narrated(film: WitnessedFilm, narrator: Narrator) -> Tally:
    """Return what the narration of a film in stages is like; one of an earlier run is not kept."""
    shutil.rmtree(film.folder / FEATURES / "narration", ignore_errors=True)
    script = describe_film(film.path, film.folder, subtitles=film.subtitles, components=Components(narrator=narrator))
    moments = {moment.cue: moment for moment in read_narration(film.folder) if moment.cue is not None}
    said = [Said(cue, _about(moments[cue.id])) for cue in script.spoken() if cue.id in moments]
    return tally(film, script, said)


def captioned(film: WitnessedFilm, witness: Witness) -> Tally:
    """Return what the captions of the plain prompt are like."""
    captioner = ChatCaptioner(witness, n_clips=32)
    script = describe_film(film.path, film.folder, subtitles=film.subtitles, components=Components(captioner=captioner))
    said = []
    for cue in script.spoken():
        times = [item.time for item in cue.evidence]
        if cue.by == witness.name and times:
            said.append(Said(cue, Span(min(times), max(times) + 0.5)))
    return tally(film, script, said)


def _about(moment: NarratedMoment) -> Span:
    return Span(moment.since, moment.span.end)


def tally(film: WitnessedFilm, script: Script, said: Sequence[Said]) -> Tally:
    """Return what spoken sentences are like, by truth."""
    called = _called(film)
    vectors = sentence_vectors().vectors([one.cue.text for one in said])
    likeness = vectors @ vectors.T
    covered: set[tuple[str, str]] = set()
    n_false = names = right = redundant = 0
    for one in said:
        found = claims(one.cue.text, [name.split("|")[0] for name in called.values()])
        proofs = [proof(claim, seen_clips(film.truth, one.about, claim.action), called) for claim in found or ()]
        n_false += found is None or None in proofs
        events = {(clip.id, claim.action) for clip, claim in zip(proofs, found or (), strict=True) if clip is not None}
        redundant += bool(events) and events <= covered
        covered |= events
        for claim in found or ():
            all_names, right_names = _names(claim, seen_clips(film.truth, one.about, claim.action), called)
            names, right = names + all_names, right + right_names
    return Tally(
        len(said),
        n_false,
        names,
        right,
        sum(bool((likeness[n, :n] >= SAME).any()) for n in range(len(said))),
        redundant,
        len({clip for clip, action in covered if action not in ("beside", "present")}),
        len(film.truth.clips),
        sum(gap.span.duration for gap in script.gaps) / 60,
        sum(any(one.cue.span.overlap(line.span) > 0 for line in film.truth.speech) for one in said),
    )


def _called(film: WitnessedFilm) -> dict[str, str]:
    return {one.id: f"{one.name.casefold()}|{SOMEBODY[one.gender]}" for one in film.truth.cast}


def _names(claim: Claim, clips: Sequence[FilmedClip], called: Mapping[str, str]) -> tuple[int, int]:
    """How many people a claim names, and how many of them are right; none if even the action is not true."""
    anybody = dict.fromkeys(called, "|".join(called.values()))
    named = [words for words in (claim.actor, claim.partner) if words and words not in SOMEBODY.values()]
    if proof(claim, clips, anybody) is None:
        return 0, 0
    right = 0
    for words in named:  # the others may be anybody
        known = {member: _with(anybody[member], words, words in called[member].split("|")) for member in called}
        right += proof(claim, clips, known) is not None
    return len(named), right


def _with(words: str, one: str, is_called: bool) -> str:
    """The words for somebody, among whom one is only theirs."""
    return "|".join(each for each in words.split("|") if is_called or each != one)


def _calibration(films: Sequence[WitnessedFilm]) -> list[Table]:
    """What each threshold keeps of the true and of the false sentences, of all that could be said."""
    tables = []
    for votes in (False, True):
        rows: list[Row] = []
        for error in ERRORS[1:]:
            pairs = [pair for film in films for seed in SEEDS for pair in _judged(film, error, seed, votes=votes)]
            n_true = sum(is_true for _, is_true in pairs)
            for threshold in THRESHOLDS:
                kept = [is_true for sure, is_true in pairs if sure >= threshold]
                false = share(len(kept) - sum(kept), len(kept))
                rows.append((f"{error:.0%}, {threshold}", len(kept), false, share(sum(kept), n_true)))
        kind = "votes" if votes else "log-probabilities"
        columns = ("errors, threshold", "sentences kept", "false among them", "of the true ones")
        note = f"Films {', '.join(map(str, CALIBRATED))}; the threshold is {THRESHOLD}."
        tables.append(print_table(f"Calibration with {kind}", columns, rows, note))
    return tables


def _judged(film: WitnessedFilm, error: float, seed: int, *, votes: bool) -> Iterator[tuple[float, bool]]:
    """Yield for each sentence that could be said how sure it is, and whether it is true."""
    witness = film.witness(error, seed=seed, gives_probabilities=not votes)
    narrated(film, Narrator(witness, witness, threshold=0.0))
    called = _called(film)
    for moment in read_narration(film.folder):
        about = _about(moment)
        for one in moment.considered:
            if one.probability is not None and ", in " not in one.text:
                found = claims(one.text, [name.split("|")[0] for name in called.values()])
                proofs = [proof(claim, seen_clips(film.truth, about, claim.action), called) for claim in found or ()]
                yield one.probability, found is not None and None not in proofs


if __name__ == "__main__":
    main()
