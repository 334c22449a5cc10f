"""The page of help: how to start, all keys with fields to change them, and what guidelines ask, with the source."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.responses import Response
from starlette.routing import BaseRoute

from cinescribe.describe.guidelines.finding import RuleSetting
from cinescribe.describe.guidelines.guidelines import SHIPPED_GUIDELINES, Guidelines, read_guidelines
from cinescribe.describe.guidelines.rules import RULES
from cinescribe.serve.shell.calls import Call, page_route


@dataclass(frozen=True)
class RuleLine:
    """A rule as the page shows it.

    Args:
        rule: its name.
        asks: what a description must do.
        number: what it compares with, in words; "" for a rule without a number.
        severity: of what it finds.
        source: document and section that ask for it.
    """

    rule: str
    asks: str
    number: str
    severity: str
    source: str


def help_routes() -> list[BaseRoute]:
    """Return the route of the page."""
    return [page_route("/help", _show)]


def rule_lines(guidelines: Guidelines) -> list[RuleLine]:
    """Return the rules of guidelines, in their order."""
    return [
        RuleLine(one.rule, RULES[one.rule].asks, _number(one), one.severity, one.source) for one in guidelines.settings
    ]


def _number(setting: RuleSetting) -> str:
    unit = RULES[setting.rule].unit
    if not unit:
        return ""
    limit = f"{setting.limit:g} {unit}"
    return f"{setting.target:g} ± {limit}" if setting.target else limit


def _show(call: Call) -> Response:
    guidelines = [(found.title, rule_lines(found)) for found in map(read_guidelines, SHIPPED_GUIDELINES)]
    return call.page("workbench/help/help.html", title=call.says("page-help"), guidelines=guidelines)
