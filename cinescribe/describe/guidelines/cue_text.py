"""The text of a cue as parsed sentences, whose words know their place in it and whether they are read from the screen.

Rules about wording do not hold for text that the voice reads aloud: `Words appear: "We were here."`
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

from cinescribe.describe.guidelines.word_lists import SMALL_IN_TITLES
from cinescribe.describe.text_captions import READER
from cinescribe.language import names as of_names  # what needs WordNet is loaded when there is a parsed cue
from cinescribe.language.tokens.parsed_sentence import Parser, Sentence, Word
from cinescribe.schema import Cue
from cinescribe.timing import Span

WordSpan = tuple[int, int]  # first character and the one after the last

# Quotation marks in pairs. A single mark opens after a space and closes before one: in between, it is an apostrophe.
_QUOTED = re.compile(
    r"\"[^\"]*\"|\u201c[^\u201d]*\u201d|\u00ab[^\u00bb]*\u00bb|(?<!\w)['\u2018](?!\s)[^'\u2019]*['\u2019](?!\w)"
    r"|\u201e[^\u201c\u201d]*[\u201c\u201d]|\u00bb[^\u00ab]*\u00ab|\u201a[^\u2018\u2019]*[\u2018\u2019](?!\w)"
    r"|\u300c[^\u300d]*\u300d|\u300e[^\u300f]*\u300f"
)
_AFTER_COLON = re.compile(r"(?::\s+|\uff1a\s*)(.*)")
_CREDITS = re.compile(r"\bcredits\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W_][\w'\u2019-]*")
_OPEN = re.compile(r"[\w,;\u2013\u2014\u3001]$")  # not a mark that a model has left, which is a fault of its own
_CONTENT = frozenset(("NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM", "PRON"))
_MIN_TITLE_WORDS = 2
_MIN_NAME = 2  # letters of a word that may be a name
_PLURAL, _SINGULAR = "Number=Plur", "Number=Sing"
_PLURAL_PRONOUNS = frozenset(("they", "we", "you", "these", "those", "both", "i", "several", "many", "few"))


class PlainWords(Protocol):
    """What is known of words in a language without a parser."""

    @property
    def credits(self) -> re.Pattern[str] | None:
        """What announces that credits are read, if it is known."""
        ...

    def content(self, text: str) -> Counter[str]:
        """Return the words that say something, in a form that all their inflections share, with their counts."""
        ...

    def capitalised(self, text: str) -> Iterator[tuple[WordSpan, str]]:
        """Yield the words that may be names, with their places."""
        ...

    def introduces(self, text: str, place: WordSpan) -> bool:
        """Return whether the words around a name say who that is."""
        ...


@dataclass(frozen=True)
class PlacedSentence:
    """A sentence whose words have a place in the cue's text.

    Args:
        words: as parsed.
        places: the position of each word in the text.
        is_read: whether each word is read from the screen, and so is no description.
    """

    words: Sentence
    places: tuple[WordSpan, ...]
    is_read: tuple[bool, ...]

    def described(self) -> Iterator[tuple[int, Word]]:
        """Yield the words that describe, with their indices."""
        return ((at, word) for at, word in enumerate(self.words) if not self.is_read[at])

    def children(self, at: int) -> Iterator[tuple[int, Word]]:
        """Yield the words that depend on a word, with their indices."""
        return ((n, word) for n, word in enumerate(self.words) if word.head == at and n != at)

    def child(self, at: int, *relations: str) -> int | None:
        """Return the index of the first word that depends on a word in one of some relations; None if there is none."""
        return next((n for n, word in self.children(at) if word.dep in relations), None)

    def subject(self, at: int) -> int | None:
        """Return the index of the subject of a verb; that of a coordinated verb may be its first verb's."""
        found = self.child(at, "nsubj", "nsubj:pass", "csubj")
        word = self.words[at]
        if found is None and word.dep in ("conj", "parataxis") and word.head != at:
            return self.subject(word.head)
        return found

    def is_plural(self, at: int) -> bool:
        """Return whether a subject takes a plural verb: `they`, `two men`, `Anna and Bob`."""
        word = self.words[at]
        # A coordination without `and` is an apposition that the parser has mistaken: `the old man, Proog`.
        if any(other.dep == "conj" and self.child(n, "cc") is not None for n, other in self.children(at)):
            return True
        if word.pos == "PRON":
            return word.text.lower() in _PLURAL_PRONOUNS
        if word.pos == "NUM":
            return word.text.lower() not in ("one", "1")
        return _PLURAL in word.features and _SINGULAR not in word.features


@dataclass(frozen=True)
class CueText:
    """A cue and its text in one line, parsed.

    Args:
        cue: the cue.
        text: its text, white space as single spaces.
        read: the places that are read from the screen.
        sentences: of the text; () in a language that the parser does not know.
        plain: what is known of its words where no parser knows the language.
    """

    cue: Cue
    text: str
    read: tuple[WordSpan, ...] = ()
    sentences: tuple[PlacedSentence, ...] = ()
    plain: PlainWords | None = None

    @property
    def span(self) -> Span:
        """When the cue is heard."""
        return self.cue.span

    @property
    def parse(self) -> list[Sentence]:
        """Its sentences, as parsed."""
        return [sentence.words for sentence in self.sentences]

    @cached_property
    def described(self) -> str:
        """The text with spaces in place of what is read from the screen."""
        if not self.read:
            return self.text
        letters = list(self.text)
        for start, end in self.read:
            letters[start:end] = " " * (end - start)
        return "".join(letters)

    @cached_property
    def is_prose(self) -> bool:
        """Whether it has words that are not read from the screen."""
        return bool(self.sentences) and bool(self.described.strip())

    @cached_property
    def is_open(self) -> bool:
        """Whether it ends without a mark that ends sentences."""
        return _OPEN.search(self.text) is not None

    @cached_property
    def content(self) -> Counter[str]:
        """The words of content that describe, as base forms, with their counts."""
        if self.plain is not None:
            return self.plain.content(self.described)
        return Counter(
            word.lemma for sentence in self.sentences for _, word in sentence.described() if word.pos in _CONTENT
        )

    @cached_property
    def n_content(self) -> int:
        """The number of words of content."""
        return self.content.total()

    @cached_property
    def capitalised(self) -> tuple[tuple[WordSpan, str], ...]:
        """The words that may be names, with their places: capitals that are no ordinary words."""
        if self.plain is not None:
            return tuple(self.plain.capitalised(self.described))
        return tuple(found for sentence in self.sentences for found in _capitalised(sentence))


class CueTexts:
    """Cues with their sentences; those of the last call that are the same are not parsed again.

    Args:
        parser: of their language; None: the sentences stay unparsed.
        plain: analyses their words then.
    """

    def __init__(self, parser: Parser | None, plain: PlainWords | None = None) -> None:
        self._parser, self._plain = parser, plain
        self._known: dict[tuple[str, bool], CueText] = {}  # by id, and whether all of it is read

    def of(self, cues: Sequence[Cue]) -> tuple[CueText, ...]:
        """Return cues, in order, with their sentences."""
        lines = [" ".join(cue.text.split()) for cue in cues]
        announced = _announced(lines, self._plain.credits if self._plain is not None else _CREDITS)
        keys = [(cue.id, at in announced or cue.by == READER) for at, cue in enumerate(cues)]
        new = [at for at, key in enumerate(keys) if not self._is_known(key, cues[at])]
        parses = self._parser.parse([lines[at] for at in new]) if self._parser is not None else [[] for _ in new]
        made = {
            at: _placed(cues[at], lines[at], parse, is_read=keys[at][1], plain=self._plain)
            for at, parse in zip(new, parses, strict=True)
        }
        texts = tuple(made[at] if at in made else self._as_now(keys[at], cue) for at, cue in enumerate(cues))
        self._known = dict(zip(keys, texts, strict=True))
        return texts

    def _is_known(self, key: tuple[str, bool], cue: Cue) -> bool:
        known = self._known.get(key)
        return known is not None and known.cue.text == cue.text

    def _as_now(self, key: tuple[str, bool], cue: Cue) -> CueText:
        """A known text, of the cue as it is now."""
        known = self._known[key]
        if known.cue is cue or known.cue == cue:
            return known
        return replace(known, cue=cue)


class KnownParses:
    """A `Parser` that parses again only what was not parsed before.

    Args:
        parser: of the language.
        known: the sentences of texts.
    """

    def __init__(self, parser: Parser, known: Mapping[str, list[Sentence]]) -> None:
        self.name = parser.name
        self._parser, self._known = parser, known

    def parse(self, texts: Sequence[str]) -> list[list[Sentence]]:
        """Return the sentences of each text, in order."""
        new = list(dict.fromkeys(text for text in texts if text not in self._known))
        parsed = dict(zip(new, self._parser.parse(new), strict=True)) if new else {}
        return [self._known[text] if text in self._known else parsed[text] for text in texts]


def placed_sentences(text: str, parser: Parser) -> tuple[PlacedSentence, ...]:
    """Return the sentences of a text in one line, whose words know their place in it."""
    (parse,) = parser.parse([text])
    return tuple(_placed_sentences(text, parse, ()))


def read_places(text: str) -> tuple[WordSpan, ...]:
    """Return the places in a text, which may have several lines, that the voice reads from the screen.

    A whole sentence is no title, whatever its capitals: `Anna and Bob.`
    """
    line = " ".join(text.split())
    places = tuple(place for place in _read_places(text, line) if not _is_sentence(line[slice(*place)]))
    if line == text or not places:
        return places
    letters = [at for at, letter in enumerate(text) if not letter.isspace()]
    n_before = [0]  # letters of the line before each of its characters
    for letter in line:
        n_before.append(n_before[-1] + (letter != " "))
    return tuple((letters[n_before[start]], letters[n_before[end] - 1] + 1) for start, end in places if start < end)


def edited(text: str, edits: Sequence[tuple[WordSpan, str]]) -> str:
    """Return a text with some places replaced, single spaces, and a capital at its start."""
    for (start, end), words in sorted(edits, reverse=True):
        text = text[:start] + words + text[end:]
    tidy = re.sub(r"\s+([,.;!?])", r"\1", " ".join(text.split())).lstrip(",;: ")
    return tidy[:1].upper() + tidy[1:]


def _announced(texts: Sequence[str], credits: re.Pattern[str] | None) -> set[int]:
    """The cues that an earlier one says are read: the one after a colon, and all after `Credits:`."""
    announced: set[int] = set()
    for at, text in enumerate(texts):
        if text.endswith((":", "\uff1a")):
            is_roll = credits is not None and credits.search(text) is not None
            announced.update(range(at + 1, len(texts) if is_roll else at + 2))
    return announced


def _placed(cue: Cue, text: str, parse: Sequence[Sentence], *, is_read: bool, plain: PlainWords | None) -> CueText:
    read = ((0, len(text)),) if is_read else tuple(_read_places(cue.text, text))
    return CueText(cue, text, read, tuple(_placed_sentences(text, parse, read)), plain)


def _placed_sentences(text: str, parse: Sequence[Sentence], read: Sequence[WordSpan]) -> Iterator[PlacedSentence]:
    start = 0
    for sentence in parse:
        places = []
        for word in sentence:
            at = text.find(word.text, start)
            start = at + len(word.text) if at >= 0 else start
            places.append((start - len(word.text), start))
        hidden = tuple(any(first <= place[0] < last for first, last in read) for place in places)
        yield PlacedSentence(sentence, tuple(places), hidden)


def _read_places(lines: str, text: str) -> Iterator[WordSpan]:
    """Yield the places in a text that are quoted, follow a colon, or are a line of a title or of credits."""
    for found in _QUOTED.finditer(text):
        yield found.span()
    after = _AFTER_COLON.search(text)
    if after is not None:
        yield after.span(1)
    start = 0
    for line in (" ".join(line.split()) for line in lines.split("\n")):
        if line and _is_title(line):
            yield start, start + len(line)
        start += len(line) + 1 if line else 0


def _capitalised(sentence: PlacedSentence) -> Iterator[tuple[WordSpan, str]]:
    for at, word in sentence.described():
        name, start = word.text.rstrip("."), sentence.places[at][0]
        is_name = name[:1].isupper() and not name.isupper() and name.isalpha() and len(name) >= _MIN_NAME
        if is_name and (at > 0 or _may_begin_with_name(sentence)):
            yield (start, start + len(name)), name


def _may_begin_with_name(sentence: PlacedSentence) -> bool:
    """Whether the first word of a sentence may be a name: an unknown word, or a subject without an article."""
    first, head = sentence.words[0], sentence.words[sentence.words[0].head]
    # `Peer sprints away.`: the parser takes an ordinary word and a verb for a noun of two words.
    has_verb = first.head == 1 and head.text.endswith("s") and of_names.is_verb_form(head.text)
    is_subject = first.dep == "nsubj" or (first.dep in ("compound", "amod") and has_verb)
    is_bare = is_subject and sentence.child(0, "det") is None and not sentence.is_plural(0)
    return first.pos == "PROPN" or is_bare or not of_names.is_known_word(first.text)


def _is_sentence(words: str) -> bool:
    return _WORD.match(words) is not None and words.endswith((".", "!", "?", "\u3002", "\uff01", "\uff1f"))


def _is_title(line: str) -> bool:
    """Whether a line is in the capitals of titles and credits: `Director of Photography`."""
    words = [word for word in _WORD.findall(line) if word.lower() not in SMALL_IN_TITLES]
    return len(words) >= _MIN_TITLE_WORDS and all(word[0].isupper() or word[0].isdigit() for word in words)
