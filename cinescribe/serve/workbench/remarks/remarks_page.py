"""The page `Remarks`, by rule; each is mended by a button where that is mechanical, or silenced with a reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from starlette.responses import Response
from starlette.routing import BaseRoute

from cinescribe.describe.guidelines.finding import Finding
from cinescribe.describe.guidelines.guidelines import SHIPPED_GUIDELINES, read_guidelines
from cinescribe.describe.guidelines.rules import RULES
from cinescribe.errors import EditError
from cinescribe.schema import Script
from cinescribe.serve.shell.calls import Call
from cinescribe.serve.workbench.cue_answers import edited_on_page
from cinescribe.serve.workbench.cue_views import CueView, cue_views, key_of
from cinescribe.serve.workbench.film_calls import film_page, film_route
from cinescribe.serve.workbench.films import Films, OpenFilm
from cinescribe.serve.workbench.remarks.film_check import PATIENCE, CheckResult
from cinescribe.timing import clock

_PAGE = 50  # remarks
_KEPT = ("guidelines", "rule", "show", "page")  # of an address, that the next one keeps


@dataclass(frozen=True)
class RemarkView:
    """A remark as the page shows it.

    Attributes:
        finding: the remark.
        id: in the page.
        heading: which cue, or when.
        view: the cue; None for a remark about the film.
    """

    finding: Finding
    id: str
    heading: str
    view: CueView | None


@dataclass(frozen=True)
class RemarksPage:
    """The page.

    Args:
        films: that are open.
    """

    films: Films

    def routes(self) -> list[BaseRoute]:
        """Return the routes of the page and of its forms."""
        return [
            film_route(self.films, "remarks", self._show),
            film_route(self.films, "remarks/{cue}/mend", self._mend, methods=["POST"]),
            film_route(self.films, "remarks/{cue}/silence", self._silence, methods=["POST"]),
            film_route(self.films, "remarks/{cue}/unsilence", self._unsilence, methods=["POST"]),
        ]

    def _show(self, call: Call, film: OpenFilm) -> Response:
        query = call.request.query_params
        named = query.get("guidelines", film.usual_guidelines)
        if named not in SHIPPED_GUIDELINES:
            raise EditError(f"there are no guidelines {named[:40]!r} here; choose some from the page")
        check = film.check(named)
        found = check.found(PATIENCE)
        values: dict[str, Any] = {
            "guidelines": [(name, read_guidelines(name).title) for name in SHIPPED_GUIDELINES],
            "chosen": named,
            "share": round(100 * check.share),
            "checked": found,
            **_listed(call, film, found, query),
        }
        return film_page(call, film, "workbench/remarks/remarks.html", title=call.says("page-remarks"), **values)

    def _mend(self, call: Call, film: OpenFilm) -> Response:
        return edited_on_page(call, film, "save", back=_back(call, film))

    def _silence(self, call: Call, film: OpenFilm) -> Response:
        return edited_on_page(call, film, "silence", back=_back(call, film))

    def _unsilence(self, call: Call, film: OpenFilm) -> Response:
        return edited_on_page(call, film, "unsilence", back=_back(call, film))


def _listed(call: Call, film: OpenFilm, found: CheckResult | None, query: Mapping[str, str]) -> dict[str, Any]:
    """The remarks of one page of the list, and the ways to the others."""
    script = film.folder.current().script
    show_silenced, rule = query.get("show") == "silenced", query.get("rule", "")
    every = [one for one in (found.findings if found else ()) if (one.silenced is not None) == show_silenced]
    counts = Counter(one.rule for one in every)
    wanted = [one for one in every if not rule or one.rule == rule]
    page, n_pages = _page(wanted, query)
    kept = {name: query[name] for name in _KEPT if name in query}
    return {
        "rules": [(name, RULES[name].asks, n, _address(kept, rule=name)) for name, n in counts.most_common()],
        "rule": rule,
        "show_silenced": show_silenced,
        "n_silenced": sum(one.silenced is not None for one in (found.findings if found else ())),
        "n_wanted": len(wanted),
        "remarks": _views(call, film, script, wanted[(page - 1) * _PAGE : page * _PAGE]),
        "page": page,
        "pages": [(number, _address(kept, page=str(number))) for number in range(1, n_pages + 1)],
        "kept": list({**kept, "page": str(page)}.items()),
        "every": _address({name: value for name, value in kept.items() if name != "rule"}),
    }


def _page(wanted: Sequence[Finding], query: Mapping[str, str]) -> tuple[int, int]:
    """The number of the page that is asked for, by its number or by a cue on it, and how many there are."""
    n_pages = max((len(wanted) + _PAGE - 1) // _PAGE, 1)
    place = next((at for at, one in enumerate(wanted) if one.cue and key_of(one.cue) == query.get("cue")), None)
    asked = query.get("page", "1")
    page = int(asked) if asked.isdecimal() and len(asked) < 7 else 1
    return (page if place is None else place // _PAGE + 1) if 0 < page <= n_pages else n_pages, n_pages


def _views(call: Call, film: OpenFilm, script: Script, findings: Sequence[Finding]) -> list[RemarkView]:
    cues = {cue.id: cue for cue in script.cues}
    about = {one.cue: cues[one.cue] for one in findings if one.cue in cues}
    views = cue_views(film, script, about.values(), call.t)
    out, seen = [], Counter[str]()
    for at, one in enumerate(findings):
        view = views.get(one.cue or "")
        when = call.says("remarks-whole-film") if one.span is None else clock(one.span.start)[:-4]
        key = f"cue-{view.key}-{one.rule}" if view else f"film-{at}-{one.rule}"
        seen[key] += 1
        key = key if seen[key] == 1 else f"{key}-{seen[key]}"
        out.append(RemarkView(one, key, view.heading if view else when, view))
    return out


def _address(kept: Mapping[str, str], **values: str) -> str:
    query = {**{name: value for name, value in kept.items() if name != "page"}, **values}
    return "?" + urlencode(query)


def _back(call: Call, film: OpenFilm) -> str:
    kept = {name: call.form.get(f"kept-{name}") for name in _KEPT if call.form.get(f"kept-{name}")}
    return f"{film.path}remarks" + (f"?{urlencode(kept)}" if kept else "")
