"""The page of a team: its members, and tokens for programs."""

from __future__ import annotations

from starlette.responses import Response
from starlette.routing import BaseRoute

from cinescribe.serve.challenge.frame import FIRST, ChallengeSite
from cinescribe.serve.shell.calls import Call, page_route
from cinescribe.study.challenge.teams import Member, members, new_token

_TEAM = f"{FIRST}/team"


def team_routes(frame: ChallengeSite) -> list[BaseRoute]:
    """Return the routes of these pages."""

    def team(call: Call, member: Member) -> Response:
        return page(call, member, token=None)

    def make_token(call: Call, member: Member) -> Response:
        return page(call, member, token=new_token(frame.challenge, member))

    def page(call: Call, member: Member, *, token: str | None) -> Response:
        others = members(frame.challenge, member.team_id)
        server = str(call.request.base_url).rstrip("/") + FIRST
        title = call.says("team-title", team=member.team)
        return frame.page(call, "team.html", title=title, members=others, token=token, server=server)

    return [
        page_route(_TEAM, frame.for_members(team)),
        page_route(f"{_TEAM}/token", frame.for_members(make_token), methods=["POST"], keeps_form=False),
    ]
