"""The site of the documentation names every page, is strict, and asks nothing of other hosts."""

from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"


class _Loader(yaml.SafeLoader):  # type: ignore[misc]
    """Reads the configuration without the Python objects that it names."""


_Loader.add_multi_constructor("tag:yaml.org,2002:python/", lambda loader, suffix, node: suffix)
SITE = yaml.load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), Loader=_Loader)


def pages(entry):
    if isinstance(entry, str):
        return [entry]
    return [page for item in (entry.values() if isinstance(entry, dict) else entry) for page in pages(item)]


NAV = pages(SITE["nav"])


def test_nav_names_every_page_once():
    assert sorted(NAV) == sorted(
        path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md") if path.parent.name != "results"
    )


@pytest.mark.parametrize("page", sorted((DOCS / "results").glob("*.md")), ids=lambda page: page.stem)
def test_measured_links_to_page_of_results(page):
    assert f"(results/{page.name})" in (DOCS / "measured.md").read_text(encoding="utf-8")


def test_bad_links_fail_the_build():
    assert SITE["strict"] is True
    assert set(SITE["validation"]["links"].values()) == set(SITE["validation"]["nav"].values()) == {"warn"}


def test_readers_load_nothing_from_other_hosts():
    assert SITE["theme"]["font"] is False
    asking = {"repo_url", "extra_javascript", "site_url"}  # the theme asks GitHub for the stars of `repo_url`
    assert not asking & set(SITE)
    assert all((DOCS / path).is_file() for path in SITE["extra_css"])
    assert "```mermaid" not in "".join(path.read_text(encoding="utf-8") for path in DOCS.rglob("*.md"))


def test_reference_has_a_page_for_every_package_but_the_commands():
    packages = {path.parent.name for path in (ROOT / "cinescribe").glob("*/__init__.pyi")}
    documented = {path.stem for path in (DOCS / "reference").glob("*.md")} - {"index", "records"}
    assert documented == packages - {"cli"}
