"""Every extra has something that it promises, and modules of Cinescribe among them exist."""

from pathlib import Path

from scripts.try_extras import PROMISES, ROOT, extras


def test_every_extra_promises_something():
    assert sorted(PROMISES) == extras()
    assert all(PROMISES.values())


def test_promised_modules_of_cinescribe_exist():
    for name in (name for names in PROMISES.values() for name in names if name.startswith("cinescribe.")):
        path = ROOT / Path(*name.split("."))
        assert path.with_suffix(".py").exists() or (path / "__init__.py").exists(), name
