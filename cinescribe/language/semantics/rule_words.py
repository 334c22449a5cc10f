"""Words of the semantic parser's rules."""

from __future__ import annotations

# Verbs that say only how far another verb has come: `begin to shoot` is about shooting (Rohrbach et al., table 4).
ADJUNCT_VERBS = frozenset(
    {
        *("begin", "start", "continue", "commence", "cease", "stop", "finish", "keep", "proceed", "resume", "tend"),
        *("seem", "appear", "happen", "manage", "have", "get", "use", "be"),
    }
)

# Verbs whose object does what their complement says: `makes it fall`.
OBJECT_CONTROL = frozenset(
    {
        *(
            "make",
            "let",
            "help",
            "have",
            "see",
            "watch",
            "hear",
            "feel",
            "get",
            "leave",
            "cause",
            "find",
            "notice",
            "spot",
        )
    }
)

# Prepositions of places that take any thing as a place: `behind a curtain`.
PLACE_PREPOSITIONS = frozenset(
    {
        *("into", "onto", "inside", "within", "under", "underneath", "beneath", "below", "above", "behind", "beside"),
        *("near", "outside", "across", "through", "over", "toward", "towards", "around", "past", "along", "between"),
        *("among", "atop", "opposite", "in front of", "next to", "on top of", "out of", "inside of", "outside of"),
        *("close to", "ahead of", "throughout", "alongside", "aboard", "amid", "beyond", "off of", "away from"),
    }
)

# Prepositions of places that take only nouns of places: `in the kitchen`, not `in a hurry`.
NOUN_PREPOSITIONS = frozenset(
    {"in", "on", "at", "to", "from", "up", "down", "off", "out", "by", "against", "upon", "via"}
)

# Prepositions whose noun is neither an object nor a place.
NO_OBJECT_PREPOSITIONS = frozenset(
    {
        *("as", "like", "without", "during", "before", "since", "until", "till", "despite", "than", "because of"),
        *("instead of", "due to", "per", "except", "besides", "unlike", "according to", "in order", "such as"),
    }
)

# Verbs whose noun after `at` is what they aim at, beside those of perception: `point at the house`.
AIMING_VERBS = frozenset({"point", "aim", "shoot", "smile", "wave", "shout", "yell", "scream", "throw", "laugh", "nod"})

# Verbs of looking: what they go to is an object, `gazes into his eyes`.
ATTENTION_VERBS = frozenset(
    {
        *(
            "look",
            "stare",
            "gaze",
            "glance",
            "peer",
            "gape",
            "glare",
            "squint",
            "focus",
            "gawk",
            "peek",
            "peep",
            "scowl",
        ),
        *("frown", "blink", "smile", "grin", "leer", "point", "gesture", "nod", "wink"),
    }
)

# Things that one uses rather than is at: `talks on the phone`.
DEVICES = frozenset(
    {"phone", "telephone", "cell phone", "cellphone", "radio", "television", "tv", "computer", "laptop"}
)

# Parts of the body that say how one stands or holds: `gets to her feet`, `falls to his knees`, `takes her in his arms`.
STANCES = frozenset({"foot", "knee", "arm"})

# Particles of phrasal verbs; WordNet decides whether verb and particle are one verb.
PARTICLES = frozenset(
    {
        *("up", "down", "in", "out", "on", "off", "away", "back", "over", "around", "along", "forward", "through"),
        *("together", "apart", "ahead", "by", "past", "under", "aside", "about", "across", "round"),
    }
)

# Words of quantity whose noun follows with `of`: `one of the men`.
COUNTING_WORDS = frozenset({"one", "two", "some", "many", "each", "both", "all", "none", "several", "most", "another"})

# Parts that name no place on their own: `in the middle of the road` is about the road, `on one side` about no place.
PARTS_OF_PLACES = frozenset(
    {
        *("side", "end", "middle", "center", "centre", "top", "bottom", "front", "back", "edge", "rear", "rest"),
        *("direction", "distance", "way", "place", "part", "half", "inside", "outside", "left", "right", "midst"),
        "air",  # `in the air` is a posture
    }
)

REFLEXIVES = frozenset({"myself", "yourself", "himself", "herself", "itself", "ourselves", "themselves", "oneself"})
SOMEONE = "someone"  # stands for every person, as in LSMDC
