"""The nouns that captions use for things of COCO's 80 classes.

Where a class is called `person` or `dining table`, captions say man, people or table. A noun may name several classes
(`bag`, `animal`, `glass`); the pointing game accepts any of them that is in the picture. Nouns are single lemmas, as
`caption_grounding.noun_lemmas` returns them, so `hot dog` appears as `dog`. Nouns that mostly mean something else
(`group`, `front`, `food`) are left out.
"""

from __future__ import annotations

from cinescribe.explain.grounding.pointing import NounClasses

_PEOPLE = """
adult athlete baby batter bicyclist biker boarder boy bride businessman catcher chef child cook cowboy crowd
cyclist daughter driver family farmer father female friend gentleman girl golfer groom guy infant jockey kid lady male
man mother motorcyclist officer passenger pedestrian people person pitcher player policeman rider skateboarder skater
skier snowboarder soldier son spectator student surfer swimmer teenager toddler tourist umpire woman worker
"""

COCO_CLASSES: dict[str, tuple[str, ...]] = {
    "person": tuple(_PEOPLE.split()),
    "bicycle": ("bicycle", "bike", "cycle"),
    "car": ("car", "automobile", "cab", "sedan", "suv", "taxi", "van", "vehicle"),
    "motorcycle": ("motorcycle", "bike", "moped", "motorbike", "scooter"),
    "airplane": ("airplane", "aeroplane", "aircraft", "airliner", "jet", "jetliner", "plane"),
    "bus": ("bus", "vehicle"),
    "train": ("train", "locomotive"),
    "truck": ("truck", "lorry", "pickup", "van", "vehicle"),
    "boat": ("boat", "canoe", "ferry", "kayak", "raft", "sailboat", "ship", "yacht"),
    "traffic light": ("light", "signal", "stoplight"),
    "fire hydrant": ("hydrant",),
    "stop sign": ("sign",),
    "parking meter": ("meter",),
    "bench": ("bench",),
    "bird": ("bird", "animal", "duck", "goose", "gull", "owl", "parrot", "pigeon", "seagull", "swan"),
    "cat": ("cat", "animal", "kitten", "kitty"),
    "dog": ("dog", "animal", "pup", "puppy"),
    "horse": ("horse", "animal", "foal", "pony"),
    "sheep": ("sheep", "animal", "ewe", "lamb", "ram"),
    "cow": ("cow", "animal", "bull", "calf", "cattle", "ox"),
    "elephant": ("elephant", "animal"),
    "bear": ("bear", "animal", "cub"),
    "zebra": ("zebra", "animal"),
    "giraffe": ("giraffe", "animal"),
    "backpack": ("backpack", "bag", "knapsack", "pack"),
    "umbrella": ("umbrella", "parasol"),
    "handbag": ("handbag", "bag", "purse"),
    "tie": ("tie", "necktie"),
    "suitcase": ("suitcase", "bag", "baggage", "luggage"),
    "frisbee": ("frisbee", "disc", "disk"),
    "skis": ("skis", "ski"),
    "snowboard": ("snowboard", "board"),
    "sports ball": ("ball", "baseball", "basketball", "football"),
    "kite": ("kite",),
    "baseball bat": ("bat",),
    "baseball glove": ("glove", "mitt"),
    "skateboard": ("skateboard", "board"),
    "surfboard": ("surfboard", "board"),
    "tennis racket": ("racket", "racquet"),
    "bottle": ("bottle",),
    "wine glass": ("glass", "wineglass"),
    "cup": ("cup", "glass", "mug"),
    "fork": ("fork", "silverware", "utensil"),
    "knife": ("knife", "silverware", "utensil"),
    "spoon": ("spoon", "silverware", "utensil"),
    "bowl": ("bowl", "dish"),
    "banana": ("banana", "fruit"),
    "apple": ("apple", "fruit"),
    "sandwich": ("sandwich", "burger", "hamburger", "sub"),
    "orange": ("orange", "fruit"),
    "broccoli": ("broccoli", "vegetable"),
    "carrot": ("carrot", "vegetable"),
    "hot dog": ("dog", "hotdog"),
    "pizza": ("pizza",),
    "donut": ("donut", "doughnut", "pastry"),
    "cake": ("cake", "cupcake", "dessert"),
    "chair": ("chair", "armchair", "seat", "stool"),
    "couch": ("couch", "loveseat", "sofa"),
    "potted plant": ("plant", "houseplant"),
    "bed": ("bed",),
    "dining table": ("table", "desk"),
    "toilet": ("toilet",),
    "tv": ("tv", "monitor", "screen", "television"),
    "laptop": ("laptop", "computer"),
    "mouse": ("mouse",),
    "remote": ("remote", "controller", "wiimote"),
    "keyboard": ("keyboard",),
    "cell phone": ("phone", "cellphone", "smartphone"),
    "microwave": ("microwave",),
    "oven": ("oven", "stove"),
    "toaster": ("toaster",),
    "sink": ("sink", "basin"),
    "refrigerator": ("refrigerator", "freezer", "fridge"),
    "book": ("book",),
    "clock": ("clock",),
    "vase": ("vase",),
    "scissors": ("scissors", "scissor"),
    "teddy bear": ("teddy", "bear"),
    "hair drier": ("drier", "dryer", "hairdryer"),
    "toothbrush": ("toothbrush",),
}
"""Nouns of each class."""


def _by_noun() -> NounClasses:
    nouns = dict.fromkeys(noun for calls in COCO_CLASSES.values() for noun in calls)
    return {noun: tuple(kind for kind, calls in COCO_CLASSES.items() if noun in calls) for noun in nouns}


COCO_NOUNS = _by_noun()
"""Classes of each noun."""
