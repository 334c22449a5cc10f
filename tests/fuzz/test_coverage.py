import pytest

from fuzz.coverage import NOT_FUZZED, covered, reading_functions
from fuzz.registry import readers


@pytest.mark.slow
def test_every_function_that_reads_from_outside_is_fuzzed():
    missing = reading_functions().keys() - covered(readers()) - NOT_FUZZED.keys()
    assert not missing, "register these in fuzz/rooms, or give a reason in NOT_FUZZED"


@pytest.mark.slow
def test_each_exception_is_needed():
    assert NOT_FUZZED.keys() <= reading_functions().keys() - covered(readers())


def test_covered_functions_belong_to_cinescribe():
    assert not {name for name in covered(readers()) if name.startswith(("fuzz.", "tests."))}


def test_names_are_unique():
    names = [reader.name for reader in readers()]
    assert len(names) == len(set(names))
