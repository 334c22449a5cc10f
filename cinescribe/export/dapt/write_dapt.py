"""A script as DAPT, the W3C's exchange format for audio description.

A spoken cue is a Script Event: a `div` with the cue's id and times. The film is turned down in it by `tta:gain`, and by
`animate` in the `div`s without an id that stand before and after it, which are no events to a reader of DAPT and ramps
to one that mixes. So an event begins with its first word, and no event reaches into speech because of its ramps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from lxml import etree

from cinescribe.export.dapt.dapt_xml import (
    AGENT,
    CONTENT_PROFILE,
    DAPTM,
    DESC_TYPE,
    DESCRIBED,
    GAIN,
    ID,
    LANG,
    OURS,
    REPRESENTS,
    SPACE,
    TT,
    TTA,
    TTM,
    TTP,
    Element,
)
from cinescribe.export.dapt.validate import check_dapt
from cinescribe.export.tracks.cue_times import TimedCue, clock_of, milliseconds, timed_cues, written
from cinescribe.schema import Cue, Person, Script
from cinescribe.store import writing
from cinescribe.timing import Seconds

DUCKED = 0.39  # the film's gain under the voice, -8.2 dB; DAPT's own example
RAMP: Seconds = 0.25

_PREFIXES = {None: TT, "ttp": TTP, "ttm": TTM, "tta": TTA, "daptm": DAPTM, "cinescribe": OURS}


@dataclass(frozen=True)
class _Ramp:
    """Milliseconds between two gains of the film, beside the cues."""

    start: int
    end: int
    gains: tuple[float, float]


def write_dapt(script: Script, path: Path, *, ducked: float = DUCKED, ramp: Seconds = RAMP) -> None:
    """Write the cues that are heard as a DAPT document, checked before it is written.

    Args:
        script: the description.
        path: the `.ttml` file.
        ducked: what the film's sound is multiplied by under the voice.
        ramp: seconds it takes to turn the film down before a cue, and up after it.

    Raises:
        DaptError: when the script holds what DAPT cannot, such as an empty language or a person nobody declares.
        OutputError: when the file cannot be written.
        RecordError: when a spoken cue is shorter than a millisecond.
    """
    timed = timed_cues(script)
    root = _root(script)
    _head(root, script)
    body = etree.SubElement(root, f"{{{TT}}}body")
    ramps = _ramps([part for part in timed if _is_over_film(part)], round(ramp * 1000), ducked)
    parts: list[TimedCue | _Ramp] = [*timed, *ramps]
    for part in sorted(parts, key=lambda part: (part.start, part.end)):
        if isinstance(part, TimedCue):
            _event(body, part, ducked)
        else:
            _mix(body, part)
    data = etree.tostring(root, xml_declaration=True, encoding="UTF-8", pretty_print=True)
    check_dapt(data)
    with writing(path) as beside:
        beside.write_bytes(data)


def _root(script: Script) -> Element:
    root = etree.Element(f"{{{TT}}}tt", nsmap=_PREFIXES)
    root.set(f"{{{TTP}}}contentProfiles", CONTENT_PROFILE)
    root.set(f"{{{DAPTM}}}scriptRepresents", "visual")
    root.set(REPRESENTS, "visual")
    root.set(f"{{{DAPTM}}}scriptType", "preRecording")
    root.set(LANG, written(script.language))
    return root


def _head(root: Element, script: Script) -> None:
    head = etree.SubElement(root, f"{{{TT}}}head")
    metadata = etree.SubElement(head, f"{{{TT}}}metadata")
    etree.SubElement(metadata, f"{{{TTM}}}title").text = written(Path(script.film.path).name)
    for person in script.people:
        _agent(metadata, person)


def _agent(metadata: Element, person: Person) -> None:
    agent = etree.SubElement(metadata, AGENT, {"type": "character", ID: written(person.id)})
    agent.set(f"{{{OURS}}}label", written(person.label))
    etree.SubElement(agent, f"{{{TTM}}}name", type="alias").text = written(person.called)


def _event(body: Element, timed: TimedCue, ducked: float) -> None:
    cue = timed.cue
    event = _div(body, timed.start, timed.end)
    event.set(ID, timed.id)
    if cue.people:
        event.set(AGENT, written(" ".join(cue.people)))
    if _is_over_film(timed):
        event.set(GAIN, f"{ducked:g}")
    for name, value in _ours(cue):
        event.set(f"{{{OURS}}}{name}", value)
    for kind, name in DESCRIBED.items():
        if note := getattr(cue, name):
            etree.SubElement(event, f"{{{TTM}}}desc", {DESC_TYPE: kind}).text = written(note)
    _text(event, cue)


def _ours(cue: Cue) -> Iterator[tuple[str, str]]:
    if cue.by:
        yield "by", written(cue.by)
    if cue.rate != 1:
        yield "rate", f"{cue.rate:g}"
    if cue.status == "extended":
        yield "pause", f"{cue.pause:.3f}"
        yield "hold", f"{milliseconds(cue.span)[1] / 1000:.3f}"


def _text(event: Element, cue: Cue) -> None:
    text = etree.SubElement(event, f"{{{TT}}}p", {SPACE: "preserve"})
    text.set(f"{{{TTA}}}speak", "fast" if cue.rate > 1 else "slow" if cue.rate < 1 else "normal")
    first, *others = written(cue.text).split("\n")
    text.text = first
    for line in others:
        etree.SubElement(text, f"{{{TT}}}br").tail = line


def _mix(body: Element, ramp: _Ramp) -> None:
    part = _div(body, ramp.start, ramp.end)
    before, after = ramp.gains
    if before == after:
        part.set(GAIN, f"{before:g}")
        return
    # Times inside an element count from where it begins.
    times = {"begin": clock_of(0), "end": clock_of(ramp.end - ramp.start)}
    etree.SubElement(part, f"{{{TT}}}animate", {**times, GAIN: f"{before:g};{after:g}"})


def _div(body: Element, start: int, end: int) -> Element:
    return etree.SubElement(body, f"{{{TT}}}div", begin=clock_of(start), end=clock_of(end))


def _is_over_film(timed: TimedCue) -> bool:
    """Whether the voice speaks while the film runs: a point at which the film waits has nothing to turn down."""
    return timed.cue.status == "spoken" or timed.cue.span.duration > 0


def _ramps(heard: Sequence[TimedCue], ramp: int, ducked: float) -> Iterator[_Ramp]:
    """What the film's gain does around the cues; between two too close for both ramps it stays down."""
    if not heard or ramp <= 0:
        return
    first, last = heard[0].start, heard[-1].end
    if first > 0:
        yield _Ramp(max(0, first - ramp), first, (1, ducked))
    for one, following in pairwise(heard):
        end, start = one.end, following.start
        if start - end >= 2 * ramp:
            yield _Ramp(end, end + ramp, (ducked, 1))
            yield _Ramp(start - ramp, start, (1, ducked))
        elif start > end:
            yield _Ramp(end, start, (ducked, ducked))
    yield _Ramp(last, last + ramp, (ducked, 1))
