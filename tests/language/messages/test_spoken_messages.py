"""Each language has every sentence, takes its values, and the program uses every one of them."""

import ast
import re
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as fluent
from fluent.syntax.visitor import Visitor

from cinescribe.errors import LanguageError, RecordError
from cinescribe.features.clothing.colour_terms import DARK, LIGHT
from cinescribe.language.messages import SPOKEN_LANGUAGES, known_messages, spoken_messages
from cinescribe.language.messages.messages import differences
from cinescribe.parsing import parse_json

PACKAGE = Path(__file__).resolve().parents[3] / "cinescribe"
FOLDER = PACKAGE / "language" / "messages" / "spoken_texts"
MODEL = spoken_messages("en")
EACH = pytest.mark.parametrize("language", SPOKEN_LANGUAGES)
COLOURS = (*parse_json((PACKAGE / "features/clothing/colour_terms.json").read_text("utf-8"), "terms"), DARK, LIGHT)


def source(language: str) -> str:
    return (FOLDER / f"{language}.ftl").read_text(encoding="utf-8")


class References(Visitor):
    """The messages to which others refer, and the choices that selectors offer, by value."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.choices: dict[str, set[str]] = {}

    def visit_MessageReference(self, node):  # noqa: N802 - Fluent's name
        self.names.add(node.id.name)

    def visit_SelectExpression(self, node):  # noqa: N802 - Fluent's name
        if isinstance(node.selector, fluent.VariableReference):
            keys = {one.key.name for one in node.variants if isinstance(one.key, fluent.Identifier)}
            self.choices.setdefault(node.selector.id.name, set()).update(keys)
        self.generic_visit(node)


def references(language: str) -> References:
    visitor = References()
    visitor.visit(FluentParser().parse(source(language)))
    return visitor


def test_spoken_languages_are_eight():
    assert SPOKEN_LANGUAGES == ("de", "en", "es", "fr", "it", "nl", "pl", "pt")


@EACH
def test_each_file_is_fluent(language):
    assert not [entry for entry in FluentParser().parse(source(language)).body if isinstance(entry, fluent.Junk)]


@EACH
def test_each_language_has_the_english_messages_and_values(language):
    assert differences(spoken_messages(language), MODEL) == []


@EACH
def test_each_colour_of_clothes_has_a_different_wording(language):
    said = {colour: spoken_messages(language).text("clothes", clothes=colour) for colour in COLOURS}
    assert len(set(said.values())) == len(COLOURS)
    assert set(COLOURS) == references(language).choices["clothes"] - {"other"}


@EACH
def test_each_choice_of_a_side_has_both(language):
    messages = spoken_messages(language)
    for name, variables in messages.variables.items():
        if "side" in variables:
            values = dict.fromkeys(variables, "x")
            left, right = (messages.text(name, **{**values, "side": side}) for side in ("left", "right"))
            assert left != right, name
    assert references(language).choices["side"] == {"left", "right"}


@EACH
def test_each_sentence_ends_with_one_full_stop(language):
    messages = spoken_messages(language)
    people = {"who", "known", "new", "everybody", "first", "left", "n"}
    for name, variables in messages.variables.items():
        if variables & people or name in ("people-appear", "several-appear", "credits-roll"):
            text = messages.text(name, **dict.fromkeys(variables, "x"))
            assert text[-1] == "." != text[-2], name


def test_every_message_is_used_by_the_program():
    names = {name for name in MODEL.variables if "." not in name}
    texts = [path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")]
    quoted = re.compile("|".join(f'"{re.escape(name)}"' for name in names))
    literals = {
        node.value
        for text in texts
        if quoted.search(text)  # to read all files takes seconds
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert names - literals - references("en").names == set()


# Words that are the same in both languages.
ALIKE = {"de": {"sign", "script-text", "script-person"}, "fr": {"script-start"}}


@EACH
def test_no_language_has_words_left_in_english(language):
    """Sentences of another language differ from the English ones, apart from values."""
    messages = spoken_messages(language)
    same = {
        name
        for name, variables in MODEL.variables.items()
        if messages.text(name, **dict.fromkeys(variables | messages.variables[name], "x"))
        == MODEL.text(name, **dict.fromkeys(variables, "x"))
    }
    assert language == "en" or same <= {"comma", "full-stop", *ALIKE.get(language, ())}


@pytest.mark.parametrize(("tag", "language"), [("de-AT", "de"), ("pt_br", "pt"), ("ger", "de"), ("en-GB", "en")])
def test_regions_have_the_sentences_of_their_language(tag, language):
    assert spoken_messages(tag).language == language


def test_a_language_without_sentences_is_refused():
    with pytest.raises(LanguageError, match=r"no sentences in 'sv'; choose one of de, en, .*`messages`"):
        spoken_messages("sv")
    with pytest.raises(LanguageError, match=r"unknown language .*; give a tag such as"):
        spoken_messages("no language")


@pytest.mark.parametrize(("tag", "language"), [("de-AT", "de"), ("sv", "en"), ("no language", "en")])
def test_unsupported_language_uses_english_sentences(tag, language):
    assert known_messages(tag).language == language


def written(folder: Path, text: str) -> Path:
    path = folder / "own.ftl"
    path.write_text(text, encoding="utf-8")
    return path


def test_user_file_provides_sentences_of_any_language(tmp_path):
    own = spoken_messages("sv", written(tmp_path, source("de").replace("kommt näher", "kommer närmare")))
    assert (own.language, own.text("comes-closer", who="Anna")) == ("sv", "Anna kommer närmare.")


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("enters = { $who } enters.\n", "", r"`enters` is missing; see docs/languages.md"),
        ("enters = ", "entrs = ", r"`enters` is missing and 1 more; see docs/languages.md"),
        ("leaves = { $who } leaves.", "leaves = { $you } leaves.", r"`leaves` has \$you, and there are only \$who"),
        ("leaves = { $who } leaves.", "leaves = { $who leaves.", r"line \d+: .+; see docs/languages.md"),
        ("leaves = { $who }", "leaves = { $who_dative }", r"`leaves` has \$who_dative, and there are only \$who"),
        ("leaves = { $who }", "leaves = { clothes }", r"`leaves` has \$clothes, and there are only \$who"),
        ("leaves = { $who }", "leaves = { lea }", r"message `leaves`: there is no `lea`; see docs/languages.md"),
        ("leaves = { $who }", "leaves = { leaves }", r"message `leaves` refers to itself; see docs/languages.md"),
        ("leaves = { $who }", "leaves = { WHO($who) }", r"message `leaves`: .+; see docs/languages.md"),
    ],
)
def test_a_file_with_faults_is_refused(tmp_path, old, new, fault):
    assert old in source("en")
    with pytest.raises(LanguageError, match=rf"own\.ftl.*{fault}"):
        spoken_messages("en", written(tmp_path, source("en").replace(old, new)))


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(RecordError, match=r"none\.ftl"):
        spoken_messages("en", tmp_path / "none.ftl")
