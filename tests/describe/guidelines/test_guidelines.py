import pytest

from cinescribe.describe.guidelines.guidelines import SHIPPED_GUIDELINES, default_guidelines, read_guidelines
from cinescribe.describe.guidelines.languages.language_words import WORD_LANGUAGES
from cinescribe.describe.guidelines.rules import RULES
from cinescribe.errors import RecordError


@pytest.mark.parametrize("name", SHIPPED_GUIDELINES)
def test_the_shipped_guidelines_name_a_source_for_each_rule(name):
    guidelines = read_guidelines(name)
    assert len(guidelines.title) > 4
    for setting in guidelines.settings:
        assert len(setting.source) > 10
        assert bool(RULES[setting.rule].unit) == (setting.limit != 0.0), setting.rule
    rules = {setting.rule for setting in guidelines.settings}
    assert RULES.keys() - rules <= {"loudness"}
    assert (name in ("dcmp", "abnt")) == ("loudness" not in rules)


@pytest.fixture
def own(tmp_path):
    def write(text):
        path = tmp_path / "own.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_a_file_changes_its_base(own):
    guidelines = read_guidelines(
        own('base = "netflix"\n[rules.tense]\nseverity = "off"\n[rules.rate]\nlimit = 2.5\nsource = "house style, 3"\n')
    )
    assert guidelines.setting("tense") is None
    rate, base = guidelines.setting("rate"), read_guidelines("netflix").setting("rate")
    assert rate is not None
    assert base is not None
    assert (rate.limit, rate.source, rate.severity) == (2.5, "house style, 3", base.severity)
    assert guidelines.setting("loudness") == read_guidelines("netflix").setting("loudness")


def test_the_default_base_is_dcmp(own):
    assert read_guidelines(own("")).settings == read_guidelines("dcmp").settings


def test_a_rule_that_the_base_lacks_can_be_added(own):
    added = read_guidelines(own('[rules.loudness]\nseverity = "note"\nlimit = 1\ntarget = -16\n')).setting("loudness")
    assert added is not None
    assert (added.limit, added.target) == (1.0, -16.0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nothing = 1", "'nothing' is unknown"),
        ("[rules.colour]\nlimit = 1", "'colour' is unknown; the names are speech-overlap"),
        ("[rules.tense]\nstrict = true", "'strict' is unknown"),
        ('[rules.tense]\nseverity = "high"', "`severity` is 'high'; expected one of error, warning, note, off"),
        ('[rules.rate]\nlimit = "2"', "`limit` is '2'; expected a number"),
        ("[rules.tense]\nsource = 3", "`source` is 3; expected a document"),
        ("[rules]\ntense = 3", "rules.tense is 3; expected a table"),
        ("rules = 3", "tables"),
        ('base = "bbc"', "`base` is 'bbc'; expected one of dcmp, netflix, ofcom"),
        ('[rules.loudness]\nseverity = "note"', "rules.loudness has no `limit`; give one in LU"),
        ("[rules.tense", "not TOML"),
    ],
)
def test_a_malformed_file_is_refused(own, text, message):
    with pytest.raises(RecordError, match=message.replace("[", r"\[")):
        read_guidelines(own(text))


def test_an_unknown_name_is_refused():
    with pytest.raises(
        RecordError, match=r"'bbc' are unknown; choose one of dcmp, netflix, ofcom, abnt, .*, vrt, or name a TOML file"
    ):
        read_guidelines("bbc")


@pytest.mark.parametrize(
    ("language", "name"),
    [("en", "dcmp"), ("de-AT", "ard"), ("fr", "csa"), ("es", "une"), ("it", "blindsight"), ("pt-BR", "abnt")],
)
def test_the_language_has_guidelines_of_its_own(language, name):
    assert default_guidelines(language) == name
    assert read_guidelines(name).language == language.partition("-")[0]


def test_other_languages_have_the_default():
    assert [default_guidelines(language) for language in ("nl", "pl", "fi", "")] == ["vrt", "fundacja", "dcmp", "dcmp"]


def test_every_language_of_the_lists_has_guidelines():
    assert {read_guidelines(default_guidelines(name)).language for name in WORD_LANGUAGES} == set(WORD_LANGUAGES)


def test_language_of_guidelines_is_inherited_from_the_base(own):
    assert read_guidelines(own('base = "ard"\n')).language == "de"
    assert read_guidelines(own('base = "ard"\nlanguage = "nl-BE"\n')).language == "nl"
    assert read_guidelines(own("")).language == "en"
    for value in ('"nonsense"', "3"):
        with pytest.raises(RecordError, match=r"`language` is .*; expected a tag such as `de`"):
            read_guidelines(own(f"language = {value}\n"))
