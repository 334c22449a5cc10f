"""The rules, the data that participants download, and the leaderboard."""

from __future__ import annotations

from pathlib import Path

from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute

from cinescribe.output_folder import files_in
from cinescribe.serve.challenge.frame import FIRST, ChallengeSite, no_page
from cinescribe.serve.shell.calls import Call, page_route
from cinescribe.serve.shell.markdown import markdown_page
from cinescribe.study.challenge.challenge import OPEN
from cinescribe.study.challenge.phases import phase_state
from cinescribe.study.challenge.standings import leaderboard


def data_routes(frame: ChallengeSite) -> list[BaseRoute]:
    """Return the routes of these pages."""
    challenge = frame.challenge

    def rules(call: Call) -> Response:
        text = markdown_page(challenge.rules()).html
        states = [phase_state(challenge, phase.name) for phase in challenge.card.phases]
        return frame.page(call, "rules.html", title=challenge.card.name, rules=text, states=states)

    def data(call: Call) -> Response:
        folders = [(phase, _files(challenge.folder, phase.name)) for phase in challenge.card.phases]
        return frame.page(call, "data.html", title=call.says("data"), folders=folders)

    def download(call: Call) -> Response:
        phase, name = call.request.path_params["phase"], call.request.path_params["name"]
        known = {one.name for one in challenge.card.phases}
        # Only what is listed: a path with dots, or through a link, is not.
        if phase not in known or name not in dict(_files(challenge.folder, phase)):
            return no_page(call)
        path = challenge.folder / OPEN / phase / name
        return FileResponse(path, media_type="application/octet-stream", filename=path.name)

    def board(call: Call) -> Response:
        shown, hidden = [], []
        for phase in challenge.card.phases:
            if phase_state(challenge, phase.name).shows_scores:
                shown.append(leaderboard(challenge, phase.name))
            else:
                hidden.append(phase.name)
        return frame.page(call, "leaderboard.html", title=call.says("board"), boards=shown, hidden=hidden)

    return [
        page_route(FIRST, rules, logged_in=False),
        page_route(f"{FIRST}/data", data),
        page_route(f"{FIRST}/data/{{phase}}/{{name:path}}", download),
        page_route(f"{FIRST}/leaderboard", board, logged_in=False),
    ]


def _files(folder: Path, phase: str) -> list[tuple[str, int]]:
    """The files of a phase with their sizes in bytes; links are not among them."""
    place = folder / OPEN / phase
    paths = [(name, place / name) for name in files_in(place)]
    return [(name, path.stat().st_size) for name, path in paths if path.is_file() and not path.is_symlink()]
