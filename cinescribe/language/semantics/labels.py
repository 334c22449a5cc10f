"""Labels of sentences: (subject, verb, object, location) of each clause, as in Rohrbach et al. 2017, section 4.1.1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Self

from cinescribe.language.parser.parse import parser_of
from cinescribe.language.semantics.people import parse_people
from cinescribe.language.semantics.propositions import Proposition, label, propositions
from cinescribe.language.semantics.tree import SentenceTree, dependency_tree
from cinescribe.language.semantics.understanding import Lexicons, understand
from cinescribe.language.tokens.parsed_sentence import Parser, Sentence
from cinescribe.record import Record

LabelSource = Literal["verbnet", "syntax", "match"]


@dataclass(frozen=True)
class SenseLabels(Record):
    """The senses of a clause's labels: word and number of its sense in WordNet, `bus#1`; empty where none is known."""

    subject: str = ""
    verb: str = ""
    object: str = ""
    location: str = ""


@dataclass(frozen=True)
class ClauseLabels(Record):
    """The labels of a clause; a role that nothing fills is empty.

    Attributes:
        clip: id of the clip; empty for a text without one.
        sentence: number of the sentence in its text, from 0.
        clause: number of the clause in its sentence, from 0.
        subject, object, location: head words of phrases, as lemmas, or the names of their senses.
        verb: base form, with its particle if WordNet has both, or the name of its sense.
        senses: the sense of each label; None if no senses were looked for.
        verb_class: VerbNet's class of the verb; None without VerbNet. In JSON it is `class`.
        by: what the roles come from: VerbNet's frames, only syntax, or a match of known labels with the text.
        is_main: whether this is the first main clause of the text, which translation learns from.
    """

    clip: str
    sentence: int
    clause: int
    subject: str
    verb: str
    object: str
    location: str
    senses: SenseLabels | None = None
    verb_class: str | None = None
    by: LabelSource = "syntax"
    is_main: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The record as JSON values; `verb_class` is written as `class`."""
        values = {"senses": None, "verb_class": None} | super().to_dict()
        names = ("clip", "sentence", "clause", *SenseLabels().to_dict(), "senses", "verb_class", "by", "is_main")
        return {"class" if name == "verb_class" else name: values[name] for name in names}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """The record that `to_dict` gave.

        Raises:
            RecordError: when a field is missing, unknown or of another type.
        """
        if isinstance(values, dict) and "class" in values and "verb_class" not in values:
            values = {"verb_class" if name == "class" else name: value for name, value in values.items()}
        return super().from_dict(values)

    @property
    def roles(self) -> tuple[str, str, str, str]:
        """Subject, verb, object and location."""
        return self.subject, self.verb, self.object, self.location


def label_texts(
    texts: Sequence[str],
    parser: Parser | str | Path | None = None,
    *,
    clips: Sequence[str] | None = None,
    keep_ids: bool = False,
    lexicons: Lexicons | None = None,
) -> list[list[ClauseLabels]]:
    """Return the labels of each text; a text that is empty or without a verb has none.

    Args:
        texts: sentences or captions.
        parser: a parser, or the folder of a trained one; by default the bundled one.
        clips: ids of the texts' clips.
        keep_ids: people keep their ids (`p1`); by default each is `someone`.
        lexicons: VerbNet, and what finds word senses; by default the labels are words and the roles come from syntax.
    """
    parses = parse_people(texts, parser_of(parser), keep_ids=keep_ids)
    names = clips if clips is not None else [""] * len(texts)
    return [labels(parse, clip=clip, lexicons=lexicons) for clip, parse in zip(names, parses, strict=True)]


def labels(sentences: Sequence[Sentence], *, clip: str = "", lexicons: Lexicons | None = None) -> list[ClauseLabels]:
    """Return the labels of one parsed text, a tuple for each clause.

    A clause has a tuple for each of its subjects, and for each of its further objects, as in `P1 and P2 carry a box`.
    Clauses without a subject, object and location are kept: `waves`.

    Args:
        sentences: the parsed text.
        clip: id of its clip.
        lexicons: as in `label_texts`.
    """
    found: list[ClauseLabels] = []
    for n, sentence in enumerate(sentences):
        has_main = any(one.is_main for one in found)
        tree = dependency_tree(sentence)
        for stated in propositions(tree):
            is_main = stated.is_main and not has_main
            one = _labelled(tree, stated, lexicons, place=(clip, n, stated.number), is_main=is_main)
            if not any(other.roles == one.roles and other.sentence == n for other in found):
                has_main = has_main or is_main
                found.append(one)
    return found


def _labelled(
    tree: SentenceTree, stated: Proposition, lexicons: Lexicons | None, *, place: tuple[str, int, int], is_main: bool
) -> ClauseLabels:
    """The labels of a proposition; `place` is its clip, sentence and clause."""
    if lexicons is None:
        filled = stated.roles
        values = label(tree, filled.subject), stated.verb, label(tree, filled.object), label(tree, filled.location)
        return ClauseLabels(*place, *values, is_main=is_main)
    understood = understand(tree, stated, lexicons)
    return ClauseLabels(
        *place,
        *(understood.names if lexicons.kind == "sense" else understood.texts),
        senses=SenseLabels(*understood.senses),
        verb_class=understood.verb_class,
        by="syntax" if understood.verb_class is None else "verbnet",
        is_main=is_main,
    )
