"""Self-contained HTML: template, style and script in one file, with a policy that blocks everything else."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

PAGES = files("cinescribe.export.pages")


def render_page(
    name: str,
    values: Mapping[str, Any],
    *,
    filters: Mapping[str, Callable[..., str]],
    parts: Traversable = PAGES,
    scripts: Sequence[str] = ("script.js",),
) -> str:
    """Return one HTML file from the `template.html`, `style.css` and scripts of a folder.

    The template also gets `policy`, `style` and `script`; all other values are escaped.

    Args:
        name: the folder.
        values: the template's variables.
        filters: the template's filters.
        parts: what the folder is in.
        scripts: the files of its script, in order.
    """
    code = "".join(read_part(f"{name}/{script}", parts=parts) for script in scripts)
    style = Markup(read_part("base.css") + read_part(f"{name}/style.css", parts=parts))
    known = {"policy": _policy(code), "style": style, "script": Markup(code)}
    return render_part(f"{name}/template.html", {**known, **values}, filters=filters, parts=parts)


def render_part(
    name: str, values: Mapping[str, Any], *, filters: Mapping[str, Callable[..., str]], parts: Traversable = PAGES
) -> Markup:
    """Return a template with its values, which are escaped; arguments as of `render_page`, `name` is a file."""
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.filters |= dict(filters)
    return Markup(environment.from_string(read_part(name, parts=parts)).render(**values))


def read_part(name: str, *, parts: Traversable = PAGES) -> str:
    """Return a file of which pages are made."""
    return (parts / name).read_text(encoding="utf-8")


def _policy(code: str) -> str:
    """A content security policy under which a page loads only itself and its film, and runs only `code`.

    The film may also be one that its reader chooses: `blob:`.
    """
    checksum = base64.b64encode(hashlib.sha256(code.encode("utf-8")).digest()).decode("ascii")
    return (
        "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; media-src 'self' file: data: blob:; "
        f"style-src 'unsafe-inline'; script-src 'sha256-{checksum}'"
    )
