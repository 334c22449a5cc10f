"""The shipped parser: a spaCy pipeline trained on Universal Dependencies, with lemmas from WordNet."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from spacy.language import Language
from spacy.tokens import Doc

from cinescribe.language.parser.lemmas import lemma
from cinescribe.language.parser.parser_weights import read_parser
from cinescribe.language.parser.treebank import TreebankSentence
from cinescribe.language.tokens.parsed_sentence import Parser, Sentence, Word

SHIPPED_PARSER = Path(__file__).resolve().parents[2] / "weights" / "parser"

_BATCH = 256  # texts
_PARAGRAPHS = re.compile(r"\n\s*\n")
_ENDLESS = re.compile(r"\S{100}(?=\S)")  # spaCy takes brackets off a word one by one, and searches the rest each time
_COLUMNS: list[int | str] = ["ORTH", "POS", "MORPH", "DEP", "HEAD", "SENT_START"]


@lru_cache(maxsize=1)
def shipped_parser() -> Parser:
    """Return the parser that ships with Cinescribe, loaded once.

    Raises:
        ModelError: when its weights are missing or broken.
    """
    return load_parser(SHIPPED_PARSER)


def load_parser(folder: Path) -> TrainedParser:
    """Load a parser that `train_parser` wrote.

    Raises:
        ModelError: when the folder holds no parser, or an incomplete one.
    """
    nlp, metadata = read_parser(folder)
    return TrainedParser(metadata.name, nlp, metadata.lemmas)


def parse_texts(texts: Sequence[str], *, parser: Parser | str | Path | None = None) -> list[list[Sentence]]:
    """Return the parsed sentences of each text.

    Args:
        texts: English texts.
        parser: a parser, or the folder of a trained one; by default the bundled one.

    Raises:
        ModelError: when the folder holds no parser.

    Example:
        >>> [word.lemma for word in parse_texts(["Dogs ran."])[0][0]]
        ['dog', 'run', '.']
    """
    return parser_of(parser).parse(texts)


def parser_of(given: Parser | str | Path | None) -> Parser:
    """Return a parser: the given one, one that was trained to a folder, or by default the bundled one.

    Raises:
        ModelError: when the folder holds no parser.
    """
    if isinstance(given, str | Path):
        return load_parser(Path(given))
    return shipped_parser() if given is None else given


class TrainedParser:
    """A pipeline trained by `train_parser` as a `Parser`."""

    def __init__(self, name: str, nlp: Language, lemmas: Mapping[str, str]) -> None:
        self.name = name
        self._nlp = nlp
        self._lemmas = lemmas

    def parse(self, texts: Sequence[str]) -> list[list[Sentence]]:
        """Return the sentences of each text, in order; an empty text has none."""
        paragraphs = [(at, part) for at, text in enumerate(texts) for part in _paragraphs(text)]
        converter = _DocConverter(self._nlp, self._lemmas)
        parses: list[list[Sentence]] = [[] for _ in texts]
        docs = self._nlp.pipe([part for _, part in paragraphs], batch_size=_BATCH)
        for (at, _), doc in zip(paragraphs, docs, strict=True):
            parses[at] += converter.sentences(doc)
        return parses

    def parse_words(self, trees: Sequence[TreebankSentence]) -> list[Sentence]:
        """Return a new parse of each tree's sentence, with the tree's own words."""
        docs = [_pretokenized(self._nlp, tree) for tree in trees]
        converter = _DocConverter(self._nlp, self._lemmas)
        return [next(converter.sentences(doc)) for doc in self._nlp.pipe(docs, batch_size=_BATCH)]


def _pretokenized(nlp: Language, tree: TreebankSentence) -> Doc:
    starts: list[bool | int | None] = [at == 0 for at in range(len(tree.words))]
    return Doc(nlp.vocab, words=[word.text for word in tree.words], spaces=list(tree.spaces), sent_starts=starts)


class _DocConverter:
    """Converts spaCy's documents to sentences, with a cache of words."""

    def __init__(self, nlp: Language, lemmas: Mapping[str, str]) -> None:
        self._strings = nlp.vocab.strings
        self._lemmas = lemmas
        self._words: dict[tuple[int, int, int], tuple[str, str, str, str]] = {}
        self._relations: dict[int, str] = {}

    def sentences(self, doc: Doc) -> Iterator[Sentence]:
        columns = doc.to_array(_COLUMNS)
        rows = columns.tolist()
        heads = columns[:, 4].astype("int64").tolist()  # offsets from the word; the array itself is unsigned
        starts = [at for at, row in enumerate(rows) if row[5] == 1]
        for start, end in zip(starts, [*starts[1:], len(rows)], strict=True):
            yield tuple(self._word(rows[at], at - start + heads[at]) for at in range(start, end))

    def _word(self, row: list[int], head: int) -> Word:
        orth, pos, morph, dep, _, _ = row
        key = orth, pos, morph
        fields = self._words.get(key) or self._words.setdefault(key, self._fields(*key))
        relation = self._relations.get(dep) or self._relations.setdefault(dep, self._relation(dep))
        return Word(*fields, head, relation)

    def _fields(self, orth: int, pos: int, morph: int) -> tuple[str, str, str, str]:
        text, tag = self._strings[orth], self._strings[pos]
        features = self._strings[morph].replace("_", "")
        return text, lemma(text, tag, features=features, table=self._lemmas), tag, features

    def _relation(self, dep: int) -> str:
        name: str = self._strings[dep]
        return "root" if name == "ROOT" else name


def _paragraphs(text: str) -> list[str]:
    """The parts of a text between empty lines, with white space as single spaces, and in endless words."""
    parts = _PARAGRAPHS.split(_ENDLESS.sub(r"\g<0> ", text))
    return [words for part in parts if (words := " ".join(part.split()))]
