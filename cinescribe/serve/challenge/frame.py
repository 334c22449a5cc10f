"""What the pages of a challenge share: their links, who asks, and how times and values are written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeAlias

from starlette.responses import Response

from cinescribe.serve.shell.calls import Call
from cinescribe.study.challenge.challenge import Challenge
from cinescribe.study.challenge.teams import Member, member_of

FIRST = "/challenge"
_LINKS = (
    ("Rules", FIRST),
    ("Data", f"{FIRST}/data"),
    ("Team", f"{FIRST}/team"),
    ("Submit", f"{FIRST}/submit"),
    ("My submissions", f"{FIRST}/submissions"),
    ("Leaderboard", f"{FIRST}/leaderboard"),
)
_ADMIN = ("Organisers", f"{FIRST}/admin")
_NO_MEMBER = "You are in no team of this challenge. Ask the organisers for an invitation."
_COUNTS = frozenset({"Vocabulary", "Unique"})  # written as whole numbers
_LENGTHS = frozenset({"Length"})

MemberHandler: TypeAlias = Callable[[Call, Member], Response]


@dataclass(frozen=True)
class Frame:
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
            written=written_time,
            **values,
        )

    def for_members(self, handler: MemberHandler) -> Callable[[Call], Response]:
        """Return the handler of a page that members of teams alone get."""

        def handle(call: Call) -> Response:
            member = member_of(self.challenge, call.person.person)
            if member is None:
                return call.message(_NO_MEMBER, title="You are in no team", status=403)
            return handler(call, member)

        return handle

    def for_organisers(self, handler: MemberHandler) -> Callable[[Call], Response]:
        """Return the handler of a page that organisers alone get; for others there is none."""

        def handle(call: Call) -> Response:
            member = member_of(self.challenge, call.person.person)
            if member is None or not member.is_organiser:
                return no_page(call)
            return handler(call, member)

        return handle


def no_page(call: Call) -> Response:
    """Return the page for what does not exist, or is somebody else's: nobody can tell which."""
    text = "There is no such page for you. Go to the rules, and go on from there."
    return call.message(text, title="There is no such page", status=404)


def written_time(seconds: float) -> str:
    """Return a time as people read it."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%-d %B %Y, %H:%M UTC")


def written_value(metric: str, value: float | None) -> str:
    """Return a value as the paper's tables have it: metrics and shares in percent."""
    if value is None:
        return "none"
    if metric in _COUNTS:
        return f"{value:,.0f}"
    return f"{value:.2f}" if metric in _LENGTHS else f"{100 * value:.1f}"
