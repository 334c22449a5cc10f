"""Word lists of the scene-graph rules: cases that SPICE's parser decides by word instead of by structure."""

from __future__ import annotations

import re

# Multi-word prepositions that SPICE's parser treats as one, longest first where one begins another. Their nouns
# (`front`, `top`) remain objects of the graph, as in SPICE; their other words add nothing.
PREPOSITIONS = (
    ("in", "front", "of"),
    ("on", "top", "of"),
    ("next", "to"),
    ("close", "to"),
    ("out", "of"),
    ("off", "of"),
    ("outside", "of"),
    ("inside", "of"),
    ("ahead", "of"),
    ("because", "of"),
    ("instead", "of"),
    ("along", "with"),
    ("away", "from"),
    ("such", "as"),
)

# Nouns of quantity: `a couple of dogs` is about dogs. Stanford's parser makes the counted noun the head; SPICE's
# records then have both nouns as objects, and `a` as an attribute of a counted plural.
QUANTIFIERS = frozenset(
    {"assortment", "bunch", "couple", "dozen", "hundred", "lot", "number", "pair", "plenty", "series", "variety"}
)

# Pronouns that Penn-style taggers, including SPICE's, tag as nouns.
NOUN_LIKE_PRONOUNS = frozenset(
    {"anyone", "anything", "everyone", "everything", "nobody", "nothing", "somebody", "someone", "something"}
)

# Pronouns that are resolved; those of the first set can refer to a person with an id.
PERSONAL_PRONOUNS = frozenset({"he", "him", "his", "himself", "she", "her", "hers", "herself"})
PRONOUNS = PERSONAL_PRONOUNS | {"it", "its", "itself", "they", "them", "their", "theirs", "themselves"}

# Plurals that name one thing or have no singular of the same sense; SPICE's lemmas leave them unchanged.
ALWAYS_PLURAL = frozenset(
    {"belongings", "clothes", "contents", "fries", "furnishings", "goods", "pajamas", "pants", "scissors", "shorts"}
)

# People as movie descriptions write them; they count as proper nouns whatever their tag.
PERSON_WORD = re.compile(r"P\d+|SOMEONE|PERSON\d*", re.IGNORECASE)
