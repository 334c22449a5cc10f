"""The words of pages: each language has all, each is used, and no code asks for one that is not there."""

import re
from pathlib import Path

import pytest

from cinescribe.errors import LanguageError
from cinescribe.language.messages import PAGE_LANGUAGES, page_messages
from cinescribe.language.messages.messages import differences

ROOT = Path(__file__).resolve().parents[3] / "cinescribe"
USERS = [
    ROOT / "serve",
    ROOT / "language" / "messages",
    ROOT / "export" / "pages",
    ROOT / "export" / "player",
    ROOT / "describe",
]
MODEL = page_messages("en")
# A message is asked for by name; names end with a mark where the rest of them is a value: `t("stage-" ~ stage)`.
_CALL = r"""(?:\bt|plain|says|phrase|\bsaid|\bwords)\("""
ASKED = re.compile(_CALL + r"""["']([a-z][a-z0-9-]*)["']""")
BEGUN = re.compile(rf"""(?:{_CALL}|name = |kind: )f?["'`]([a-z][a-z0-9-]*-)["'`{{$%]""")
QUOTED = re.compile(r"""["'`]([a-z][a-z0-9]*(?:-[a-z0-9]*)*)(?=["'`{%$])""")
RESEARCH = "attribution_page"  # a page for researchers, in English
SCRIPTS = {"serve/workbench/static": "script-", "export/player": "player-says-", "export/pages/page": "show-says-"}


def sources(*suffixes):
    files = (path for folder in USERS for path in folder.rglob("*") if path.suffix in suffixes)
    return {path: path.read_text(encoding="utf-8") for path in files if RESEARCH not in str(path)}


def prefix_of(path):
    """What the names in a script begin with on the page."""
    return next(prefix for folder, prefix in SCRIPTS.items() if path.is_relative_to(ROOT / folder))


def quoted(suffix):
    """Every name that may be one of a message, in files of a kind."""
    found = {path: set(QUOTED.findall(text)) for path, text in sources(suffix).items()}
    return {(prefix_of(path) + name if suffix == ".js" else name) for path, names in found.items() for name in names}


def begun_names():
    """The beginnings of names whose rest is a value."""
    found = sources(".html", ".py", ".js").items()
    return {
        (prefix_of(path) if path.suffix == ".js" else "") + name for path, text in found for name in BEGUN.findall(text)
    }


@pytest.mark.parametrize("language", PAGE_LANGUAGES)
def test_each_language_has_the_messages_of_english_with_the_same_values(language):
    messages = page_messages(language)
    assert differences(messages, MODEL) == []
    assert {name: values for name, values in messages.variables.items() if values != MODEL.variables[name]} == {}


@pytest.mark.parametrize("language", PAGE_LANGUAGES)
def test_no_message_is_html(language):
    lines = (ROOT / "language" / "messages" / "page_texts" / f"{language}.ftl").read_text(encoding="utf-8").split("\n")
    assert not [line for line in lines if re.search('[<>&"]', line) and "->" not in line and "NUMBER" not in line]


def test_requested_messages_exist():
    missing = set()
    for path, text in sources(".html", ".py", ".js").items():
        prefix = prefix_of(path) if path.suffix == ".js" else ""
        names = {prefix + name for name in ASKED.findall(text) if not name.endswith("-")}
        missing |= {(path.name, name) for name in names if not MODEL.has(name)}
    assert missing == set()
    assert [name for name in begun_names() if not any(one.startswith(name) for one in MODEL.variables)] == []


def test_every_message_is_used():
    names = quoted(".html") | quoted(".py") | quoted(".js")
    begun = tuple(sorted(begun_names()))
    assert [name for name in MODEL.variables if name not in names and not name.startswith(begun)] == []


def test_scripts_contain_no_hard_coded_sentences():
    sentences = re.compile(r"""["`]([A-Z][a-z]+ [a-z]+[^"`]*)["`]""")
    code = {path: re.sub(r"//.*", "", text) for path, text in sources(".js").items()}
    assert {path.name: sentences.findall(text) for path, text in code.items() if sentences.search(text)} == {}


def test_a_language_without_pages_is_refused():
    with pytest.raises(LanguageError, match=r"no pages in 'fr'; choose one of de, en"):
        page_messages("fr")
