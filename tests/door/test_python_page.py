"""The page on Python: its examples run, its calls fit the functions, and its table is that of the commands."""

import ast
import doctest
import inspect
import re

import pytest

import cinescribe
from scripts.python_page import PAGE, updated

TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.slow
def test_examples_of_the_page_run():
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried > 10
    assert not failed


def test_calls_of_the_page_fit_the_functions():
    n_calls = 0
    for block in BLOCKS:
        code = "".join(each.source for each in doctest.DocTestParser().get_examples(block)) or block
        for node in ast.walk(ast.parse(code)):
            if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("cinescribe."):
                function = getattr(cinescribe, ast.unparse(node.func).removeprefix("cinescribe."))
                inspect.signature(function).bind(*node.args, **{str(each.arg): None for each in node.keywords})
                n_calls += 1
    assert n_calls > 5


def test_table_of_the_page_is_up_to_date():
    assert updated(TEXT) == TEXT, "run make docs"
