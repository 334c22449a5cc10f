"""Reads timed text from TTML documents: TTML 1 and 2, DFXP, IMSC, EBU-TT, DAPT."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lxml import etree

from cinescribe.errors import RecordError, SubtitleError, brief
from cinescribe.media.speech.timed_text import DamagedCue, TimedText, TimedTextFile, checked_file
from cinescribe.timing import LONGEST_TIME, Seconds, Span

_TTML = re.compile(r"http://www\.w3\.org/(ns/ttml|\d{4}/\d{2}/ttaf1)")  # DFXP has year and month
_CLOCK = re.compile(r"(\d{2,9}):(\d\d):(\d\d)(?:(\.\d{1,18})|:(\d{2,9})(?:\.(\d{1,9}))?)?")
_OFFSET = re.compile(r"(\d{1,18}(?:\.\d{1,18})?)(h|ms|m|s|f|t)")
_RATE = re.compile(r"\d{1,12}(?:\.\d{1,12})?")
_TIME_FORMS = "00:01:02.345, 00:01:02:12, 62.345s, 1500f or 900t"
_CONTENT = ("body", "div", "p", "span")
_FOREVER = float("inf")
_LINE_BREAK = "\u2028"  # of <br/>; a line feed in the document is a space

# Roles (`ttm:role`) of text that is not spoken in the film.
_UNSPOKEN = {"description", "lyrics", "music", "sound", "title"}


@dataclass(frozen=True)
class _Clock:
    """Parameters of time expressions in a document (TTML2, 12.3)."""

    frame_rate: Fraction = Fraction(30)  # frames per second, as counted
    multiplier: Fraction = Fraction(1)
    sub_frame_rate: int = 1
    tick_rate: Fraction = Fraction(1)
    smpte: bool = False
    drops: bool = False  # NTSC drop-frame counting

    def seconds(self, text: str) -> Seconds:
        """Convert a time expression to seconds.

        Raises:
            ValueError: when it is not a time expression.
        """
        offset = _OFFSET.fullmatch(text.strip())
        if offset is not None:
            return float(Fraction(offset[1]) * self._unit(offset[2]))
        match = _CLOCK.fullmatch(text.strip())
        if match is None:
            raise ValueError(text)
        hours, minutes, seconds = (int(part) for part in match.groups()[:3])
        frames = int(match[5] or 0) + Fraction(int(match[6] or 0), self.sub_frame_rate)
        if self.smpte:
            return float(self._smpte(60 * hours + minutes, seconds, frames))
        whole = 3600 * hours + 60 * minutes + seconds + Fraction(match[4] or 0)
        return float(whole + frames / (self.frame_rate * self.multiplier))

    def _unit(self, metric: str) -> Fraction:
        units = {"h": Fraction(3600), "m": Fraction(60), "s": Fraction(1), "ms": Fraction(1, 1000)}
        units |= {"f": 1 / (self.frame_rate * self.multiplier), "t": 1 / self.tick_rate}
        return units[metric]

    def _smpte(self, minutes: int, seconds: int, frames: Fraction) -> Fraction:
        counted = (60 * minutes + seconds) * self.frame_rate + frames
        dropped = 2 * (minutes - minutes // 10) if self.drops else 0
        return (counted - dropped) / (self.frame_rate * self.multiplier)


def read_ttml(document: bytes, *, name: str) -> TimedTextFile:
    """Return the timed text of a TTML document, in order of start.

    Text without an end lasts until the latest time in the document. Nothing outside the document is loaded. A paragraph
    with an invalid time, or without any end, is left out and named.

    Args:
        document: the XML, in the encoding it declares.
        name: name of the document for error messages.

    Raises:
        SubtitleError: when it is not XML or not TTML, has a document type, an invalid time outside its paragraphs, or
            no paragraph with valid times.
    """
    root = _root(document, name)
    reader = _Reader(_clock(root, name), name)
    for body in root:
        if _local(body) == "body":
            reader.place(body, 0.0, _FOREVER)
    last = max((time for time in reader.times if time < _FOREVER), default=0.0)
    try:
        timed = [shown.until(last) for shown in reader.shown if shown.begin < min(shown.end, last)]
    except RecordError as error:  # times inside each other add up
        raise SubtitleError(f"{name!r}: {error}; correct its times") from error
    endless = [
        DamagedCue(shown.line, f"{brief(shown.text)} begins last of all and has no end; write its end")
        for shown in reader.shown
        if 0 < last <= shown.begin < shown.end == _FOREVER
    ]
    return checked_file(sorted(timed, key=lambda one: one.span), [*reader.damaged, *endless], name=name)


class _InvalidTimeError(Exception):
    """A time of an element cannot be read: its line, and why."""

    def __init__(self, cue: DamagedCue) -> None:
        super().__init__(cue.reason)
        self.cue = cue


@dataclass(frozen=True)
class _Shown:
    """Text with the seconds from and until which it is shown, and the line of its paragraph in the document."""

    begin: Seconds
    end: Seconds
    text: str
    spoken: bool
    line: int

    def until(self, last: Seconds) -> TimedText:
        """The text, shown until `last` at most."""
        return TimedText(Span(self.begin, min(self.end, last)), self.text, self.spoken)


class _Reader:
    """Walks the time containers (TTML2, 12.4, after SMIL) and collects timed text."""

    def __init__(self, clock: _Clock, name: str) -> None:
        self._clock, self._name = clock, name
        self.times: list[Seconds] = []
        self.shown: list[_Shown] = []
        self.damaged: list[DamagedCue] = []

    def place(self, element: Any, reference: Seconds, limit: Seconds, *, spoken: bool = True) -> Seconds:
        """Place an element that starts from `reference` in a parent that ends at `limit`; return its end.

        The text of a paragraph is collected in `shown`, joined for each span in which it is shown; a damaged paragraph
        in `damaged`.

        Raises:
            SubtitleError: when a time of an element that holds paragraphs is invalid.
        """
        try:
            return self._place(element, reference, limit, spoken=spoken)
        except _InvalidTimeError as error:
            if _local(element) != "p":  # many paragraphs would be lost
                raise SubtitleError(f"{self._name!r}, line {error.cue.line}: {error.cue.reason}") from error
            self.damaged.append(error.cue)
            return reference

    def _place(self, element: Any, reference: Seconds, limit: Seconds, *, spoken: bool) -> Seconds:
        words: dict[tuple[Seconds, Seconds], list[str]] = {}
        spoken = spoken and not _UNSPOKEN & set(_attribute(element, "role", "metadata").split())
        end = self._place_inline(element, reference, limit, words, spoken=spoken)
        for (begin, after), parts in words.items():
            text = "\n".join(" ".join(line.split()) for line in "".join(parts).split(_LINE_BREAK)).strip()
            if text:
                self.shown.append(_Shown(begin, after, text, spoken, element.sourceline or 0))
        return end

    def _place_inline(
        self,
        element: Any,
        reference: Seconds,
        limit: Seconds,
        words: dict[tuple[Seconds, Seconds], list[str]],
        *,
        spoken: bool,
    ) -> Seconds:
        begin, stop = self._bounds(element, reference)
        explicit, stop = stop < _FOREVER, min(stop, limit)
        in_turn = element.get("timeContainer") == "seq"
        cursor = latest = begin
        for part in _parts(element):
            if isinstance(part, str):
                # In a sequence, an anonymous span has no duration (TTML2, 12.4).
                if not in_turn and begin < stop:
                    words.setdefault((begin, stop), []).append(part)
                latest = latest if in_turn or not part.strip() else _FOREVER
                continue
            start = cursor if in_turn else begin
            if _local(part) == "span":
                cursor = self._place_inline(part, start, stop, words, spoken=spoken)
            else:
                cursor = self.place(part, start, stop, spoken=spoken)
            latest = max(latest, cursor)
        return stop if explicit else min(cursor if in_turn else latest, limit)

    def _bounds(self, element: Any, reference: Seconds) -> tuple[Seconds, Seconds]:
        begin = reference + (self._time(element, "begin") or 0.0)
        length, end = self._time(element, "dur"), self._time(element, "end")
        stop = min(
            _FOREVER if length is None else begin + length,
            _FOREVER if end is None else reference + end,
        )
        self.times += [begin, stop]
        return begin, stop

    def _time(self, element: Any, attribute: str) -> Seconds | None:
        text = element.get(attribute)
        if text is None:
            return None
        try:
            time = self._clock.seconds(text)
            if time > LONGEST_TIME:
                raise ValueError(text)
            return time
        except (ValueError, ZeroDivisionError) as error:
            reason = f"{attribute}={brief(text)} is not a TTML time; write {_TIME_FORMS}"
            raise _InvalidTimeError(DamagedCue(element.sourceline or 0, reason)) from error


def _root(document: bytes, name: str) -> Any:
    # No entities and no network, so that a hostile document can neither read files nor grow without bound.
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(document, parser)
    except etree.XMLSyntaxError as error:
        raise SubtitleError(
            f"{name!r}, line {error.lineno}: not well-formed XML ({error.msg}); correct it there"
        ) from error
    if root.getroottree().docinfo.internalDTD is not None:
        raise SubtitleError(f"{name!r} has a document type (DOCTYPE), which is not supported; remove that line")
    if root.tag == "tt":
        raise SubtitleError(f'{name!r} has a <tt> without its namespace; write <tt xmlns="http://www.w3.org/ns/ttml">')
    if _local(root) != "tt":
        raise SubtitleError(f"{name!r} is XML of another kind (<{etree.QName(root).localname}>); give TTML (<tt>)")
    return root


def _clock(root: Any, name: str) -> _Clock:
    base = _parameter(root, "timeBase") or "media"
    if base not in ("media", "smpte"):
        raise SubtitleError(f"{name!r} has the time base {base!r}; use media or smpte")
    try:
        frame_rate = _rate(_parameter(root, "frameRate") or "30")
        sub_frame_rate = int(_rate(_parameter(root, "subFrameRate") or "1"))
        # "1000 1001"; in DFXP "1000:1001", or only the first
        upper, _, lower = (_parameter(root, "frameRateMultiplier") or "1").replace(":", " ").partition(" ")
        tick_rate = _parameter(root, "tickRate")
        implied = frame_rate * sub_frame_rate if _parameter(root, "frameRate") else Fraction(1)
        return _Clock(
            frame_rate=frame_rate,
            multiplier=_rate(upper) / _rate(lower.strip() or "1"),
            sub_frame_rate=sub_frame_rate,
            tick_rate=_rate(tick_rate) if tick_rate else implied,
            smpte=base == "smpte",
            drops=(_parameter(root, "dropMode") or "nonDrop") == "dropNTSC",
        )
    except (ValueError, ZeroDivisionError) as error:
        raise SubtitleError(f"{name!r} has an invalid frame or tick rate ({error}); correct its <tt>") from error


def _rate(text: str) -> Fraction:
    if _RATE.fullmatch(text) is None:  # a `Fraction` would also take exponents, and compute for ever
        raise ValueError(f"unexpected {brief(text)}")
    return Fraction(text)


def _parts(element: Any) -> Iterator[Any]:
    """Yield text and timed children of an element in order; all else is skipped."""
    if _local(element) in ("p", "span") and element.text:
        yield element.text
    for child in element:
        local = _local(child)
        if local in _CONTENT:
            yield child
        elif local == "br":
            yield _LINE_BREAK
        if _local(element) in ("p", "span") and child.tail:
            yield child.tail


def _local(element: Any) -> str | None:
    """Return the local name of a TTML element; None for comments and other vocabularies."""
    if not isinstance(element.tag, str):
        return None
    name = etree.QName(element)
    return name.localname if name.namespace and _TTML.fullmatch(name.namespace) else None


def _parameter(root: Any, local: str) -> str:
    return _attribute(root, local, "parameter")


def _attribute(element: Any, local: str, vocabulary: str) -> str:
    """Return an attribute of one of TTML's vocabularies, or ""."""
    for name, value in element.attrib.items():
        found = etree.QName(name)
        if found.localname == local and (found.namespace or "").endswith(f"#{vocabulary}"):
            return str(value).strip()
    return ""
