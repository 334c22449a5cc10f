"""A witness who answers in another language: it words notes and drafts in it, and sees as the witness does.

Statements that it is asked about are read by the language's templates, and judged as the witness judges them; what is
in no words of the language's, nor in English ones, is called false.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from benchmarks.describer.stand_ins.film_truth import claims
from benchmarks.describer.stand_ins.languages.phrasing import Phrasing, in_english
from benchmarks.describer.stand_ins.requests import CHECK, known_of, numbered_lines, stage_of, words_for_people
from benchmarks.describer.stand_ins.witness_model import Witness
from benchmarks.describer.stand_ins.writer import written
from cinescribe.models.vlm.capabilities import Capabilities
from cinescribe.models.vlm.chat import ChatAnswer, ChatRequest

_SENTENCE = re.compile(r"[^.!?;]+")
# `Anna, in Blau, winkt`, `Victor w niebieskim ubraniu macha`
_INTRODUCED = re.compile(r"^([^,]+?)(?:, [^,]+,| w \w+ ubraniu)(?= )")


@dataclass(frozen=True)
class TranslatedWitness:
    """A `ChatModel` that knows one film and answers in a language.

    Args:
        witness: who sees.
        phrasing: of the language.
        english: the share of sentences that it leaves in English.
        tells_languages_only: whether it calls true what is not English, and looks at nothing.
    """

    witness: Witness
    phrasing: Phrasing
    english: float = 0.0
    tells_languages_only: bool = False

    @property
    def name(self) -> str:
        """The witness with its settings, on which cached stages depend."""
        kind = "/by language" if self.tells_languages_only else ""
        return f"{self.witness.name}/{self.phrasing.tag}/{self.english:g}{kind}"

    @property
    def can(self) -> Capabilities:
        """What the witness can."""
        return self.witness.can

    def ask(self, requests: Sequence[ChatRequest]) -> list[ChatAnswer]:
        """Return the answers."""
        return [self._answer(request) for request in requests]

    def _answer(self, request: ChatRequest) -> ChatAnswer:
        stage = stage_of(request)
        if stage == "wording":
            return ChatAnswer(self._worded(request.text))
        if stage == "draft":
            return ChatAnswer(self._drafted(request.text))
        if stage == "check":
            return self._checked(request)
        (answer,) = self.witness.ask([request])
        return answer

    def _worded(self, prompt: str) -> str:
        called = words_for_people(prompt)
        texts = [(n, self._said(text, called)) for n, text in numbered_lines(prompt)]
        return json.dumps({"sentences": [{"number": n, "text": text} for n, text in texts]}, ensure_ascii=False)

    def _drafted(self, prompt: str) -> str:
        """The English writer's draft, which is told in English what the listener knows, in this language."""
        called, known = words_for_people(prompt), known_of(prompt)
        for part in map(str.strip, _SENTENCE.findall(known)):
            if part:
                prompt = prompt.replace(part, self.english_of(part, called).rstrip("."))
        draft = written(prompt, [*self._names, *called])
        if not draft.startswith("{"):
            return draft
        value = json.loads(draft)
        for one in value["sentences"]:
            one["text"] = self._said(one["text"], called)
        parts = (part.strip() for part in _SENTENCE.findall(value["synopsis"]))
        value["synopsis"] = " ".join(self._said(part, called) for part in parts if part)
        return json.dumps(value, ensure_ascii=False)

    def _said(self, text: str, called: dict[str, str]) -> str:
        """An English text in the language; as it is where the witness falls back, or has no words for it."""
        rng = random.Random(f"{self.witness.seed}/{text}")
        found = claims(text, [*self._names, *called])
        if found is None or rng.random() < self.english:
            return text
        return self.phrasing.sentence(found, called, rng) or text

    def _checked(self, request: ChatRequest) -> ChatAnswer:
        head, tail = request.text.split(CHECK, maxsplit=1)
        stated = numbered_lines(tail)
        if self.tells_languages_only:
            return ChatAnswer(", ".join(str(n) for n, text in stated if claims(text, self._names) is None) or "none")
        lines = [f"{n}. {self.english_of(text, {})}" for n, text in stated]
        (answer,) = self.witness.ask([replace(request, text="\n".join([f"{head}{CHECK}", *lines]))])
        return answer

    def english_of(self, text: str, called: dict[str, str]) -> str:
        """Return a sentence of the language in English; as it is where it is in no words of the language's."""
        for english, own in self.phrasing.squares.items():
            if own in text:
                article = "An" if english[0] in "aeiou" else "A"
                return f"{article} {english} square is in the lower right corner of the frames."
        found = self.phrasing.claims(_INTRODUCED.sub(r"\1", text), called)
        return text if found is None else in_english(found, self._names)

    @property
    def _names(self) -> list[str]:
        return [member.name for member in self.witness.truth.cast]
