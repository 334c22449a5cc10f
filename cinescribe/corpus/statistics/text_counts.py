"""Parses the captions of a corpus once for all statistics: words, sentences, stems by part of speech, verbs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cinescribe.corpus.core.corpus import Corpus
from cinescribe.corpus.film_folder.anonymise import SOMEONE
from cinescribe.errors import CorpusError, brief
from cinescribe.language.tokens.parsed_sentence import Parser, Sentence
from cinescribe.language.tokens.tokenize import tokenize
from cinescribe.language.tokens.vocabulary import BLANK
from cinescribe.language.wordnet.verbs import SenseChoice, Verb, verbs
from cinescribe.metrics.core.pairs import MAX_LETTERS
from cinescribe.metrics.identity.person_ids import PERSON
from cinescribe.metrics.meteor.word_knowledge import word_stems
from cinescribe.progress import Progress, no_progress
from cinescribe.schema import Clip

NOUN, VERB, ADJECTIVE, ADVERB = "noun", "verb", "adjective", "adverb"
_PARTS: Mapping[str, str] = {
    "NOUN": NOUN,
    "PROPN": NOUN,
    "VERB": VERB,
    "AUX": VERB,
    "ADJ": ADJECTIVE,
    "ADV": ADVERB,
}

_BATCH = 4096  # texts parsed at once, which take some 100 MB


class Stem(NamedTuple):
    """A part of speech, one of `_PARTS`, and a Snowball stem."""

    part: str
    text: str


@dataclass(frozen=True)
class ParsedText:
    """The parse of a text in which people are SOMEONE.

    Attributes:
        words: Penn Treebank tokens in lower case, without punctuation, as in the metrics.
        n_sentences: number of sentences, as the parser splits them.
        stems: stems of all nouns, verbs, adjectives and adverbs.
        verbs: verbs with their topics.
    """

    words: tuple[str, ...]
    n_sentences: int
    stems: tuple[Stem, ...]
    verbs: tuple[Verb, ...]


@dataclass(frozen=True)
class ParsedClip:
    """A clip, its split, and its parsed captions: its text first, if it has one, then its paraphrases."""

    clip: Clip
    split: str
    texts: tuple[ParsedText, ...]


def parse_clips(
    corpus: Corpus, parser: Parser, *, sense_of: SenseChoice | None = None, progress: Progress = no_progress
) -> tuple[ParsedClip, ...]:
    """Return all clips of a corpus with parsed captions, in the corpus's order; arguments as for `parse_texts`."""
    splits = {film.id: film.split for film in corpus.films}
    captions = [
        tuple(text for text in (clip.text, *clip.paraphrases) if text is not None and text.strip())
        for clip in corpus.clips
    ]
    parsed = parse_texts([text for texts in captions for text in texts], parser, sense_of=sense_of, progress=progress)
    return tuple(
        ParsedClip(clip, splits[clip.film], tuple(parsed[text] for text in texts))
        for clip, texts in zip(corpus.clips, captions, strict=True)
    )


def parse_texts(
    texts: Sequence[str], parser: Parser, *, sense_of: SenseChoice | None = None, progress: Progress = no_progress
) -> dict[str, ParsedText]:
    """Return the parse of each text; texts that differ only by ids of people are parsed once.

    Args:
        texts: captions.
        parser: finds sentences, parts of speech and verbs.
        sense_of: chooses the senses that give verbs their topics; the commonest ones by default.
        progress: called with a stage and the share of it that is done.

    Raises:
        CorpusError: when a text is no caption but a document, which would take the parser seconds.
    """
    for text in texts:
        if len(text) > MAX_LETTERS:
            message = f"a caption has {len(text):,} letters ({brief(text)}); expected at most {MAX_LETTERS:,}, split it"
            raise CorpusError(message)
    masked = {text: mask_people(text) for text in texts}
    distinct = list(dict.fromkeys(masked.values()))
    parsed: dict[str, ParsedText] = {}
    for first in range(0, len(distinct), _BATCH):
        batch = distinct[first : first + _BATCH]
        parsed |= zip(batch, _parse(batch, parser, sense_of), strict=True)
        progress("captions", len(parsed) / len(distinct))
    return {text: parsed[masked[text]] for text in masked}


def mask_people(text: str) -> str:
    """Replace each person's id and each blank by SOMEONE, so that ids add no words to the vocabulary."""
    return PERSON.sub(SOMEONE, text.replace(BLANK, SOMEONE))


def _parse(texts: Sequence[str], parser: Parser, sense_of: SenseChoice | None) -> Iterator[ParsedText]:
    parsed = parser.parse(texts)
    forms = sorted({word.text.lower() for sentences in parsed for sentence in sentences for word in sentence})
    stem_of = dict(zip(forms, word_stems(forms), strict=True))
    for words, sentences in zip(tokenize(texts), parsed, strict=True):
        yield ParsedText(
            tuple(words),
            len(sentences),
            tuple(stem for sentence in sentences for stem in _stems(sentence, stem_of)),
            tuple(verb for sentence in sentences for verb in verbs(sentence, sense_of=sense_of)),
        )


def _stems(sentence: Sentence, stem_of: Mapping[str, str]) -> Iterator[Stem]:
    return (Stem(_PARTS[word.pos], stem_of[word.text.lower()]) for word in sentence if word.pos in _PARTS)
