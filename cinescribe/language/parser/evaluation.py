"""How well a parser does on a treebank: tags, heads and labels, as the CoNLL 2018 shared task counts them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cinescribe.errors import LanguageError
from cinescribe.language.parser.treebank import Tree
from cinescribe.language.tokens.words import Parser, Sentence, Word

_Span = tuple[int, int]  # characters, white space not counted


@dataclass(frozen=True)
class Scores:
    """F1 in percent of a parser's words against a treebank's, punctuation counted; labels without their subtypes.

    Attributes:
        upos: words with the right part of speech.
        uas: words with the right head.
        las: words with the right head and label.
        words: words cut right; 100 where the treebank's own words were given.
        sentences: sentences cut right; 100 where the treebank's own were given.
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


def parser_scores(parser: Parser, trees: Sequence[Tree]) -> Scores:
    """Scores of a parser that is given the text, paragraph by paragraph, and cuts words and sentences itself."""
    paragraphs = in_paragraphs(trees)
    texts = ["".join(tree.text for tree in paragraph) for paragraph in paragraphs]
    gold = [[tree.words for tree in paragraph] for paragraph in paragraphs]
    return agreement(gold, parser.parse(texts))


def in_paragraphs(trees: Sequence[Tree]) -> list[list[Tree]]:
    """The trees by paragraph."""
    found: list[list[Tree]] = []
    for tree in trees:
        if tree.opens or not found:
            found.append([])
        found[-1].append(tree)
    return found


def agreement(gold: Sequence[Sequence[Sentence]], found: Sequence[Sequence[Sentence]]) -> Scores:
    """Scores of one set of parsed texts against another of the same texts.

    Raises:
        LanguageError: when a text of one is not a text of the other.
    """
    right = dict.fromkeys(("upos", "uas", "las", "words", "sentences", "subtyped_las", "features", "lemmas"), 0)
    for number, (mine, theirs) in enumerate(zip(gold, found, strict=True), 1):
        if _letters(mine) != _letters(theirs):
            raise LanguageError(f"text {number} was parsed into other letters than it has; parse the same texts")
        _count(right, mine, theirs)
    n = sum(len(s) for text in gold for s in text) + sum(len(s) for text in found for s in text)
    n_sentences = sum(map(len, gold)) + sum(map(len, found))
    sizes = {name: n_sentences if name == "sentences" else n for name in right}
    return Scores(**{name: 200 * count / sizes[name] for name, count in right.items()})


def _count(right: dict[str, int], gold: Sequence[Sentence], found: Sequence[Sentence]) -> None:
    """Add what agrees in one text."""
    ours, theirs = dict(_placed(gold)), dict(_placed(found))
    right["sentences"] += len(set(_sentence_spans(gold)) & set(_sentence_spans(found)))
    for span in ours.keys() & theirs.keys():
        (word, head), (other, other_head) = ours[span], theirs[span]
        same_head = head == other_head
        right["words"] += 1
        right["upos"] += word.pos == other.pos
        right["features"] += word.features == other.features
        right["lemmas"] += word.lemma == other.lemma
        right["uas"] += same_head
        right["las"] += same_head and word.dep.split(":")[0] == other.dep.split(":")[0]
        right["subtyped_las"] += same_head and word.dep == other.dep


def _placed(sentences: Sequence[Sentence]) -> Iterator[tuple[_Span, tuple[Word, _Span | None]]]:
    """Each word by where it stands, with where its head stands; the root's head is None."""
    start = 0
    for sentence in sentences:
        spans = []
        for word in sentence:
            spans.append((start, start := start + len(_bare(word.text))))
        for at, word in enumerate(sentence):
            yield spans[at], (word, None if word.head == at else spans[word.head])


def _sentence_spans(sentences: Sequence[Sentence]) -> Iterator[_Span]:
    start = 0
    for sentence in sentences:
        end = start + sum(len(_bare(word.text)) for word in sentence)
        yield start, end
        start = end


def _letters(sentences: Sequence[Sentence]) -> str:
    return "".join(_bare(word.text) for sentence in sentences for word in sentence)


def _bare(text: str) -> str:
    return "".join(text.split())
