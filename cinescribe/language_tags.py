"""Tags of languages, as BCP 47 has them: what a person, a film or a browser names becomes one spelling."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from cinescribe.errors import LanguageError, brief

if TYPE_CHECKING:
    from langcodes import Language

# What containers write where nobody named a language, there is none, or there are several.
_NO_LANGUAGE = ("und", "zxx", "mul", "mis", None)
# Up to this distance of Unicode's CLDR, two tags differ in region alone; from 10 on, in language or script.
_REGIONS = 9


def language_tag(name: str) -> str:
    """Return a language as a BCP 47 tag: `de` for `de`, `ger` and `deu`, `pt-BR` for `pt_br`.

    Args:
        name: a tag, or a code of ISO 639 as containers have it.

    Raises:
        LanguageError: when it names no language.

    Example:
        >>> language_tag("ger"), language_tag("pt_br")
        ('de', 'pt-BR')
    """
    try:
        found = _language(name.strip())
        known = found.is_valid() and found.language not in _NO_LANGUAGE
    except (ValueError, LookupError):  # malformed, or of no language
        known = False
    if not known:
        raise LanguageError(f"unknown language {brief(name)}; give a tag such as `de`, `pt-BR` or `zh-Hant`")
    return found.to_tag()


def known_language(name: str | None) -> str | None:
    """Return the tag of a language that a file names; None if it names none, or one that does not exist."""
    if not name:
        return None
    try:
        return language_tag(name)
    except LanguageError:
        return None


def file_name_language(path: Path) -> str | None:
    """Return the language that a file's name has before its suffix, as players expect it; None if it has none.

    Example:
        >>> file_name_language(Path("my.film.pt-BR.forced.srt"))
        'pt-BR'
    """
    parts = path.stem.split(".")[1:]
    found = (known_language(part) for part in reversed(parts) if len(part) > 1)
    return next((tag for tag in found if tag is not None), None)


def base_language(tag: str) -> str:
    """Return the language of a tag, without region and script: `pt` of `pt-BR`.

    Raises:
        LanguageError: when it is no tag of a language.
    """
    return language_tag(tag).partition("-")[0]


def is_same_language(one: str, other: str) -> bool:
    """Whether two tags are of one language, wherever it is spoken.

    Raises:
        LanguageError: when one of them is no tag of a language.
    """
    return base_language(one) == base_language(other)


def iso_639_2(tag: str, *, bibliographic: bool = False) -> str:
    """Return the code of three letters that film containers write: `deu` of `de-AT`.

    Args:
        tag: BCP 47 tag.
        bibliographic: whether to return the other code of languages that have two: `ger`.

    Raises:
        LanguageError: when it is no tag of a language, or one without such a code.
    """
    try:
        return _language(language_tag(tag)).to_alpha3("B" if bibliographic else "T")
    except LookupError as error:
        raise LanguageError(f"the language {brief(tag)} has no code of three letters; choose another") from error


def closest_spoken(tag: str, offered: Iterable[str]) -> str | None:
    """Return the offered tag that a listener understands best when it is spoken: `cmn` for `zh-Hant`, `fr` for `fr-CA`.

    Another language that many listeners understand as well is none: Danish is not offered for Norwegian.

    Args:
        tag: that is wanted.
        offered: tags to choose from, the usual one first; what is no tag is left out.

    Returns:
        The tag as it is offered; None if none is of the language.

    Raises:
        LanguageError: when the wanted one is no tag of a language.
    """
    from langcodes import tag_distance  # noqa: PLC0415  as slow

    wanted = language_tag(tag)
    known = [one for one in offered if known_language(one) is not None]
    same = [one for one in known if language_tag(one) == wanted]
    near = ((tag_distance(wanted, one, ignore_script=True), n) for n, one in enumerate(known))
    distance, n = min(near, default=(_REGIONS + 1, 0))
    return same[0] if same else known[n] if distance <= _REGIONS else None


def script_of_language(tag: str) -> str:
    """Return the script that a language is written in, by ISO 15924: `Cyrl` of `ru`, `Latn` of `sr-Latn`.

    Raises:
        LanguageError: when it is no tag of a language.
    """
    return _language(language_tag(tag)).maximize().script or "Zyyy"  # ISO's code for none in particular


def _language(name: str) -> Language:
    from langcodes import Language  # noqa: PLC0415  its tables are slow to import, and most commands name no language

    return Language.get(name)
