"""Every command calls functions of `cinescribe`, which take what the command takes."""

import inspect
from collections.abc import Mapping

import click
import pytest

import cinescribe
from cinescribe.cli.functions import FUNCTIONS, functions_of
from cinescribe.cli.score.commands import captions
from cinescribe.cli.study.earlier import EarlierCommand
from tests.door.commands import homes, used_by
from tests.door.parameters import ONLY_COMMANDS, PARAMETERS, RETURNED, WITHOUT_FUNCTION
from tests.test_doors import ALL

BY_NAME = {" ".join(path): command for path, command in ALL.items()} | {"score": captions}
HOMES = homes()


def test_every_command_names_its_functions():
    assert not FUNCTIONS.keys() - BY_NAME.keys(), "no such commands"
    earlier = {name for name, command in BY_NAME.items() if isinstance(command, EarlierCommand)}
    assert BY_NAME.keys() - FUNCTIONS.keys() - earlier == WITHOUT_FUNCTION
    assert functions_of("undo") == ("undo", "redo")
    assert functions_of("corpus") == ()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_command_calls_its_functions(name):
    used = used_by(BY_NAME[name])
    for function in functions_of(name):
        assert callable(getattr(cinescribe, function))
        assert HOMES[function] in used, f"`{name}` calls {sorted(used)}"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_take_what_their_command_takes(name):
    taken = {each for function in functions_of(name) for each in parameters(function)}
    stated, params = PARAMETERS.get(name, {}), BY_NAME[name].params
    options = [param for param in params if isinstance(param, click.Option) and param.name not in ONLY_COMMANDS]
    assert not [each.name for each in options if not _names(each, stated) & {*taken, RETURNED}], sorted(taken)
    assert not stated.keys() - {each.name for each in options}, "no such options"
    assert len(params) - len([each for each in params if isinstance(each, click.Option)]) <= max(
        sum(each.kind is not inspect.Parameter.KEYWORD_ONLY for each in parameters(function).values())
        for function in functions_of(name)
    ), "the command has more arguments"


def parameters(function: str) -> Mapping[str, inspect.Parameter]:
    return inspect.signature(getattr(cinescribe, function)).parameters


def _names(option: click.Option, stated: dict[str, str]) -> set[str]:
    """What the parameter of an option may be called: as the option, or as a number or a fact by our naming."""
    if option.name in stated:
        return {stated[option.name]}
    name = max(option.opts, key=len).removeprefix("--").replace("-", "_")
    return {option.name, name, f"n_{name}", f"is_{name}", f"with_{name}"}


@pytest.mark.parametrize("name", sorted({each for names in FUNCTIONS.values() for each in names}))
def test_function_takes_paths_as_text(name):
    bare = [each.name for each in parameters(name).values() if _is_bare(str(each.annotation))]
    assert not bare, "annotate them with `str | Path`"


def _is_bare(annotation: str) -> bool:
    return "Path" in annotation and "str | Path" not in annotation and "PathLike" not in annotation


@pytest.mark.parametrize("name", FUNCTIONS)
def test_help_names_the_functions(name):
    with click.Context(BY_NAME[name], info_name=f"cinescribe {name}") as context:
        text = " ".join(BY_NAME[name].get_help(context).split())
    assert all(f"cinescribe.{function}" in text for function in functions_of(name))
