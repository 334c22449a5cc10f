"""The kinds of facts that SPICE scores apart: objects, attributes, relations; numbers, colours and sizes."""

from __future__ import annotations

from cinescribe.metrics.scene_graph.concepts import Fact

KINDS = ("All", "Object", "Attribute", "Relation", "Cardinality", "Color", "Size")
_BY_LENGTH = {1: "Object", 2: "Attribute", 3: "Relation"}

# The words by which SPICE 1.0 tells these attributes.
_NUMBERS = "one two three four five six seven eight nine ten"
_COLOURS = """
beige black blue brown cream dark gray green grey light maroon orange pink purple red violet white yellow
"""
_SIZES = """
baby beefy big bony boundless brawny broad bulky chunky colossal compact corpulent cosmic cubby curvy elfin emaciated
endless enormous epic expansive extensive fat fleshy full-size gargantuan gaunt giant gigantic grand great heavy hefty
huge hulking illimitable immeasurable immense infinitesimal lanky large lean life-size limitless little mammoth massive
meager measly microscopic mini miniature minuscule minute narrow obese outsized oversize overweight paltry petite
pint-size plump pocket-size portly pudgy puny rotund scanty scraggy scrawny short sizable skeletal skimpy skinny slender
slim small squat stocky stout strapping sturdy tall teensy teeny teeny-tiny teeny-weeny thick thickset thin tiny titanic
towering trifling trim tubby underweight undersized unlimited vast wee whopping wide
"""
_KIND_OF_ATTRIBUTE = {
    word: kind
    for kind, words in (("Cardinality", _NUMBERS), ("Color", _COLOURS), ("Size", _SIZES))
    for word in words.split()
}
_PLACE = {kind: n for n, kind in enumerate(KINDS)}


def kinds_of(fact: Fact) -> list[int]:
    """The places in `KINDS` of the kinds that a fact is of.

    An attribute of which several words are known (`big/large`) is of no kind but `Attribute`, as in SPICE.
    """
    kinds = ["All", _BY_LENGTH[len(fact)]]
    if len(fact) == 2 and str(fact[1]) in _KIND_OF_ATTRIBUTE:
        kinds.append(_KIND_OF_ATTRIBUTE[str(fact[1])])
    return [_PLACE[kind] for kind in kinds]
