"""The `[labels]` section of a recipe: which labels of captions a model reads, and how they are classified."""

from __future__ import annotations

from dataclasses import dataclass

from cinescribe.errors import FeatureError, RecipeError
from cinescribe.features.clip_sets.stream_columns import stream_columns

LABEL_GROUPS = ("all", "verbs", "places", "objects", "others")
_STREAMS = ("clip", "actions")


@dataclass(frozen=True)
class LabelConfig:
    """The `[labels]` section.

    A label has the roles that it fills in captions. A group takes labels: `verbs` those of verbs, `places` and
    `objects` those of nouns that are such by WordNet, `others` those of any noun, `all` every label. A noun's label is
    in the first group that takes it; labels that no group takes are left out.

    Args:
        groups: groups of labels, of `LABEL_GROUPS`.
        streams: for each group, the features that its classifiers read: `clip` or `actions`, averaged over the clip;
            `clip[147:162]` or `clip[147:]` for some columns; `clip+actions` for several.
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
            _check_streams(text, f"{where}: labels")
        for key, value, good, wish in (
            ("min_count", self.min_count, self.min_count >= 1, "1 or more"),
            ("min_roc", self.min_roc, 0 <= self.min_roc <= 1, "from 0 to 1"),
            ("cost", self.cost, 0 < self.cost < float("inf"), "above 0"),
        ):
            if not good:
                raise RecipeError(f"{where}: labels: {key} is {value}; it must be {wish}")


def _check_streams(text: str, where: str) -> None:
    try:
        parts = stream_columns(text)
    except FeatureError as error:
        raise RecipeError(f"{where}: {error}") from error
    if other := next((part.stream for part in parts if part.stream not in _STREAMS), None):
        raise RecipeError(f"{where}: {text!r} names the stream {other!r}; choose from {', '.join(_STREAMS)}")
