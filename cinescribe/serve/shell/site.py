"""The site: its database, its sections, and how its pages are rendered."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.routing import BaseRoute

from cinescribe.input_files import digest
from cinescribe.language.messages.languages import native_name
from cinescribe.language.messages.page_messages import PAGE_LANGUAGES
from cinescribe.language.messages.page_words import PageWords, as_sentence, page_words
from cinescribe.serve.security.sessions import Cookie
from cinescribe.serve.shell.admission import Admission

if TYPE_CHECKING:
    from cinescribe.study.storage.database import Database

STATIC = Path(__file__).with_name("static")
_FIXED = re.compile(r'{{ t\("([a-z0-9-]+)"\) }}')  # a message without values, in a template


class _WordedLoader(PackageLoader):
    """Puts messages without values into templates before they are compiled: a list of cues has thousands of them."""

    def __init__(self, words: PageWords) -> None:
        super().__init__("cinescribe", "serve")
        self._words = words

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool] | None]:
        """Return a template, with where it is from."""
        source, path, is_current = super().get_source(environment, template)
        return _FIXED.sub(lambda found: self._words(found[1]), source), path, is_current


@cache
def templates(language: str) -> Environment:
    """Return the templates in a language, all of them compiled: threads that need the same one would each compile it.

    Raises:
        LanguageError: when pages are not in this language.
    """
    environment = Environment(
        loader=_WordedLoader(page_words(language)),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters["sentence"] = as_sentence
    environment.globals |= {"native_name": native_name, "Markup": Markup}
    for name in environment.list_templates(extensions=["html"]):
        environment.get_template(name)
    return environment


@dataclass(frozen=True)
class Section:
    """A part of the site.

    Attributes:
        title: in the navigation, the name of a message.
        path: of its first page.
        routes: of its pages.
    """

    title: str
    path: str
    routes: Sequence[BaseRoute]


@dataclass(frozen=True)
class Site:
    """The site.

    Attributes:
        admission: who may see its pages.
        cookie: in which it keeps its sessions.
        sections: in the order of the navigation; the first one's first page is where people arrive.
        stored: the database of people, studies and the rest, where there is one.
        languages: in which its pages are.
    """

    admission: Admission
    cookie: Cookie
    sections: tuple[Section, ...] = ()
    stored: Database | None = None
    languages: tuple[str, ...] = PAGE_LANGUAGES

    @property
    def database(self) -> Database:
        """The database, for sections that are only served with one."""
        assert self.stored is not None
        return self.stored

    def rendered(self, template: str, values: dict[str, Any]) -> str:
        """Return a page.

        Args:
            template: its path in `cinescribe/serve`.
            values: the template's variables, which are escaped; `t` has the words of the page.
        """
        words: PageWords = values["t"]
        return templates(words.language).get_template(template).render(site=self, **values)

    @cached_property
    def style_version(self) -> str:
        """Changes with the style sheet, so that browsers may keep it."""
        return digest(STATIC / "style.css")[:12]
