"""Glosses, sense keys, lexicographer files, hypernyms, verb frames and tag counts of WordNet 3.0's senses."""

from __future__ import annotations

import lzma
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinescribe.arrays import read_arrays
from cinescribe.errors import LanguageError, ModelError, RecordError, brief
from cinescribe.language.wordnet.wordnet import INDEX, PARTS_OF_SPEECH, Pos, WordNet, part_of, wordnet

SENSES = INDEX.with_name("senses.safetensors")

# Lexicographer files (lexnames(5WN)), by number.
LEXNAMES = (
    *("adj.all", "adj.pert", "adv.all", "noun.Tops", "noun.act", "noun.animal", "noun.artifact", "noun.attribute"),
    *("noun.body", "noun.cognition", "noun.communication", "noun.event", "noun.feeling", "noun.food", "noun.group"),
    *("noun.location", "noun.motive", "noun.object", "noun.person", "noun.phenomenon", "noun.plant"),
    *("noun.possession", "noun.process", "noun.quantity", "noun.relation", "noun.shape", "noun.state"),
    *("noun.substance", "noun.time", "verb.body", "verb.change", "verb.cognition", "verb.communication"),
    *("verb.competition", "verb.consumption", "verb.contact", "verb.creation", "verb.emotion", "verb.motion"),
    *("verb.perception", "verb.possession", "verb.social", "verb.stative", "verb.weather", "adj.ppl"),
)
SYNSET_TYPES: Mapping[str, int] = {"n": 1, "v": 2, "a": 3, "r": 4, "s": 5}  # of sense keys (senseidx(5WN))
_LETTERS: Mapping[int, Pos] = {1: "n", 2: "v", 3: "a", 4: "r", 5: "a"}


class Senses:
    """What WordNet says of its senses; a sense is a number as in `WordNet.synsets`."""

    def __init__(self, words: WordNet, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Take the index and the arrays that `benchmarks.language.wordnet_senses` wrote for it."""
        self._words = words
        self._synsets = words.all_senses().data
        self._files = arrays["files"].data
        self._first = np.concatenate([[0], np.cumsum(arrays["hypernym_counts"], dtype=np.int32)]).data
        self._hypernyms = arrays["hypernyms"].data
        self._frames = arrays["verb_frames"]
        self._first_words = arrays["first_words"]
        self._heads = dict(zip(arrays["satellites"].tolist(), arrays["heads"].tolist(), strict=True))
        self._lex_ids = arrays["lex_ids"].data
        self._tag_counts = arrays["tag_counts"].data
        self._packed = arrays["glosses"]
        self._ancestors: dict[int, frozenset[int]] = {}

    def gloss(self, sense: int) -> str:
        """Return the definition with its examples: `a vehicle …; "he took the bus to work"`."""
        return self._glosses[self._at(sense)]

    def glosses(self) -> Sequence[str]:
        """Return all glosses, in the order of their senses."""
        return self._glosses

    def definition(self, sense: int) -> str:
        """Return the gloss without its examples."""
        return self.gloss(sense).partition('"')[0].strip(" ;")

    def examples(self, sense: int) -> tuple[str, ...]:
        """Return the example sentences of the gloss."""
        return tuple(self.gloss(sense).split('"')[1::2])

    def lexname(self, sense: int) -> str:
        """Return the lexicographer file, one of `LEXNAMES`."""
        return LEXNAMES[self._files[self._at(sense)]]

    def hypernyms(self, sense: int) -> tuple[int, ...]:
        """Return the senses directly above, instances included: a city's is `city`."""
        at = self._at(sense)
        above = self._hypernyms[self._first[at] : self._first[at + 1]]
        return tuple(self._synsets[n] for n in above)

    def ancestors(self, sense: int) -> frozenset[int]:
        """Return the sense with all senses above it."""
        if sense not in self._ancestors:
            found, waiting = {sense}, [sense]
            while waiting:
                new = set(self.hypernyms(waiting.pop())) - found
                found |= new
                waiting += new
            self._ancestors[sense] = frozenset(found)
        return self._ancestors[sense]

    def frames(self, sense: int) -> frozenset[int]:
        """Return the numbers of a verb sense's sentence frames (1 to 35, as `8`: Somebody ----s something)."""
        first_verb = bisect_left(self._synsets, (1 + PARTS_OF_SPEECH.index("v")) * 100_000_000)
        bits = int(self._frames[self._at(sense) - first_verb]) if part_of(sense) == "v" else 0
        return frozenset(n for n in range(1, 36) if bits >> n & 1)

    def name(self, sense: int) -> str:
        """Return a readable name, shared by all words of a synset: `bus.n.01`, for its first word and the number."""
        word = self._words.word(int(self._first_words[self._at(sense)]))
        return f"{word}.{part_of(sense)}.{self._words.synsets(word, part_of(sense)).index(sense) + 1:02d}"

    def count(self, word: str, sense: int) -> int:
        """Return how often a word was tagged with a sense in Princeton's semantic concordances."""
        return self._tag_counts[self._words.entry(word, sense)]

    def key(self, word: str, sense: int) -> str:
        """Return the sense key of a word in a sense: `bus%1:06:00::`."""
        at = self._at(sense)
        headed = self._headed(self._heads[at]) if at in self._heads else None
        kind = SYNSET_TYPES["s" if headed else part_of(sense)]
        return sense_key(word, kind, self._files[at], self._lex_ids[self._words.entry(word, sense)], headed)

    def of_key(self, key: str) -> int | None:
        """Return the sense that a sense key names, or None for a key that is not of WordNet 3.0."""
        word, _, rest = key.partition("%")
        kind = rest.partition(":")[0]
        if not kind.isdigit() or int(kind) not in _LETTERS:
            return None
        senses = self._words.synsets(word, _LETTERS[int(kind)])
        return next((sense for sense in senses if self.key(word, sense) == key.lower()), None)

    def _headed(self, head: int) -> tuple[str, int]:
        """The first word of a satellite's head, with its id in the lexicographer file."""
        word = self._words.word(int(self._first_words[head]))
        return word, self._lex_ids[self._words.entry(word, self._synsets[head])]

    @cached_property
    def _glosses(self) -> list[str]:
        try:
            return lzma.decompress(self._packed.tobytes()).decode("ascii").split("\n")
        except (lzma.LZMAError, UnicodeDecodeError) as error:
            raise ModelError(f"WordNet's glosses are broken ({error}); install cinescribe again") from error

    def _at(self, sense: int) -> int:
        at = bisect_left(self._synsets, sense)
        if at == len(self._synsets) or self._synsets[at] != sense:
            raise LanguageError(f"{brief(sense)} is no sense of WordNet; give one of `WordNet.synsets`")
        return at


def sense_key(word: str, kind: int, file: int, lex_id: int, head: tuple[str, int] | None) -> str:
    """Return a sense key (senseidx(5WN)) from its parts; `head` is that of an adjective satellite."""
    after = f"{head[0]}:{head[1]:02d}" if head else ":"
    return f"{word.lower().replace(' ', '_')}%{kind}:{file:02d}:{lex_id:02d}:{after}"


@lru_cache(maxsize=1)
def senses() -> Senses:
    """Return the shipped glosses and relations of WordNet 3.0, loaded once.

    Raises:
        ModelError: when a file is missing or broken.
    """
    try:
        return Senses(wordnet(), read_arrays(SENSES))
    except RecordError as error:
        raise ModelError(f"WordNet's senses cannot be read ({error}); install cinescribe again") from error
