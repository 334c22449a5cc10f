import pytest

from cinescribe.errors import LanguageError
from cinescribe.language.semantics.verbnet_files import Restrictions, Slot, VerbMember, read_verb_classes, read_verbnet
from tests.language.semantics.verbnet_sample import HEAD, PLACE, write_sample

DECLARED = '<!DOCTYPE VNCLASS [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><VNCLASS ID="x">&b;</VNCLASS>'


def test_subclasses_have_the_roles_and_frames_of_the_class_above(tmp_path):
    (tmp_path / "place.xml").write_text(PLACE)
    inner, outer = read_verb_classes(tmp_path / "place.xml")
    assert (outer.id, inner.id) == ("place-1", "place-1-1")
    assert inner.members == (VerbMember("set down", ()),)
    assert outer.members == (VerbMember("put", ("put%2:35:00",)),)
    assert inner.roles["Agent"] == Restrictions((("animate", True),))
    assert inner.roles["Theme"] == Restrictions((("solid", True), ("animate", True)), is_or=True)
    assert outer.roles["Theme"] == Restrictions((("concrete", True),))
    assert len(outer.frames) == 1
    assert len(inner.frames) == 3
    assert outer.frames[0][3:] == (Slot("PREP", types=("loc",)), Slot("NP", "Destination"))


def test_classes_by_verb(tmp_path):
    found = read_verbnet(write_sample(tmp_path))
    assert [verb_class.id for verb_class, _ in found["shoot"]] == ["film-1", "kill-1"]


def test_nested_restrictions_are_read(tmp_path):
    inner = '<SELRESTRS logic="or"><SELRESTR Value="-" type="animate"/></SELRESTRS>'
    text = (
        f'<VNCLASS ID="a"><THEMROLES><THEMROLE type="T"><SELRESTRS>{inner}</SELRESTRS></THEMROLE></THEMROLES></VNCLASS>'
    )
    (tmp_path / "a.xml").write_text(text)
    [found] = read_verb_classes(tmp_path / "a.xml")
    assert found.roles["T"] == Restrictions(groups=(Restrictions((("animate", False),), is_or=True),))


def test_a_folder_without_files_is_refused(tmp_path):
    with pytest.raises(LanguageError, match=r"has no XML files; give the folder of VerbNet's XML files, unchanged"):
        read_verbnet(tmp_path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<VNCLASS", r"broken\.xml' is no complete XML \(unclosed token.*give the folder of VerbNet"),
        ("<FILM/>", r"broken\.xml' is XML of 'FILM', not of VerbNet"),
        (DECLARED, r"broken\.xml' has (declarations in its document type 'VNCLASS'|an entity)"),
        ('<!DOCTYPE VNCLASS SYSTEM "x.dtd"><VNCLASS ID="x">&a;</VNCLASS>', r"broken\.xml' has an entity, 'a'"),
        ("<VNCLASS>" + "<A>" * 80 + "</A>" * 80 + "</VNCLASS>", r"has more than 60 tags in each other"),
    ],
)
def test_a_broken_file_is_named(tmp_path, text, words):
    (tmp_path / "broken.xml").write_text(text)
    with pytest.raises(LanguageError, match=words):
        read_verb_classes(tmp_path / "broken.xml")


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(LanguageError, match=r"none\.xml' cannot be read"):
        read_verb_classes(tmp_path / "none.xml")


def test_the_head_names_a_document_type_that_is_never_opened(tmp_path):
    (tmp_path / "a.xml").write_text(HEAD + '<VNCLASS ID="a"/>')
    assert read_verb_classes(tmp_path / "a.xml")[0].id == "a"
