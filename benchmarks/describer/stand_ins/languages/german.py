"""What Backlot's people do, in German."""

from __future__ import annotations

from benchmarks.describer.stand_ins.languages.phrasing import Phrasing
from cinescribe.backlot.plot.screenplay import NAMES

_TEMPLATES = {
    "enter": ("{a} geht {into}", "{a} kommt herein", "{a} betritt {room}"),
    "leave": ("{a} geht weg", "{a} verlässt {room}", "{a} dreht sich um und geht fort"),
    "run": ("{a} rennt {through}", "{a} läuft vorbei"),
    "sit": ("{a} setzt sich{at}", "{a} nimmt{at} Platz"),
    "stand": ("{a} steht{at} auf", "{a} erhebt sich{at}"),
    "wave": ("{a} winkt{at}", "{a} hebt{at} die Hand und winkt"),
    "pick up": ("{a} hebt{at} {o_accusative} auf", "{a} nimmt{at} {o_accusative} vom Tisch"),
    "put down": ("{a} legt{at} {o_accusative} hin", "{a} stellt{at} {o_accusative} auf den Tisch"),
    "open door": ("{a} öffnet{at} die Tür", "{a} macht{at} eine Tür auf"),
    "read": ("{a} liest{at} {o_accusative}", "{a} blickt{at} auf {o_accusative} und liest"),
    "phone": ("{a} telefoniert{at}", "{a} hält sich{at} ein Telefon ans Ohr"),
    "drink": ("{a} trinkt{at} aus {o_dative}", "{a} nippt{at} an {o_dative}"),
    "dance": ("{a} tanzt{at}", "{a} tanzt{at} auf der Stelle"),
    "fall": ("{a} fällt{at} zu Boden", "{a} bricht{at} zusammen"),
    "point": ("{a} zeigt{at} auf etwas", "{a} streckt{at} den Arm aus und zeigt"),
    "clap": ("{a} klatscht{at}", "{a} klatscht{at} in die Hände"),
    "hand over": ("{a} gibt {b_dative}{at} {o_accusative}", "{a} reicht {b_dative}{at} {o_accusative}"),
    "hug": ("{a} umarmt {b_accusative}{at}", "{a} schließt {b_accusative}{at} in die Arme"),
    "shake hands": ("{a} schüttelt {b_dative}{at} die Hand", "{a} ergreift{at} {b_genitive} Hand und schüttelt sie"),
    "follow": ("{a} folgt {b_dative} {through}", "{a} folgt {b_dative}{at}", "{a} geht{at} hinter {b_dative} her"),
    "shout at": ("{a} schreit {b_accusative}{at} an", "{a} brüllt {b_accusative}{at} an"),
    "push": ("{a} schubst {b_accusative}{at}", "{a} stößt {b_accusative}{at} weg"),
    "high five": ("{a} klatscht{at} mit {b_dative} ab",),
    "beside": ("{a} steht in der Nähe", "{a} steht daneben"),
    "present": ("{a} ist{at}",),
}
_INDEFINITE = {  # gender: the article in each case
    "m": {"accusative": "einen", "dative": "einem"},
    "f": {"accusative": "eine", "dative": "einer"},
    "n": {"accusative": "ein", "dative": "einem"},
}
_THINGS = {
    "box": ("f", "Kiste"), "letter": ("m", "Brief"), "book": ("n", "Buch"), "cup": ("f", "Tasse"),
    "bottle": ("f", "Flasche"), "bag": ("f", "Tüte"), "phone": ("n", "Handy"), "hat": ("m", "Hut"),
    "umbrella": ("m", "Regenschirm"), "ball": ("m", "Ball"), "guitar": ("f", "Gitarre"), "camera": ("f", "Kamera"),
    "lamp": ("f", "Lampe"), "key": ("m", "Schlüssel"),
}  # fmt: skip
_PLACES = {
    "kitchen": ("f", "Küche", "in"), "bedroom": ("n", "Schlafzimmer", "in"), "office": ("n", "Büro", "in"),
    "street": ("f", "Straße", "auf"), "park": ("m", "Park", "in"), "beach": ("m", "Strand", "an"),
    "bar": ("f", "Bar", "in"), "forest": ("m", "Wald", "in"), "classroom": ("n", "Klassenzimmer", "in"),
    "station": ("m", "Bahnhof", "in"),
}  # fmt: skip
_DEFINITE = {"m": ("den", "dem"), "f": ("die", "der"), "n": ("das", "dem")}
_MERGED = {"in dem": "im", "in das": "ins", "an dem": "am", "an das": "ans"}


def _phrase(preposition: str, article: str, noun: str) -> str:
    both = f"{preposition} {article}"
    return f"{_MERGED.get(both, both)} {noun}"


def _place(gender: str, noun: str, preposition: str) -> dict[str, str]:
    accusative, dative = _DEFINITE[gender]
    through = "entlang" if preposition in ("auf", "an") else None
    return {
        "at": _phrase(preposition, dative, noun),
        "into": _phrase(preposition, accusative, noun),
        "through": f"{accusative} {noun} {through}" if through else f"durch {accusative} {noun}",
        "room": f"{accusative} {noun}",
    }


def _name(name: str) -> dict[str, str]:
    genitive = f"{name}\u2019" if name[-1] in "sxz" else f"{name}s"
    return {"accusative": name, "dative": name, "genitive": genitive}


def _thing(gender: str, noun: str) -> dict[str, str]:
    return {case: f"{article} {noun}" for case, article in _INDEFINITE[gender].items()}


GERMAN = Phrasing(
    "de",
    _TEMPLATES,
    {name: _name(name) for names in NAMES.values() for name in names},
    {
        "a man": {"nominative": "ein Mann", "accusative": "einen Mann", "dative": "einem Mann"},
        "a woman": {"nominative": "eine Frau", "accusative": "eine Frau", "dative": "einer Frau"},
    },
    {
        **{thing: _thing(*words) for thing, words in _THINGS.items()},
        "flowers": {"accusative": "Blumen", "dative": "Blumen"},
    },
    {place: _place(*words) for place, words in _PLACES.items()},
    "und",
    {"yellow": "gelbes", "cyan": "türkises", "pink": "rosa", "orange": "orangefarbenes"},
)
