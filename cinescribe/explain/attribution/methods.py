"""The attribution methods by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from cinescribe.errors import ModelError
from cinescribe.explain.attribution.attribution import Attribution
from cinescribe.explain.attribution.faithfulness import even_order, random_order
from cinescribe.explain.attribution.gradients import guided_backpropagation, integrated_gradients, saliency
from cinescribe.explain.attribution.occlusion import occlusion
from cinescribe.explain.attribution.rollout import rollout

Method: TypeAlias = Callable[[Any], Attribution]

METHODS: dict[str, Method] = {  # all take an `ExplainableCaption`; rollout needs a `CaptionWithAttention`
    "saliency": saliency,
    "guided": guided_backpropagation,
    "ig": integrated_gradients,
    "rollout": rollout,
    "occlusion": occlusion,
    "random": random_order,
    "even": even_order,
}
PAPERS = ("saliency", "guided", "ig")
CONTROLS = ("random", "even")  # ignore the model; a useful method beats them
METHOD_TITLES = {  # what pages call them; every method but the controls
    "saliency": "saliency",
    "guided": "guided backpropagation",
    "ig": "integrated gradients",
    "rollout": "attention rollout",
    "occlusion": "occlusion",
}


def method_of(name: str) -> Method:
    """Return the attribution method of a name.

    Raises:
        ModelError: when the name is unknown; the message lists the known ones.
    """
    if name not in METHODS:
        raise ModelError(f"the attribution method {name!r} is not known; known are {', '.join(METHODS)}")
    return METHODS[name]
