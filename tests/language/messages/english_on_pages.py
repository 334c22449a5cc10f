"""Finds English on German pages."""

import re
from functools import cache

from lxml import html

from cinescribe.errors import LanguageError
from cinescribe.language.messages import page_words

_SHOWN = ("aria-label", "alt", "title", "placeholder", "label", "content", "data-words")
_VALUE = re.compile(r"\{\w+\}|\b77\b")
_LEAST = 2  # words of a message that is looked for: single ones may be of both languages


def english_in(page):
    """Return the names of English messages in a page, outside of what is marked as English."""
    shown = " ".join(_texts(html.fromstring(page)))
    return sorted(name for name, text in _phrases().items() if text in shown)


def _texts(tree):
    for marked in tree.xpath("//body//*[@lang='en'] | //pre | //style | //script"):
        marked.drop_tree()
    for element in tree.iter():
        yield from (" ".join(value.split()) for name, value in element.attrib.items() if name in _SHOWN)
    yield " ".join(" ".join(tree.itertext()).split())


@cache
def _phrases():
    """The longest part without values of each English message, if it is none of a German one."""
    found = {}
    for name in page_words("en").messages.variables:
        part = max((part.strip(" :,;.“”()") for part in _VALUE.split(_text("en", name))), key=len)
        if len(part.split()) >= _LEAST and part not in _text("de", name):
            found[name] = part
    return found


def _text(language, name):
    t = page_words(language)
    values = t.messages.variables[name]
    try:
        return t.plain(name, **{value: f"{{{value}}}" for value in values})
    except LanguageError:  # a number is wanted
        return t.plain(name, **dict.fromkeys(values, 77))
