"""Reader of Final Draft screenplays: XML with typed paragraphs."""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.parsers import expat

from cinescribe.corpus.screenplays.elements import ElementKind, ScreenplayElement, speaker_name
from cinescribe.errors import CorpusError

# A shot ("ANGLE ON BOB") opens no scene and is no sentence; general paragraphs and cast lists are not read.
_KINDS: dict[str, ElementKind] = {
    "Scene Heading": "heading",
    "Action": "action",
    "Dialogue": "speech",
    "Lyrics": "speech",
    "Singing": "speech",
    "Parenthetical": "parenthetical",
    "Transition": "transition",
    "Shot": "transition",
}
_OTHER_PAGES = frozenset(("TitlePage", "HeaderAndFooter", "ScriptNote", "SmartType", "ElementSettings"))


def fdx_elements(raw: bytes, *, name: str) -> tuple[ScreenplayElement, ...]:
    """Return the elements of a Final Draft screenplay, without title page, notes, headers and footers.

    Args:
        raw: content of the file.
        name: name of the file, for error messages.

    Raises:
        CorpusError: if the content is not XML, has a document type (which could define entities), or is not
            Final Draft's.
    """
    reader = _Reader(name)
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = reader.refuse
    parser.StartElementHandler = lambda tag, attributes: reader.start(tag, attributes, line=parser.CurrentLineNumber)
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    try:
        parser.Parse(raw, True)
    except (expat.ExpatError, LookupError, ValueError) as error:  # the last two: of an encoding that it does not know
        raise CorpusError(
            f"{name!r} is not a complete Final Draft file ({error}); save it again from Final Draft"
        ) from error
    return tuple(reader.elements)


@dataclass
class _Reader:
    """Handles XML events and collects the elements."""

    name: str
    elements: list[ScreenplayElement] = field(default_factory=list)
    _open: list[str] = field(default_factory=list)
    _n_other_pages: int = 0  # of the open tags
    _kind: str = ""
    _line: int = 0
    _text_parts: list[str] = field(default_factory=list)
    _speaker: str | None = None

    def refuse(self, *declaration: object) -> None:
        raise CorpusError(
            f"{self.name!r} has a document type, {declaration[0]!r}, which Final Draft never writes; "
            "it is not read, because its entities could expand without end; save it again from Final Draft"
        )

    def start(self, tag: str, attributes: dict[str, str], *, line: int) -> None:
        if not self._open and tag != "FinalDraft":
            raise CorpusError(f"{self.name!r} is XML of {tag!r}, not of Final Draft; expected a screenplay")
        self._open.append(tag)
        self._n_other_pages += tag in _OTHER_PAGES
        if tag == "Paragraph" and self._is_script():
            self._kind, self._line, self._text_parts = attributes.get("Type", ""), line, []

    def text(self, text: str) -> None:
        if self._is_script() and self._open[-1] == "Text":
            self._text_parts.append(text)

    def end(self, tag: str) -> None:
        if tag == "Paragraph" and self._is_script():
            self._add_element(" ".join("".join(self._text_parts).split()))
            self._kind = ""
        self._open.pop()
        self._n_other_pages -= tag in _OTHER_PAGES

    def _is_script(self) -> bool:
        return self._n_other_pages == 0

    def _add_element(self, text: str) -> None:
        kind = _KINDS.get(self._kind)
        if self._kind == "Character":
            self._speaker = speaker_name(text)
        elif kind and text:
            spoken = kind in ("speech", "parenthetical")
            self.elements.append(ScreenplayElement(self._line, kind, text, self._speaker if spoken else None))
