"""Whole numbers in messages: they choose between one and many, and are written unchanged."""

from __future__ import annotations

from babel import Locale
from fluent.runtime.types import FluentInt, NumberFormatOptions


class WholeNumber(FluentInt):
    """A number of cues, pages and the like; without a mark between thousands, unless its message asks for one."""

    default_number_format_options = NumberFormatOptions(useGrouping=False)

    def format(self, locale: Locale) -> str:
        """Return it as a message shows it; Babel, which takes long, is asked only for what is more than digits."""
        return super().format(locale) if self.options.useGrouping else str(int(self))
