"""What the pages of a challenge share: their links, who asks, and how times and values are written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from starlette.responses import Response

from cinescribe.language.messages.page_words import PageWords
from cinescribe.serve.shell.calls import Call
from cinescribe.study.challenge.challenge import Challenge
from cinescribe.study.challenge.teams import Member, member_of

FIRST = "/challenge"
# Names of messages, and where they lead.
_LINKS = (
    ("rules", FIRST),
    ("data", f"{FIRST}/data"),
    ("team", f"{FIRST}/team"),
    ("submit", f"{FIRST}/submit"),
    ("submissions", f"{FIRST}/submissions"),
    ("board", f"{FIRST}/leaderboard"),
)
_ADMIN = ("admin", f"{FIRST}/admin")
_COUNTS = frozenset({"Vocabulary", "Unique"})  # written as whole numbers
_LENGTHS = frozenset({"Length"})

MemberHandler: TypeAlias = Callable[[Call, Member], Response]


@dataclass(frozen=True)
class ChallengeSite:
    """The challenge that the pages are about."""

    challenge: Challenge

    def page(self, call: Call, template: str, *, title: str, status: int = 200, **values: Any) -> Response:
        """Return a page of the challenge, with links to its others."""
        member = None if call.visitor.who is None else member_of(self.challenge, call.visitor.who.person)
        links = (*_LINKS, _ADMIN) if member is not None and member.is_organiser else _LINKS
        return call.page(
            f"challenge/{template}",
            title=title,
            status=status,
            links=links,
            member=member,
            written=call.t.time,
            value=partial(written_value, call.t),
            **values,
        )

    def for_members(self, handler: MemberHandler) -> Callable[[Call], Response]:
        """Return the handler of a page that only members of teams get."""

        def handle(call: Call) -> Response:
            member = member_of(self.challenge, call.person.person)
            if member is None:
                return call.message(call.says("no-team-text"), title=call.says("no-team"), status=403)
            return handler(call, member)

        return handle

    def for_organisers(self, handler: MemberHandler) -> Callable[[Call], Response]:
        """Return the handler of a page that only organisers get; others get a not-found page."""

        def handle(call: Call) -> Response:
            member = member_of(self.challenge, call.person.person)
            if member is None or not member.is_organiser:
                return no_page(call)
            return handler(call, member)

        return handle


def no_page(call: Call) -> Response:
    """Return the page for missing and for other people's things; it does not show which of the two."""
    return call.message(call.says("challenge-not-yours"), title=call.says("no-page"), status=404)


def written_value(t: PageWords, metric: str, value: float | None) -> str:
    """Return a value as the paper's tables have it: metrics and shares in percent."""
    if value is None:
        return t.plain("value-none")
    if metric in _COUNTS:
        return t.plain("card-number", n=round(value))
    return t.number(value, digits=2) if metric in _LENGTHS else t.number(100 * value)
