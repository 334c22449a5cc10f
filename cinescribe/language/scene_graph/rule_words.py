"""The word lists of the scene graph's rules: what SPICE's parser treats by the word, not by the structure."""

from __future__ import annotations

import re

# Prepositions of several words that SPICE's parser reads as one, longest first where one begins another. Their nouns
# (`front`, `top`) stay objects of the graph, as SPICE keeps them; other words inside carry nothing of their own.
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

# Nouns that say how many: `a couple of dogs` is about dogs. Stanford's parser makes the counted noun the head and
# SPICE's records then show three things: both nouns as objects, and `a` as an attribute of a counted plural.
QUANTIFIERS = frozenset(
    {"assortment", "bunch", "couple", "dozen", "hundred", "lot", "number", "pair", "plenty", "series", "variety"}
)

# Pronouns that Penn-style taggers, SPICE's among them, call nouns.
NOUN_LIKE_PRONOUNS = frozenset(
    {"anyone", "anything", "everyone", "everything", "nobody", "nothing", "somebody", "someone", "something"}
)

# Pronouns that are resolved; the first set can mean a person who has an id.
PERSONAL_PRONOUNS = frozenset({"he", "him", "his", "himself", "she", "her", "hers", "herself"})
PRONOUNS = PERSONAL_PRONOUNS | {"it", "its", "itself", "they", "them", "their", "theirs", "themselves"}

# Plurals that name one thing or have no singular of the same sense; SPICE's lemmas leave them as they are.
ALWAYS_PLURAL = frozenset(
    {"belongings", "clothes", "contents", "fries", "furnishings", "goods", "pajamas", "pants", "scissors", "shorts"}
)

# People as movie description writes them; they are proper nouns whatever the tagger made of them.
PERSON = re.compile(r"P\d+|SOMEONE|PERSON\d*", re.IGNORECASE)
