"""A language model reads a description once, and each question after it."""

from types import SimpleNamespace
from typing import Any

import torch

from benchmarks.story.letter_reader import LetterReader
from benchmarks.story.questions import StoryItem
from cinescribe.metrics.description.story_questions import StoryQuestion

ITEMS = [
    StoryItem(StoryQuestion("film/whole", n, text, options, "A"), "who", tuple(one for one in options if one))
    for n, (text, options) in enumerate(
        [("Who waves?", ("Anna", "Ben", "Cara", "", "")), ("Who claps?", ("Anna", "Ben", "Cara", "Dan", "Eve"))]
    )
]


class Letters:
    """Tokens are letters."""

    def __call__(self, text: str, *, add_special_tokens: bool) -> dict[str, list[int]]:
        return {"input_ids": list(map(ord, text))}

    def apply_chat_template(self, messages: list[dict[str, str]], **_: Any) -> str:
        return f"<user>{messages[0]['content']}<assistant>"


class Network:
    """Likes E most, then C; keeps what it read."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def __call__(self, *, input_ids: torch.Tensor, use_cache: bool, past_key_values: Any = "") -> SimpleNamespace:
        own = "".join(map(chr, input_ids[0]))
        self.read.append(own)
        logits = torch.zeros(1, len(own), 128)
        logits[0, -1, ord("E")], logits[0, -1, ord("C")] = 2.0, 1.0
        return SimpleNamespace(logits=logits, past_key_values=past_key_values + own)


def test_the_likeliest_of_the_letters_that_are_offered_is_chosen() -> None:
    network = Network()
    reader = LetterReader(SimpleNamespace(tokenizer=Letters(), network=network))  # type: ignore[arg-type]
    assert reader.letters(ITEMS, ["Anna waves.", "Eve claps."]) == ["C", "E"]
    assert sum("Anna waves. Eve claps." in text for text in network.read) == 1
    assert network.read[1].startswith("\n\nQuestion: Who waves?\nA. Anna")
    assert network.read[1].endswith("<assistant>Answer:")


def test_nothing_said_is_asked_as_nothing_described() -> None:
    network = Network()
    LetterReader(SimpleNamespace(tokenizer=Letters(), network=network)).letters(ITEMS, [])  # type: ignore[arg-type]
    assert "(nothing was described)" in network.read[0]
