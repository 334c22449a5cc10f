"""Texts of owners in Markdown as HTML: no HTML of their own, no pictures, no links but those to pages and mail."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from markdown_it import MarkdownIt
from markupsafe import Markup

# HTML in a text is shown as it was written; `javascript:` and `data:` are no links.
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
_DEEPEST = 6  # level of headings


class MarkdownPage(NamedTuple):
    """A text as HTML.

    Attributes:
        title: its first line, where that is a heading of the first level; None elsewhere.
        html: the rest of it; its headings are below that of the page.
    """

    title: str | None
    html: Markup


@lru_cache(maxsize=64)
def markdown_page(text: str) -> MarkdownPage:
    """Return a text in Markdown as HTML.

    Example:
        >>> markdown_page("*No* <b>data</b> is sold.").html.strip()
        Markup('<p><em>No</em> &lt;b&gt;data&lt;/b&gt; is sold.</p>')
    """
    tokens = _MARKDOWN.parse(text)
    title = None
    if len(tokens) > 1 and tokens[0].tag == "h1":
        words = tokens[1].children or []
        title, tokens = "".join(word.content for word in words), tokens[3:]  # opened, content, closed
    for token in tokens:
        if token.type in {"heading_open", "heading_close"}:
            token.tag = f"h{min(max(int(token.tag[1:]) + (title is None), 2), _DEEPEST)}"
    return MarkdownPage(title, Markup(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})))
