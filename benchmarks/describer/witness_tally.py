"""What the spoken sentences of a Backlot film are like, by its truth, and what they cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from benchmarks.describer.stand_ins.film_truth import SOMEBODY, Claim, claims, proof, seen_clips
from benchmarks.describer.witness_films import WitnessedFilm
from benchmarks.results import Row
from cinescribe.backlot.plan.truth import FilmedClip
from cinescribe.language.vectors.sentence_vectors import sentence_vectors
from cinescribe.schema import Cue, Script
from cinescribe.timing import Seconds, Span

SAME = 0.85  # cosine of two sentences that say the same
Event = tuple[int, int, str]  # seed of the film, number of the run, id of the clip


@dataclass(frozen=True)
class Said:
    """A spoken sentence with the span that it is about."""

    cue: Cue
    about: Span


@dataclass(frozen=True)
class Cost:
    """What a narration asked and took.

    Args:
        n_pauses: in which something could be said.
        requests: by kind.
        n_pictures: of all requests.
        n_twice: requests that were the same as one before.
        seconds: of the processor, without the model's.
    """

    n_pauses: int = 0
    requests: Counter[str] = field(default_factory=Counter)
    n_pictures: int = 0
    n_twice: int = 0
    seconds: Seconds = 0.0

    def __add__(self, other: Cost) -> Cost:
        """Return the sums."""
        return Cost(*(one + two for one, two in zip(vars(self).values(), vars(other).values(), strict=True)))


@dataclass(frozen=True)
class Tally:
    """What the sentences of some films are like.

    Args:
        n: sentences spoken.
        false: those with a clause that is not true.
        names: people named in clauses whose action is true.
        names_right: of these, the right ones.
        repeated: sentences much like an earlier one, by sentence vectors.
        redundant: sentences that say nothing that was not said, by truth.
        events: actions of the films that are said, for each run.
        n_events: actions of the films, for each run.
        gap_minutes: pauses.
        over_speech: cues that overlap speech, by truth.
        n_silent: narrations without a sentence because the model was said to be unable to tell.
        cost: requests, pictures, seconds.
    """

    n: int = 0
    false: tuple[str, ...] = ()
    names: int = 0
    names_right: int = 0
    repeated: int = 0
    redundant: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    n_events: int = 0
    gap_minutes: float = 0.0
    over_speech: int = 0
    n_silent: int = 0
    cost: Cost = field(default_factory=Cost)

    def __add__(self, other: Tally) -> Tally:
        """Return the sums."""
        return Tally(*(one + two for one, two in zip(vars(self).values(), vars(other).values(), strict=True)))

    def in_run(self, number: int) -> Tally:
        """Return the same, of one of several runs."""
        return replace(self, events=tuple((film, number, clip) for film, _, clip in self.events))

    def kept(self, choice: Tally) -> str | None:
        """Return the share of the events that the same runs say with a perfect choice."""
        could = frozenset(choice.events)
        return share(sum(event in could for event in self.events), len(could))

    def kept_of_perfect(self, perfect: Tally) -> str | None:
        """Return the share of the events that a perfect witness's narrations say, of those that each run could say."""
        could = frozenset((film, clip) for film, _, clip in perfect.events)
        runs = self.n_events / perfect.n_events if perfect.n_events else 0.0
        return share(sum((film, clip) in could for film, _, clip in self.events), round(runs * len(could)))

    def row(self, label: str, perfect: Tally, choice: Tally) -> Row:
        """Return a row of the table of sentences."""
        return (
            label,
            self.n,
            share(len(self.false), self.n),
            share(self.names_right, self.names),
            share(self.repeated, self.n),
            share(len(self.redundant), self.n),
            share(len(self.events), self.n_events),
            self.kept(choice),
            self.kept_of_perfect(perfect),
            f"{len(self.events) / self.gap_minutes:.1f}" if self.gap_minutes else None,
            self.n_silent,
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
    "kept of a perfect choice's",
    "kept of a perfect witness's",
    "events per minute of gap",
    "silent narrations",
    "over speech",
)


def share(part: float, whole: float) -> str | None:
    """Return a share in percent, with its counts."""
    return f"{part / whole:.1%} ({part:g}/{whole:g})" if whole else None


def tally(film: WitnessedFilm, script: Script, said: Sequence[Said], *, cost: Cost, is_silenced: bool) -> Tally:
    """Return what spoken sentences are like, by truth.

    Args:
        film: the film.
        script: of its description.
        said: the sentences that a model wrote.
        cost: of the description.
        is_silenced: whether it was said that the model cannot tell.
    """
    called = _called(film)
    vectors = sentence_vectors().vectors([one.cue.text for one in said]) if said else None
    covered: set[tuple[str, str]] = set()
    false, redundant, names, right = [], [], 0, 0
    for one in said:
        found = claims(one.cue.text, [name.split("|")[0] for name in called.values()])
        proofs = [proof(claim, seen_clips(film.truth, one.about, claim.action), called) for claim in found or ()]
        if found is None or None in proofs:
            false.append(one.cue.text)
        events = {(clip.id, claim.action) for clip, claim in zip(proofs, found or (), strict=True) if clip is not None}
        if events and events <= covered:
            redundant.append(one.cue.text)
        covered |= events
        for claim in found or ():
            all_names, right_names = _names(claim, seen_clips(film.truth, one.about, claim.action), called)
            names, right = names + all_names, right + right_names
    likeness = vectors @ vectors.T if vectors is not None else None
    clips = {clip for clip, action in covered if action not in ("beside", "present")}
    return Tally(
        len(said),
        tuple(false),
        names,
        right,
        0 if likeness is None else sum(bool((likeness[n, :n] >= SAME).any()) for n in range(len(said))),
        tuple(redundant),
        tuple((film.seed, 0, clip) for clip in sorted(clips)),
        len(film.truth.clips),
        sum(gap.span.duration for gap in script.gaps) / 60,
        sum(any(one.cue.span.overlap(line.span) > 0 for line in film.truth.speech) for one in said),
        int(is_silenced),
        cost,
    )


def judged(text: str, about: Span, film: WitnessedFilm) -> bool:
    """Return whether a sentence about a span of a film is true in every word."""
    called = _called(film)
    found = claims(text, [name.split("|")[0] for name in called.values()])
    return found is not None and all(
        proof(claim, seen_clips(film.truth, about, claim.action), called) is not None for claim in found
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
