import pytest

from cinescribe.corpus.screenplays.final_draft import fdx_elements
from cinescribe.corpus.screenplays.fountain import fountain_elements
from cinescribe.errors import CorpusError
from tests.shared import shared

FILES = "data/text/screenplain/tests/files"
NAMES = (
    "dialogue", "dialogue-with-blank-line", "dual-dialogue", "extended-characters", "forced-action", "indentation",
    "parenthetical", "simple", "utf-8-bom",
)  # fmt: skip


def told(elements):
    """Kind, text and speaker, what one says in a row as one."""
    out = []
    for element in elements:
        if out and element.kind == "speech" and out[-1][0] == "speech" and out[-1][2] == element.speaker:
            out[-1] = ("speech", f"{out[-1][1]} {element.text}", element.speaker)
        else:
            out.append((element.kind, element.text, element.speaker))
    return out


@pytest.mark.parametrize("name", NAMES)
def test_the_same_as_the_fountain_it_was_made_from(name):
    folder = shared(FILES)
    from_fdx = fdx_elements((folder / f"{name}.fdx").read_bytes(), name=name)
    assert told(from_fdx) == told(fountain_elements((folder / f"{name}.fountain").read_text("utf-8-sig"))) != []


def test_lines_are_the_files_and_only_the_script_is_read():
    raw = b"""<?xml version="1.0" encoding="UTF-8"?>
<FinalDraft DocumentType="Script"><Content>
<Paragraph Type="Action"><ScriptNote><Paragraph><Text>Why?</Text></Paragraph></ScriptNote><Text>He </Text>
  <Text Style="Bold">waits.</Text></Paragraph>
<Paragraph Type="Character"><Text>BOB (V.O.)</Text></Paragraph>
<Paragraph Type="Dialogue"><Text>Yes &amp; no.</Text></Paragraph>
</Content>
<TitlePage><Content><Paragraph Type="Action"><Text>A FILM</Text></Paragraph></Content></TitlePage></FinalDraft>"""
    found = fdx_elements(raw, name="a.fdx")
    assert [(one.line, one.kind, one.text, one.speaker) for one in found] == [
        (3, "action", "He waits.", None),
        (6, "speech", "Yes & no.", "BOB"),
    ]


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b'<!DOCTYPE a [<!ENTITY b "c">]><FinalDraft/>', "'a.fdx' has a document type, 'a'"),
        (b"<FinalDraft><Content>", "'a.fdx' is no whole Final Draft file"),
        (b"<svg/>", "'a.fdx' is XML of 'svg', not of Final Draft"),
    ],
)
def test_what_is_not_final_drafts_is_refused(raw, words):
    with pytest.raises(CorpusError, match=words):
        fdx_elements(raw, name="a.fdx")
