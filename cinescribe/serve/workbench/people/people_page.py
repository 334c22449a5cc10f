"""The page `People`, and what a change of a person would do before it is done."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from starlette.responses import Response
from starlette.routing import BaseRoute

from cinescribe.describe.editing.open_folder import Edit, Opened
from cinescribe.describe.editing.people.change_lines import change_line
from cinescribe.describe.editing.people.people_preview import Doubt, PeoplePreview, answered, preview
from cinescribe.describe.editing.people.person_form import PersonFieldError, person_of, read_change
from cinescribe.describe.editing.people.seen_people import people_face_times, times_seen
from cinescribe.describe.editing.revisions import PersonChange, called_now
from cinescribe.errors import EditError
from cinescribe.export.folder import PORTRAITS
from cinescribe.input_files import read_bytes
from cinescribe.schema import Person, Script
from cinescribe.serve.shell.calls import Call
from cinescribe.serve.workbench.film_calls import CONFLICT, REFUSED, Answer, answered_form, film_page, film_route
from cinescribe.serve.workbench.films import Films, OpenFilm
from cinescribe.timing import Seconds, Span

_SOURCE = "workbench"
_MOST_ASKED = 300  # doubtful places that a page asks about; the others are decided as is likely
_MOST_BYTES = 10_000_000  # of a portrait
_FIELDS = ("person", "name", "into", "start", "end")


@dataclass(frozen=True)
class PersonView:
    """A person as the page shows them.

    Attributes:
        person: the person.
        n_cues: how many cues are about them.
        runs: when they are seen.
    """

    person: Person
    n_cues: int
    runs: Sequence[Span]


class PeoplePage:
    """The pages about the people of films.

    Args:
        films: that are open.
    """

    def __init__(self, films: Films) -> None:
        self._films = films
        self._seen: dict[tuple[str, int], Mapping[str, tuple[Seconds, ...]]] = {}
        self._lock = threading.Lock()

    def routes(self) -> list[BaseRoute]:
        """Return the routes of the pages."""
        return [
            film_route(self._films, "people", self._show),
            film_route(self._films, "people/preview", self._preview),
            film_route(self._films, "people/change", self._change, methods=["POST"]),
            film_route(self._films, "people/{person}/portrait", _portrait),
        ]

    def _seen_in(self, film: OpenFilm, opened: Opened) -> Mapping[str, tuple[Seconds, ...]]:
        """The times of people's faces; they change with the journal only."""
        key = film.name, opened.number
        with self._lock:
            if key not in self._seen:
                self._seen = {one: seen for one, seen in self._seen.items() if one[0] != film.name}
                self._seen[key] = people_face_times(film.folder.folder, opened.revisions)
            return self._seen[key]

    def _show(self, call: Call, film: OpenFilm) -> Response:
        return self._people(call, film)

    def _people(self, call: Call, film: OpenFilm, fault: PersonFieldError | None = None) -> Response:
        opened = film.folder.current()
        seen, sent = self._seen_in(film, opened), dict(call.request.query_params)
        views = [
            PersonView(
                person,
                sum(person.id in cue.people for cue in opened.script.cues),
                times_seen(seen.get(person.id, ())),
            )
            for person in opened.script.people
        ]
        errors = () if fault is None else ((f"{fault.field}-{sent.get('person', '')}", str(fault)),)
        status = 200 if fault is None else REFUSED
        values = {"people": views, "sent": sent if fault else {}, "errors": errors}
        return film_page(
            call, film, "workbench/people/people.html", title=call.says("page-people"), status=status, **values
        )

    def _preview(self, call: Call, film: OpenFilm) -> Response:
        opened = film.folder.current()
        query = call.request.query_params
        try:
            change = read_change(query, opened.script, self._seen_in(film, opened).get(query.get("person", ""), ()))
        except PersonFieldError as error:
            return self._people(call, film, error)
        return _preview_page(
            call, film, opened.script, change, {name: query[name] for name in _FIELDS if name in query}
        )

    def _change(self, call: Call, film: OpenFilm) -> Response:
        opened = film.folder.current()
        sent = {name: value for name, value in call.form.fields if name in _FIELDS}
        change = read_change(sent, opened.script, self._seen_in(film, opened).get(sent.get("person", ""), ()))
        shown = preview(opened.script, [change])
        if _digest(shown) != call.form.get("shown"):
            message = call.says("preview-old")
            again = f"{film.path}people/preview?{urlencode(sent)}"
            return answered_form(call, film, Answer(message, again, status=CONFLICT))
        chosen = {*call.form.all("mean"), *(one.key for one in shown.doubts[_MOST_ASKED:] if one.is_likely)}

        def make(script: Script) -> Edit:
            if script is not opened.script and _digest(preview(script, [change])) != _digest(shown):
                raise EditError("another person has just edited the film; open the page again")
            return Edit(answered(script, [change], chosen), (change,))

        after = film.folder.edit(make, who=film.who, source=_SOURCE)
        changed = sum(one.before not in after.script.cues for one in shown.cues)
        line = change_line(change, called_now(opened.script.people), call.t)
        to = f"{film.path}people#person-{change.into or change.person}"
        return answered_form(call, film, Answer(call.says("people-done", line=line, n=changed), to))


def _preview_page(
    call: Call, film: OpenFilm, script: Script, change: PersonChange, sent: Mapping[str, str]
) -> Response:
    shown = preview(script, [change])
    values: dict[str, Any] = {
        "line": change_line(change, called_now(script.people), call.t),
        "shown": shown,
        "asked": _by_cue(shown.doubts[:_MOST_ASKED]),
        "n_more": len(shown.doubts[_MOST_ASKED:]),
        "fields": list(sent.items()),
        "digest": _digest(shown),
        "person": person_of(script, change.person),
        "times": {one.before.id: one.before.span.start for one in shown.cues},
    }
    return film_page(call, film, "workbench/people/preview.html", title=call.says("preview"), **values)


def _by_cue(doubts: Sequence[Doubt]) -> list[tuple[str, list[Doubt]]]:
    found: dict[str, list[Doubt]] = {}
    for doubt in doubts:
        found.setdefault(doubt.cue, []).append(doubt)
    return list(found.items())


def _digest(shown: PeoplePreview) -> str:
    """Changes with what a preview shows."""
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]


def _portrait(call: Call, film: OpenFilm) -> Response:
    person = person_of(film.folder.current().script, call.request.path_params["person"])
    content = _picture(film.folder.folder, person)
    if content is None:
        explanation = call.says("no-picture-text", person=person.called)
        return call.message(explanation, title=call.says("no-picture"), status=404)
    return Response(content, media_type="image/jpeg", headers={"cache-control": "private, max-age=3600"})


def _picture(folder: Path, person: Person) -> bytes | None:
    """A person's portrait, if it is a file among the portraits of the folder."""
    if person.portrait is None:
        return None
    path = (folder / person.portrait).resolve()
    if path.parent != folder.resolve() / PORTRAITS or path.suffix != ".jpg" or not path.is_file():
        return None
    return read_bytes(path, max_bytes=_MOST_BYTES)
