"""Hides the key of a server where the server repeats it: as it is, escaped or encoded, in bodies, errors and logs."""

from __future__ import annotations

import base64
import html.entities
import logging
import math
import re

HIDDEN = "..."  # in place of a key
_LEAST = 8  # letters of a key that is searched for in all spellings; shorter ones, such as `none`, are words
# All repeats have a bound: the time must not grow with the square of a text of backslashes.
_BETWEEN = r"(?:\s|\\{1,8}[rn]){0,4}"  # base64 in mails and logs is broken into lines
_SPELT = 200  # letters of a key that are searched for in all spellings; tokens of some clouds have thousands
_REST = r"(?:[^\s\"'<>]|(?:\s|\\{1,8}[rn])(?=[A-Za-z0-9+/]{20}))*"  # of a longer one, with lines of base64
_NAMES = {chr(code): name for name, code in html.entities.name2codepoint.items() if code < 128}
# What writes requests and answers into logs: the key may be in headers that a server repeats.
_LOGGERS = ("httpx", *(f"httpcore.{part}" for part in ("connection", "http11", "http2", "proxy", "socks")))


class HiddenKey:
    """The key of a server, which texts are cleaned of. It has no `repr` that shows it.

    Args:
        key: ASCII letters; "" for none.
    """

    def __init__(self, key: str) -> None:
        self._pattern = re.compile(_spellings(key)) if key else None
        if self._pattern is not None:
            _hide_in_logs(self)

    def hidden(self, text: str) -> str:
        """Return a text with `...` in place of the key, in any of its spellings.

        These are the key itself, its escapes in JSON, URLs and HTML (also of some letters, and escaped again), and its
        base64 (alone or inside of a longer text, such as `Bearer KEY`) and hexadecimal digits. A key of fewer than 8
        letters is found only as a word of its own.
        """
        return text if self._pattern is None else self._pattern.sub(HIDDEN, text)

    def is_in(self, text: str) -> bool:
        """Return whether a text holds the key, in any of its spellings."""
        return self._pattern is not None and self._pattern.search(text) is not None


class _KeyFilter(logging.Filter):
    """Cleans what is logged of a key."""

    def __init__(self, key: HiddenKey) -> None:
        super().__init__()
        self._key = key

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        if self._key.is_in(message):
            record.msg, record.args = self._key.hidden(message), ()
        return True


_filtered: dict[str, _KeyFilter] = {}  # by the spellings of the key: connections come and go, loggers stay


def _hide_in_logs(key: HiddenKey) -> None:
    assert key._pattern is not None
    own = _filtered.setdefault(key._pattern.pattern, _KeyFilter(key))
    for name in _LOGGERS:
        logging.getLogger(name).addFilter(own)  # once: a filter that is there already is not added again


def _spellings(key: str) -> str:
    if len(key) < _LEAST:
        return rf"(?<!\w){re.escape(key)}(?!\w)"
    data = key[:_SPELT].encode()
    digits = r"[\s:]{0,4}".join(f"{byte:02x}" for byte in data)
    ways = [_escaped(key[:_SPELT]), *map(_escaped, _base64_cores(data)), rf"(?i:{digits})"]
    rest = _REST if len(key) > _SPELT else ""
    return "|".join([re.escape(key), *(f"{way}{rest}" for way in ways)])


def _escaped(text: str) -> str:
    return _BETWEEN.join(map(_letter, text))


def _letter(letter: str) -> str:
    """A pattern of the ways in which a letter is written."""
    code = ord(letter)
    two = f"{code:02x}"
    named = f"|{_NAMES[letter]}" if letter in _NAMES else ""
    plain = letter if letter.isalnum() else rf"\\{{0,8}}{re.escape(letter)}"
    escapes = rf"\\{{1,8}}(?:u00|x){two}|%(?:25){{0,4}}{two}"
    entities = rf"&(?:amp;){{0,4}}(?:#0{{0,6}}{code}|#x0{{0,6}}{two}{named});"
    return f"(?:{plain}|(?i:{escapes}|{entities}))"


def _base64_cores(data: bytes) -> list[str]:
    """What base64 has of some bytes, whatever is before and after them: one text for each of three beginnings."""
    found: list[str] = []
    for n_before in range(3):
        coded = base64.b64encode(bytes(n_before) + data).decode().rstrip("=")
        first, after = math.ceil(n_before * 8 / 6), (n_before + len(data)) * 8 // 6
        core = coded[first:after]
        found += dict.fromkeys([core, core.translate(str.maketrans("+/", "-_"))])
    return found
