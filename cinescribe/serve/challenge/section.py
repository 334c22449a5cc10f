"""The section of the site in which teams take part in a challenge."""

from __future__ import annotations

from cinescribe.serve.challenge.admin_pages import admin_routes
from cinescribe.serve.challenge.data_pages import data_routes
from cinescribe.serve.challenge.frame import FIRST, ChallengeSite
from cinescribe.serve.challenge.submission_pages import submission_routes
from cinescribe.serve.challenge.team_pages import team_routes
from cinescribe.serve.challenge.uploads import upload_routes
from cinescribe.serve.shell.site import Section
from cinescribe.study.challenge.challenge import Challenge


def challenge_section(challenge: Challenge) -> Section:
    """Return the section of a challenge."""
    frame = ChallengeSite(challenge)
    routes = [
        *data_routes(frame),
        *team_routes(frame),
        *submission_routes(frame),
        *upload_routes(frame),
        *admin_routes(frame),
    ]
    return Section("section-challenge", FIRST, routes)
