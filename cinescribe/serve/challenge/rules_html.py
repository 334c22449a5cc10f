"""The rules as HTML: paragraphs, headings and lists of Markdown, and nothing that could be more than text."""

from __future__ import annotations

import re
from html import escape

_INLINE = (
    (re.compile(r"`([^`]+)`"), r"<code>\1</code>"),
    (re.compile(r"\*\*([^*]+)\*\*"), r"<strong>\1</strong>"),
    (re.compile(r"\*([^*\s][^*]*)\*"), r"<em>\1</em>"),
)


def rules_html(text: str) -> str:
    """Return the HTML of rules; a heading of the first level is left out, since the page has its own."""
    blocks = [block for part in re.split(r"\n\s*\n", text) if (block := part.strip())]
    return "\n".join(filter(None, map(_block, blocks)))


def _block(block: str) -> str:
    if block.startswith("#"):
        marks, _, title = block.partition(" ")
        return "" if len(marks) == 1 else f"<h2>{_inline(title)}</h2>"
    lines = block.split("\n")
    if all(line.startswith("- ") for line in lines):
        return "<ul>" + "".join(f"<li>{_inline(line[2:])}</li>" for line in lines) + "</ul>"
    return f"<p>{_inline(' '.join(lines))}</p>"


def _inline(text: str) -> str:
    written = escape(text)
    for mark, html in _INLINE:
        written = mark.sub(html, written)
    return written
