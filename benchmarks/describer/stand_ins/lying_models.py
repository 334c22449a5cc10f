"""Chat models whose answers have nothing to do with the pictures.

All of them report and write sentences that are frequent in films and audio descriptions. They differ in what they say
of statements.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from benchmarks.describer.stand_ins.marks import is_square_there
from benchmarks.describer.stand_ins.requests import (
    labels_of,
    legend_of,
    most_words,
    notes_of,
    own_shots,
    stage_of,
    statements_of,
)
from cinescribe.models.vlm.capabilities import Capabilities
from cinescribe.models.vlm.chat import ChatAnswer, ChatRequest, Token

# What people of films often do, as the notes of a view say it.
FREQUENT = (
    "looks out of the window", "opens the door", "walks into the room", "sits down at the table", "turns around",
    "picks up the phone", "smiles", "stares at the floor", "walks away", "drinks from a glass", "shakes his head",
    "lights a cigarette", "runs down the street", "stands in the doorway", "takes off a coat", "reads a letter",
    "gets out of the car", "lies on the bed", "holds a gun", "nods", "puts down the cup", "climbs the stairs",
    "embraces a child", "leans against the wall",
)  # fmt: skip
_STRANGERS = ("A man", "A woman", "An old man", "A girl")
_PLAUSIBLE = 0.8  # probability of a yes
_CERTAIN = -0.01  # log-probability of a token
_STRETCH = 4.0  # seconds about which a consistent liar claims one thing
_CLAUSES = re.compile(r",? and ")
_WORD = re.compile(r"[^\W\d_]+")
Judge: TypeAlias = Callable[[int, str, ChatRequest, random.Random], bool]


@dataclass(frozen=True)
class Liar:
    """A `ChatModel` that lies.

    Args:
        kind: its name.
        judge: whether it calls a statement true, by its number, its words, the request and chance.
        claimed: what a consistent one claimed about each stretch of the film.
        echoes: whether it only repeats each question.
        gives_probabilities: whether answers come with log-probabilities: it is always sure.
    """

    kind: str
    judge: Judge
    claimed: dict[int, str] | None = None
    echoes: bool = False
    gives_probabilities: bool = True

    @property
    def name(self) -> str:
        """The kind."""
        return f"liar:{self.kind}"

    @property
    def can(self) -> Capabilities:
        """Everything."""
        return Capabilities(True, True, True, True, self.gives_probabilities)

    def ask(self, requests: Sequence[ChatRequest]) -> list[ChatAnswer]:
        """Return the answers."""
        return [self._answer(request) for request in requests]

    def _answer(self, request: ChatRequest) -> ChatAnswer:
        if self.echoes:
            return ChatAnswer(request.words)
        digests = [hashlib.sha256(picture.data).hexdigest() for picture in request.pictures]
        rng = random.Random(f"{request.words}/{digests}")
        stage = stage_of(request)
        if stage == "view":
            return ChatAnswer(self._seen(request, rng))
        if stage == "draft":
            return ChatAnswer(_written(request.text, rng))
        if stage == "check":
            return self._checked(request, rng)
        return ChatAnswer(f"{rng.choice(_STRANGERS)} {rng.choice(FREQUENT)}.")

    def _seen(self, request: ChatRequest, rng: random.Random) -> str:
        people = list(legend_of(request.text).values()) or list(_STRANGERS)
        own = own_shots(request.text)
        actions: dict[str, dict[str, object]] = {}
        for time, shot in labels_of(request):
            if shot in own and (self.claimed is not None or not actions or rng.random() < 0.3):
                claim = f"{rng.choice(people)}|{rng.choice(FREQUENT)}"
                if self.claimed is not None:
                    claim = self.claimed.setdefault(int(time // _STRETCH), claim)
                who, does = claim.split("|")
                actions.setdefault(claim, {"who": who, "does": does, "to_whom": "", "shot": shot})
        return json.dumps({"actions": list(actions.values()), "detail": "", "camera": "medium"})

    def _checked(self, request: ChatRequest, rng: random.Random) -> ChatAnswer:
        named = [n for n, text in statements_of(request.text) if self.judge(n, text, request, rng)]
        text = ", ".join(map(str, named)) or "none"
        parts = re.findall(r"\d+|, |none", text)
        tokens = tuple(Token(part, _CERTAIN) for part in parts) if self.gives_probabilities else ()
        return ChatAnswer(text, _CERTAIN if tokens else None, tokens=tokens)


def liars(*, gives_probabilities: bool) -> list[Liar]:
    """Return one of each kind."""
    shared: dict[int, str] = {}
    sighted: dict[int, str] = {}
    found = [
        Liar("always yes", always_yes),
        Liar("always no", always_no),
        Liar("a coin", coin),
        Liar("the first statement", first),
        Liar("the first two statements", first_two),
        Liar("the question again", always_no, echoes=True),
        Liar("what is plausible", plausible),
        Liar("text alone", Reader()),
        Liar("what it claimed", Claimant(shared), claimed=shared),
        Liar("what it claimed, and sees marks", Claimant(sighted, sees_marks=True), claimed=sighted),
    ]
    return [Liar(one.kind, one.judge, one.claimed, one.echoes, gives_probabilities) for one in found]


def always_yes(n: int, statement: str, request: ChatRequest, rng: random.Random) -> bool:
    """Call everything true."""
    return True


def always_no(n: int, statement: str, request: ChatRequest, rng: random.Random) -> bool:
    """Call nothing true."""
    return False


def coin(n: int, statement: str, request: ChatRequest, rng: random.Random) -> bool:
    """Toss a coin."""
    return rng.random() < 0.5


def first(n: int, statement: str, request: ChatRequest, rng: random.Random) -> bool:
    """Call the first statement true."""
    return n == 1


def first_two(n: int, statement: str, request: ChatRequest, rng: random.Random) -> bool:
    """Call the first two statements true."""
    return n <= 2


def plausible(n: int, statement: str, request: ChatRequest, rng: random.Random) -> bool:
    """Mostly call a statement true."""
    return rng.random() < _PLAUSIBLE


@dataclass(frozen=True)
class Reader:
    """A model of text alone: it calls true what fits the question: people who are marked, and what resembles the rest.

    A statement that shares words with others of the list is more probably about this film than one that shares none.
    """

    def __call__(self, n: int, statement: str, request: ChatRequest, rng: random.Random) -> bool:
        """Return whether it calls a statement true."""
        if is_square_there(statement, ()) is not None:
            return rng.random() < 0.5
        names = [name.casefold() for name in legend_of(request.text).values()]
        if names and any(statement.casefold().startswith(name) for name in names):
            return True
        own = _words(statement)
        others = [_words(text) for number, text in statements_of(request.text) if number != n]
        return sum(bool(own & other) for other in others) >= 2


@dataclass(frozen=True)
class Claimant:
    """A model that calls true exactly what it claimed about the stretches of the film that it is shown.

    Args:
        claimed: the claims.
        sees_marks: whether it also sees what is drawn into the pictures. Such a model passes every control.
    """

    claimed: dict[int, str] = field(default_factory=dict)
    sees_marks: bool = False

    def __call__(self, n: int, statement: str, request: ChatRequest, rng: random.Random) -> bool:
        """Return whether it calls a statement true."""
        if self.sees_marks and (there := is_square_there(statement, request.pictures)) is not None:
            return there
        shown = {int(time // _STRETCH) for time, _ in labels_of(request)}
        claims = {self.claimed[one].replace("|", " ").casefold() for one in shown if one in self.claimed}
        clauses = _CLAUSES.split(statement.rstrip(".").casefold())
        return all(any(clause in (claim, claim.split(" ", 1)[-1]) for claim in claims) for clause in clauses)


def _written(prompt: str, rng: random.Random) -> str:
    """Sentences of the notes, and one that is frequent."""
    notes, limit = notes_of(prompt), most_words(prompt)
    sentences = [{"text": f"{text[:1].upper()}{text[1:]}.", "notes": [n]} for n, text in notes]
    if notes:
        who = " ".join(notes[0][1].split()[:1])
        sentences.append({"text": f"{who[:1].upper()}{who[1:]} {rng.choice(FREQUENT)}.", "notes": [notes[0][0]]})
    fitting = [one for one in sentences if len(str(one["text"]).split()) <= limit]
    return json.dumps({"sentences": fitting[:5], "synopsis": ""}) if fitting else "SKIP"


def _words(text: str) -> set[str]:
    return {word for word in _WORD.findall(text.casefold()) if len(word) > 3}
