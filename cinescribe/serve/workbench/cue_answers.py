"""Edits of cues from pages that list some of them: the edit is made and reported, and the page is shown again."""

from __future__ import annotations

import re

from starlette.responses import Response

from cinescribe.describe.editing.edit_messages import message_of
from cinescribe.describe.editing.listing import cue_numbers
from cinescribe.describe.editing.open_folder import Edit
from cinescribe.describe.editing.revisions import CueChange
from cinescribe.schema import Script
from cinescribe.serve.shell.calls import Call
from cinescribe.serve.workbench.cue_actions import form_changes
from cinescribe.serve.workbench.cue_views import cue_id_of
from cinescribe.serve.workbench.film_calls import Answer, answered_form
from cinescribe.serve.workbench.films import OpenFilm

_SOURCE = "workbench"
_ID = re.compile(r"[A-Za-z0-9_-]{1,100}")


def edited_on_page(call: Call, film: OpenFilm, action: str, *, back: str) -> Response:
    """Make an edit of the cue in the address, and answer with the page that it was asked for on.

    Args:
        call: the request, whose form has the revision of the cue, and as `next` the element that gets the focus.
        film: the film.
        action: one of `cue_actions.ACTIONS`.
        back: address of the page.
    """
    before = film.folder.current().script
    cue_id = cue_id_of(before, call.request.path_params["cue"])
    made: list[tuple[CueChange, ...]] = []

    def make(script: Script) -> Edit:
        made.append(form_changes(script, cue_id, action, call.form, film))
        return Edit(made[-1])

    expected = {cue_id: call.form.get("revision")}
    after = film.folder.edit(make, who=film.who, source=_SOURCE, expected=expected).script
    change = next((one for one in made[-1] if one.cue == cue_id), None)
    now = next(cue for cue in after.cues if cue.id == cue_id)
    message = message_of(
        now if change is None else change.before,
        now,
        number=cue_numbers(after.cues).get(cue_id) or cue_numbers(before.cues).get(cue_id),
        room=film.room(after, cue_id),
        takes=film.takes(now),
        words=call.t,
    )
    focus = call.form.get("next")
    focus = focus if _ID.fullmatch(focus) else "list"
    return answered_form(call, film, Answer(message, f"{back}#{focus}", focus, reload=back))
