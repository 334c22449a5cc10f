"""What adverts are made of: products with their properties, the concepts they are compared to, and wordings of all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cinescribe.backlot.plan.plan import SHARED_ACTIONS


@dataclass(frozen=True)
class Product:
    """A product that can be filmed.

    Args:
        thing: one of `plan.THINGS`; also the name of the concept.
        wordings: noun phrases for it.
        actions: what people do with it.
        places: where they do it.
        properties: the properties that it can share with something.
    """

    thing: str
    wordings: tuple[str, ...]
    actions: tuple[str, ...]
    places: tuple[str, ...]
    properties: tuple[str, ...]


@dataclass(frozen=True)
class Secondary:
    """A concept that products are compared to, with the scene that represents it.

    Args:
        concept: its name, without an article.
        wordings: noun phrases for it, each with its article if it has one.
        scene: action, place and whether it is night; no two concepts have the same scene.
        properties: the properties that it has, the most typical first.
        is_heard: whether the scene is recognisable by sound only; of each place at most one is heard.
    """

    concept: str
    wordings: tuple[str, ...]
    scene: tuple[str, str, bool]
    properties: tuple[str, ...]
    is_heard: bool = False

    @property
    def is_shared(self) -> bool:
        """Whether the scene needs two people."""
        return self.scene[0] in SHARED_ACTIONS


_HOMES = ("kitchen", "bedroom", "office")
PLURALS = ("flowers", "the flowers", "these flowers", "some flowers")  # wordings with `are`
PRODUCTS = (
    Product(
        "bottle", ("the drink", "this drink", "a bottle", "the bottle"),
        ("drink", "drink", "pick up", "put down", "hand over"), ("kitchen", "bar", "park", "office"),
        ("refreshing", "lively", "carefree", "natural", "fresh", "sociable", "bold", "exciting", "rewarding",
         "liberating", "cheerful", "energising", "relaxing", "surprising"),
    ),
    Product(
        "cup", ("the cup", "this cup", "a cup of coffee", "the coffee"),
        ("drink", "drink", "pick up", "put down", "hand over"), ("kitchen", "office", "bedroom", "bar"),
        ("warm", "comforting", "energising", "cosy", "calming", "welcoming", "friendly", "sociable", "peaceful",
         "rewarding", "relaxing", "bold", "natural"),
    ),
    Product(
        "book", ("the book", "this book", "a book", "the novel"),
        ("read", "read", "pick up", "put down", "hand over"), ("bedroom", "park", "classroom", "kitchen"),
        ("gripping", "enlightening", "mysterious", "moving", "adventurous", "dramatic", "romantic", "memorable",
         "surprising", "daring", "liberating", "exciting", "rewarding", "relaxing", "clear"),
    ),
    Product(
        "letter", ("the letter", "this letter", "a letter", "the envelope"),
        ("read", "read", "pick up", "put down", "hand over"), ("kitchen", "bedroom", "office", "street"),
        ("personal", "tender", "moving", "romantic", "surprising", "promising", "warm", "comforting", "mysterious",
         "dramatic", "memorable", "friendly", "clear"),
    ),
    Product(
        "phone", ("the phone", "this phone", "a phone", "the smartphone"),
        ("phone", "phone", "pick up", "put down", "hand over"), ("office", "street", "station", "kitchen", "bar"),
        ("fast", "smart", "reliable", "clear", "discreet", "personal", "friendly", "powerful", "liberating",
         "sociable", "exciting", "playful", "protective"),
    ),
    Product(
        "bag", ("the bag", "this bag", "a bag", "the handbag"),
        ("pick up", "put down", "hand over"), ("bedroom", "station", "street", "office"),
        ("tough", "adventurous", "reliable", "bold", "carefree", "liberating", "protective", "discreet",
         "playful", "cheerful"),
    ),
    Product(
        "flowers", ("the flowers", "these flowers", "some flowers", "the bouquet"),
        ("pick up", "put down", "hand over"), ("kitchen", "bedroom", "office", "street"),
        ("tender", "romantic", "fresh", "joyful", "bright", "moving", "natural", "cheerful", "welcoming", "surprising",
         "memorable", "comforting", "warm", "peaceful", "personal"),
    ),
    Product(
        "hat", ("the hat", "this hat", "a hat"),
        ("pick up", "put down", "hand over"), ("bedroom", "street", "office", "station"),
        ("bold", "playful", "cheerful", "daring", "mysterious", "discreet", "carefree", "bright", "friendly", "lively",
         "dramatic"),
    ),
    Product(
        "umbrella", ("the umbrella", "this umbrella", "an umbrella"),
        ("pick up", "put down", "hand over"), ("street", "office", "station", "bedroom"),
        ("protective", "reliable", "tough", "cheerful", "bright", "bold", "comforting", "discreet", "playful",
         "carefree"),
    ),
    Product(
        "ball", ("the ball", "this ball", "a ball"),
        ("pick up", "put down", "hand over"), ("park", "bedroom", "classroom", "street"),
        ("playful", "fast", "lively", "joyful", "energising", "tough", "exciting", "carefree"),
    ),
    Product(
        "guitar", ("the guitar", "this guitar", "a guitar"),
        ("pick up", "put down", "hand over"), ("bedroom", "bar", "park", "kitchen"),
        ("rousing", "loud", "lively", "romantic", "moving", "sociable", "powerful", "memorable", "liberating",
         "dramatic", "joyful", "bold", "relaxing", "energising", "playful"),
    ),
    Product(
        "camera", ("the camera", "this camera", "a camera"),
        ("pick up", "put down", "hand over"), ("office", "street", "station", "bedroom"),
        ("clear", "fast", "discreet", "smart", "daring", "reliable", "adventurous", "tough", "exciting", "powerful",
         "playful"),
    ),
    Product(
        "lamp", ("the lamp", "this lamp", "a lamp"),
        ("pick up", "put down", "hand over"), _HOMES,
        ("bright", "cosy", "warm", "welcoming", "romantic", "peaceful", "comforting", "calming", "relaxing",
         "protective", "cheerful", "reliable"),
    ),
    Product(
        "key", ("the key", "this key", "a key"),
        ("pick up", "put down", "hand over"), ("office", "kitchen", "station", "bedroom"),
        ("promising", "liberating", "mysterious", "personal", "reliable", "welcoming",
         "discreet", "smart", "rewarding"),
    ),
    Product(
        "box", ("the box", "this box", "a box", "the parcel"),
        ("pick up", "put down", "hand over"), ("kitchen", "office", "bedroom", "station"),
        ("surprising", "mysterious", "tough", "promising", "protective", "reliable", "joyful", "rewarding"),
    ),
)  # fmt: skip

SECONDARIES = (
    Secondary(
        "sea", ("the sea", "the ocean"), ("enter", "beach", False),
        ("refreshing", "calming", "natural", "liberating", "powerful"), is_heard=True,
    ),
    Secondary(
        "run by the sea", ("a run by the sea", "a run along the shore"), ("run", "beach", False),
        ("energising", "refreshing", "liberating", "carefree"),
    ),
    Secondary(
        "beach party", ("a beach party", "a party on the beach"), ("dance", "beach", True),
        ("lively", "carefree", "loud", "exciting", "sociable"),
    ),
    Secondary(
        "honeymoon", ("a honeymoon", "a romantic trip"), ("hug", "beach", False),
        ("memorable", "romantic", "carefree"),
    ),
    Secondary(
        "moonlit walk", ("a moonlit walk", "a walk in the moonlight"), ("follow", "beach", True),
        ("romantic", "peaceful", "mysterious", "relaxing"),
    ),
    Secondary(
        "holiday", ("a holiday", "a vacation"), ("sit", "beach", False),
        ("relaxing", "carefree", "memorable", "cheerful"),
    ),
    Secondary(
        "new shore", ("a new shore", "an unknown shore"), ("point", "beach", False),
        ("adventurous", "promising", "mysterious", "exciting"),
    ),
    Secondary(
        "forest", ("a forest", "the woods"), ("enter", "forest", False),
        ("natural", "peaceful", "fresh", "mysterious", "calming"), is_heard=True,
    ),
    Secondary(
        "escape", ("an escape", "a getaway"), ("run", "forest", True),
        ("gripping", "liberating", "daring", "exciting", "fast", "dramatic"),
    ),
    Secondary(
        "expedition", ("an expedition", "a trek"), ("follow", "forest", False),
        ("adventurous", "exciting", "tough"),
    ),
    Secondary(
        "ghost story", ("a ghost story", "a spooky tale"), ("follow", "forest", True),
        ("mysterious", "gripping", "dramatic"),
    ),
    Secondary(
        "guide", ("a guide", "a pathfinder"), ("point", "forest", False),
        ("reliable", "enlightening", "clear", "smart"),
    ),
    Secondary(
        "chase", ("a chase", "a pursuit"), ("follow", "street", True),
        ("gripping", "exciting", "fast", "dramatic"),
    ),
    Secondary(
        "race", ("a race", "a sprint"), ("run", "street", False),
        ("fast", "exciting", "energising"), is_heard=True,
    ),
    Secondary(
        "carnival", ("a carnival", "a street festival"), ("dance", "street", False),
        ("lively", "cheerful", "loud", "playful", "bright"),
    ),
    Secondary(
        "neighbour", ("a friendly neighbour", "a kind neighbour"), ("wave", "street", False),
        ("friendly", "reliable", "welcoming", "cheerful"),
    ),
    Secondary(
        "reunion", ("a reunion", "a reunion of friends"), ("hug", "street", False),
        ("moving", "joyful", "warm", "sociable", "surprising"),
    ),
    Secondary(
        "protest", ("a protest", "a street protest"), ("shout at", "street", False),
        ("loud", "bold", "powerful", "rousing"),
    ),
    Secondary(
        "bodyguard", ("a bodyguard", "a bouncer"), ("push", "street", True),
        ("protective", "tough"),
    ),
    Secondary(
        "stuntman", ("a stuntman", "a daredevil"), ("fall", "street", False),
        ("daring", "bold", "tough"),
    ),
    Secondary(
        "Sunday afternoon", ("a Sunday afternoon", "a lazy afternoon"), ("sit", "park", False),
        ("relaxing", "bright", "warm", "carefree", "peaceful"),
    ),
    Secondary(
        "first love", ("first love", "a first love"), ("hug", "park", True),
        ("tender", "romantic", "memorable"),
    ),
    Secondary(
        "children's game", ("a children's game", "a game of tag"), ("run", "park", False),
        ("playful", "lively", "joyful", "carefree", "fast"),
    ),
    Secondary(
        "day in the park", ("a day in the park", "a day outdoors"), ("dance", "park", False),
        ("fresh", "bright", "joyful", "lively", "cheerful"), is_heard=True,
    ),
    Secondary(
        "victory", ("a victory", "a win"), ("high five", "park", False),
        ("joyful", "rewarding", "rousing", "exciting", "memorable"),
    ),
    Secondary(
        "starry sky", ("a starry sky", "the starry sky"), ("point", "park", True),
        ("bright", "romantic", "mysterious", "clear", "peaceful"),
    ),
    Secondary(
        "clown", ("a clown", "a circus clown"), ("fall", "park", False),
        ("playful", "surprising", "cheerful", "lively"),
    ),
    Secondary(
        "mother's hug", ("a mother's hug", "a mother's embrace"), ("hug", "kitchen", False),
        ("comforting", "warm", "tender", "protective"),
    ),
    Secondary(
        "birthday", ("a birthday", "a birthday party"), ("clap", "kitchen", False),
        ("joyful", "surprising", "cheerful", "exciting"), is_heard=True,
    ),
    Secondary(
        "surprise visit", ("a surprise visit", "an unexpected guest"), ("open door", "kitchen", False),
        ("surprising", "friendly"),
    ),
    Secondary(
        "family dinner", ("a family dinner", "a dinner at home"), ("sit", "kitchen", True),
        ("cosy", "warm", "sociable", "comforting"),
    ),
    Secondary(
        "quiet evening", ("a quiet evening", "an evening at home"), ("sit", "bedroom", True),
        ("relaxing", "cosy", "peaceful"),
    ),
    Secondary(
        "new morning", ("a new morning", "a new day"), ("stand", "bedroom", False),
        ("fresh", "promising", "bright", "energising", "clear"),
    ),
    Secondary(
        "goodnight hug", ("a goodnight hug", "a hug at bedtime"), ("hug", "bedroom", True),
        ("tender", "calming", "comforting"),
    ),
    Secondary(
        "pillow fight", ("a pillow fight", "a pillow fight at home"), ("push", "bedroom", False),
        ("playful", "lively", "cheerful"),
    ),
    Secondary(
        "secret", ("a secret", "a well-kept secret"), ("leave", "bedroom", True),
        ("mysterious", "discreet", "personal"),
    ),
    Secondary(
        "handshake", ("a handshake", "a firm handshake"), ("shake hands", "office", False),
        ("reliable", "friendly", "personal", "welcoming"),
    ),
    Secondary(
        "leader", ("a leader", "a strong leader"), ("point", "office", False),
        ("powerful", "bold", "smart", "rousing"),
    ),
    Secondary(
        "promotion", ("a promotion", "a better job"), ("clap", "office", False),
        ("rewarding", "exciting", "promising", "surprising"), is_heard=True,
    ),
    Secondary(
        "team", ("a strong team", "a good team"), ("high five", "office", False),
        ("reliable", "powerful", "energising", "sociable"),
    ),
    Secondary(
        "weekend", ("the weekend", "a weekend"), ("leave", "office", False),
        ("liberating", "relaxing", "carefree", "welcoming"),
    ),
    Secondary(
        "watchman", ("a night watchman", "a night guard"), ("enter", "office", True),
        ("protective", "reliable", "discreet", "smart"),
    ),
    Secondary(
        "party", ("a party", "a night out"), ("dance", "bar", True),
        ("lively", "sociable", "loud", "cheerful", "exciting"), is_heard=True,
    ),
    Secondary(
        "concert", ("a concert", "a live concert"), ("clap", "bar", True),
        ("rousing", "exciting", "loud", "memorable", "moving", "energising"),
    ),
    Secondary(
        "old friend", ("an old friend", "a good friend"), ("hug", "bar", True),
        ("reliable", "comforting", "friendly", "warm", "personal"),
    ),
    Secondary(
        "bet", ("a bet", "a wager"), ("shake hands", "bar", True),
        ("daring", "exciting", "surprising"),
    ),
    Secondary(
        "teacher", ("a teacher", "a good teacher"), ("point", "classroom", False),
        ("enlightening", "clear", "reliable"),
    ),
    Secondary(
        "first day of school", ("the first day of school", "a first day at school"), ("enter", "classroom", False),
        ("promising", "exciting", "memorable", "adventurous"),
    ),
    Secondary(
        "graduation", ("a graduation", "graduation day"), ("clap", "classroom", False),
        ("rewarding", "moving", "promising", "memorable"), is_heard=True,
    ),
    Secondary(
        "last day of school", ("the last day of school", "the end of the school year"), ("run", "classroom", False),
        ("liberating", "joyful", "lively", "carefree", "loud"),
    ),
    Secondary(
        "journey", ("a journey", "a long journey"), ("enter", "station", False),
        ("adventurous", "promising", "memorable", "exciting", "enlightening"), is_heard=True,
    ),
    Secondary(
        "express train", ("an express train", "a fast train"), ("run", "station", False),
        ("fast", "reliable", "powerful", "energising"),
    ),
    Secondary(
        "farewell", ("a farewell", "a goodbye"), ("wave", "station", False),
        ("moving", "tender", "dramatic", "memorable"),
    ),
    Secondary(
        "homecoming", ("a homecoming", "a return home"), ("hug", "station", False),
        ("welcoming", "warm", "joyful", "moving", "comforting"),
    ),
    Secondary(
        "spy", ("a spy", "a secret agent"), ("follow", "station", True),
        ("discreet", "mysterious", "daring", "smart"),
    ),
    Secondary(
        "open door", ("an open door", "a door that opens"), ("open door", "office", False),
        ("promising", "welcoming", "liberating", "exciting"),
    ),
    Secondary(
        "host", ("a good host", "a kind host"), ("open door", "bar", False),
        ("welcoming", "friendly", "sociable", "warm"),
    ),
)  # fmt: skip

SYNONYMS: Mapping[str, str] = {
    "adventurous": "full of adventure", "bold": "fearless", "bright": "radiant", "calming": "soothing",
    "carefree": "light-hearted", "cheerful": "merry", "clear": "crystal-clear", "comforting": "reassuring",
    "cosy": "snug", "daring": "audacious", "discreet": "unobtrusive", "dramatic": "full of drama",
    "energising": "invigorating", "enlightening": "instructive", "exciting": "thrilling", "fast": "quick",
    "fresh": "crisp", "friendly": "kind", "gripping": "full of suspense", "joyful": "happy", "liberating": "freeing",
    "lively": "full of life", "loud": "noisy", "memorable": "unforgettable", "moving": "touching",
    "mysterious": "full of mystery", "natural": "pure", "peaceful": "tranquil", "personal": "intimate",
    "playful": "fun", "powerful": "strong", "promising": "full of promise", "protective": "safe",
    "refreshing": "reviving", "relaxing": "restful", "reliable": "dependable", "rewarding": "satisfying",
    "romantic": "full of love", "rousing": "stirring", "smart": "clever", "sociable": "convivial",
    "surprising": "unexpected", "tender": "gentle", "tough": "sturdy", "warm": "heart-warming",
    "welcoming": "inviting",
}  # fmt: skip
