"""The `[labels]` section of a recipe: which labels of captions a model reads, and how they are classified."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cinescribe.errors import RecipeError

LABEL_GROUPS = ("all", "verbs", "places", "objects", "others")
_STREAM = re.compile(r"(clip|actions)(?:\[(\d{1,7}):(\d{1,7})\])?")
_JOINED = "+"


@dataclass(frozen=True)
class LabelConfig:
    """The `[labels]` section.

    A label has the roles that it fills in captions. A group takes labels: `verbs` those of verbs, `places` and
    `objects` those of nouns that are such by WordNet, `others` those of any noun, `all` every label. A noun's label is
    in the first group that takes it; labels that no group takes are left out.

    Args:
        groups: groups of labels, of `LABEL_GROUPS`.
        streams: for each group, the features that its classifiers read: `clip` or `actions`, averaged over the clip;
            `clip[147:162]` for some columns; `clip+actions` for several.
        min_count: clips of the training split that a label needs.
        match_unparsed: whether known labels are looked for in the words of captions that the parser found none in.
        negatives_in_group: whether a classifier is trained on the clips that have a label of its group (*trained* in
            table 8), not on all (*retrieved*).
        min_roc: area under the ROC curve on the validation split that keeps a label; 0 keeps all.
        final_streams: the features that the classifiers of the labels that are left read, in place of those of their
            group; empty for the group's.
        cost: weight of the losses of the classifiers, C.
    """

    groups: tuple[str, ...] = ("verbs", "places", "objects")
    streams: tuple[str, ...] = ("actions", "clip", "clip")
    min_count: int = 30
    match_unparsed: bool = True
    negatives_in_group: bool = True
    min_roc: float = 0.7
    final_streams: str = ""
    cost: float = 1.0

    def check(self, where: str) -> None:
        """Check the values.

        Raises:
            RecipeError: naming the key whose value is out of range.
        """
        if not self.groups or len(self.groups) != len(self.streams):
            raise RecipeError(
                f"{where}: labels: {len(self.groups)} groups for {len(self.streams)} streams; give one stream for each "
                "group"
            )
        for group in self.groups:
            if group not in LABEL_GROUPS or self.groups.count(group) > 1:
                raise RecipeError(f"{where}: labels: groups has {group!r}; choose some of {', '.join(LABEL_GROUPS)}")
        for text in (*self.streams, *([self.final_streams] if self.final_streams else [])):
            list(stream_parts(text, where))
        for key, value, good, wish in (
            ("min_count", self.min_count, self.min_count >= 1, "1 or more"),
            ("min_roc", self.min_roc, 0 <= self.min_roc <= 1, "from 0 to 1"),
            ("cost", self.cost, 0 < self.cost < float("inf"), "above 0"),
        ):
            if not good:
                raise RecipeError(f"{where}: labels: {key} is {value}; it must be {wish}")


def stream_parts(text: str, where: str) -> Iterator[tuple[str, slice]]:
    """Yield the streams and columns that a text names, such as `actions+clip[147:162]`.

    Raises:
        RecipeError: when it names none.
    """
    for part in text.split(_JOINED):
        found = _STREAM.fullmatch(part.strip())
        if found is None:
            raise RecipeError(
                f"{where}: labels: {text!r} names no streams; write such as actions, clip+actions or clip[147:162]"
            )
        name, first, last = found.groups()
        yield name, slice(None) if first is None else slice(int(first), int(last))
