"""Names that a film's dialogue uses, offered for its cast file with the moments at which they occur.

In English, names are what the parser finds to be used as people are. In other languages they are words by which
a person is addressed: between commas or the ends of a sentence, with a capital where other words have none.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cinescribe.language.names.common_words import is_also_word
from cinescribe.language.names.name_search import find_people
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.language.tokens.stop_words import STOP_WORDS
from cinescribe.language_tags import is_same_language
from cinescribe.schema import Face, Person, Speech
from cinescribe.timing import Seconds, Span

_NEAR: Seconds = 3.0  # around a name, in which a face may be the person's
_ENGLISH = "en"
_MOST, _NAMED = 20, 3  # names, and times and people that a line names
_HEAD = "# Names that are said in the film, when, and who is in the picture then:\n"
_WORD = r"[^\W\d_][\w'\u2019-]*"
# A name after a comma, before the end of the utterance: "Komm her, Anna!".
_ADDRESS = re.compile(rf",\s+(?P<name>{_WORD}(?:\s+{_WORD})?)\s*(?=[,.!?\u2026]|$)")


@dataclass(frozen=True)
class HeardName:
    """A name in the dialogue.

    Args:
        name: as it is spoken.
        times: at which it is spoken, in seconds.
        in_view: labels of the people who are in the picture then, each with at how many of these times, the most
            frequent first.
    """

    name: str
    times: tuple[Seconds, ...]
    in_view: tuple[tuple[str, int], ...] = ()


def heard_names(
    speech: Sequence[Speech], language: str | None, *, people: Sequence[Person] = (), faces: Sequence[Face] = ()
) -> tuple[HeardName, ...]:
    """Return the names in a film's dialogue, the most frequent first; at most twenty.

    Args:
        speech: with words where they are known.
        language: that is spoken, as BCP 47 tag; None if it is not known, which is taken for English.
        people: of the film.
        faces: of the film, with their persons.
    """
    lines = [line for line in speech if line.text]
    is_english = language is None or is_same_language(language, _ENGLISH)
    moments = _english_names(lines) if is_english else _addressed_names(lines)
    labels = {person.id: person.label for person in people}
    ordered = sorted(moments.items(), key=lambda pair: (-len(pair[1]), pair[1][0].start))[:_MOST]
    return tuple(
        HeardName(name, tuple(span.start for span in spans), tuple(_in_view(spans, faces, labels)))
        for name, spans in ordered
    )


def cast_comment(names: Sequence[HeardName]) -> str:
    """Return names as comment lines of a cast file; "" for none."""
    return "".join([_HEAD, *(f"#   {_line(name)}\n" for name in names)]) if names else ""


def _line(heard: HeardName) -> str:
    times = ", ".join(_clock(time) for time in heard.times[:_NAMED])
    more = f" and {n} more" if (n := len(heard.times) - _NAMED) > 0 else ""
    seen = ", ".join(f"{label} ({n})" for label, n in heard.in_view[:_NAMED])
    return f"{heard.name}: {times}{more}" + (f"; in view then: {seen}" if seen else "")


def _clock(time: Seconds) -> str:
    minutes, second = divmod(int(time), 60)
    return f"{minutes // 60:02d}:{minutes % 60:02d}:{second:02d}"


def _english_names(lines: Sequence[Speech]) -> dict[str, list[Span]]:
    texts = [line.text or "" for line in lines]
    moments: dict[str, list[Span]] = defaultdict(list)
    for person in find_people(texts, shipped_parser()):
        pattern = re.compile("|".join(rf"\b{re.escape(form)}\b" for form in sorted(person.forms, key=len)[::-1]))
        for line, text in zip(lines, texts, strict=True):
            if pattern.search(text):
                moments[person.name].append(line.span)
    # A word that is only sometimes a name, such as that of a place, must occur twice.
    return {
        name: spans
        for name, spans in moments.items()
        if name.lower() not in STOP_WORDS and (len(spans) > 1 or not is_also_word(name))
    }


def _addressed_names(lines: Sequence[Speech]) -> dict[str, list[Span]]:
    moments: dict[str, list[Span]] = defaultdict(list)
    for line in lines:
        for name in dict.fromkeys(_addressed(line.text or "")):
            moments[name].append(line.span)
    lower = {word for line in lines for word in re.findall(_WORD, line.text or "") if word.islower()}
    return {name: spans for name, spans in moments.items() if name.lower() not in lower}


def _addressed(text: str) -> Iterator[str]:
    for match in _ADDRESS.finditer(text):
        if all(word[0].isupper() and not word.isupper() for word in match["name"].split()):
            yield match["name"]


def _in_view(spans: Sequence[Span], faces: Sequence[Face], labels: dict[str, str]) -> Iterator[tuple[str, int]]:
    counts = Counter[str]()
    for span in spans:
        near = span.padded(_NEAR)
        counts.update({labels[face.person] for face in faces if face.person in labels and near.has(face.time)})
    yield from counts.most_common()
