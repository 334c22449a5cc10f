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


def as_tuples(elements):
    """Kind, text and speaker of each element; consecutive speeches of one speaker are joined."""
    out: list[tuple[str, str, str | None]] = []
    for element in elements:
        if out and element.kind == "speech" and out[-1][0] == "speech" and out[-1][2] == element.speaker:
            out[-1] = ("speech", f"{out[-1][1]} {element.text}", element.speaker)
        else:
            out.append((element.kind, element.text, element.speaker))
    return out


@pytest.mark.parametrize("name", NAMES)
def test_elements_equal_those_of_the_fountain_source(name):
    folder = shared(FILES)
    from_fdx = fdx_elements((folder / f"{name}.fdx").read_bytes(), name=name)
    assert (
        as_tuples(from_fdx) == as_tuples(fountain_elements((folder / f"{name}.fountain").read_text("utf-8-sig"))) != []
    )


def test_line_numbers_are_of_the_file_and_only_the_script_is_read():
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
        (b'<?xml version="1.0" encoding="UTF-9"?><FinalDraft/>', r"'a.fdx' is not a complete .*\(unknown encoding"),
        (b'<?xml version="1.0" encoding="Shift_JIS"?><FinalDraft/>', r"'a.fdx' is not a complete .*\(multi-byte"),
        (b'<!DOCTYPE a [<!ENTITY b "c">]><FinalDraft/>', "'a.fdx' has a document type, 'a'"),
        (b"<FinalDraft><Content>", "'a.fdx' is not a complete Final Draft file"),
        (b"<svg/>", "'a.fdx' is XML of 'svg', not of Final Draft"),
    ],
)
def test_files_that_are_not_final_draft_are_refused(raw, words):
    with pytest.raises(CorpusError, match=words):
        fdx_elements(raw, name="a.fdx")
