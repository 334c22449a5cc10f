"""Writer of DAPT, the W3C's exchange format for audio description.

A spoken cue is a Script Event: a `div` with the cue's id and times. Its `tta:gain` lowers the film's sound. The fades
before and after it are `animate` elements in `div`s without an id, which are not events. So an event begins with its
first word, and no event overlaps speech because of a fade.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from lxml import etree

from cinescribe.export.dapt.dapt_xml import (
    AGENT,
    CINESCRIBE_NAMESPACE,
    CONTENT_PROFILE,
    DAPTM,
    DESC_FIELDS,
    DESC_TYPE,
    FIT,
    GAIN,
    ID,
    LANG,
    REPRESENTS,
    SPACE,
    TT,
    TTA,
    TTM,
    TTP,
    Element,
)
from cinescribe.export.dapt.validate import check_dapt
from cinescribe.export.tracks.cue_times import (
    TimedCue,
    clock_from_ms,
    comment_text,
    inward_milliseconds,
    timed_cues,
    writable,
)
from cinescribe.schema import Cue, Person, Script
from cinescribe.store import writing
from cinescribe.timing import Seconds

DUCKED = 0.39  # the film's gain under the voice, -8.2 dB, as in DAPT's example
_RAMP: Seconds = 0.25

_PREFIXES = {None: TT, "ttp": TTP, "ttm": TTM, "tta": TTA, "daptm": DAPTM, "cinescribe": CINESCRIBE_NAMESPACE}


@dataclass(frozen=True)
class _Ramp:
    """A change of the film's gain between cues; `start` and `end` in milliseconds."""

    start: int
    end: int
    gains: tuple[float, float]


def write_dapt(
    script: Script,
    path: Path,
    *,
    ducked: float = DUCKED,
    ramp: Seconds = _RAMP,
    misfits: Mapping[str, str] | None = None,
    disclosure: str = "",
) -> None:
    """Write the audible cues as a DAPT document, which is validated first.

    Args:
        script: the description.
        path: the `.ttml` file.
        ducked: gain of the film's sound under the voice.
        ramp: length of the fades before and after a cue, in seconds.
        misfits: why a cue does not fit, by id, for a `ttm:desc` of its event.
        disclosure: who wrote, spoke and reviewed the description, for a `ttm:desc` of the document.

    Raises:
        DaptError: when the script cannot be valid DAPT, for example with an empty language or an undeclared person.
        OutputError: when the file cannot be written.
        RecordError: when a spoken cue is shorter than a millisecond.
    """
    timed = timed_cues(script)
    root = _root(script)
    _head(root, script, disclosure)
    body = etree.SubElement(root, f"{{{TT}}}body")
    ramps = _ramps([part for part in timed if _is_over_film(part)], round(ramp * 1000), ducked)
    parts: list[TimedCue | _Ramp] = [*timed, *ramps]
    for part in sorted(parts, key=lambda part: (part.start, part.end)):
        if isinstance(part, TimedCue):
            _event(body, part, ducked, (misfits or {}).get(part.cue.id))
        else:
            _gain_change(body, part)
    data = etree.tostring(root, xml_declaration=True, encoding="UTF-8", pretty_print=True)
    check_dapt(data)
    with writing(path) as temporary:
        temporary.write_bytes(data)


def _root(script: Script) -> Element:
    root = etree.Element(f"{{{TT}}}tt", nsmap=_PREFIXES)
    root.set(f"{{{TTP}}}contentProfiles", CONTENT_PROFILE)
    root.set(f"{{{DAPTM}}}scriptRepresents", "visual")
    root.set(REPRESENTS, "visual")
    root.set(f"{{{DAPTM}}}scriptType", "preRecording")
    root.set(LANG, writable(script.language))
    return root


def _head(root: Element, script: Script, disclosure: str) -> None:
    head = etree.SubElement(root, f"{{{TT}}}head")
    metadata = etree.SubElement(head, f"{{{TT}}}metadata")
    etree.SubElement(metadata, f"{{{TTM}}}title").text = writable(Path(script.film.path).name)
    if disclosure:
        etree.SubElement(metadata, f"{{{TTM}}}desc").text = writable(disclosure)
    for person in script.people:
        _agent(metadata, person)


def _agent(metadata: Element, person: Person) -> None:
    agent = etree.SubElement(metadata, AGENT, {"type": "character", ID: writable(person.id)})
    agent.set(f"{{{CINESCRIBE_NAMESPACE}}}label", writable(person.label))
    etree.SubElement(agent, f"{{{TTM}}}name", type="alias").text = writable(person.called) or writable(person.label)


def _event(body: Element, timed: TimedCue, ducked: float, misfit: str | None) -> None:
    cue = timed.cue
    event = _div(body, timed.start, timed.end)
    event.set(ID, writable(timed.cue.id))
    if cue.people:
        event.set(AGENT, writable(" ".join(cue.people)))
    if _is_over_film(timed):
        event.set(GAIN, f"{ducked:g}")
    for name, value in _cinescribe_fields(cue):
        event.set(f"{{{CINESCRIBE_NAMESPACE}}}{name}", value)
    notes = {kind: getattr(cue, name) for kind, name in DESC_FIELDS.items()} | {FIT: misfit}
    for kind, note in notes.items():
        if note:
            text = comment_text(note) if DESC_FIELDS.get(kind) == "comment" else writable(note)
            etree.SubElement(event, f"{{{TTM}}}desc", {DESC_TYPE: kind}).text = text
    _text(event, cue)


def _cinescribe_fields(cue: Cue) -> Iterator[tuple[str, str]]:
    if cue.by:
        yield "by", writable(cue.by)
    if cue.rate != 1:
        yield "rate", f"{cue.rate:g}"
    if cue.status == "extended":
        yield "pause", f"{cue.pause:.3f}"
        yield "hold", f"{inward_milliseconds(cue.span)[1] / 1000:.3f}"


def _text(event: Element, cue: Cue) -> None:
    text = etree.SubElement(event, f"{{{TT}}}p", {SPACE: "preserve"})
    text.set(f"{{{TTA}}}speak", "fast" if cue.rate > 1 else "slow" if cue.rate < 1 else "normal")
    first, *others = writable(cue.text).split("\n")
    text.text = first
    for line in others:
        etree.SubElement(text, f"{{{TT}}}br").tail = line


def _gain_change(body: Element, ramp: _Ramp) -> None:
    part = _div(body, ramp.start, ramp.end)
    before, after = ramp.gains
    if before == after:
        part.set(GAIN, f"{before:g}")
        return
    # Times inside an element are relative to its begin.
    times = {"begin": clock_from_ms(0), "end": clock_from_ms(ramp.end - ramp.start)}
    etree.SubElement(part, f"{{{TT}}}animate", {**times, GAIN: f"{before:g};{after:g}"})


def _div(body: Element, start: int, end: int) -> Element:
    return etree.SubElement(body, f"{{{TT}}}div", begin=clock_from_ms(start), end=clock_from_ms(end))


def _is_over_film(timed: TimedCue) -> bool:
    """Whether the voice speaks while the film runs; during a pause there is no film sound to lower."""
    return timed.cue.status == "spoken" or timed.cue.span.duration > 0


def _ramps(cues: Sequence[TimedCue], ramp: int, ducked: float) -> Iterator[_Ramp]:
    """The changes of the film's gain around cues; between two cues too close for both fades it stays low."""
    if not cues or ramp <= 0:
        return
    first, last = cues[0].start, cues[-1].end
    if first > 0:
        yield _Ramp(max(0, first - ramp), first, (1, ducked))
    for one, following in pairwise(cues):
        end, start = one.end, following.start
        if start - end >= 2 * ramp:
            yield _Ramp(end, end + ramp, (ducked, 1))
            yield _Ramp(start - ramp, start, (1, ducked))
        elif start > end:
            yield _Ramp(end, start, (ducked, ducked))
    yield _Ramp(last, last + ramp, (ducked, 1))
