from cinescribe.describe.guidelines.guidelines import read_guidelines
from cinescribe.describe.guidelines.lint import LintCache, lint_cue, lint_script
from tests.describe.guidelines.languages.inputs import script_in


def told(language, guidelines="dcmp"):
    found = lint_script(script_in(language, "Abc def."), read_guidelines(guidelines))
    return [one.text for one in found if one.rule == "unchecked"]


def test_english_is_checked_whole():
    assert told("en") == []
    assert told("en-GB") == []


def test_a_language_with_lists_lacks_a_parser():
    assert told("de-AT") == ["not checked in 'de-AT': tense (install a spaCy pipeline of this language)"]


def test_another_language_lacks_lists_too():
    (text,) = told("fi")
    assert "person, we-see, camera, sounds, feelings, motives, adverbs, name-before-introduction (there are" in text
    assert text.endswith("leftovers and unfinished but for marks")


def test_scripts_without_capitals_or_spaces_are_named():
    assert told("ja")[0].endswith("name-drift (the script has no capitals)")
    assert told("th")[0].endswith("rate (no spaces between words, and no known rate of characters)")


def test_invalid_language_gives_an_unchecked_note():
    assert told("xx-invalid")[0].startswith("not checked in 'xx-invalid'")


def test_rules_that_are_off_are_not_missed(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text('base = "ard"\n[rules.tense]\nseverity = "off"\n', encoding="utf-8")
    assert told("de", path) == []
    path.write_text('base = "ard"\n[rules.unchecked]\nseverity = "off"\n', encoding="utf-8")
    assert told("de", path) == []


def test_description_without_cues_and_a_single_cue_have_no_unchecked_note():
    assert lint_script(script_in("de"), read_guidelines("ard")) == ()
    script = script_in("de", "Abc def.")
    assert lint_cue(script, script.cues[0].id, read_guidelines("ard"), cache=LintCache()) == ()
