"""Every command is helped and documented; what the package promises by name is there."""

import importlib
import re
import tomllib
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import cinescribe
from cinescribe.cli.main import COMMANDS, main

ROOT = Path(__file__).resolve().parents[1]


def commands(group=main, path=()):
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name), command


ALL = dict(commands())


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_every_command_has_help_for_itself_and_each_option(path):
    result = CliRunner().invoke(main, [*path, "--help"])
    assert result.exit_code == 0
    assert ALL[path].help
    options = [p for p in ALL[path].params if isinstance(p, click.Option)]
    assert all(option.help for option in options), [option.name for option in options if not option.help]


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_every_command_is_documented(path):
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert f"cinescribe {' '.join(path)} " in text
    for option in ALL[path].params:
        if isinstance(option, click.Option):
            assert max(option.opts, key=len) in text, option.opts


def test_usage_errors_exit_with_2():
    assert CliRunner().invoke(main, ["media", "shots"]).exit_code == 2
    assert CliRunner().invoke(main, ["fly"]).exit_code == 2


def test_the_list_of_commands_is_sorted_and_loads_without_the_models():
    assert list(COMMANDS) == sorted(COMMANDS)
    assert CliRunner().invoke(main, ["--help"]).exit_code == 0


def test_changelog_and_package_name_one_version():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    found = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    assert found[1] == version == cinescribe.__version__


def test_public_names_are_sorted_and_there():
    names = dir(cinescribe)
    assert list(names) == sorted(names)
    for name in names:
        assert getattr(cinescribe, name) is not None
    with pytest.raises(AttributeError, match="No cinescribe attribute nothing"):
        importlib.import_module("cinescribe").nothing  # noqa: B018


def test_links_in_the_documents_point_to_files():
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]:
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name} links to {link}"


def test_modules_import_without_a_model_library():
    assert importlib.import_module("cinescribe.cli.main")
