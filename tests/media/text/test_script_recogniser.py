from dataclasses import dataclass

import numpy as np
import pytest

from cinescribe.media.text import script_recogniser as module
from cinescribe.media.text.script_recogniser import LATIN_ONLY, ScriptReaders, ScriptRecogniser, script_readers
from cinescribe.media.text.text_networks import Reading
from tests.media.text.lines import reading

PICTURE, QUAD = np.zeros((48, 320, 3), np.uint8), np.zeros((4, 2), np.float32)


@dataclass
class Reader:
    """Reads the same from every line, and counts them."""

    script: str
    found: Reading
    n_read: int = 0

    @property
    def name(self):
        return f"reader of {self.script}"

    def read(self, picture, quad, *, stretch=1.0):
        self.n_read += 1
        return self.found


def read(latin, *others, expected=()):
    """What a line is taken for, and how many readers were asked."""
    readers = tuple(Reader(script, found) for script, found in others)
    recogniser = ScriptRecogniser(ScriptReaders(readers, frozenset(expected)))
    recogniser.__dict__["_latin"] = Reader("Latn", latin)
    found = recogniser.read(PICTURE, QUAD)
    return found.text, sum(reader.n_read for reader in readers)


def test_a_line_in_latin_letters_is_read_once():
    assert read(reading("Way out"), ("Cyrl", reading("Щ"))) == ("Way out", 0)
    assert read(reading("24"), ("Cyrl", reading("Щ"))) == ("24", 0)
    assert read(reading("出口"), ("Cyrl", reading("Щ"))) == ("出口", 0)


def test_a_line_in_which_the_bundled_network_sees_no_letters_is_read_by_others():
    assert read(reading(" "), ("Cyrl", reading("Вход")), ("Grek", reading("ΒΧΟΠ", 0.8))) == ("Вход", 2)
    assert read(Reading("", ()), ("Grek", reading("Είσοδος", 0.7))) == ("Είσοδος", 1)


def test_the_most_certain_reading_is_taken():
    assert read(reading("CTOI", 0.86), ("Cyrl", reading("СТОП", 0.97))) == ("СТОП", 1)
    assert read(reading("Quarry", 0.94), ("Cyrl", reading("Оиапу", 0.7))) == ("Quarry", 1)
    assert read(reading("出口", 0.9), ("Cyrl", reading("ЦП", 0.6))) == ("出口", 1)


def test_reading_in_another_script_is_discarded():
    assert read(reading("Bar", 0.9), ("Cyrl", reading("Bar"))) == ("Bar", 1)
    assert read(reading(" "), ("Cyrl", reading("24"))) == (" ", 1)


def test_greek_letters_in_a_latin_reading_make_it_greek():
    assert read(reading("EIΣITHPIA"), ("Grek", reading("ΕΙΣΙΤΗΡΙΑ", 0.98))) == ("ΕΙΣΙΤΗΡΙΑ", 1)
    assert read(reading("EIΣITHPIA"), ("Grek", reading("ΕΙΣΤΗ", 0.6))) == ("EIΣITHPIA", 1)


def test_letters_that_look_the_same_are_of_the_expected_script():
    other = ("Cyrl", reading("МОСТ", 0.96))
    assert read(reading("MOCT", 1.0), other) == ("MOCT", 0)
    assert read(reading("MOCT", 1.0), other, expected=["Cyrl"]) == ("МОСТ", 1)
    assert read(reading("HOTEL", 1.0), other, expected=["Cyrl"]) == ("HOTEL", 0)
    assert read(reading("MOCT", 1.0), ("Cyrl", reading("МОЕТ", 0.7)), expected=["Cyrl"]) == ("MOCT", 1)


def test_accents_are_read_by_the_reader_of_the_film_s_language():
    accents = Reader("Latn", reading("ŹLE"))
    recogniser = ScriptRecogniser(ScriptReaders(accents=accents))
    for latin, text in (("ŻLE", "ŹLE"), ("ŻLEB", "ŻLEB"), ("24", "24")):
        recogniser.__dict__["_latin"] = Reader("Latn", reading(latin, 0.9))
        assert recogniser.read(PICTURE, QUAD).text == text
    assert accents.n_read == 2  # numbers have no accents


@pytest.fixture
def here(monkeypatch):
    """Readers by script that are on this machine, fetched or of Tesseract; and what was fetched."""
    networks: dict[str, Reader] = {}
    data: dict[str, Reader] = {}
    fetched: list[str] = []

    def network(script, *, fetch, announce):
        if fetch and script not in networks:
            fetched.append(script)
            networks[script] = Reader(script, reading("Щ"))
        return networks.get(script)

    monkeypatch.setattr(module, "script_network", network)
    monkeypatch.setattr(module, "installed_tesseract", lambda script, languages: data.get(script))
    return networks, data, fetched


def test_available_readers_are_used_and_missing_ones_announced(here):
    _, data, fetched = here
    data["Grek"] = Reader("Grek", reading("Ω"))
    found = script_readers(["ru", None, "en"])
    assert (found.name, fetched) == ("reader of Grek, Cyrl", [])
    assert found.line is not None
    assert found.line.startswith("text in Cyrillic letters is not read: install tesserocr with data of Tesseract")
    assert script_readers(["el"]).line is None


def test_only_irreplaceable_expected_networks_are_fetched(here):
    networks, data, fetched = here
    found = script_readers(["ru", "en"], fetch=True)
    assert (fetched, [one.script for one in found.readers]) == (["Cyrl"], ["Cyrl"])
    networks.clear()
    data["Cyrl"] = Reader("Cyrl", reading("Щ"))
    assert [one.script for one in script_readers(["bg"], fetch=True).readers] == ["Cyrl"]
    assert fetched == ["Cyrl"]


def test_languages_with_accents_are_read_with_their_data(here):
    here[1]["Latn"] = Reader("Latn", reading("ą"))
    found = script_readers(["pl"])
    assert (found.accents, found.name) == (here[1]["Latn"], "reader of Latn")


def test_latin_languages_need_no_reader(here):
    assert script_readers(["pl", "de"], fetch=True).readers == ()
    assert (here[2], LATIN_ONLY.name, LATIN_ONLY.line) == ([], "", None)
