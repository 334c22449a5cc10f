"""Names of DAPT's XML vocabulary, and a safe XML parser.

Source: W3C Dubbing and Audio description Profiles of TTML2 (DAPT), https://www.w3.org/TR/dapt/.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from lxml import etree

from cinescribe.errors import SubtitleError
from cinescribe.export.tracks.cue_times import NOTES

Element: TypeAlias = etree._Element

TT = "http://www.w3.org/ns/ttml"
TTP = f"{TT}#parameter"
TTM = f"{TT}#metadata"
TTA = f"{TT}#audio"
DAPTM = f"{TT}/profile/dapt#metadata"
XML = "http://www.w3.org/XML/1998/namespace"
CINESCRIBE_NAMESPACE = "urn:cinescribe:script"  # namespace of script fields that DAPT lacks; other readers ignore it

CONTENT_PROFILE = f"{TT}/profile/dapt1.0/content"
PROCESSOR_PROFILE = f"{TT}/profile/dapt1.0/processor"

ID = f"{{{XML}}}id"
LANG = f"{{{XML}}}lang"
SPACE = f"{{{XML}}}space"
REPRESENTS = f"{{{DAPTM}}}represents"
DESC_TYPE = f"{{{DAPTM}}}descType"
AGENT = f"{{{TTM}}}agent"  # an element in the head, an attribute on content
GAIN = f"{{{TTA}}}gain"
# Our types of ttm:desc, with the field of a cue that each one holds.
DESC_FIELDS = {f"x-{name}": name for name in (*NOTES, "reason", "comment")}

FIT = "x-fit"  # our type of ttm:desc that says why a cue does not fit; written, and not read back

_N_SHOWN_REASONS = 5
# Atomic groups prevent backtracking over a prolog full of comments.
_DOCTYPE = re.compile(r"(?>(?:\s+|<\?(?>.*?\?>)|<!--(?>.*?-->))*)<!DOCTYPE", re.DOTALL)


class DaptError(SubtitleError):
    """A document is not DAPT; `reasons` describes each broken rule."""

    def __init__(self, name: str, reasons: Sequence[str]) -> None:
        self.reasons = tuple(reasons)
        more = len(self.reasons) - _N_SHOWN_REASONS
        tail = f"; and {more} more" if more > 0 else ""
        super().__init__(f"{name} is no DAPT document: {'; '.join(self.reasons[:_N_SHOWN_REASONS])}{tail}")


def parse_xml(data: bytes, *, name: str) -> Element:
    """Parse a document and return its root.

    The parser resolves no entities, loads no DTD and uses no network; a document with a DTD is refused unparsed.

    Args:
        data: the whole file.
        name: the document's name in errors.

    Raises:
        DaptError: when the bytes are not plain, well-formed UTF-8 XML.
    """
    if data.startswith(codecs.BOM_UTF8):
        raise DaptError(name, ["it starts with a byte-order mark; expected plain UTF-8"])
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DaptError(name, [f"byte {error.start} is not UTF-8; save it as UTF-8"]) from error
    if _DOCTYPE.match(text):
        raise DaptError(name, ["it declares a document type, and may declare entities; remove <!DOCTYPE …>"])
    parser = etree.XMLParser(
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        remove_comments=True,
        remove_pis=True,
        collect_ids=False,
    )
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise DaptError(name, [f"it is not well-formed XML ({error.msg})"]) from error
    encoding = root.getroottree().docinfo.encoding or "UTF-8"
    if encoding.upper() != "UTF-8":
        raise DaptError(name, [f"it declares the encoding {encoding!r}; expected UTF-8"])
    return root


def ttml_elements(element: Element) -> Iterator[Element]:
    """Yield the element and its descendants in TTML's namespaces; TTML2 prunes foreign ones before validation."""
    yield element
    for child in element:
        if child.tag.startswith(f"{{{TT}"):
            yield from ttml_elements(child)


def name_of(element: Element) -> str:
    """Return the name of an element without its namespace."""
    return str(etree.QName(element).localname)


def is_tt(element: Element, name: str) -> bool:
    """Whether an element is TTML's element `name`."""
    return bool(element.tag == f"{{{TT}}}{name}")


def is_event(element: Element) -> bool:
    """Whether an element is a Script Event: a `div` with an `xml:id` that holds no other `div`."""
    return is_tt(element, "div") and element.get(ID) is not None and not any(is_tt(child, "div") for child in element)


def inherited(element: Element, attribute: str) -> str | None:
    """Return the attribute's value on the element or its nearest ancestor that has one."""
    for around in (element, *element.iterancestors()):
        value = around.get(attribute)
        if value is not None:
            return str(value)
    return None
