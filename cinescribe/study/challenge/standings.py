"""The table of a phase: the best submission of each team, and the order by people where there is one."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import select

from cinescribe.errors import ChallengeError
from cinescribe.metrics.human.rating_tables import RatingTable, table_lines
from cinescribe.record import Record
from cinescribe.store import write_records
from cinescribe.study.challenge.challenge import Challenge
from cinescribe.study.challenge.jobs import LENGTH, NOVEL, UNIQUE, VOCABULARY
from cinescribe.study.challenge.phases import phase_state
from cinescribe.study.storage import challenge_tables as tables

_OTHERS = (LENGTH, VOCABULARY, UNIQUE, NOVEL)


@dataclass(frozen=True)
class Standing(Record):
    """A team in the table.

    Attributes:
        place: from 1, by the ranking metric.
        team: name of the team.
        submission: number of its best submission.
        values: of the metrics, in the order of the table's columns; None where one has no value.
        place_by_people: from 1; None before people have ranked it.
    """

    place: int
    team: str
    submission: int
    values: tuple[float | None, ...]
    place_by_people: int | None = None


@dataclass(frozen=True)
class Leaderboard:
    """The table of a phase.

    Attributes:
        phase: name of the phase.
        ranked_by: the metric that gives the order.
        metrics: its columns.
        signatures: of the columns that have one.
        standings: the best team first.
        groups: teams that the metric cannot separate, if there are several.
        by_people: teams in the order that people gave them, the winner first.
    """

    phase: str
    ranked_by: str
    metrics: tuple[str, ...]
    signatures: dict[str, str]
    standings: tuple[Standing, ...]
    groups: tuple[tuple[str, ...], ...]
    by_people: tuple[str, ...]


def leaderboard(challenge: Challenge, phase: str) -> Leaderboard:
    """Return the table of a phase.

    Raises:
        ChallengeError: when there is no such phase, or its scores are not shown before its close.
        DatabaseError: when the database cannot be read.
    """
    state = phase_state(challenge, phase)
    if not state.shows_scores:
        raise ChallengeError(f"the scores of the phase {phase!r} are shown after its close; wait for it")
    score, submission, team = tables.score, tables.submission, tables.team
    found = (
        select(score.c.submission_id, score.c.metric, score.c.value, score.c.signature, team.c.name)
        .select_from(score.join(submission).join(team))
        .where(submission.c.phase_id == state.id)
        .order_by(score.c.submission_id, score.c.id)
    )
    by_team: dict[str, dict[int, dict[str, float]]] = defaultdict(lambda: defaultdict(dict))
    signatures: dict[str, str] = {}
    with challenge.database.reading() as connection:
        for row in connection.execute(found):
            by_team[row.name][row.submission_id][row.metric] = row.value
            signatures[row.metric] = row.signature
    ranked_by = challenge.card.ranked_by
    metrics = tuple(name for name in (*challenge.card.metrics, *_OTHERS) if name in signatures)
    best = {name: max(own, key=lambda id: (own[id][ranked_by], -id)) for name, own in by_team.items()}
    order = sorted(best, key=lambda name: (-by_team[name][best[name]][ranked_by], best[name]))
    standings = tuple(
        Standing(
            place,
            name,
            best[name],
            tuple(by_team[name][best[name]].get(metric) for metric in metrics),
            state.by_people.index(name) + 1 if name in state.by_people else None,
        )
        for place, name in enumerate(order, 1)
    )
    groups = tuple(group for group in state.groups if len(group) > 1)
    return Leaderboard(phase, ranked_by, metrics, signatures, standings, groups, state.by_people)


def leaderboard_lines(board: Leaderboard) -> list[str]:
    """Return a table as lines of text: values, signatures, groups, and both orders."""
    if not board.standings:
        return [f"{board.phase}: no submission is scored yet"]
    rows: list[tuple[str, tuple[float | None, ...]]] = [(one.team, one.values) for one in board.standings]
    lines = table_lines(RatingTable(f"{board.phase}, by {board.ranked_by}", ("", *board.metrics), tuple(rows)))
    lines += [f"  {name}: {signature}" for name, signature in board.signatures.items()]
    lines += [f"  cannot be told apart by {board.ranked_by}: {', '.join(group)}" for group in board.groups]
    lines.append(f"by {board.ranked_by}: {', '.join(one.team for one in board.standings)}")
    if board.by_people:
        lines.append(f"by people: {', '.join(board.by_people)}; the winner is {board.by_people[0]}")
    return lines


def export_leaderboard(challenge: Challenge, phase: str, path: Path) -> Leaderboard:
    """Write the table of a phase as JSONL, a team a line; scores that are not shown are not exported.

    Raises:
        ChallengeError: as `leaderboard`.
        OutputError: when the file cannot be written.
        DatabaseError: when the database cannot be read.
    """
    board = leaderboard(challenge, phase)
    write_records(path, board.standings)
    return board
