"""The table of kinds is the only place that knows which kinds of study there are."""

import re
from pathlib import Path

import cinescribe
from cinescribe.language.messages import PAGE_LANGUAGES
from cinescribe.study.kinds.table import KINDS

COMPARED = re.compile(r"\.kind (?:==|!=|in|not in) ")


def test_kind_has_task_in_each_language_of_pages():
    assert {name: [*kind.task] for name, kind in KINDS.items() if {*kind.task} != {*PAGE_LANGUAGES}} == {}


def test_no_module_compares_names_of_kinds():
    package = Path(cinescribe.__file__).parent
    files = [path for folder in ("study", "serve/studies", "cli/study") for path in (package / folder).rglob("*.py")]
    assert [path for path in files if COMPARED.search(path.read_text(encoding="utf-8"))] == []
    assert COMPARED.search("if design.kind == 'rank':")


def test_kinds_about_clips_have_no_texts():
    assert [name for name, kind in KINDS.items() if kind.is_about_clips] == ["metaphor"]
