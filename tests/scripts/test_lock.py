"""`make setup` installs what `lock.txt` names, and nothing else."""

import re

import pytest
from packaging.utils import canonicalize_name

from scripts.licences import packages
from scripts.lock import ALONE, LOCK, ROOT, entries

# PyTorch's own build is installed by its version; its hash depends on the machine.
_UNLOCKED = {"torch"}


@pytest.fixture(scope="module")
def locked():
    return entries(LOCK.read_text(encoding="utf-8"))


def test_all_that_setup_installs_is_locked(locked):
    assert packages("dev") | set(ALONE) <= {canonicalize_name(name) for name in locked} | _UNLOCKED


def test_every_entry_has_hashes_and_the_version_of_the_constraints(locked):
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {canonicalize_name(name): version for name, _, version in (line.partition("==") for line in lines)}
    for name, entry in locked.items():
        assert re.search(r"--hash=sha256:[0-9a-f]{64}\b", entry), name
        version = entry.partition("==")[2].split()[0].rstrip(";")
        assert pinned.get(canonicalize_name(name), version) == version, name


def test_setup_installs_other_packages_only_without_an_index_to_choose_from():
    recipe = (ROOT / "Makefile").read_text(encoding="utf-8").partition("$(READY): ")[2].partition("@touch")[0]
    installs = re.findall(r"\$\((?:PIP|UV)\) ([^|\n]*)", recipe)
    assert len(installs) == 6
    for options in installs:
        assert re.search(r"LOCKED|--require-hashes|TORCH|--no-deps --no-build-isolation -e \.", options), options
