"""Stage two: candidates. The text model words the facts of a moment as sentences that fit its pause."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cinescribe.generate.narration.answers import READ, AnswerForm, read_answer_form
from cinescribe.generate.narration.language.one_sentence_in import one_sentence_in
from cinescribe.generate.narration.language.spoken_language import ENGLISH, SpokenLanguage
from cinescribe.generate.narration.moments import Role
from cinescribe.generate.narration.naming import named_as_cast, words_for_people
from cinescribe.generate.narration.viewing import View
from cinescribe.models.vlm.chat import ChatAnswer, ChatRequest
from cinescribe.models.vlm.film_words import FILM_RULE, quoted_dialogue
from cinescribe.timing import Seconds

N_CANDIDATES = 5  # of a moment
N_EXAMPLES = 5  # real descriptions of about the same length
_MAX_TOKENS = 500  # of an answer: five sentences of twenty words, and a synopsis of seventy
_MAX_WORDS = 25  # of a sentence, however long the pause is
_MIN_WORDS = 3
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
    """A candidate sentence for a moment.

    Args:
        text: the sentence.
        gloss: the facts that it says, in English, by which it is compared with others; "" where it is English itself.
        facts: indices of the facts that it says, as far as the model named them.
        duration: that the voice needs.
        begin: its earliest start: the start of the last shot that it describes.
        hurry: by which share the voice must speak faster than usual to keep to the pause.
        introduces: the people whom it introduces, by id.
        probability: that all of it is true, by stage three; None if it was not asked.
        faults: the reasons to reject it; () if there are none.
        parts: the sentences that were checked, where this is another form of them.
        is_state: whether it has no action: people only stand, sit or are there.
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
    gloss: str = ""

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
class NarrationVoice:
    """The voice that will say the sentences.

    Args:
        duration: of a text, as it will be spoken.
        language: that it speaks, and in which sentences are written.
    """

    duration: Callable[[str], Seconds]
    language: SpokenLanguage = ENGLISH

    def length(self, room: Seconds) -> int:
        """Return how many words fit into a pause, by the voice's own speed; letters where words have no spaces."""
        pace = self.duration(self.language.pace) / self.language.pace_length()
        return min(max(math.floor(room / pace), 0), self.language.of_words(_MAX_WORDS))


def draft_request(
    view: View,
    known: Sequence[str],
    *,
    length: int,
    examples: Sequence[str],
    roles: Sequence[Role] = (),
    language: SpokenLanguage = ENGLISH,
) -> ChatRequest | None:
    """Return the question for sentences about what is seen; None if nothing is, or there is no room for a sentence.

    Args:
        view: what is seen.
        known: what the listener knows, as lines of a prompt.
        length: words that fit into the pause, or letters of a language without spaces.
        examples: descriptions of about that length.
        roles: the people of the film.
        language: of the sentences.
    """
    if not view.facts or length < language.of_words(_MIN_WORDS):
        return None
    lines = _prompt(view, known, length, examples, language)
    if not language.is_english:
        lines += words_for_people("\n".join(lines), roles, language)
        lines.append(f"Every sentence and the synopsis are in {language.name}; no word of them is English.")
    return ChatRequest("\n".join(lines), schema=_SCHEMA, max_tokens=_MAX_TOKENS)


def nearest_examples(examples: Sequence[str], length: int, language: SpokenLanguage = ENGLISH) -> list[str]:
    """Return those of some descriptions whose lengths, in words or letters, are nearest to the requested length."""
    return sorted(examples, key=lambda text: abs(language.length(text) - length))[:N_EXAMPLES]


def _prompt(
    view: View, known: Sequence[str], length: int, examples: Sequence[str], language: SpokenLanguage
) -> list[str]:
    within = "" if language.is_english else f", in {language.full_name}"
    notes = "Notes of what is seen now" + ("" if language.is_english else ", in English")
    lines = [f"You write the audio description of a film for blind people{within}. {notes}:"]
    for n, fact in enumerate(view.facts, 1):
        lines.append(f"{n}. {fact.text}" + (f" ({fact.to_whom})" if fact.to_whom else ""))
    if view.detail:
        lines.append(f"Also visible: {view.detail}")
    lines += known
    if view.moment.dialogue:
        lines.append(f"The listener heard: {quoted_dialogue(view.moment.dialogue)}")
    lines.append(f"Notes too may repeat the film. {FILM_RULE}")
    if examples:
        lines.append("Good descriptions of this length, of other films:")
        lines += [f"- {example}" for example in examples]
    shortest = max(length // 2, language.of_words(_MIN_WORDS))
    names = "exactly as they are" if language.is_english else f"as they are, inflected only as {language.name} does"
    lines += [
        f"Write {N_CANDIDATES} different sentences, each of at most {length} {language.units}, the first of at most "
        f"{shortest}, from short to long. Each is said instead of the others.",
        "Use the present tense and active verbs. Say only what the notes say, the most important first. Keep names "
        f"{names}.",
        "Do not mention camera, picture, sound, thoughts or moods, and nothing that the listener knows already.",
        "Name for each sentence the numbers of the notes that it uses. If nothing is worth a sentence, answer SKIP.",
        "Sum up as synopsis, in at most 70 words, what the listener knew of this scene before these notes.",
        # Small models copy an example with words.
        'Answer in JSON: {"sentences": [{"text": "...", "notes": [1]}], "synopsis": "..."}',
    ]
    return lines


def with_sentences(draft: Draft, answer: ChatAnswer, speaker: NarrationVoice, roles: Sequence[Role]) -> Draft:
    """Return a draft with the sentences of an answer, each with the time that the voice needs."""
    language = speaker.language
    read = read_answer_form(answer, prompt=draft.prompt, schema=_SCHEMA, any_script=not language.is_latin)
    if read.value is None and _SKIP.match(answer.text.strip()):
        return replace(draft, answer=answer.text, form="prose", is_skipped=True)
    found = _from_json(read.value) if read.value is not None else [(line, ()) for line in read.lines]
    n_facts = len(draft.view.facts)
    texts: dict[str, tuple[int, ...]] = {}
    for text, numbers in found:
        sentence = named_as_cast(one_sentence_in(text, language), roles)
        if language.length(sentence) > language.of_words(1) and not _SKIP.match(sentence):  # one word says nothing
            texts.setdefault(sentence, tuple(n - 1 for n in numbers if 1 <= n <= n_facts))
    candidates = tuple(
        Candidate(
            text,
            facts,
            speaker.duration(text),
            _begin(draft.view, facts),
            is_state=_is_state(draft.view, facts),
            gloss="" if language.is_english else _gloss(draft.view, facts),
        )
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


def is_state(does: str) -> bool:
    """Return whether what somebody does is no action: `stands nearby`."""
    return _STATE.match(does) is not None


def _is_state(view: View, facts: Sequence[int]) -> bool:
    return bool(facts) and all(is_state(view.facts[n].does) for n in facts)


def _gloss(view: View, facts: Sequence[int]) -> str:
    return " ".join(f"{fact.text.rstrip('.')}." for fact in ([view.facts[n] for n in facts] or view.facts))


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
