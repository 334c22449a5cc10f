"""The list of cues, and the forms of its cues."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from starlette.responses import Response
from starlette.routing import BaseRoute

from cinescribe.describe.editing.cue_edits import cue_of
from cinescribe.describe.editing.edit_messages import message_of
from cinescribe.describe.editing.listing import Listing, Wanted, cue_numbers, listing, next_unseen, page_with
from cinescribe.describe.editing.open_folder import CueConflictError, Edit
from cinescribe.describe.editing.revisions import CueChange, Revision
from cinescribe.describe.guidelines.lint import open_findings
from cinescribe.errors import RecordError
from cinescribe.export.tracks.cue_times import NOTES
from cinescribe.language.messages.page_words import PageWords, as_sentence
from cinescribe.schema import Cue, Gap, Script, Speech
from cinescribe.serve.shell.calls import Call
from cinescribe.serve.workbench.cue_actions import CUE_ACTIONS, form_changes
from cinescribe.serve.workbench.cue_views import CueView, cue_id_of, cue_views, key_of
from cinescribe.serve.workbench.film_calls import (
    CONFLICT,
    MOST_DIGITS,
    Answer,
    FilmHandler,
    answered_form,
    asked_page,
    film_page,
    film_route,
    wants_json,
)
from cinescribe.serve.workbench.films import Films, OpenFilm
from cinescribe.serve.workbench.remarks.film_check import PATIENCE
from cinescribe.timing import clock, from_clock

_SOURCE = "workbench"
_QUERY = ("show", "words", "person", "note")  # what is searched for


def cues_routes(films: Films) -> list[BaseRoute]:
    """Return the routes of the list and of its forms."""
    routes: list[BaseRoute] = [
        film_route(films, "", _show),
        film_route(films, "go", _go),
        film_route(films, "undo", _undo, methods=["POST"]),
        film_route(films, "redo", _redo, methods=["POST"]),
        film_route(films, "cues/{cue}/theirs", _theirs, methods=["POST"]),
    ]
    acting = (film_route(films, f"cues/{{cue}}/{name}", _acting(name), methods=["POST"]) for name in CUE_ACTIONS)
    return [*routes, *acting]


def _show(call: Call, film: OpenFilm) -> Response:
    opened = film.folder.current()
    query = call.request.query_params
    wanted = _wanted(film, query)
    found = listing(opened.script, wanted, asked_page(query))
    return film_page(
        call,
        film,
        "workbench/cues.html",
        title=call.says("page-cues"),
        **_list_values(call, film, opened.script, found, query),
    )


def _list_values(
    call: Call, film: OpenFilm, script: Script, found: Listing, query: Mapping[str, str]
) -> dict[str, Any]:
    views = cue_views(film, script, (row for row in found.rows if isinstance(row, Cue)), call.t)
    kept = {name: query[name] for name in _QUERY if query.get(name)}
    return {
        "rows": [_row(row, views, call.t) for row in found.rows],
        "found": found,
        "people": script.people,
        "query": {**dict.fromkeys(_QUERY, ""), **query},
        "note_kinds": [name for name in NOTES if any(getattr(cue, name) for cue in script.cues)],
        "pages": [(number, "?" + urlencode({**kept, "page": number})) for number in range(1, found.n_pages + 1)],
        "n_unseen": sum(cue.status != "dropped" and not cue.is_seen for cue in script.cues),
    }


def _row(row: Speech | Gap | Cue, views: Mapping[str, CueView], t: PageWords) -> dict[str, Any]:
    """A row of the list: the view of a cue, or a line about what is heard."""
    if isinstance(row, Cue):
        return {"kind": "cue", "view": views[row.id]}
    start, end = clock(row.span.start)[:-2], clock(row.span.end)[:-2]
    if isinstance(row, Gap):
        return {"kind": "gap", "text": t.plain("row-room", seconds=row.span.duration, start=start, end=end)}
    if row.text:
        return {"kind": "heard", "text": t.plain("row-said", start=start, end=end, text=row.text)}
    return {"kind": "heard", "text": t.plain("row-speech", start=start, end=end)}


def _wanted(film: OpenFilm, query: Mapping[str, str]) -> Wanted:
    show = query.get("show", "all")
    checked = film.check().found(PATIENCE) if show == "remarks" else None
    return Wanted(
        unseen=show == "unseen",
        remarked={one.cue for one in open_findings(checked.findings) if one.cue} if checked else None,
        dropped=show == "dropped",
        person=query.get("person") or None,
        words=query.get("words", ""),
        note=query["note"] if query.get("note") in NOTES else None,
    )


def _go(call: Call, film: OpenFilm) -> Response:
    """Redirect to a cue by its number, to the first cue from a time on, or to the next unreviewed one."""
    script, wanted = film.folder.current().script, call.request.query_params.get("to", "").strip()
    cue = _cue_at(script, wanted)
    if cue is None:
        return answered_form(call, film, Answer(call.says("go-none" if wanted else "go-empty"), film.path))
    return call.to(list_address(film, script, cue))


def _cue_at(script: Script, wanted: str) -> Cue | None:
    heard = script.spoken()
    if wanted == "unseen":
        return next_unseen(script, 0.0)
    if wanted.isdecimal() and len(wanted) <= MOST_DIGITS:
        return heard[int(wanted) - 1] if 0 < int(wanted) <= len(heard) else None
    try:
        time = from_clock(wanted)
    except RecordError:
        return None
    return next((cue for cue in heard if cue.span.end > time), None)


def list_address(film: OpenFilm, script: Script, cue: Cue | None) -> str:
    """Return the address of a cue in the list."""
    if cue is None:
        return film.path
    place = page_with(script, Wanted(dropped=cue.status == "dropped"), lambda one: one.id == cue.id)
    page = 1 if place is None else place[0]
    show = "show=dropped&" if cue.status == "dropped" else ""
    return f"{film.path}?{show}page={page}#cue-{key_of(cue.id)}"


def _acting(action: str) -> FilmHandler:
    def act(call: Call, film: OpenFilm) -> Response:
        return _act(call, film, action)

    return act


def _act(call: Call, film: OpenFilm, action: str) -> Response:
    before = film.folder.current()
    cue_id = cue_id_of(before.script, call.request.path_params["cue"])
    made: list[tuple[CueChange, ...]] = []

    def make(script: Script) -> Edit:
        made.append(form_changes(script, cue_id, action, call.form, film))
        return Edit(made[-1])

    revision = call.form.get("revision")
    try:
        after = film.folder.edit(make, who=film.who, source=_SOURCE, expected={cue_id: revision} if revision else None)
    except CueConflictError as error:
        return _conflict(call, film, error)
    shown = _Edited(before.script, after.script, cue_id, made[-1], action)
    return _answer(call, film, shown)


@dataclass(frozen=True)
class _Edited:
    """An edit that was made: the script before and after, the cue whose form it was, what changed, and by what."""

    before: Script
    script: Script
    cue_id: str
    changes: tuple[CueChange, ...]
    action: str


def _answer(call: Call, film: OpenFilm, edited: _Edited) -> Response:
    """The answer to an edit: its message, and the cues that look different now."""
    script, cue_id, changes, action = edited.script, edited.cue_id, edited.changes, edited.action
    numbers, then = cue_numbers(script.cues), cue_numbers(edited.before.cues)
    own = next((change for change in changes if change.cue == cue_id), None)
    chosen = own or (changes[0] if changes else None)
    now = next((cue for cue in script.cues if cue.id == cue_id), None)
    shown = now if chosen is None else chosen.after
    message = message_of(
        now if chosen is None else chosen.before,
        shown,
        number=numbers.get((chosen.cue if chosen else cue_id), then.get(cue_id, 0)),
        room=0.0 if shown is None else film.room(script, shown.id),
        takes=0.0 if shown is None else film.takes(shown),
        words=call.t,
    )
    target = now
    if action == "accept" and now is not None:
        following = next_unseen(script, now.span.start)
        if following is None:
            message = f"{message} {call.says('all-cues-seen')}"
        else:
            target = following
    if action in ("split", "insert", "duplicate"):
        added = next((change.after for change in changes if change.before is None), None)
        target = added or now
    focus = None if target is None or target.id == cue_id else f"cue-{key_of(target.id)}"
    place = list_address(film, script, target)
    if not _has_same_places(edited.before, script):
        return answered_form(call, film, Answer(message, place, focus, reload=place))
    return answered_form(call, film, Answer(message, place, focus, _parts(call, film, script, changes)))


def _parts(call: Call, film: OpenFilm, script: Script, changes: Iterable[CueChange]) -> dict[str, str]:
    """New HTML for the cues that were changed, and those before and after, whose room they may take."""
    changed = {change.cue for change in changes}
    cues = script.cues
    near = {
        cues[place].id
        for n, cue in enumerate(cues)
        if cue.id in changed
        for place in range(max(n - 1, 0), min(n + 2, len(cues)))
    }
    views = cue_views(film, script, (cue for cue in cues if cue.id in near), call.t)
    return {f"cue-{view.key}": _article(call, film, view=view) for view in views.values()}


def _conflict(call: Call, film: OpenFilm, error: CueConflictError) -> Response:
    """Both texts, and the choice between them: in the place of the cue, or on a page of its own."""
    theirs, script = error.theirs, film.folder.current().script
    if theirs is None:
        return _removed(call, film, str(error))
    view = cue_views(film, script, [theirs], call.t)[theirs.id]
    message = call.says("conflict-said", cue=view.name)
    values = {"view": view, "typed": dict(call.form.kept), "theirs": True}
    if not wants_json(call):
        return film_page(
            call, film, "workbench/conflict.html", title=call.says("conflict-title"), status=CONFLICT, **values
        )
    parts = {f"cue-{view.key}": _article(call, film, **values)}
    answer = Answer(message, "", focus=f"cue-{view.key}-keep", parts=parts, status=CONFLICT)
    return answered_form(call, film, answer)


def _removed(call: Call, film: OpenFilm, message: str) -> Response:
    """The message about a removed cue: its text is returned, to be inserted again."""
    if wants_json(call):
        return answered_form(call, film, Answer(as_sentence(message), "", status=CONFLICT, language="en"))
    first = next(iter(film.folder.current().script.cues), None)
    return film_page(
        call,
        film,
        "workbench/removed.html",
        title=call.says("removed-title"),
        status=CONFLICT,
        reason=message,
        near=None if first is None else key_of(first.id),
        text=call.form.get("text"),
        start=call.form.get("start"),
    )


def _theirs(call: Call, film: OpenFilm) -> Response:
    """Accept the other editor's version: the cue as it is now."""
    script = film.folder.current().script
    cue = cue_of(script, cue_id_of(script, call.request.path_params["cue"]))
    parts = {f"cue-{key_of(cue.id)}": _article(call, film, view=cue_views(film, script, [cue], call.t)[cue.id])}
    return answered_form(
        call, film, Answer(call.says("taken", text=cue.text), list_address(film, script, cue), parts=parts)
    )


def _article(call: Call, film: OpenFilm, **values: Any) -> str:
    return call.part("workbench/cue_article.html", film=film, **values)


def _undo(call: Call, film: OpenFilm) -> Response:
    return _taken_back(call, film, "undone", film.folder.undo)


def _redo(call: Call, film: OpenFilm) -> Response:
    return _taken_back(call, film, "redone", film.folder.redo)


def _taken_back(call: Call, film: OpenFilm, what: str, take_back: Callable[..., Revision]) -> Response:
    """Take an edit back; the answer says what became of the first cue that it concerns, and leads there or near it."""
    before = film.folder.current().script
    revision = take_back(who=film.who)
    script = film.folder.current().script
    numbers = cue_numbers(script.cues)
    names = [change.cue for change in revision.changes]
    cue = next((cue for cue in script.cues if cue.id in names), None)
    near = cue or _nearest(script, revision)
    if cue is not None:
        number = numbers.get(cue.id)
        name = "undone-dropped" if number is None else "undone-cue"
        about = call.says(name, number=str(number), text=cue.text)
    else:
        about = call.says("undone-people" if revision.people else "undone-gone")
    where = list_address(film, script, near)
    focus = None if near is None else f"cue-{key_of(near.id)}"
    message = as_sentence(call.says(what, about=about))
    if revision.people or not _has_same_places(before, script):
        return answered_form(call, film, Answer(message, where, focus, reload=where))
    return answered_form(call, film, Answer(message, where, focus, _parts(call, film, script, revision.changes)))


def _has_same_places(before: Script, script: Script) -> bool:
    """Whether the list has the same cues in the same order, so that only the changed ones need to be sent."""
    return [cue.id for cue in before.spoken()] == [cue.id for cue in script.spoken()]


def _nearest(script: Script, revision: Revision) -> Cue | None:
    """The cue that is heard nearest to the first one that a revision concerned."""
    times = [cue.span.start for change in revision.changes for cue in (change.before, change.after) if cue]
    heard = script.spoken()
    return min(heard, key=lambda cue: abs(cue.span.start - times[0])) if times and heard else None
