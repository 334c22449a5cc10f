"""Reads guidelines: which rules apply, with which severity and numbers, and what asks for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, get_args

from cinescribe.describe.guidelines.finding import RuleSetting, Severity
from cinescribe.describe.guidelines.rules import RULES
from cinescribe.errors import RecordError, brief
from cinescribe.input_files import read_text
from cinescribe.language_tags import base_language, known_language
from cinescribe.parsing import parse_toml
from cinescribe.record import LARGEST_NUMBER

# That ship with Cinescribe: those of English, then those of other languages.
SHIPPED_GUIDELINES = ("dcmp", "netflix", "ofcom", "abnt", "ard", "blindsight", "csa", "fundacja", "une", "vrt")
DEFAULT_GUIDELINES = "dcmp"
# By language. What a language has no guidelines of its own for is cited from those that they build on.
_BY_LANGUAGE = {
    "de": "ard",
    "es": "une",
    "fr": "csa",
    "it": "blindsight",
    "nl": "vrt",
    "pl": "fundacja",
    "pt": "abnt",
}
OFF = "off"  # in place of a severity: the rule does not apply
_FOLDER = Path(__file__).resolve().parent / "profiles"
_KEYS = ("title", "base", "language", "rules")
_ENGLISH = "en"
_RULE_KEYS = ("severity", "source", "limit", "target")


@dataclass(frozen=True)
class Guidelines:
    """A set of guidelines.

    Args:
        title: of the document.
        settings: the rules that apply, in the order of `RULES`.
        language: in whose words they count, as base tag.
    """

    title: str
    settings: tuple[RuleSetting, ...]
    language: str = _ENGLISH

    def setting(self, rule: str) -> RuleSetting | None:
        """Return a rule's setting; None if it does not apply."""
        return next((setting for setting in self.settings if setting.rule == rule), None)


def default_guidelines(language: str) -> str:
    """Return the name of the guidelines for descriptions in a language; `DEFAULT_GUIDELINES` where it has none.

    Args:
        language: BCP 47 tag.

    Example:
        >>> default_guidelines("de-AT"), default_guidelines("en")
        ('ard', 'dcmp')
    """
    return _BY_LANGUAGE.get(language.lower().partition("-")[0], DEFAULT_GUIDELINES)


def read_guidelines(named: str | PathLike[str] = DEFAULT_GUIDELINES) -> Guidelines:
    """Return guidelines by name, or from a TOML file of one's own.

    Such a file names the guidelines that it changes (`base`), the `language` in whose words it counts, and under
    `[rules.NAME]` a `severity` (`off` to leave the rule out), `limit`, `target` or `source`.

    Args:
        named: one of `SHIPPED_GUIDELINES`, or the path of a file.

    Raises:
        RecordError: when the file is missing or malformed, or names an unknown rule or language.

    Example:
        >>> read_guidelines("netflix").setting("true-peak").limit
        -2.0
    """
    if str(named) in SHIPPED_GUIDELINES:
        values = _values(_FOLDER / f"{named}.toml")
        base = read_guidelines(values["base"]) if "base" in values else None
        return _from_values(values, base, f"the guidelines {str(named)!r}")
    path = Path(named)
    where = f"the guidelines {str(path)!r}"
    if not path.is_file():
        raise RecordError(f"{where} are unknown; choose one of {', '.join(SHIPPED_GUIDELINES)}, or name a TOML file")
    values = _values(path)
    base = values.get("base", DEFAULT_GUIDELINES)
    if base not in SHIPPED_GUIDELINES:
        raise RecordError(f"{where}: `base` is {brief(base)}; expected one of {', '.join(SHIPPED_GUIDELINES)}")
    return _from_values(values, read_guidelines(base), where)


def _values(path: Path) -> dict[str, Any]:
    return parse_toml(read_text(path), f"the guidelines {str(path)!r}")


def _from_values(values: Mapping[str, Any], base: Guidelines | None, where: str) -> Guidelines:
    _check_keys(values, _KEYS, where)
    title, rules = values.get("title", where), values.get("rules", {})
    if not isinstance(title, str) or not isinstance(rules, Mapping):
        raise RecordError(f"{where}: expected `title` as text and tables `[rules.NAME]`")
    _check_keys(rules, tuple(RULES), f"{where}: rules")
    known = {} if base is None else {one.rule: one for one in base.settings}
    settings = dict(known)
    for rule, changes in rules.items():
        setting = _setting(rule, changes, known.get(rule), where)
        if setting is None:
            settings.pop(rule, None)
        else:
            settings[rule] = setting
    language = _language(values, _ENGLISH if base is None else base.language, where)
    return Guidelines(title, tuple(settings[rule] for rule in RULES if rule in settings), language)


def _language(values: Mapping[str, Any], before: str, where: str) -> str:
    named = values.get("language", before)
    tag = known_language(named) if isinstance(named, str) else None
    if tag is None:
        raise RecordError(f"{where}: `language` is {brief(named)}; expected a tag such as `de`")
    return base_language(tag)


def _setting(rule: str, changes: Any, before: RuleSetting | None, where: str) -> RuleSetting | None:
    """A rule's setting after some changes; None if it does not apply."""
    here = f"{where}: rules.{rule}"
    if not isinstance(changes, Mapping):
        raise RecordError(f"{here} is {brief(changes)}; expected a table with {', '.join(_RULE_KEYS)}")
    _check_keys(changes, _RULE_KEYS, here)
    severity = changes.get("severity", before.severity if before else None)
    if severity == OFF:
        return None
    if severity not in get_args(Severity):
        choices = ", ".join((*get_args(Severity), OFF))
        raise RecordError(f"{here}: `severity` is {brief(severity)}; expected one of {choices}")
    source = changes.get("source", before.source if before else "the user's guidelines")
    if not isinstance(source, str) or not source:
        raise RecordError(f"{here}: `source` is {brief(source)}; expected a document and its section")
    limit = _number(changes, "limit", before.limit if before else None, here)
    target = _number(changes, "target", before.target if before else None, here)
    if RULES[rule].unit and limit is None:
        raise RecordError(f"{here} has no `limit`; give one in {RULES[rule].unit}")
    return RuleSetting(rule, severity, source, limit or 0.0, target or 0.0)


def _number(changes: Mapping[str, Any], key: str, before: float | None, where: str) -> float | None:
    value = changes.get(key, before)
    if value is None:
        return None
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
        raise RecordError(f"{where}: `{key}` is {brief(value)}; expected a number")
    return float(value)


def _check_keys(values: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    unknown = next((key for key in values if key not in known), None)
    if unknown is not None:
        raise RecordError(f"{where}: {brief(unknown)} is unknown; the names are {', '.join(known)}")
