"""English words that say little on their own: `the`, `is`, `with`."""

from spacy.lang.en.stop_words import STOP_WORDS

__all__ = ["STOP_WORDS"]
