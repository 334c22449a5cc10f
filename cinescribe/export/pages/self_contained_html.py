"""Self-contained HTML: template, style and script in one file, with a policy that blocks everything else."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

_PARTS = files("cinescribe.export.pages")


def render_page(name: str, values: Mapping[str, Any], *, filters: Mapping[str, Callable[..., str]]) -> str:
    """Return one HTML file from the `template.html`, `style.css` and `script.js` of a folder beside this module.

    The template also gets `policy`, `style` and `script`; all other values are escaped.

    Args:
        name: the folder.
        values: the template's variables.
        filters: the template's filters.
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
    """A content security policy under which a page loads only itself and its film, and runs only `code`."""
    checksum = base64.b64encode(hashlib.sha256(code.encode("utf-8")).digest()).decode("ascii")
    return (
        "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; media-src 'self' file: data:; "
        f"style-src 'unsafe-inline'; script-src 'sha256-{checksum}'"
    )
