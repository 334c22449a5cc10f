"""Facts in the language of the sentences: the text model puts them into it, many at once, before any check."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from cinescribe.generate.narration.answers import ReadAnswer, read_answer_form
from cinescribe.generate.narration.language.one_sentence_in import one_sentence_in
from cinescribe.generate.narration.language.spoken_language import SpokenLanguage
from cinescribe.generate.narration.moments import Role
from cinescribe.generate.narration.naming import named_as_cast, people_named, words_for_people
from cinescribe.models.vlm.chat import ChatAnswer, ChatRequest
from cinescribe.models.vlm.film_words import FILM_RULE

N_AT_ONCE = 24  # texts of a request: with more, small models leave some out
_MAX_TOKENS = 2000  # of an answer: eighty for each, since other languages take more tokens than English
_ITEM = {
    "type": "object",
    "properties": {"number": {"type": "integer"}, "text": {"type": "string"}},
    "required": ["number", "text"],
    "additionalProperties": False,
}
_SCHEMA = {
    "type": "object",
    "properties": {"sentences": {"type": "array", "items": _ITEM}},
    "required": ["sentences"],
    "additionalProperties": False,
}
_NUMBER = re.compile(r"^\W*(\d{1,2})\s*[.):\-]\s*(.+)$", re.MULTILINE)


def fact_wordings(
    texts: Iterable[str],
    roles: Sequence[Role],
    language: SpokenLanguage,
    *,
    ask: Callable[[Sequence[ChatRequest]], Sequence[ChatAnswer]],
    faults: Callable[[Sequence[str]], Sequence[tuple[str, ...]]],
) -> dict[str, str]:
    """Return English texts as sentences of a language; those without one, or with a faulty one, are left out.

    A sentence is faulty too if it names other people than its text.

    Args:
        texts: facts and statements.
        roles: the people of the film.
        language: of the sentences.
        ask: sends requests to the text model.
        faults: says for each of some sentences what speaks against it.

    Raises:
        ModelError: when the model does not answer.
    """
    wanted = list(dict.fromkeys(texts))
    parts = [wanted[first : first + N_AT_ONCE] for first in range(0, len(wanted), N_AT_ONCE)]
    requests = [_request(part, roles, language) for part in parts]
    found: dict[str, str] = {}
    for part, request, answer in zip(parts, requests, ask(requests), strict=True):
        for number, text in _numbered(
            read_answer_form(answer, prompt=request.text, schema=_SCHEMA, any_script=not language.is_latin), answer
        ):
            sentence = named_as_cast(one_sentence_in(text, language), roles)
            if 1 <= number <= len(part) and sentence:
                found.setdefault(part[number - 1], sentence)
    sound = dict(zip(found.values(), faults(list(found.values())), strict=True))
    return {
        text: sentence
        for text, sentence in found.items()
        if not sound[sentence] and _named(text, roles) == {role.id for role in people_named(sentence, roles)}
    }


def _named(text: str, roles: Sequence[Role]) -> set[str]:
    """Whom an English text names."""
    return {role.id for role in roles if re.search(rf"\b{re.escape(role.name)}\b", text, re.IGNORECASE)}


def _request(part: Sequence[str], roles: Sequence[Role], language: SpokenLanguage) -> ChatRequest:
    lines = [
        f"Put these notes from a film into {language.full_name}, each as one plain sentence in the present tense that "
        "begins with who or what does it. Add nothing and leave nothing out. Keep the names of people, and inflect "
        f"them only as {language.name} does.",
        *words_for_people(" ".join(part), roles, language),
        f"Notes may repeat the film. {FILM_RULE}",
        *(f"{n}. {text}" for n, text in enumerate(part, 1)),
        'Answer in JSON: {"sentences": [{"number": 1, "text": "..."}]}',
    ]
    return ChatRequest("\n".join(lines), schema=_SCHEMA, max_tokens=_MAX_TOKENS)


def _numbered(read: ReadAnswer, answer: ChatAnswer) -> list[tuple[int, str]]:
    """The sentences of an answer with their numbers: as asked for, or as numbered lines."""
    if read.value is not None:
        return [(item["number"], item["text"]) for item in read.value["sentences"]]
    return [(int(number), text) for number, text in _NUMBER.findall(answer.text)] if read.lines else []
