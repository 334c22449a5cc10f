"""Settings of captioning by translation."""

from __future__ import annotations

from dataclasses import dataclass

from cinescribe.errors import ModelError
from cinescribe.models.translation.language_model import MAX_ORDER

LABEL_KINDS = ("text", "sense")


@dataclass(frozen=True)
class TranslationSettings:
    """How labels are chosen and translated.

    Args:
        labels: `text` for words, or `sense` for their WordNet senses.
        min_count: occurrences in a role that a label needs to get a classifier; the paper has 30 and 100.
        cost: weight of the losses of the classifiers, C.
        n_folds: parts into which the training clips are cut, so that each is scored by classifiers that were fitted
            without it and the CRF learns from scores as new clips have them; 1 scores them by the final classifiers.
        l2: weights of L2 that are tried for the CRF.
        order: words of the longest n-gram of the language model.
        n_rounds: rounds of the search for the weights of the translation; 0 keeps the default weights.
        n_tuning: validation clips that the search uses at most.
        seed: of the search.

    Raises:
        ModelError: when a value is out of range.
    """

    labels: str = "text"
    min_count: int = 30
    cost: float = 1.0
    n_folds: int = 5
    l2: tuple[float, ...] = (0.1, 1.0, 10.0)
    order: int = 3
    n_rounds: int = 2
    n_tuning: int = 1000
    seed: int = 0

    def __post_init__(self) -> None:
        if self.labels not in LABEL_KINDS:
            raise ModelError(f"`labels` is {self.labels!r}; expected {' or '.join(LABEL_KINDS)}")
        for name, least in (("min_count", 1), ("n_folds", 1), ("order", 1), ("n_rounds", 0), ("n_tuning", 1)):
            if getattr(self, name) < least:
                raise ModelError(f"`{name}` is {getattr(self, name)}; expected {least} or more")
        if self.order > MAX_ORDER:
            raise ModelError(f"`order` is {self.order}; expected at most {MAX_ORDER}")
        if not (self.cost > 0 and self.l2 and all(value > 0 for value in self.l2)):
            raise ModelError(f"`cost` is {self.cost} and `l2` is {self.l2}; expected numbers above 0")
