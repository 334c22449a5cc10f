"""The language of a narration's sentences: its name, and how long a text of it is."""

from __future__ import annotations

import math
from dataclasses import dataclass

from cinescribe.generate.narration.language.sample_texts import sample_texts
from cinescribe.language.messages.languages import english_name, native_name
from cinescribe.language_tags import base_language
from cinescribe.models.vlm.answers.prose import is_latin

_WITHOUT_SPACES = frozenset(("bo", "dz", "ja", "km", "lo", "my", "th", "wuu", "yue", "zh"))
_LETTERS = 3  # of a word, where words are not separated; Chinese words have two, Japanese ones more


@dataclass(frozen=True)
class SpokenLanguage:
    """A language in which sentences are written and spoken.

    Args:
        tag: BCP 47 tag.
    """

    tag: str = "en"

    @property
    def is_english(self) -> bool:
        """Whether it is English, in which prompts and facts are."""
        return base_language(self.tag) == "en"

    @property
    def name(self) -> str:
        """Its English name: `German`."""
        return english_name(self.tag)

    @property
    def full_name(self) -> str:
        """Its English name with its own: `German (Deutsch)`."""
        own = native_name(self.tag)
        return self.name if own.casefold() == self.name.casefold() else f"{self.name} ({own})"

    @property
    def has_spaces(self) -> bool:
        """Whether words are separated, so that they can be counted."""
        return base_language(self.tag) not in _WITHOUT_SPACES

    @property
    def is_latin(self) -> bool:
        """Whether it is written in Latin letters."""
        return is_latin(native_name(self.tag))

    @property
    def units(self) -> str:
        """What the length of a text is counted in: `words` or `letters`."""
        return "words" if self.has_spaces else "letters"

    @property
    def pace(self) -> str:
        """A description of usual words, which measures a voice's speed; an English one where we have no other."""
        return sample_texts(self.tag).pace or sample_texts("en").pace

    def length(self, text: str) -> int:
        """Return how many words or letters a text has."""
        return len(text.split()) if self.has_spaces else sum(letter.isalnum() for letter in text)

    def of_words(self, n_words: int) -> int:
        """Return a length in words as one in the units of this language."""
        return n_words if self.has_spaces else n_words * _LETTERS

    def pace_length(self) -> int:
        """Return the length of `pace` in units; an English one is counted in words, and taken for as many of these."""
        own = sample_texts(self.tag).pace
        return self.length(own) if own else math.ceil(self.of_words(len(self.pace.split())))


ENGLISH = SpokenLanguage()
