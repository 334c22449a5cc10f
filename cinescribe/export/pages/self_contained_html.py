"""Pages that need nothing else: template, style and script made one file, under a policy that lets in nothing more."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

_PARTS = files("cinescribe.export.pages")


def sealed_page(name: str, values: Mapping[str, Any], *, filters: Mapping[str, Callable[..., str]]) -> str:
    """One HTML file from the `template.html`, `style.css` and `script.js` of a folder beside this module.

    The template gets `policy`, `style` and `script` besides the values; whatever else it shows is escaped.

    Args:
        name: the folder.
        values: what the template shows.
        filters: what it may turn values into words with.
    """
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.filters |= dict(filters)
    code = _part(f"{name}/script.js")
    style = Markup(_part("base.css") + _part(f"{name}/style.css"))
    template = environment.from_string(_part(f"{name}/template.html"))
    return template.render(policy=_policy(code), style=style, script=Markup(code), **values)


def _part(name: str) -> str:
    return (_PARTS / name).read_text(encoding="utf-8")


def _policy(code: str) -> str:
    """A content security policy under which a page loads nothing but itself and its film, and runs only `code`."""
    mark = base64.b64encode(hashlib.sha256(code.encode("utf-8")).digest()).decode("ascii")
    return (
        "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; media-src 'self' file: data:; "
        f"style-src 'unsafe-inline'; script-src 'sha256-{mark}'"
    )
