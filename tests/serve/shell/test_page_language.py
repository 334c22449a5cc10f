import pytest

from cinescribe.serve.shell.page_language import is_own_page, negotiated


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("fr;q=0.9, de-CH;q=0.5, en;q=0.4", "de"),
        ("en-GB,de", "en"),  # of equals, the first
        ("de;q=0, en;q=0.1", "en"),
        ("de;q=0", "en"),
        ("de;q=x, en;q=0.2", "en"),
        ("de;q=7, en", "de"),
        ("*, de;q=0.5", "en"),
        ("fr, *;q=0.5, de;q=0.8", "de"),
        ("!!, ,;;, de", "de"),
        ("pl,fr,es", "en"),
        (",".join(["fr"] * 30 + ["de"]), "en"),  # nobody has so many
    ],
)
def test_the_language_suits_the_browser(accepted, language):
    assert negotiated(accepted, ("de", "en")) == language


@pytest.mark.parametrize(
    ("address", "is_ours"),
    [
        ("/films/film/?page=2", True),
        ("/", True),
        ("//evil.example", False),
        ("/\\evil.example", False),
        ("https://evil.example", False),
        ("", False),
        ("/a\nb", False),
    ],
)
def test_only_own_pages_are_redirect_targets(address, is_ours):
    assert is_own_page(address) is is_ours
