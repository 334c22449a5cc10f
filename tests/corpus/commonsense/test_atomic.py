import pytest

from cinescribe.corpus.commonsense.atomic import read_atomic, read_other_relations
from cinescribe.errors import CorpusError, RecordError
from tests.shared import shared

CSV = """event,oEffect,xAttr,xEffect,xIntent,xNeed,xReact,prefix,split
PersonX opens  the door,"[""none""]","[""polite"", ""polite""]","[""none""]","[""to enter""]",[],"[""cold""]",[],trn
PersonX opens the door,[],"[""helpful""]",[],"[""none"", ""to help""]",[],[],[],tst
PersonX waits,"[""waits""]",[],[],[],"[""time""]",[],[],dev
"""
TSV = """PersonX opens the door\txIntent\tto enter
PersonX opens the door\txAttr\tpolite
PersonX opens the door\txReact\tcold
PersonX opens the door\txNeed\ta key
door\tAtLocation\thouse
PersonX opens the door\txAttr\tnone
"""
PROMPTS = "PersonX opens the door @@ xAttr\tpolite| none| helpful\nPersonX opens the door @@ xEffect\tgets cold\n"


def read(tmp_path, text, name="atomic.tsv"):
    (tmp_path / name).write_text(text)
    return read_atomic(tmp_path / name)


def test_atomic_has_lists_of_phrases(tmp_path):
    (event,) = read(tmp_path, CSV, "v4_atomic_all.csv")
    assert event.text == "PersonX opens the door"
    assert event.phrases == {
        "intention": ["to enter", "to help"],
        "effect": ["cold"],
        "attribute": ["polite", "helpful"],
    }


def test_atomic_2020_has_a_row_for_each_phrase(tmp_path):
    (event,) = read(tmp_path, TSV)
    assert event.phrases == {"intention": ["to enter"], "effect": ["cold"], "attribute": ["polite"]}


def test_prompts_have_all_phrases_in_a_row(tmp_path):
    (event,) = read(tmp_path, PROMPTS)
    assert event.phrases == {"intention": [], "effect": ["gets cold"], "attribute": ["polite", "helpful"]}


@pytest.mark.parametrize(("name", "text"), [("v4_atomic_all.csv", CSV), ("atomic.tsv", TSV)])
def test_other_relations_are_read_separately(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    found = read_other_relations(tmp_path / name)
    if name == "atomic.tsv":
        assert found == {"PersonX opens the door": {"xNeed": ["a key"]}}
    else:
        assert found == {"PersonX waits": {"oEffect": ["waits"], "xNeed": ["time"]}}


@pytest.mark.slow
def test_a_part_of_atomic_2020():
    events = {event.text: event.phrases for event in read_atomic(shared("data/text/atomic2020/test_part.tsv"))}
    assert len(events) == 870
    assert events["PersonX hits by lightning"]["effect"][:2] == ["Has heart attack", "goes to the hospital"]
    assert not any("none" in phrases for by_aspect in events.values() for phrases in by_aspect.values())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("PersonX waits\txIntent\n", "line 1 is .*; expected an event, a relation and a phrase between tabs"),
        ("a\txIntent\tb\nPersonX waits\txWhy\tc\n", "line 2 has the relation 'xWhy', which ATOMIC does not have"),
        (" \txIntent\tc\n", "line 1 is |line 1 has no event"),
        ("a\txNeed\tb\n", "has no event with an intention, effect or attribute; give a file of ATOMIC"),
        ("event,xIntent,xWhy\n", "has a column 'xWhy', which is no relation of ATOMIC"),
        ("event,xIntent\nPersonX waits\n", "line 2 has 1 cells, but the heading names 2 columns"),
        ("event,xIntent\n,[]\n", "line 2 has no event"),
        ('event,xIntent\nPersonX waits,"{}"\n', r"line 2 has \{\}; expected a list of phrases"),
        ("event,xIntent\nPersonX waits,[1]\n", r"line 2 has \[1\]; expected a list"),
    ],
)
def test_a_malformed_row_is_named(tmp_path, text, words):
    with pytest.raises((CorpusError, RecordError), match=words):
        read(tmp_path, text)


def test_cell_that_is_not_json_is_named(tmp_path):
    with pytest.raises(RecordError, match="line 2 is not JSON"):
        read(tmp_path, "event,xIntent\nPersonX waits,[\n")
