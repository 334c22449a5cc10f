"""Counts attempts to log in before a password is looked at, so that guesses sent at once are all counted.

Attempts are counted for a name and the network that they come from, and for the network over all names; never for a
name alone, since anybody could then keep its owner out. A browser on which a person has logged in is counted apart.
"""

from __future__ import annotations

import hmac
import secrets
from ipaddress import IPv6Address, ip_address

from sqlalchemy import delete, func, insert, select

from cinescribe.errors import StudyError
from cinescribe.study.people.people import hashed
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database, inserted_id

FAILED = "log-in failed"
WINDOW = 15 * 60.0  # seconds in which attempts are counted
_MAX_OF_NAME, _MAX_OF_NETWORK = 10, 50
_IPV6_NETWORK = 64  # bits: what providers give to one home
_DIGITS = 16  # of a name's digest: what was typed may be a password
_NOBODY = "-"
_audit = tables.audit


def count_attempt(database: Database, name: str | None, *, person: int | None, address: str, device: str | None) -> int:
    """Store an attempt as failed, and return its number; `delete_attempt` takes it back.

    It is stored before attempts are counted, so that of those sent at the same time none is missed.

    Args:
        database: of the study.
        name: whose password is tried; None for an invitation, of which only the network's are counted.
        person: whose name it is; None for nobody's.
        address: of the machine that it comes from.
        device: of a browser that has shown that the person logged in on it; it replaces the address.

    Raises:
        StudyError: when there were too many; this one is then not stored.
        DatabaseError: when nothing could be stored.
    """
    source = _network(address) if device is None else f"device:{hashed(device)[:_DIGITS]}"
    detail = f"{source} {_NOBODY if name is None else hashed(name)[:_DIGITS]}"
    row = {"time": database.clock(), "action": FAILED, "person_id": person, "detail": detail}
    with database.writing() as connection:
        attempt = inserted_id(connection, insert(_audit).values(row))
    recent = select(func.count()).where(_audit.c.action == FAILED, _audit.c.time > database.clock() - WINDOW)
    with database.reading() as connection:
        of_source = connection.execute(recent.where(_audit.c.detail.startswith(f"{source} ", autoescape=True)))
        of_name = connection.execute(recent.where(_audit.c.detail == detail))
        n_of_source, n_of_name = of_source.scalar_one(), of_name.scalar_one()
    if n_of_source > _MAX_OF_NETWORK or (name is not None and n_of_name > _MAX_OF_NAME):
        delete_attempt(database, attempt)
        raise StudyError(
            "there were too many failed attempts; wait 15 minutes and try again, or ask who runs this to reset your "
            "password"
        )
    return attempt


def delete_attempt(database: Database, attempt: int) -> None:
    """Take an attempt back that was right, or that was not let through."""
    with database.writing() as connection:
        connection.execute(delete(_audit).where(_audit.c.id == attempt))


def new_device(password_hash: str) -> str:
    """Return what a browser shows later to prove that a person has logged in on it; a new password ends it."""
    nonce = secrets.token_urlsafe(16)
    return f"{nonce}.{_proof(password_hash, nonce)}"


def is_known_device(password_hash: str | None, device: str) -> bool:
    """Whether `new_device` made this for a person with this password."""
    nonce, _, proof = device.partition(".")
    expected = _proof(password_hash or _NOBODY, nonce)
    return hmac.compare_digest(expected.encode(), proof.encode()) and password_hash is not None


def _proof(password_hash: str, nonce: str) -> str:
    return hmac.digest(password_hash.encode(), nonce.encode(), "sha256").hex()


def _network(address: str) -> str:
    """The network of an address: in IPv6 one machine has very many addresses."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address.replace(" ", "")
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None:
        return f"{int(parsed) >> (128 - _IPV6_NETWORK):x}::"
    return str(getattr(parsed, "ipv4_mapped", None) or parsed)
