"""Action score (Shot-by-Shot, Xie et al. 2025): does the description have the reference's actions, by any person?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ScoreError
from cinescribe.language.tokens.parsed_sentence import Parser, Sentence, Word
from cinescribe.language.wordnet.wordnet import wordnet
from cinescribe.metrics.core.masked_mean import masked_mean_score
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import Score, metric_signature
from cinescribe.metrics.core.similarity import Similarity, similarities

_TEXT_WEIGHT, _VERB_WEIGHT = 0.8, 0.2  # of the similarity of texts, and of phrases with the same verb
_BATCH = 64  # items whose texts are compared at once
_SOMEONE = "someone"
_OWN_ACTIONS = frozenset(("conj", "advcl", "parataxis", "acl:relcl"))  # verbs that are actions beside their head's
_NOT_IN_PHRASES = frozenset(("punct", "cc"))
_NOT_OF_VERBS = frozenset(("nsubj", "nsubj:pass", "csubj", "expl", "mark", "aux", "aux:pass", "cop"))
_BREAKS = (",", ";", ":")  # between the parts of a sentence


@dataclass(frozen=True)
class Action:
    """An action that a text describes.

    Attributes:
        phrase: verb, object and what else belongs to it, without the subject; names and pronouns are `someone`.
        verb: base form, with its particle: `sit down`; None for a text without a verb.
        complement: what distinguishes the senses of common verbs: the base form of the object (`take seat`), else of an
            adverb (`walk away`), else the preposition of a phrase (`walk into`); None where there is none.
    """

    phrase: str
    verb: str | None
    complement: str | None = None


def action_score(
    pairs: Pairs, parser: Parser, similarity: Similarity, *, given: Mapping[str, Sequence[str]] | None = None
) -> Score:
    """Return the Action score: how near each action of the reference is to the nearest one of the description.

    An action's value is .8 times its largest similarity to an action, a part or the whole of the description, and .2
    times its largest similarity to an action with the same verb, or 0 if there is none. An item has the mean of its
    actions; there is no penalty for further actions in the description. Of several references all actions count.

    The authors have the actions of their references written by a language model (`given`; here they come from the
    parser), compare by gte-Qwen2-7B with an instruction, subtract .25 and double. Here nothing is rescaled. They leave
    out items without a description; here these have 0. The signature says `approx:yes`.

    Args:
        pairs: the captions.
        parser: finds actions.
        similarity: of texts.
        given: the reference's actions as sentences, by id, in place of those that the parser finds.

    Raises:
        ScoreError: when no reference has an action.
    """
    wanted, found = _wanted_actions(pairs, parser, given), _actions_and_parts(pairs.candidates, parser)
    values = np.zeros(len(pairs.ids))
    for start in range(0, len(values), _BATCH):
        part = slice(start, start + _BATCH)
        values[part] = _values(wanted[part], found[part], similarity)
    signature = metric_signature(
        "Action",
        actions="parsed" if given is None else "given",
        parser=parser.name,
        sim=similarity.name,
        weights=f"{_TEXT_WEIGHT},{_VERB_WEIGHT}",
        rescale="no",
        approx="yes",
    )
    return masked_mean_score(
        "Action",
        pairs.ids,
        values,
        mask=np.array([bool(actions) for actions in wanted], np.bool_),
        wanted="an action in its reference",
        signature=signature,
    )


def actions(texts: Sequence[str], parser: Parser) -> list[tuple[Action, ...]]:
    """Return the actions of each text: its verbs with what belongs to them, without their subjects.

    `Anna sits down and pats Joey.` has `sits down` and `pats someone`. A verb that completes another one
    (`sees him leave`) belongs to its phrase.
    """
    return [
        tuple(action for sentence in sentences for action in _sentence_actions(sentence))
        for sentences in parser.parse(list(texts))
    ]


def _wanted_actions(pairs: Pairs, parser: Parser, given: Mapping[str, Sequence[str]] | None) -> list[list[Action]]:
    """The actions of each item's references."""
    if given is not None:
        missing = next((key for key in pairs.ids if key not in given), None)
        if missing is not None:
            raise ScoreError(f"item {missing!r} has no actions; give those of every item (`actions`), or of none")
        return [_as_actions(given[key], parser) for key in pairs.ids]
    flat = iter(actions(list(chain.from_iterable(pairs.references)), parser))
    return [_distinct(chain.from_iterable(next(flat) for _ in texts)) for texts in pairs.references]


def _as_actions(texts: Sequence[str], parser: Parser) -> list[Action]:
    """Sentences of one action each; one without a verb is taken as it is."""
    parsed = actions(texts, parser)
    return _distinct(own[0] if own else Action(text, None) for text, own in zip(texts, parsed, strict=True))


def _actions_and_parts(texts: Sequence[str], parser: Parser) -> list[list[Action]]:
    """The actions of each text, then its sentences and their parts between commas, without a verb."""
    return [
        _distinct(
            chain.from_iterable(
                (*_sentence_actions(sentence), *(Action(part, None) for part in _parts(sentence)))
                for sentence in sentences
            )
        )
        for sentences in parser.parse(list(texts))
    ]


def _parts(sentence: Sentence) -> Iterator[str]:
    """A sentence without punctuation, and its parts between commas."""
    yield _words(sentence, (at for at, word in enumerate(sentence) if word.pos != "PUNCT"))
    start = 0
    for at in (*(at for at, word in enumerate(sentence) if word.text in _BREAKS), len(sentence)):
        if part := _words(sentence, (n for n in range(start, at) if sentence[n].pos != "PUNCT")):
            yield part
        start = at + 1


def _values(wanted: Sequence[list[Action]], found: Sequence[list[Action]], similarity: Similarity) -> list[float]:
    """The value of each item; their texts are compared in one call."""
    left = list(dict.fromkeys(action.phrase for own in wanted for action in own))
    right = list(dict.fromkeys(action.phrase for own in found for action in own))
    if not left or not right:
        return [0.0] * len(wanted)
    table = similarities(left, right, similarity=similarity)
    rows, columns = ({text: at for at, text in enumerate(texts)} for texts in (left, right))
    return [_item_value(ours, theirs, table, rows, columns) for ours, theirs in zip(wanted, found, strict=True)]


def _item_value(
    wanted: list[Action],
    found: list[Action],
    table: NDArray[np.float64],
    rows: Mapping[str, int],
    columns: Mapping[str, int],
) -> float:
    if not wanted or not found:
        return 0.0
    values = []
    for action in wanted:
        near = [float(table[rows[action.phrase], columns[other.phrase]]) for other in found]
        same = [
            value
            for value, other in zip(near, found, strict=True)
            if other.verb is not None and other.verb == action.verb
        ]
        values.append(_TEXT_WEIGHT * max(near) + _VERB_WEIGHT * max([0.0, *same]))
    return float(np.mean(values))


def _sentence_actions(sentence: Sentence) -> Iterator[Action]:
    children: dict[int, list[int]] = {}
    for at, word in enumerate(sentence):
        if word.head != at:
            children.setdefault(word.head, []).append(at)
    verbs = [
        at for at, word in enumerate(sentence) if word.pos == "VERB" and (word.head == at or word.dep in _OWN_ACTIONS)
    ]
    if not verbs:
        yield from _untagged_action(sentence)
    for at in verbs:
        own = children.get(at, ())
        yield Action(_phrase(sentence, at, children), _verb(sentence, at, own), _complement(sentence, own, children))


def _untagged_action(sentence: Sentence) -> Iterator[Action]:
    """The action of a sentence in which the parser sees no verb: `Monica beams.` may be two nouns."""
    for at, word in enumerate(sentence):
        if at and word.text.islower() and word.text.endswith("s"):
            base = next((base for base in wordnet().bases(word.text, "v") if base != word.text), None)
            if base is not None:
                places = (n for n in range(at, len(sentence)) if sentence[n].pos != "PUNCT")
                yield Action(_words(sentence, places), base)
                return


def _phrase(sentence: Sentence, verb: int, children: Mapping[int, Sequence[int]]) -> str:
    """The words that belong to a verb, in order."""
    places, open_places = [], [verb]
    while open_places:
        at = open_places.pop()
        places.append(at)
        open_places += [child for child in children.get(at, ()) if not _is_left_out(sentence, child, at == verb)]
    return _words(sentence, sorted(places))


def _words(sentence: Sentence, places: Iterable[int]) -> str:
    """Words of a sentence as one text, without names; a name of several words is one `someone`."""
    words: list[str] = []
    for at in places:
        word = _plain(sentence[at])
        if word != _SOMEONE or words[-1:] != [_SOMEONE]:
            words.append(word)
    return " ".join(words)


def _is_left_out(sentence: Sentence, at: int, of_verb: bool) -> bool:
    word = sentence[at]
    is_other_action = word.dep in _OWN_ACTIONS and word.pos == "VERB"
    return is_other_action or word.dep in _NOT_IN_PHRASES or (of_verb and word.dep in _NOT_OF_VERBS)


def _plain(word: Word) -> str:
    is_person = word.pos == "PRON" and "PronType=Prs" in word.features and word.lemma != "it"
    if word.pos == "PROPN" or (is_person and "Poss=Yes" not in word.features):
        return _SOMEONE
    return "their" if is_person else word.text.lower()


def _verb(sentence: Sentence, at: int, own: Sequence[int]) -> str:
    particles = [sentence[child].text.lower() for child in own if sentence[child].dep == "compound:prt"]
    return " ".join((sentence[at].lemma, *particles))


def _complement(sentence: Sentence, own: Sequence[int], children: Mapping[int, Sequence[int]]) -> str | None:
    cases = [child for place in own if sentence[place].dep == "obl" for child in children.get(place, ())]
    of_kinds = (
        [child for child in own if sentence[child].dep == "obj"],
        [child for child in own if sentence[child].dep == "advmod"],
        [child for child in cases if sentence[child].dep == "case"],
    )
    word = next((sentence[places[0]] for places in of_kinds if places), None)
    return None if word is None else _SOMEONE if _plain(word) == _SOMEONE else word.lemma


def _distinct(found: Iterable[Action]) -> list[Action]:
    return list(dict.fromkeys(found))
