"""Scores of a parser on a treebank: tags, heads and labels, counted as in the CoNLL 2018 shared task."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cinescribe.errors import LanguageError
from cinescribe.language.parser.treebank import TreebankSentence
from cinescribe.language.tokens.parsed_sentence import Sentence, Word

_Span = tuple[int, int]  # characters, white space not counted


@dataclass(frozen=True)
class ParserScores:
    """F1 in percent of a parser against a treebank, punctuation included.

    Attributes:
        upos: words with the right part of speech.
        uas: words with the right head.
        las: words with the right head and label; subtypes of labels are ignored.
        words: words segmented right; 100 where the treebank's own words were given.
        sentences: sentences segmented right; 100 where the treebank's own were given.
        subtyped_las: as `las`, with the label's subtype right too.
        features: words with all features right.
        lemmas: words with the right lemma.
    """

    upos: float
    uas: float
    las: float
    words: float
    sentences: float
    subtyped_las: float
    features: float
    lemmas: float


def in_paragraphs(trees: Sequence[TreebankSentence]) -> list[list[TreebankSentence]]:
    """Group the trees by paragraph."""
    paragraphs: list[list[TreebankSentence]] = []
    for tree in trees:
        if tree.starts_paragraph or not paragraphs:
            paragraphs.append([])
        paragraphs[-1].append(tree)
    return paragraphs


def compare_parses(gold: Sequence[Sequence[Sentence]], parsed: Sequence[Sequence[Sentence]]) -> ParserScores:
    """Return the scores of parsed texts against gold parses of the same texts.

    Raises:
        LanguageError: when a parse does not have the letters of its gold parse.
    """
    right = dict.fromkeys(("upos", "uas", "las", "words", "sentences", "subtyped_las", "features", "lemmas"), 0)
    for number, (expected, actual) in enumerate(zip(gold, parsed, strict=True), 1):
        if _letters(expected) != _letters(actual):
            raise LanguageError(f"text {number} was parsed into other letters than it has; parse the same texts")
        _count(right, expected, actual)
    n = sum(len(s) for text in gold for s in text) + sum(len(s) for text in parsed for s in text)
    n_sentences = sum(map(len, gold)) + sum(map(len, parsed))
    sizes = {name: n_sentences if name == "sentences" else n for name in right}
    return ParserScores(**{name: 200 * count / sizes[name] for name, count in right.items()})


def _count(right: dict[str, int], gold: Sequence[Sentence], parsed: Sequence[Sentence]) -> None:
    """Add the matches in one text to the counts."""
    expected, actual = dict(_words_by_span(gold)), dict(_words_by_span(parsed))
    right["sentences"] += len(set(_sentence_spans(gold)) & set(_sentence_spans(parsed)))
    for span in expected.keys() & actual.keys():
        (word, head), (other, other_head) = expected[span], actual[span]
        same_head = head == other_head
        right["words"] += 1
        right["upos"] += word.pos == other.pos
        right["features"] += word.features == other.features
        right["lemmas"] += word.lemma == other.lemma
        right["uas"] += same_head
        right["las"] += same_head and word.dep.split(":")[0] == other.dep.split(":")[0]
        right["subtyped_las"] += same_head and word.dep == other.dep


def _words_by_span(sentences: Sequence[Sentence]) -> Iterator[tuple[_Span, tuple[Word, _Span | None]]]:
    """Each word's span with the word and the span of its head; None for the root."""
    start = 0
    for sentence in sentences:
        spans = []
        for word in sentence:
            spans.append((start, start := start + len(_without_space(word.text))))
        for at, word in enumerate(sentence):
            yield spans[at], (word, None if word.head == at else spans[word.head])


def _sentence_spans(sentences: Sequence[Sentence]) -> Iterator[_Span]:
    start = 0
    for sentence in sentences:
        end = start + sum(len(_without_space(word.text)) for word in sentence)
        yield start, end
        start = end


def _letters(sentences: Sequence[Sentence]) -> str:
    return "".join(_without_space(word.text) for sentence in sentences for word in sentence)


def _without_space(text: str) -> str:
    return "".join(text.split())
