"""The categories that SPICE scores separately: objects, attributes, relations, numbers, colours and sizes."""

from __future__ import annotations

from cinescribe.metrics.scene_graph.concepts import ConceptTuple

CATEGORIES = ("All", "Object", "Attribute", "Relation", "Cardinality", "Color", "Size")
_BY_LENGTH = {1: "Object", 2: "Attribute", 3: "Relation"}

# SPICE 1.0's words for these attributes.
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
_ATTRIBUTE_CATEGORY = {
    word: category
    for category, words in (("Cardinality", _NUMBERS), ("Color", _COLOURS), ("Size", _SIZES))
    for word in words.split()
}
_INDEX = {category: n for n, category in enumerate(CATEGORIES)}


def categories_of(concepts: ConceptTuple) -> list[int]:
    """Return the indices in `CATEGORIES` of a tuple's categories.

    As in SPICE, an attribute concept of several words (`big/large`) is only an `Attribute`.
    """
    categories = ["All", _BY_LENGTH[len(concepts)]]
    if len(concepts) == 2 and str(concepts[1]) in _ATTRIBUTE_CATEGORY:
        categories.append(_ATTRIBUTE_CATEGORY[str(concepts[1])])
    return [_INDEX[category] for category in categories]
