"""The captions of a corpus read once for all statistics: words, sentences, stems by part of speech, verbs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cinescribe.corpus.core.corpus import Corpus
from cinescribe.language.tokens.tokenize import tokenize
from cinescribe.language.tokens.vocabulary import BLANK
from cinescribe.language.tokens.words import Parser, Sentence
from cinescribe.language.wordnet.verbs import Verb, verbs
from cinescribe.metrics.identity.person_ids import PERSON
from cinescribe.metrics.meteor.word_knowledge import stems
from cinescribe.schema import Clip

SOMEONE = "SOMEONE"  # as LSMDC writes whoever has a name
NOUN, VERB, ADJECTIVE, ADVERB = "noun", "verb", "adjective", "adverb"
PARTS: Mapping[str, str] = {
    "NOUN": NOUN,
    "PROPN": NOUN,
    "VERB": VERB,
    "AUX": VERB,
    "ADJ": ADJECTIVE,
    "ADV": ADVERB,
}

_BATCH = 4096  # texts whose parses are held at once: some 100 MB


class Stem(NamedTuple):
    """A stem as one part of speech: one of `PARTS`, and Snowball's stem."""

    part: str
    text: str


@dataclass(frozen=True)
class ReadText:
    """What statistics need of a text in which whoever has an id is SOMEONE.

    Attributes:
        words: Penn Treebank tokens, lower-case, without punctuation, as metrics have them.
        n_sentences: as the parser divides it.
        stems: of each noun, verb, adjective and adverb.
        verbs: as `language.verbs` finds them.
    """

    words: tuple[str, ...]
    n_sentences: int
    stems: tuple[Stem, ...]
    verbs: tuple[Verb, ...]


@dataclass(frozen=True)
class ReadClip:
    """A clip, its split, and its captions as read: its text first, where it has one, then its paraphrases."""

    clip: Clip
    split: str
    texts: tuple[ReadText, ...]


def read_clips(
    corpus: Corpus, parser: Parser, *, progress: Callable[[str, float], None] = lambda stage, share: None
) -> tuple[ReadClip, ...]:
    """Every clip of a corpus with its captions read, in the corpus's order."""
    splits = {film.id: film.split for film in corpus.films}
    told = [
        tuple(text for text in (clip.text, *clip.paraphrases) if text is not None and text.strip())
        for clip in corpus.clips
    ]
    known = read_texts([text for texts in told for text in texts], parser, progress=progress)
    return tuple(
        ReadClip(clip, splits[clip.film], tuple(known[text] for text in texts))
        for clip, texts in zip(corpus.clips, told, strict=True)
    )


def read_texts(
    texts: Sequence[str], parser: Parser, *, progress: Callable[[str, float], None] = lambda stage, share: None
) -> dict[str, ReadText]:
    """Each text with what is in it; texts that differ by ids of people alone are parsed once."""
    hidden = {text: anonymous(text) for text in texts}
    distinct = list(dict.fromkeys(hidden.values()))
    found: dict[str, ReadText] = {}
    for first in range(0, len(distinct), _BATCH):
        batch = distinct[first : first + _BATCH]
        found |= zip(batch, _read(batch, parser), strict=True)
        progress("captions", len(found) / len(distinct))
    return {text: found[hidden[text]] for text in hidden}


def anonymous(text: str) -> str:
    """A text with SOMEONE for each person's id and each blank: whoever it is adds no word to the vocabulary."""
    return PERSON.sub(SOMEONE, text.replace(BLANK, SOMEONE))


def _read(texts: Sequence[str], parser: Parser) -> Iterator[ReadText]:
    parsed = parser.parse(texts)
    forms = sorted({word.text.lower() for sentences in parsed for sentence in sentences for word in sentence})
    stem_of = dict(zip(forms, stems(forms), strict=True))
    for words, sentences in zip(tokenize(texts), parsed, strict=True):
        yield ReadText(
            tuple(words),
            len(sentences),
            tuple(stem for sentence in sentences for stem in _stems(sentence, stem_of)),
            tuple(verb for sentence in sentences for verb in verbs(sentence)),
        )


def _stems(sentence: Sentence, stem_of: Mapping[str, str]) -> Iterator[Stem]:
    return (Stem(PARTS[word.pos], stem_of[word.text.lower()]) for word in sentence if word.pos in PARTS)
