"""Validation of DAPT documents against the rules of the profile.

The rules follow https://www.w3.org/TR/dapt/. An empty `daptm:langSrc` is valid: an erratum allows it, later than the
file in the W3C test suite that forbids it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from cinescribe.errors import RecordError, SubtitleError
from cinescribe.export.dapt.dapt_time import Rates, seconds
from cinescribe.export.dapt.dapt_xml import (
    AGENT,
    CONTENT_PROFILE,
    DAPTM,
    DESC_TYPE,
    GAIN,
    ID,
    LANG,
    PROCESSOR_PROFILE,
    REPRESENTS,
    TT,
    TTM,
    TTP,
    DaptError,
    Element,
    inherited,
    is_event,
    is_tt,
    name_of,
    parse_xml,
    ttml_elements,
)
from cinescribe.input_files import read_bytes

SCRIPT_TYPES = ("originalTranscript", "translatedTranscript", "preRecording", "asRecorded")
_ON_SCREEN = ("ON", "OFF", "ON_OFF", "OFF_ON")
AGENT_TYPES = ("person", "character", "group", "organization", "other")
# The registries of DAPT's appendix; private values begin with "x-".
DESC_TYPES = ("pronunciationNote", "scene", "plotSignificance")
DESCRIPTORS = (
    *("audio", "audio.dialogue", "audio.nonDialogueSounds"),
    *("visual", "visual.dialogue", "visual.nonText", "visual.text"),
    *("visual.text.title", "visual.text.credit", "visual.text.location"),
)

_LANGUAGE = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*")
_NAME = re.compile(r"[^\W\d][\w.\-]*")
_TOKEN = re.compile(r"[\w\-]+")
_GAIN = re.compile(r"\d+(?:\.\d+)?|\.\d+")
_TIMECODE = re.compile(r"\d{2,}:\d\d:\d\d:\d\d")
_TIMES = ("begin", "end", "dur", "clipBegin", "clipEnd")
_SMPTE = ("clockMode", "dropMode", "markerMode")


def check_dapt(source: Path | bytes) -> None:
    """Check that a document is valid DAPT.

    Args:
        source: the file, or its bytes.

    Raises:
        DaptError: when it is not; the error lists every broken rule.
        SubtitleError: when the file cannot be read.
    """
    checked_dapt(source)


def checked_dapt(source: Path | bytes) -> Element:
    """Return the root of a valid DAPT document; raise as `check_dapt` otherwise."""
    name = "the document" if isinstance(source, bytes) else repr(str(source))
    root = parse_xml(source if isinstance(source, bytes) else _bytes(Path(source)), name=name)
    if not is_tt(root, "tt"):
        raise DaptError(name, [f"its root is <{name_of(root)}>; expected <tt> of {TT}"])
    reasons = [reason for rule in _RULES for reason in rule(root)]
    if reasons:
        raise DaptError(name, reasons)
    return root


def _bytes(path: Path) -> bytes:
    try:
        return read_bytes(path)
    except RecordError as error:
        raise SubtitleError(str(error)) from error


def _profiles(root: Element) -> Iterator[str]:
    if CONTENT_PROFILE not in _designators(root.get(f"{{{TTP}}}contentProfiles", "")):
        yield f"ttp:contentProfiles of <tt> must name {CONTENT_PROFILE}"
    if root.get(f"{{{TTP}}}profile") is not None:
        yield "ttp:profile is not allowed on <tt>"
    processors = root.get(f"{{{TTP}}}processorProfiles")
    if processors is not None and PROCESSOR_PROFILE not in _designators(processors):
        yield f"ttp:processorProfiles must name {PROCESSOR_PROFILE}"


def _designators(value: str) -> list[str]:
    found = re.fullmatch(r"\s*all\((.*)\)\s*", value)
    return (found[1] if found else value).split()


def _script_type(root: Element) -> Iterator[str]:
    value = root.get(f"{{{DAPTM}}}scriptType")
    if value not in SCRIPT_TYPES:
        yield f"daptm:scriptType of <tt> is {value!r}; expected one of {', '.join(SCRIPT_TYPES)}"


def _languages(root: Element) -> Iterator[str]:
    if not root.get(LANG):
        yield "xml:lang of <tt> is missing or empty; expected the language of the script"
    for element in ttml_elements(root):
        for attribute, name in ((LANG, "xml:lang"), (f"{{{DAPTM}}}langSrc", "daptm:langSrc")):
            value = element.get(attribute)
            if value and not _LANGUAGE.fullmatch(value):
                yield f"{name} of {_where(element)} is {value!r}; expected a language tag such as 'en-GB'"


def _audio_languages(root: Element) -> Iterator[str]:
    """Audio, its sources and the data they refer to must have the language of the surrounding text."""
    by_id = {element.get(ID): element for element in ttml_elements(root) if element.get(ID)}
    for audio in ttml_elements(root):
        if not is_tt(audio, "audio") or is_tt(audio.getparent(), "resources"):
            continue
        inside = [element for element in ttml_elements(audio) if name_of(element) in ("source", "data")]
        sources = [element.get("src", "") for element in (audio, *inside)]
        named = [by_id[source[1:]] for source in sources if source.startswith("#") and source[1:] in by_id]
        pairs = [(audio, audio.getparent()), *((element, audio) for element in (*inside, *named))]
        for element, other in pairs:
            if inherited(element, LANG) != inherited(other, LANG):
                yield f"xml:lang of {_where(element)} is not that of {_where(other)}; a recording speaks its text"


def _represents(root: Element) -> Iterator[str]:
    whole = root.get(f"{{{DAPTM}}}scriptRepresents", "").split()
    if not whole:
        yield "daptm:scriptRepresents of <tt> is missing; expected what the script represents, e.g. 'visual'"
    yield from _unknown_descriptors(whole, "daptm:scriptRepresents")
    for element in ttml_elements(root):
        own = element.get(REPRESENTS)
        if own is not None:
            yield from _unknown_descriptors([own], f"daptm:represents of {_where(element)}")
        computed = inherited(element, REPRESENTS)
        if computed is None and is_event(element):
            yield f"{_where(element)} has no daptm:represents, and none to inherit"
        elif computed is not None and _is_content(element) and not any(_is_kind(computed, of) for of in whole):
            yield f"{_where(element)} represents {computed!r}, which daptm:scriptRepresents does not hold"


def _is_content(element: Element) -> bool:
    """Whether an element is a Script Event or one of its Texts."""
    return is_event(element) or (is_tt(element, "p") and is_event(element.getparent()))


def _is_kind(descriptor: str, of: str) -> bool:
    return descriptor == of or descriptor.startswith(f"{of}.")


def _unknown_descriptors(values: list[str], what: str) -> Iterator[str]:
    for value in values:
        tokens = value.split(".")
        own = next((n for n, token in enumerate(tokens) if token.startswith("x-")), len(tokens))
        registered = own == 0 or ".".join(tokens[:own]) in DESCRIPTORS
        if not (registered and all(_TOKEN.fullmatch(token) for token in tokens)):
            yield f"{what} is {value!r}; expected one of {', '.join(DESCRIPTORS)}, or one of your own with 'x-'"


def _ids(root: Element) -> Iterator[str]:
    ids = [value for element in ttml_elements(root) if (value := element.get(ID)) is not None]
    yield from (f"xml:id {value!r} is no XML name" for value in ids if not _NAME.fullmatch(value))
    yield from (f"xml:id {value!r} is given {n} times" for value, n in Counter(ids).items() if n > 1)


def _agents(root: Element) -> Iterator[str]:
    agents = {element.get(ID): element for element in ttml_elements(root) if element.tag == AGENT}
    for element in ttml_elements(root):
        if element.tag == AGENT:
            yield from _agent(element)
        elif element.tag == f"{{{TTM}}}actor":
            yield from _actor(element, agents)
        for name in element.get(AGENT, "").split():
            if name not in agents:
                yield f"{_where(element)} names the agent {name!r}, which no ttm:agent declares"


def _agent(agent: Element) -> Iterator[str]:
    kind = agent.get("type")
    if agent.get(ID) is None:
        yield f"{_where(agent)} has no xml:id"
    if kind not in AGENT_TYPES:
        yield f"{_where(agent)} has the type {kind!r}; expected one of {', '.join(AGENT_TYPES)}"
    names = [child.get("type") for child in agent if child.tag == f"{{{TTM}}}name" and (child.text or "").strip()]
    if not names:
        yield f"{_where(agent)} has no ttm:name"
    elif kind == "character" and "alias" not in names:
        yield f"{_where(agent)} is a character without a ttm:name of type 'alias'"


def _actor(actor: Element, agents: dict[str, Element]) -> Iterator[str]:
    name = actor.get("agent")
    played_by = agents.get(name)
    if played_by is None:
        yield f"{_where(actor)} names the agent {name!r}, which no ttm:agent declares"
    elif played_by is actor.getparent():
        yield f"{_where(actor)} names its own character, {name!r}; the actor must be another agent"
    elif played_by.get("type") != "person":
        yield f"{_where(actor)} names {name!r}, which is no ttm:agent of type 'person'"


def _annotations(root: Element) -> Iterator[str]:
    for element in ttml_elements(root):
        screen = element.get(f"{{{DAPTM}}}onScreen")
        if screen is not None and screen not in _ON_SCREEN:
            yield f"daptm:onScreen of {_where(element)} is {screen!r}; expected one of {', '.join(_ON_SCREEN)}"
        kind = element.get(DESC_TYPE)
        if kind is not None and kind not in DESC_TYPES and not re.fullmatch(r"x-\S+", kind):
            yield f"daptm:descType is {kind!r}; expected one of {', '.join(DESC_TYPES)}, or one of your own with 'x-'"


def _sound(root: Element) -> Iterator[str]:
    for element in ttml_elements(root):
        if is_tt(element, "data") and any(not is_tt(child, "chunk") for child in element):
            yield f"{_where(element)} holds elements other than <chunk>; only text or <chunk> is allowed in it"
        if is_tt(element, "animation"):
            yield f"{_where(element)} is animation out of line; <animate> must be inside the element that it animates"
        values = element.get(GAIN, "1").split(";" if is_tt(element, "animate") else None)
        if not values or not all(_GAIN.fullmatch(value.strip()) for value in values):
            yield f"tta:gain of {_where(element)} is {element.get(GAIN)!r}; expected a number of at least 0"


def _time_model(root: Element) -> Iterator[str]:
    base = root.get(f"{{{TTP}}}timeBase", "media")
    if base != "media":
        yield f"ttp:timeBase is {base!r}; only 'media' may be used"
    yield from (f"ttp:{name} must not be used" for name in _SMPTE if root.get(f"{{{TTP}}}{name}") is not None)
    for element in ttml_elements(root):
        if element.get("timeContainer", "par") != "par":
            yield f"timeContainer of {_where(element)} is {element.get('timeContainer')!r}; only 'par' may be used"


def _times(root: Element) -> Iterator[str]:
    try:
        rates = Rates.of(root)
    except SubtitleError as error:
        yield str(error)
        return
    for element in ttml_elements(root):
        for name in _TIMES:
            if name in element.attrib and (reason := _time_fault(element.get(name), rates)):
                yield f"{name} of {_where(element)}: {reason}"
    yield from _origin(root, rates)


def _origin(root: Element, rates: Rates) -> Iterator[str]:
    origins = [element for element in ttml_elements(root) if element.tag == f"{{{DAPTM}}}daptOriginTimecode"]
    if len(origins) > 1:
        yield f"daptm:daptOriginTimecode is given {len(origins)} times; expected once"
    for origin in origins:
        code = (origin.text or "").strip()
        reason = _time_fault(code, rates) if _TIMECODE.fullmatch(code) else f"found {code!r}; expected 'hh:mm:ss:ff'"
        if reason:
            yield f"daptm:daptOriginTimecode: {reason}"


def _time_fault(expression: str, rates: Rates) -> str | None:
    try:
        seconds(expression, rates)
    except SubtitleError as error:
        return str(error)
    return None


def _where(element: Element) -> str:
    return f"<{name_of(element)}> in line {element.sourceline}"


_RULES: tuple[Callable[[Element], Iterator[str]], ...] = (
    _profiles,
    _script_type,
    _languages,
    _audio_languages,
    _represents,
    _ids,
    _agents,
    _annotations,
    _sound,
    _time_model,
    _times,
)
