"""Every package that an install brings has a licence that somebody has looked at."""

import sys
from importlib.metadata import PackageNotFoundError, distribution

import pytest

from scripts.licences import INSTALLS, MORE_THAN_A_NOTICE, PAGE, READ_BY_HAND, asks_for_more, licence, packages, page


@pytest.fixture(scope="module")
def licences():
    found = {}
    for name in set().union(*map(packages, INSTALLS)):
        try:
            found[name] = licence(distribution(name))
        except PackageNotFoundError:  # of another system, or left out by `make setup`
            continue
    return found


def test_no_licence_is_unknown(licences):
    assert len(licences) > 100
    assert [name for name, words in licences.items() if not words or words == "UNKNOWN"] == []


def test_what_asks_for_more_than_a_notice_has_its_use_written_down(licences):
    assert {name for name, words in licences.items() if asks_for_more(words)} == set(MORE_THAN_A_NOTICE)


def test_licences_read_by_hand_are_of_packages_that_are_installed(licences):
    assert set(READ_BY_HAND) <= set(licences)


@pytest.mark.parametrize(
    ("words", "more"),
    [
        ("MIT OR Apache-2.0", False),
        ("BSD-3-Clause AND 0BSD AND MIT AND Zlib AND CC0-1.0", False),
        ("MPL-2.0 AND MIT", True),
        ("MIT, with the library espeak-ng under GPL-3.0", True),
        ("Server Side Public License", True),
        ("", True),
    ],
)
def test_which_licences_ask_for_more(words, more):
    assert asks_for_more(words) is more


@pytest.mark.skipif(
    (sys.platform, sys.version_info[:2]) != ("linux", (3, 11)), reason="the page is of Linux with Python 3.11"
)
def test_the_page_is_up_to_date():
    assert PAGE.read_text(encoding="utf-8") == page(), "run make docs"
