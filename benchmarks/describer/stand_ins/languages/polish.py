"""What Backlot's people do, in Polish, with their names in its cases."""

from __future__ import annotations

from benchmarks.describer.stand_ins.languages.phrasing import Phrasing

_TEMPLATES = {
    "enter": ("{a} wchodzi {into}", "{a} wchodzi do środka"),
    "leave": ("{a} odchodzi", "{a} wychodzi {room}", "{a} odwraca się i odchodzi"),
    "run": ("{a} biegnie {through}", "{a} przebiega obok"),
    "sit": ("{a} siada{at}", "{a} siada na krześle{at}"),
    "stand": ("{a} wstaje{at}", "{a} podnosi się z krzesła{at}"),
    "wave": ("{a} macha{at}", "{a} podnosi rękę i macha{at}"),
    "pick up": ("{a} podnosi {o_accusative}{at}", "{a} bierze {o_accusative} ze stołu{at}"),
    "put down": ("{a} odkłada {o_accusative}{at}", "{a} kładzie {o_accusative} na stole{at}"),
    "open door": ("{a} otwiera drzwi{at}", "{a} otwiera na oścież drzwi{at}"),
    "read": ("{a} czyta {o_accusative}{at}", "{a} spogląda na {o_accusative} i czyta{at}"),
    "phone": ("{a} rozmawia przez telefon{at}", "{a} przykłada telefon do ucha{at}"),
    "drink": ("{a} pije z {o_genitive}{at}", "{a} popija z {o_genitive}{at}"),
    "dance": ("{a} tańczy{at}", "{a} tańczy w miejscu{at}"),
    "fall": ("{a} upada{at}", "{a} przewraca się{at}"),
    "point": ("{a} wskazuje coś ręką{at}", "{a} wyciąga rękę i wskazuje{at}"),
    "clap": ("{a} klaszcze{at}", "{a} bije brawo{at}"),
    "hand over": ("{a} podaje {b_dative} {o_accusative}{at}", "{a} wręcza {b_dative} {o_accusative}{at}"),
    "hug": ("{a} obejmuje {b_accusative}{at}", "{a} przytula {b_accusative}{at}"),
    "shake hands": ("{a} ściska dłoń {b_genitive}{at}", "{a} podaje rękę {b_dative}{at}"),
    "follow": ("{a} idzie za {b_instrumental} {through}", "{a} idzie za {b_instrumental}{at}"),
    "shout at": ("{a} krzyczy na {b_accusative}{at}", "{a} wrzeszczy na {b_accusative}{at}"),
    "push": ("{a} popycha {b_accusative}{at}", "{a} odpycha {b_accusative}{at}"),
    "high five": ("{a} przybija piątkę z {b_instrumental}{at}",),
    "beside": ("{a} stoi w pobliżu", "{a} stoi obok"),
    "present": ("{a} jest{at}",),
}
# Genitive, dative, accusative and instrumental; a name that is alone stays as it is in all cases.
_NAMES = (
    "Anna Anny Annie Annę Anną", "Maria Marii Marii Marię Marią", "Sarah", "Emma Emmy Emmie Emmę Emmą",
    "Laura Laury Laurze Laurę Laurą", "Julia Julii Julii Julię Julią", "Alice", "Clara Clary Clarze Clarę Clarą",
    "Helen", "Nora Nory Norze Norę Norą", "Lucy", "Rosa Rosy Rosie Rosę Rosą", "Ella Elli Elli Ellę Ellą", "Grace",
    "Diana Diany Dianie Dianę Dianą", "Irene", "Martha Marthy Marcie Marthę Marthą", "Sofia Sofii Sofii Sofię Sofią",
    "Ruth", "Vera Very Verze Verę Verą", "David Davida Davidowi Davida Davidem", "Peter Petera Peterowi Petera Peterem",
    "Tom Toma Tomowi Toma Tomem", "Paul Paula Paulowi Paula Paulem", "Martin Martina Martinowi Martina Martinem",
    "Henry Henry’ego Henry’emu Henry’ego Henrym", "Jack Jacka Jackowi Jacka Jackiem",
    "Simon Simona Simonowi Simona Simonem", "Oscar Oscara Oscarowi Oscara Oscarem",
    "Daniel Daniela Danielowi Daniela Danielem", "Leo Leona Leonowi Leona Leonem",
    "Walter Waltera Walterowi Waltera Walterem", "Hugo Hugona Hugonowi Hugona Hugonem",
    "Victor Victora Victorowi Victora Victorem", "Adam Adama Adamowi Adama Adamem",
    "Felix Felixa Felixowi Felixa Felixem", "George George’a George’owi George’a George’em",
    "Samuel Samuela Samuelowi Samuela Samuelem", "Frank Franka Frankowi Franka Frankiem",
    "Ivan Ivana Ivanowi Ivana Ivanem",
)  # fmt: skip
_CASES = ("genitive", "dative", "accusative", "instrumental")
_THINGS = {  # accusative, genitive
    "box": ("pudełko", "pudełka"), "letter": ("list", "listu"), "book": ("książkę", "książki"),
    "cup": ("filiżankę", "filiżanki"), "bottle": ("butelkę", "butelki"), "bag": ("torbę", "torby"),
    "flowers": ("kwiaty", "kwiatów"), "phone": ("telefon", "telefonu"), "hat": ("kapelusz", "kapelusza"),
    "umbrella": ("parasol", "parasola"), "ball": ("piłkę", "piłki"), "guitar": ("gitarę", "gitary"),
    "camera": ("aparat", "aparatu"), "lamp": ("lampę", "lampy"), "key": ("klucz", "klucza"),
}  # fmt: skip
_PLACES = {  # where, where to, along what, out of what
    "kitchen": ("w kuchni", "do kuchni", "przez kuchnię", "z kuchni"),
    "bedroom": ("w sypialni", "do sypialni", "przez sypialnię", "z sypialni"),
    "office": ("w biurze", "do biura", "przez biuro", "z biura"),
    "street": ("na ulicy", "na ulicę", "ulicą", "z ulicy"),
    "park": ("w parku", "do parku", "przez park", "z parku"),
    "beach": ("na plaży", "na plażę", "plażą", "z plaży"),
    "bar": ("w barze", "do baru", "przez bar", "z baru"),
    "forest": ("w lesie", "do lasu", "przez las", "z lasu"),
    "classroom": ("w klasie", "do klasy", "przez klasę", "z klasy"),
    "station": ("na dworcu", "na dworzec", "przez dworzec", "z dworca"),
}


def _forms(words: str) -> tuple[str, dict[str, str | None]]:
    name, *forms = words.split()
    return name, dict(zip(_CASES, forms or [name] * len(_CASES), strict=True))


POLISH = Phrasing(
    "pl",
    _TEMPLATES,
    dict(map(_forms, _NAMES)),
    {
        "a man": {
            "nominative": "mężczyzna", "genitive": "mężczyzny", "dative": "mężczyźnie", "accusative": "mężczyznę",
            "instrumental": "mężczyzną",
        },
        "a woman": {
            "nominative": "kobieta", "genitive": "kobiety", "dative": "kobiecie", "accusative": "kobietę",
            "instrumental": "kobietą",
        },
    },
    {thing: dict(zip(("accusative", "genitive"), forms, strict=True)) for thing, forms in _THINGS.items()},
    {place: dict(zip(("at", "into", "through", "room"), forms, strict=True)) for place, forms in _PLACES.items()},
    "i",
    {"yellow": "żółty", "cyan": "turkusowy", "pink": "różowy", "orange": "pomarańczowy"},
)  # fmt: skip
