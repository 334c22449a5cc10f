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

METHODS: dict[str, Method] = {  # rollout alone asks for more than `Explained`: `Attended`
    "saliency": saliency,
    "guided": guided_backpropagation,
    "ig": integrated_gradients,
    "rollout": rollout,
    "occlusion": occlusion,
    "random": random_order,
    "even": even_order,
}
PAPERS = ("saliency", "guided", "ig")
CONTROLS = ("random", "even")  # know nothing of the model; what a method is worth shows beside them


def method_of(name: str) -> Method:
    """The method of a name.

    Raises:
        ModelError: listing the names, when there is none.
    """
    if name not in METHODS:
        raise ModelError(f"the attribution method {name!r} is not known; known are {', '.join(METHODS)}")
    return METHODS[name]
