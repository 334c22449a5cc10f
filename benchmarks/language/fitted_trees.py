"""Trees fitted to known scene graphs, as training data where tuples of captions are known but not their parses.

The records of the original SPICE hold the tuples of captions, not their trees. The search starts from a parse and
changes one word at a time (head, relation or part of speech). Each step takes the change whose tuples match the known
ones best; the search stops when no change improves the match.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

from cinescribe.language.parser.treebank import TreebankSentence
from cinescribe.language.scene_graph.scene_graph import SceneTuple, scene_tuples
from cinescribe.language.tokens.parsed_sentence import Parser, Sentence, Word
from cinescribe.language.wordnet.wordnet import Pos, wordnet
from cinescribe.store import write_text

_MAX_CHANGES = 8  # of a caption
_MIN_GAIN = 0.004  # in F1, of a change
_MAX_DISTANCE = 3  # words between a noun and a modifier before it
_NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM"})
_OPEN = frozenset({"NOUN", "PROPN", "PRON", "NUM", "VERB", "ADJ", "ADV"})  # words that may be changed
_RETAGGED: dict[str, Pos] = {"NOUN": "n", "VERB": "v", "ADJ": "a"}
_ROOTS = frozenset({"NOUN", "PROPN", "VERB"})


@dataclass(frozen=True)
class FittedTree:
    """A fitted tree, the F1 of its tuples against the known ones, and the number of changes made."""

    words: Sentence
    f1: float
    n_changes: int


def fitted_treebank(
    texts: Sequence[str], tuples: Sequence[Sequence[SceneTuple]], *, parser: Parser, min_f1: float = 0.6
) -> list[TreebankSentence]:
    """Return fitted trees of captions for `train_parser`, each a paragraph of its own.

    Args:
        texts: captions, one sentence each.
        tuples: known tuples of each caption.
        parser: parser for the initial parses.
        min_f1: captions below this F1 are left out, since a tree that does not explain the tuples is noise.
    """
    parses = parser.parse(texts)
    fits = [fit_tree(_joined(parse), known) for parse, known in zip(parses, tuples, strict=True) if parse]
    return [
        TreebankSentence(fit.words, (True,) * len(fit.words), starts_paragraph=True) for fit in fits if fit.f1 >= min_f1
    ]


def write_treebank(trees: Sequence[TreebankSentence], path: Path) -> None:
    """Write trees as CoNLL-U, for `read_treebank`.

    Raises:
        OutputError: when the file cannot be written.
    """
    text = "".join(("# newpar\n" if tree.starts_paragraph else "") + _conllu_rows(tree) + "\n" for tree in trees)
    write_text(path, text)


def fit_tree(words: Sentence, known: Sequence[SceneTuple]) -> FittedTree:
    """Return the best tree that greedy single changes reach from a parsed caption."""
    wanted = frozenset(known)
    f1 = _f1(words, wanted)
    for n_changes in range(_MAX_CHANGES):
        better = max(_changed(words), key=lambda other: _f1(other, wanted), default=words)
        reached = _f1(better, wanted)
        if reached <= f1 + _MIN_GAIN:
            return FittedTree(words, f1, n_changes)
        words, f1 = better, reached
    return FittedTree(words, f1, _MAX_CHANGES)


def _f1(words: Sentence, wanted: frozenset[SceneTuple]) -> float:
    predicted = set(scene_tuples([words]))
    return 2 * len(predicted & wanted) / max(len(predicted) + len(wanted), 1)


def _joined(sentences: Sequence[Sentence]) -> Sentence:
    """A caption as one sentence; roots of later sentences become `parataxis` of the first root."""
    words: list[Word] = []
    root: int | None = None
    for sentence in sentences:
        start = len(words)
        for at, word in enumerate(sentence):
            if word.head != at:
                words.append(replace(word, head=word.head + start))
            elif root is None:
                root = start + at
                words.append(replace(word, head=root))
            else:
                words.append(replace(word, head=root, dep="parataxis"))
    return tuple(words)


def _changed(words: Sentence) -> Iterator[Sentence]:
    """The sentence with one word changed, in every way that leaves a projective tree."""
    for at, word in enumerate(words):
        if word.pos in _OPEN:
            yield from filter(_is_projective, _reattached(words, at) if word.head != at else _rerooted(words, at))
            yield from _remodifying(words, at)
            yield from _retagged(words, at)


def _reattached(words: Sentence, at: int) -> Iterator[Sentence]:
    for head in range(len(words)):
        for dep in _relations(words, at, head):
            if (head, dep) != (words[at].head, words[at].dep):
                yield _with(words, at, replace(words[at], head=head, dep=dep))


def _rerooted(words: Sentence, root: int) -> Iterator[Sentence]:
    for at, word in enumerate(words):
        if word.head == root != at and word.pos in _ROOTS:
            raised = _with(words, at, replace(word, head=at, dep="root"))
            for dep in _relations(words, root, at):
                yield _with(raised, root, replace(words[root], head=at, dep=dep))


def _remodifying(words: Sentence, at: int) -> Iterator[Sentence]:
    """An adjective before a noun as part of a compound, and the other way round."""
    word, text = words[at], words[at].text.lower()
    if word.dep in {"amod", "compound", "nummod"} and at < word.head:
        if word.dep != "compound" and _may_be(text, "n"):
            yield _with(words, at, replace(_tagged(word, "NOUN"), dep="compound"))
        if word.dep != "amod" and _may_be(text, "a"):
            yield _with(words, at, replace(_tagged(word, "ADJ"), dep="amod"))


def _retagged(words: Sentence, at: int) -> Iterator[Sentence]:
    """A word as another part of speech, where its form and position allow that.

    SPICE's tagger mistook verbs for nouns in `a man holding a bat` and `two towers rise`; these errors are not
    imitated. Its errors in captions of lemmas (`a dog jump`) can be learnt.
    """
    word, text = words[at], words[at].text.lower()
    for tag, part in _RETAGGED.items():
        if tag == word.pos or wordnet().morphy(text, part) is None:
            continue
        if tag == "NOUN" and word.pos == "VERB" and (text.endswith("ing") or _follows_plural(words, at)):
            continue
        if tag == "VERB" and word.pos in _NOMINAL and (at == 0 or words[at - 1].pos not in {"NOUN", "PROPN", "AUX"}):
            continue
        yield _with(words, at, _tagged(word, tag))


def _follows_plural(words: Sentence, at: int) -> bool:
    return at > 0 and "Number=Plur" in words[at - 1].features


def _relations(words: Sentence, at: int, head: int) -> tuple[str, ...]:
    """Possible relations of a word to a head, by their parts of speech, order and prepositions."""
    word, other = words[at], words[head]
    follows, has_case = head < at, any(child.head == at and child.dep == "case" for child in words)
    is_before, by_noun = 0 < head - at <= _MAX_DISTANCE, other.pos in _NOMINAL
    if head == at:
        return ()
    if word.pos in _NOMINAL and by_noun:
        nmod, compound = ("nmod",) if has_case and follows else (), ("compound",) if is_before and not has_case else ()
        return (*nmod, *(("conj",) if follows else ()), *compound)
    if word.pos in _NOMINAL and other.pos == "VERB":
        return ("obl",) if has_case else ("obj",) if follows else ("nsubj",)
    if word.pos in _NOMINAL and other.pos == "ADJ":
        return ("obl",) if has_case else ()
    if word.pos == "VERB" and by_noun:
        return ("acl",) if follows else ("amod",) if is_before else ()
    if word.pos == "VERB" and other.pos == "VERB":
        return ("advcl", "conj") if follows else ()
    if word.pos == "ADJ" and by_noun:
        return ("amod",)
    return ("advmod",) if word.pos == "ADV" and other.pos in {"VERB", "NOUN", "ADJ"} else ()


def _may_be(text: str, part: Pos) -> bool:
    return wordnet().morphy(text, part) is not None or not wordnet().synsets(text)


def _tagged(word: Word, tag: str) -> Word:
    text = word.text.lower()
    features = _features(text, tag)
    return replace(word, pos=tag, features=features, lemma=wordnet().lemma(text, tag, features))


def _features(text: str, tag: str) -> str:
    if tag == "NOUN":
        return "Number=Sing" if wordnet().lemma(text, "NOUN", "Number=Plur") == text else "Number=Plur"
    if tag == "ADJ":
        return "Degree=Pos"
    forms = {"ing": "Tense=Pres|VerbForm=Part", "ed": "Tense=Past|VerbForm=Part"}
    return next((form for ending, form in forms.items() if text.endswith(ending)), "Mood=Ind|Tense=Pres|VerbForm=Fin")


def _with(words: Sentence, at: int, word: Word) -> Sentence:
    return (*words[:at], word, *words[at + 1 :])


def _is_projective(words: Sentence) -> bool:
    """Whether the words form one tree without crossing arcs."""
    arcs = sorted((min(at, word.head), max(at, word.head)) for at, word in enumerate(words) if word.head != at)
    crossing = any(start < other < end < last for (start, end), (other, last) in combinations(arcs, 2))
    return not crossing and all(_reaches_root(words, at) for at in range(len(words)))


def _reaches_root(words: Sentence, at: int) -> bool:
    for _ in words:
        if words[at].head == at:
            return True
        at = words[at].head
    return False


def _conllu_rows(tree: TreebankSentence) -> str:
    rows = []
    for at, (word, space) in enumerate(zip(tree.words, tree.spaces, strict=True)):
        head = 0 if word.head == at else word.head + 1
        after = "_" if space else "SpaceAfter=No"
        columns = (at + 1, word.text, word.lemma, word.pos, "_", word.features or "_", head, word.dep, "_", after)
        rows.append("\t".join(map(str, columns)) + "\n")
    return "".join(rows)
