"""Stage three: is it true? Each sentence becomes questions with the answers yes and no, about its own frames."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cinescribe.generate.narration.marked_frames import Legend
from cinescribe.language.tokens.parsed_sentence import Parser, Sentence
from cinescribe.models.vlm.chat import ChatAnswer, ChatRequest

_MAX_TOKENS = 3  # of an answer; the first says it
_CERTAIN = 0.02  # no answer makes a question more certain than this: models are too sure
_YES = re.compile(r"^\W*(?:yes|true|correct)\b", re.IGNORECASE)
_NO = re.compile(r"^\W*(?:no|false|incorrect|not)\b", re.IGNORECASE)
_SUBJECTS, _OBJECTS = ("nsubj", "nsubj:pass"), ("obj", "iobj", "obl")


@dataclass(frozen=True)
class Question:
    """A question to the picture model.

    Args:
        text: the question, without what the frames are.
        is_denied: whether `no` speaks for the sentence.
    """

    text: str
    is_denied: bool = False


@dataclass(frozen=True)
class Reply:
    """A question with its answer, and how probable that makes the statement; None if it is neither yes nor no."""

    question: Question
    answer: str
    probability: float | None


def statements(text: str, parser: Parser, names: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the clauses of a sentence, each as a sentence of its own: `Anna rises and opens the door.` has two.

    Args:
        text: the sentence.
        parser: of its language. It mistakes many a second subject for an object of the first verb.
        names: that begin a clause of their own after `and`, `while` or `as`.
    """
    parts = [text]
    if names:
        subject = "|".join(re.escape(name) for name in names)
        cut = re.sub(rf",? (?:and|while|as) (?=(?:{subject})\b)", "\n", text.rstrip("."), flags=re.IGNORECASE)
        bare = [f"{part[:1].upper()}{part[1:]}." for part in cut.split("\n")]
        parts = bare if all(map(_is_clause, _parses(bare, parser))) else parts
    found = [_clauses(sentence) or [part] for part, sentence in zip(parts, _parses(parts, parser), strict=True)]
    clauses = tuple(clause for some in found for clause in some)
    return clauses if len(clauses) > 1 else (text,)


def questions(statement: str, legend: Legend, *, by_vote: bool) -> tuple[Question, ...]:
    """Return the questions about one statement: two at least, since one answer alone is often wrong.

    Args:
        statement: a sentence of one clause.
        legend: of the people marked.
        by_vote: whether the model gives no probabilities; then a question more is asked, and one the other way round,
            since many models rather say yes.
    """
    bare = statement.rstrip(".")
    asked = [Question(f'Is it visible in these shots, and true in every word: "{statement}"')]
    subject = next((name for name in legend.names if bare.casefold().startswith(f"{name.casefold()} ")), None)
    if subject is None:
        asked.append(Question(f'Do you see who or what does this, and nothing else instead: "{statement}"'))
    else:
        predicate, colour = bare[len(subject) :].strip(), legend.colour_of(subject)
        asked.append(Question(f'Is it {subject} (the {colour} circle), and nobody else, who "{predicate}"?'))
    if by_vote:
        asked.append(Question(f'Is anything wrong or not visible in this sentence: "{statement}"', is_denied=True))
        asked.append(Question(f'A blind listener hears: "{statement}" Do the pictures show this?'))
    return tuple(asked)


def check_request(question: Question, frames: str, pictures: tuple[bytes, ...]) -> ChatRequest:
    """Return a question as it is sent.

    Args:
        question: the question.
        frames: what the pictures are, in words.
        pictures: the marked frames.
    """
    return ChatRequest(
        f"{frames}\n{question.text}\nAnswer with one word, yes or no.",
        pictures,
        max_tokens=_MAX_TOKENS,
        log_probability=True,
    )


def reply(question: Question, answer: ChatAnswer) -> Reply:
    """Return what an answer says: the probability of its word where the model gives it, else nearly 1 or nearly 0."""
    says_yes, says_no = _YES.match(answer.text) is not None, _NO.match(answer.text) is not None
    if says_yes == says_no:
        return Reply(question, answer.text, None)
    sure = 1.0 if answer.log_probability is None else math.exp(min(answer.log_probability, 0.0))
    yes = sure if says_yes else 1.0 - sure
    true = 1.0 - yes if question.is_denied else yes
    return Reply(question, answer.text, min(max(true, _CERTAIN), 1.0 - _CERTAIN))


def probability(replies: Sequence[Reply], *, by_vote: bool) -> float | None:
    """Return how probable one statement is.

    With probabilities, the answers are independent looks at the same statement: their odds are multiplied. Otherwise
    it is the share of answers for the statement, one for and one against added.

    Returns:
        The probability; None without a single answer.
    """
    values = [one.probability for one in replies if one.probability is not None]
    if not values:
        return None
    if by_vote:
        return (sum(value > 0.5 for value in values) + 1) / (len(values) + 2)
    odds = sum(math.log(value / (1 - value)) for value in values)
    return 1 / (1 + math.exp(-odds))


def joint(probabilities: Iterable[float | None]) -> float | None:
    """Return the probability that several statements hold: the product; None if one was not answered."""
    product = 1.0
    for value in probabilities:
        if value is None:
            return None
        product *= value
    return product


def _parses(texts: Sequence[str], parser: Parser) -> list[Sentence]:
    """The first parsed sentence of each text; () for one without words."""
    return [sentences[0] if sentences else () for sentences in parser.parse(texts)]


def _clauses(sentence: Sentence) -> list[str]:
    """The clauses of a parsed sentence; none if it has only one, or one that alone would not say what `it` is."""
    root = next((n for n, word in enumerate(sentence) if word.head == n), None)
    if root is None:
        return []
    verbs = [root, *(n for n, word in enumerate(sentence) if word.dep == "conj" and word.head == root and n != root)]
    verbs = [n for n in verbs if sentence[n].pos == "VERB"]
    if len(verbs) < 2 or verbs[0] != root:
        return []
    shared = _subject(sentence, root)
    if not shared:
        return []
    if any(word.pos == "PRON" and word.dep in _OBJECTS for word in sentence):
        return []
    out = []
    for verb in verbs:
        own = _subject(sentence, verb) or shared
        body = [
            n for n in _subtree(sentence, verb, stop=verbs) if n not in own and sentence[n].dep not in ("cc", "punct")
        ]
        out.append(_joined(sentence, [*own, *body]))
    return out


def _is_clause(sentence: Sentence) -> bool:
    """Whether somebody does something in it."""
    root = next((n for n, word in enumerate(sentence) if word.head == n), None)
    return root is not None and sentence[root].pos == "VERB" and bool(_subject(sentence, root))


def _subject(sentence: Sentence, verb: int) -> list[int]:
    at = next((n for n, word in enumerate(sentence) if word.head == verb and word.dep in _SUBJECTS), None)
    return [] if at is None else [n for n in _subtree(sentence, at, stop=()) if sentence[n].dep != "punct"]


def _subtree(sentence: Sentence, top: int, *, stop: Sequence[int]) -> list[int]:
    """The indices of a word and all that depend on it, in order, without the clauses of other verbs."""
    inside = {top}
    for _ in sentence:  # as many rounds as the tree can be deep
        inside |= {
            n
            for n, word in enumerate(sentence)
            if word.head in inside and (n not in stop or n == top) and word.head != n
        }
    return sorted(inside)


def _joined(sentence: Sentence, places: Sequence[int]) -> str:
    text = " ".join(sentence[n].text for n in places)
    text = re.sub(r"\s+(['\u2019,])", r"\1", text)
    return f"{text[:1].upper()}{text[1:].rstrip(' ,')}."
