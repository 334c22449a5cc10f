"""The architecture page shows the code as it is."""

import re

from scripts.architecture import DRAWING, FLOORS, PAGE, ROOT, drawing, imports, updated
from tests.test_floors import FLOORS as ALLOWED


def test_the_generated_parts_are_up_to_date():
    page = PAGE.read_text(encoding="utf-8")
    assert page == updated(page), "run make docs"


def test_the_drawing_is_up_to_date():
    assert DRAWING.read_text(encoding="utf-8") == drawing(), "run make docs"


def test_the_drawing_has_the_floors_that_imports_are_held_to():
    drawn = [set(floor) for _, floor in reversed(FLOORS)]
    rooms = set(imports())
    assert drawn == [floor & rooms for floor in ALLOWED]


def test_every_file_that_the_page_names_exists():
    for name in re.findall(
        r"`((?:cinescribe|tests|docs|recipes|benchmarks)/[\w/.-]+)`", PAGE.read_text(encoding="utf-8")
    ):
        assert (ROOT / name).exists(), name


def test_functions_named_on_the_page_with_a_file_exist():
    found = re.findall(r"`([\w.]+)` in `((?:cinescribe|tests)/[\w/.-]+\.py)`", PAGE.read_text(encoding="utf-8"))
    assert found
    for name, path in found:
        assert re.search(rf"\b{name.split('.')[-1]}\b", (ROOT / path).read_text(encoding="utf-8")), (name, path)
