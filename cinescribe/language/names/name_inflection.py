"""Names in the cases of a language: `Annas Hand`, `widzi Annę`; by tables of endings, one list a language.

Languages without cases need none: `d'Anna` and `Anna's` are whole names with something beside them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

from cinescribe.input_files import read_text
from cinescribe.language_tags import base_language
from cinescribe.parsing import parse_json

# Of a language: the end that is replaced, and by what in each case; the first that fits counts.
_Rules: TypeAlias = tuple[tuple[re.Pattern[str], Mapping[str, tuple[str, ...]]], ...]

_FILE = Path(__file__).resolve().parent / "inflections.json"
# Languages in which a changed ending marks a person's case whatever their gender; in others a name that ends in a
# consonant declines if it is a man's, and stays if it is a woman's.
_GENDERLESS = frozenset(("da", "de", "nb", "nl", "no", "sv"))


def inflected_forms(name: str, tag: str) -> dict[str, tuple[str, ...]]:
    """Return the forms of a name by case, without the nominative; {} in a language without cases.

    They are possible forms: whether a person of this name is a woman, whose `Carmen` stays as it is, is not asked.

    Args:
        name: in the nominative.
        tag: BCP 47 tag of the language.

    Raises:
        LanguageError: when it is no tag of a language.

    Example:
        >>> inflected_forms("Anna", "de"), inflected_forms("Anna", "pl")["accusative"]
        ({'genitive': ('Annas',)}, ('Annę',))
    """
    rules = _rules().get(base_language(tag), ())
    if not rules or not name.strip():
        return {}
    words = [_of_word(word, rules) for word in name.split()]
    if len(words) == 1:
        return words[0]
    if base_language(tag) in _GENDERLESS:  # the last word bears the ending: Anna Smiths
        before = name.rpartition(" ")[0]
        return {case: tuple(f"{before} {form}" for form in forms) for case, forms in words[-1].items()}
    cases = set.intersection(*({case for case, forms in word.items() if forms} for word in words))
    return {case: (" ".join(word[case][0] for word in words),) for case in sorted(cases)}


def forms_of_names(names: Collection[str], tag: str) -> dict[str, tuple[str, ...]]:
    """Return the forms of each name that no other name has, itself left out.

    A form that is another's name is theirs: `Jana` is a woman, and not Jan in the genitive, if the cast has her.

    Args:
        names: of different people.
        tag: BCP 47 tag of the language.

    Raises:
        LanguageError: when it is no tag of a language.
    """
    forms = {
        name: {form for each in inflected_forms(name, tag).values() for form in each} - set(names) for name in names
    }
    n_owners = Counter(form for each in forms.values() for form in each)
    return {name: tuple(sorted(form for form in each if n_owners[form] == 1)) for name, each in forms.items()}


def in_same_case(form: str, old: str, new: str, tag: str) -> str | None:
    """Return another name in the case in which a form of a name is; None where that is uncertain.

    It is uncertain if the form may be of cases in which the new name differs, and in languages in which names of men
    and women decline differently unless both end in the same letter of a woman's name.

    Args:
        form: of the old name, in some case.
        old: the name that it is a form of, in the nominative.
        new: the other name, in the nominative.
        tag: BCP 47 tag of the language.

    Raises:
        LanguageError: when it is no tag of a language.

    Example:
        >>> in_same_case("Annę", "Anna", "Ewa", "pl"), in_same_case("Annę", "Anna", "Carmen", "pl")
        ('Ewę', None)
    """
    if base_language(tag) not in _GENDERLESS and not (old[-1:] == new[-1:] and new[-1:] in ("a", "а")):
        return None
    theirs = inflected_forms(new, tag)
    cases = [case for case, forms in inflected_forms(old, tag).items() if form in forms]
    found = {theirs.get(case, ()) for case in cases}
    if len(found) != 1:
        return None
    (forms,) = found
    # Both apostrophes are one form.
    return forms[0] if len({each.replace("'", "\u2019") for each in forms}) == 1 else None


def _of_word(word: str, rules: _Rules) -> dict[str, tuple[str, ...]]:
    for ending, forms in rules:
        found = ending.search(word)
        if found is not None:
            return {case: tuple(word[: found.start()] + one for one in each) for case, each in forms.items()}
    return {}


@cache
def _rules() -> dict[str, _Rules]:
    whole = parse_json(read_text(_FILE), _FILE.name)
    return {
        tag: tuple((re.compile(ending), {case: tuple(each) for case, each in forms.items()}) for ending, forms in rules)
        for tag, rules in whole.items()
    }
