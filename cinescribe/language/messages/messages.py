"""The messages of one language: texts with places for values, from a Fluent file.

Fluent lets a translator choose a text by gender, number or case, without a line of code for their language; gettext
supports only plurals.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from cinescribe.errors import LanguageError
from cinescribe.input_files import read_text

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle

_SPACES = re.compile(r"[ \t\r\n]+")  # a space that keeps a line together, as before a French colon, stays


@dataclass(frozen=True)
class Messages:
    """The messages of one language.

    Args:
        language: BCP 47 tag.
        where: the file that they are from, for errors.
        bundle: they themselves.
        digest: SHA-256 of the file: other sentences, another description.
        variables: the names of the values of each text, by message, or message and attribute: `person.genitive`.
        offered: the names of further values of a message, which its comment names, for languages that need them.
    """

    language: str
    where: str
    bundle: FluentBundle
    digest: str
    variables: Mapping[str, frozenset[str]]
    offered: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @property
    def cases(self) -> frozenset[str]:
        """The names of all attributes: the cases in which people are called."""
        return frozenset(name.partition(".")[2] for name in self.variables if "." in name)

    def has(self, name: str) -> bool:
        """Whether there is a message, or `message.attribute`."""
        return name in self.variables

    def text(self, name: str, /, **values: str | float) -> str:
        """Return a text with its values, in one line.

        Args:
            name: of the message, or `message.attribute`.
            values: for its places, by name.

        Raises:
            LanguageError: when there is no such message, or it refers to something that there is not.

        Example:
            >>> read_messages('title = Title: { $words }', "en").text("title", words="The End")
            'Title: The End'
        """
        message, _, attribute = name.partition(".")
        if not self.has(name):
            raise LanguageError(f"{self.where} has no message `{name}`; add it, see docs/languages.md")
        found = self.bundle.get_message(message)
        pattern = found.attributes[attribute] if attribute else found.value
        assert pattern is not None  # `has` knows only messages with a value
        text, errors = self.bundle.format_pattern(pattern, values)
        if errors:
            raise LanguageError(f"{self.where}, message `{name}`: {errors[0]}; see docs/languages.md")
        return _SPACES.sub(" ", str(text)).strip()


def read_messages(source: str | Path, language: str) -> Messages:
    """Read messages of a language.

    Args:
        source: a Fluent file, or its text.
        language: BCP 47 tag.

    Raises:
        LanguageError: when a part is not valid Fluent, or a message is defined twice, refers to an undefined one,
            or refers to itself.
        RecordError: when the file cannot be read.
    """
    from cinescribe.language.messages.fluent_file import fluent_file  # noqa: PLC0415  Fluent is slow to import

    text, where = (read_text(source), repr(str(source))) if isinstance(source, Path) else (source, "the text")
    found = fluent_file(text, language, where=where)
    return Messages(language, where, found.bundle, sha256(text.encode()).hexdigest(), found.variables, found.offered)


def differences(messages: Messages, model: Messages, *, optional: Collection[str] = ()) -> list[str]:
    """Return in which way messages differ from those of another language: missing, unknown, or with other values.

    Attributes are a language's own affair: cases of German are none of English. `$who_dative` is `$who` in such a case.

    Args:
        messages: of a language.
        model: of the language that has all.
        optional: messages that need not be there.
    """
    of, wanted = ({name for name in one.variables if "." not in name} for one in (messages, model))
    found = [f"`{name}` is missing" for name in sorted(wanted - of - set(optional))]
    found += [f"`{name}` is unknown" for name in sorted(of - wanted)]
    for name in sorted(one for one in messages.variables if one.partition(".")[0] in wanted):
        message = name.partition(".")[0]
        known = model.variables[message] | model.offered.get(message, frozenset())
        in_cases = {f"{value}_{case}" for value in known for case in messages.cases}
        odd = messages.variables[name] - known - in_cases
        found += [f"`{name}` has ${value}, and there are only {_listed(known)}" for value in sorted(odd)]
    return found


def _listed(names: Collection[str]) -> str:
    return ", ".join(f"${name}" for name in sorted(names)) or "none"
