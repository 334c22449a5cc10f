"""Screenplays of Final Draft: XML of typed paragraphs."""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.parsers import expat

from cinescribe.corpus.screenplays.elements import ElementKind, ScreenplayElement, speaker_of
from cinescribe.errors import CorpusError

# A shot ("ANGLE ON BOB") opens no scene and is no sentence; general paragraphs and cast lists are not told.
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
    """The elements of a Final Draft screenplay; title page, notes, headers and footers are left out.

    Args:
        raw: the file.
        name: of the file, for complaints.

    Raises:
        CorpusError: when it is no XML, has a document type (which could define entities), or is not Final Draft's.
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
    except expat.ExpatError as error:
        raise CorpusError(f"{name!r} is no whole Final Draft file ({error}); save it anew from Final Draft") from error
    return tuple(reader.elements)


@dataclass
class _Reader:
    """Takes the events of a file and keeps the elements so far."""

    name: str
    elements: list[ScreenplayElement] = field(default_factory=list)
    _open: list[str] = field(default_factory=list)
    _kind: str = ""
    _line: int = 0
    _said: list[str] = field(default_factory=list)
    _speaker: str | None = None

    def refuse(self, *declaration: object) -> None:
        raise CorpusError(
            f"{self.name!r} has a document type, {declaration[0]!r}, which Final Draft never writes; "
            "it is not read, since it may hold entities without end; save it anew from Final Draft"
        )

    def start(self, tag: str, attributes: dict[str, str], *, line: int) -> None:
        if not self._open and tag != "FinalDraft":
            raise CorpusError(f"{self.name!r} is XML of {tag!r}, not of Final Draft; a screenplay is wanted")
        self._open.append(tag)
        if tag == "Paragraph" and self._is_script():
            self._kind, self._line, self._said = attributes.get("Type", ""), line, []

    def text(self, text: str) -> None:
        if self._is_script() and self._open[-1] == "Text":
            self._said.append(text)

    def end(self, tag: str) -> None:
        if tag == "Paragraph" and self._is_script():
            self._paragraph(" ".join("".join(self._said).split()))
            self._kind = ""
        self._open.pop()

    def _is_script(self) -> bool:
        return not _OTHER_PAGES.intersection(self._open)

    def _paragraph(self, text: str) -> None:
        kind = _KINDS.get(self._kind)
        if self._kind == "Character":
            self._speaker = speaker_of(text)
        elif kind and text:
            spoken = kind in ("speech", "parenthetical")
            self.elements.append(ScreenplayElement(self._line, kind, text, self._speaker if spoken else None))
