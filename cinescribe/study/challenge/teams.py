"""Teams, their members, and the tokens with which programs submit."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from sqlalchemy import Connection, func, insert, select, update

from cinescribe.errors import ChallengeError, brief
from cinescribe.study.challenge.challenge import Challenge
from cinescribe.study.people.people import Invitation, hashed, record
from cinescribe.study.storage import challenge_tables as tables
from cinescribe.study.storage.database import inserted_id
from cinescribe.study.storage.tables import person as _person

_MAX_NAME = 80  # letters of a team's name
_team, _membership = tables.team, tables.membership


@dataclass(frozen=True)
class Member:
    """A person in a team.

    Attributes:
        id: number of the membership.
        person: number of the person.
        pseudonym: the person's.
        team_id: number of the team.
        team: its name.
        is_organiser: whether the team runs the challenge; then it does not submit.
    """

    id: int
    person: int
    pseudonym: str
    team_id: int
    team: str
    is_organiser: bool


def invite_team(challenge: Challenge, team: str, *, n_people: int = 1, is_organiser: bool = False) -> list[Invitation]:
    """Add people to a team, and return their invitations; a team of another name is new.

    Raises:
        ChallengeError: for fewer than one person, a name that is empty or long, or a team of the other kind.
        DatabaseError: when nothing could be stored.
    """
    if n_people < 1:
        raise ChallengeError(f"`people` is {n_people}; expected 1 or more")
    if not 0 < len(team.strip()) <= _MAX_NAME or not team.isprintable():
        raise ChallengeError(f"`team` is {brief(team)}; expected a name of 1 to {_MAX_NAME} letters")
    database, invitations = challenge.database, []
    with database.writing() as connection:
        team_id = _team_id(connection, challenge, team.strip(), is_organiser=is_organiser)
        first = (connection.execute(select(func.max(_person.c.id))).scalar_one() or 0) + 1
        for number in range(first, first + n_people):
            one = Invitation(f"member-{number}-{secrets.token_hex(3)}", secrets.token_urlsafe(16))
            row = {"pseudonym": one.pseudonym, "invitation_hash": hashed(one.code), "created": database.clock()}
            id = inserted_id(connection, insert(_person).values(row))
            joined = insert(_membership).values(team_id=team_id, person_id=id, created=database.clock())
            connection.execute(joined)
            record(database, connection, "invited", person=id, detail=challenge.card.name)
            invitations.append(one)
    return invitations


def _team_id(connection: Connection, challenge: Challenge, name: str, *, is_organiser: bool) -> int:
    of_challenge = _team.c.challenge == challenge.card.name
    row = connection.execute(select(_team).where(of_challenge, _team.c.name == name)).one_or_none()
    if row is None:
        now = challenge.database.clock()
        values = {"challenge": challenge.card.name, "name": name, "is_organiser": is_organiser, "created": now}
        return inserted_id(connection, insert(_team).values(values))
    if row.is_organiser != is_organiser:
        kind = "runs the challenge" if row.is_organiser else "takes part"
        raise ChallengeError(f"the team {brief(name)} {kind}; give the others a team of their own")
    return int(row.id)


def member_of(challenge: Challenge, person: int) -> Member | None:
    """Return the membership of a person in this challenge; None if there is none."""
    return _member(challenge, _membership.c.person_id == person)


def member_with_token(challenge: Challenge, token: str) -> Member | None:
    """Return the team of a token; None if it belongs to none in this challenge."""
    return _member(challenge, _membership.c.token_hash == hashed(token))


def _member(challenge: Challenge, condition: object) -> Member | None:
    found = (
        select(
            _membership.c.id,
            _membership.c.person_id,
            _person.c.pseudonym,
            _team.c.id.label("team_id"),
            _team.c.name,
            _team.c.is_organiser,
        )
        .select_from(_membership.join(_team).join(_person))
        .where(_team.c.challenge == challenge.card.name, condition)  # type: ignore[arg-type]
        .order_by(_membership.c.id)
    )
    with challenge.database.reading() as connection:
        row = connection.execute(found).first()
    return None if row is None else Member(*row)


def members(challenge: Challenge, team_id: int) -> list[str]:
    """Return the pseudonyms of a team's members."""
    found = (
        select(_person.c.pseudonym)
        .select_from(_membership.join(_person))
        .where(_membership.c.team_id == team_id)
        .order_by(_membership.c.id)
    )
    with challenge.database.reading() as connection:
        return list(connection.execute(found).scalars())


def new_token(challenge: Challenge, member: Member) -> str:
    """Return a new token with which programs submit for a member; an older one ends. The database has its digest.

    Raises:
        DatabaseError: when nothing could be stored.
    """
    token = secrets.token_urlsafe(32)
    with challenge.database.writing() as connection:
        changed = update(_membership).where(_membership.c.id == member.id).values(token_hash=hashed(token))
        connection.execute(changed)
        record(challenge.database, connection, "token made", person=member.person, detail=challenge.card.name)
    return token
