"""Stage two: what could be said. The text model words the facts of a moment as sentences that fit its pause."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cinescribe.generate.narration.answers import READ, AnswerForm, read_form
from cinescribe.generate.narration.moments import Role
from cinescribe.generate.narration.viewing import View, quoted
from cinescribe.models.hub.prompts import one_sentence
from cinescribe.models.vlm.chat import ChatAnswer, ChatRequest
from cinescribe.timing import Seconds

N_CANDIDATES = 5  # of a moment
N_EXAMPLES = 5  # real descriptions of about the same length
_MAX_TOKENS = 500  # of an answer: five sentences of twenty words, and a synopsis of seventy
_MAX_WORDS = 25  # of a sentence, however long the pause is
_MIN_WORDS = 3
# A description of usual words, which measures a voice's speed.
_PACE = "She takes the letter from the table, opens it and walks slowly to the window of the dark room."
_SENTENCE = {
    "type": "object",
    "properties": {"text": {"type": "string"}, "notes": {"type": "array", "items": {"type": "integer"}}},
    "required": ["text", "notes"],
    "additionalProperties": False,
}
_SCHEMA = {
    "type": "object",
    "properties": {"sentences": {"type": "array", "items": _SENTENCE}, "synopsis": {"type": "string"}},
    "required": ["sentences", "synopsis"],
    "additionalProperties": False,
}
# What people do while they do nothing; `sits down` is something.
_STATE = re.compile(
    r"(?:is|are|stands?|sits?|stays?|waits?|remains?|lies|lie|appears?|looks? (?:on|at|around)|watch(?:es)?)\b"
    r"(?! (?:down|up|back|back up)\b)",
    re.IGNORECASE,
)
_SKIP = re.compile(r"^\W*skip\b", re.IGNORECASE)


@dataclass(frozen=True)
class Candidate:
    """A sentence that may be said in a moment.

    Args:
        text: the sentence.
        facts: indices of the facts that it says, as far as the model named them.
        duration: that the voice needs.
        begin: from when on it may be said: the start of the last shot that it describes.
        hurry: by which share the voice must speak faster than usual to keep to the pause.
        introduces: the people whom it introduces, by id.
        probability: that all of it is true, by stage three; None if it was not asked.
        faults: why it is not said; () if nothing speaks against it.
        parts: the sentences that were checked, where this is another form of them.
        is_state: whether nobody in it does anything: people only stand, sit or are there.
    """

    text: str
    facts: tuple[int, ...] = ()
    duration: Seconds = 0.0
    begin: Seconds = 0.0
    hurry: float = 0.0
    introduces: tuple[str, ...] = ()
    probability: float | None = None
    faults: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    is_state: bool = False

    @property
    def checked_as(self) -> tuple[str, ...]:
        """The sentences whose checks say whether it is true."""
        return self.parts or (self.text,)


def room_of(view: View, candidate: Candidate) -> Seconds:
    """Return how long a sentence may take: from where it may begin to the end of the pause."""
    span = view.moment.span
    return span.end - max(span.start, candidate.begin)


@dataclass(frozen=True)
class Draft:
    """The candidates of a moment.

    Args:
        view: what is seen.
        prompt: the last question to the text model; "" if there was nothing to say.
        answer: its words.
        form: of the answer.
        is_skipped: whether the model says that nothing is worth a sentence.
        candidates: the sentences, faulty ones included.
        synopsis: of the scene before this moment, in the model's words; "" if it gave none.
        n_requests: that were asked for them.
    """

    view: View
    prompt: str = ""
    answer: str = ""
    form: AnswerForm = "unreadable"
    is_skipped: bool = False
    candidates: tuple[Candidate, ...] = ()
    synopsis: str = ""
    n_requests: int = 0


@dataclass(frozen=True)
class Speaker:
    """The voice that will say the sentences.

    Args:
        duration: of a text, as it will be spoken.
    """

    duration: Callable[[str], Seconds]

    def n_words(self, room: Seconds) -> int:
        """Return how many words fit into a pause, by the voice's own speed."""
        pace = self.duration(_PACE) / len(_PACE.split())
        return min(max(math.floor(room / pace), 0), _MAX_WORDS)


def draft_request(view: View, known: Sequence[str], *, n_words: int, examples: Sequence[str]) -> ChatRequest | None:
    """Return the question for sentences about what is seen; None if nothing is, or there is no room for a sentence.

    Args:
        view: what is seen.
        known: what the listener knows, as lines of a prompt.
        n_words: that fit into the pause.
        examples: descriptions of about that length.
    """
    if not view.facts or n_words < _MIN_WORDS:
        return None
    return ChatRequest(_prompt(view, known, n_words, examples), schema=_SCHEMA, max_tokens=_MAX_TOKENS)


def nearest_examples(examples: Sequence[str], n_words: int) -> list[str]:
    """Return those of some descriptions whose lengths are nearest to a number of words."""
    return sorted(examples, key=lambda text: abs(len(text.split()) - n_words))[:N_EXAMPLES]


def _prompt(view: View, known: Sequence[str], n_words: int, examples: Sequence[str]) -> str:
    lines = ["You write the audio description of a film for blind people. Notes of what is seen now:"]
    for n, fact in enumerate(view.facts, 1):
        lines.append(f"{n}. {fact.text}" + (f" ({fact.to_whom})" if fact.to_whom else ""))
    if view.detail:
        lines.append(f"Also visible: {view.detail}")
    lines += known
    if view.moment.dialogue:
        lines.append("The listener heard: " + " ".join(quoted(line) for line in view.moment.dialogue))
    if examples:
        lines.append("Good descriptions of this length, of other films:")
        lines += [f"- {example}" for example in examples]
    lines += [
        f"Write {N_CANDIDATES} different sentences, each of at most {n_words} words, the first of at most "
        f"{max(n_words // 2, _MIN_WORDS)}, from short to long. Each is said instead of the others.",
        "Use the present tense and active verbs. Say only what the notes say, the most important first. Keep names "
        "exactly as they are.",
        "Do not mention camera, picture, sound, thoughts or moods, and nothing that the listener knows already.",
        "Name for each sentence the numbers of the notes that it uses. If nothing is worth a sentence, answer SKIP.",
        "Sum up as synopsis, in at most 70 words, what the listener knew of this scene before these notes.",
        # Small models copy an example with words.
        'Answer in JSON: {"sentences": [{"text": "...", "notes": [1]}], "synopsis": "..."}',
    ]
    return "\n".join(lines)


def with_sentences(draft: Draft, answer: ChatAnswer, speaker: Speaker, roles: Sequence[Role]) -> Draft:
    """Return a draft with the sentences of an answer, each with the time that the voice needs."""
    read = read_form(answer, prompt=draft.prompt, schema=_SCHEMA)
    if read.value is None and _SKIP.match(answer.text.strip()):
        return replace(draft, answer=answer.text, form="prose", is_skipped=True)
    found = _from_json(read.value) if read.value is not None else [(line, ()) for line in read.lines]
    n_facts = len(draft.view.facts)
    texts: dict[str, tuple[int, ...]] = {}
    for text, numbers in found:
        sentence = named_as_cast(one_sentence(text), roles)
        if " " in sentence and not _SKIP.match(sentence):  # one word says nothing
            texts.setdefault(sentence, tuple(n - 1 for n in numbers if 1 <= n <= n_facts))
    candidates = tuple(
        Candidate(text, facts, speaker.duration(text), _begin(draft.view, facts), is_state=_is_state(draft.view, facts))
        for text, facts in list(texts.items())[:N_CANDIDATES]
    )
    known = {candidate.text for candidate in draft.candidates}
    new = tuple(candidate for candidate in candidates if candidate.text not in known)
    is_skipped = not texts and any(_SKIP.match(text) for text, _ in found)
    form: AnswerForm = read.form if texts or is_skipped or read.form not in READ else "unreadable"
    synopsis = read.value.get("synopsis") if isinstance(read.value, dict) else None
    return replace(
        draft,
        answer=answer.text,
        form=form,
        is_skipped=is_skipped,
        candidates=(*draft.candidates, *new),
        synopsis=" ".join(synopsis.split()) if isinstance(synopsis, str) else draft.synopsis,
    )


def _is_state(view: View, facts: Sequence[int]) -> bool:
    return bool(facts) and all(_STATE.match(view.facts[n].does) is not None for n in facts)


def _begin(view: View, facts: Sequence[int]) -> Seconds:
    described = [view.facts[n] for n in facts] or view.facts
    return view.moment.begin(tuple(fact.shot for fact in described))


def _from_json(value: Any) -> list[tuple[str, tuple[int, ...]]]:
    """The sentences of a JSON answer with the numbers of their notes: as asked for, as a list, or as plain texts."""
    if isinstance(value, dict):
        value = value.get("sentences", [value] if "text" in value else ())
    found: list[tuple[str, tuple[int, ...]]] = []
    for item in value if isinstance(value, list) else ():
        text = item.get("text") if isinstance(item, dict) else item
        numbers = item.get("notes", ()) if isinstance(item, dict) else ()
        if isinstance(text, str):
            whole = numbers if isinstance(numbers, list) else ()
            found.append((text, tuple(n for n in whole if isinstance(n, int) and not isinstance(n, bool))))
    return found


def named_as_cast(sentence: str, roles: Sequence[Role]) -> str:
    """Return a sentence with names in the cast's spelling; words for people without a name keep a first capital."""
    for role in roles:
        sentence = re.sub(rf"\b{re.escape(role.name)}\b", role.name, sentence, flags=re.IGNORECASE)
    return sentence[:1].upper() + sentence[1:]


def people_named(sentence: str, roles: Sequence[Role]) -> tuple[Role, ...]:
    """Return the people that a sentence names, in the order of their first mention."""
    found = [
        (match.start(), -len(role.name), role)
        for role in roles
        if (match := re.search(rf"\b{re.escape(role.name)}\b", sentence, re.IGNORECASE))
    ]
    return tuple(role for _, _, role in sorted(found, key=lambda item: item[:2]))
