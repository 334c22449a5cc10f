import pytest

from cinescribe.corpus.screenplays.screenplay import ScriptCharacter, read_screenplay, script_cast
from cinescribe.errors import CorpusError
from tests.corpus.screenplay_texts import typed, write_pdf, written

FDX = """<?xml version="1.0"?>
<FinalDraft><Content><Paragraph Type="Action"><Text>{}</Text></Paragraph></Content></FinalDraft>"""


def test_formats_are_recognised_by_content(tmp_path):
    source = written(tmp_path, 7, n_clips=25)
    text = typed(source.screenplay, action=4, speech=14, name=26)
    write_pdf(tmp_path / "script", text)
    (tmp_path / "a.txt").write_text(text, "utf-16")
    (tmp_path / "b.txt").write_text(FDX.format("He waits."), "utf-8-sig")
    expected = [(one.kind, one.text) for one in source.screenplay.elements]
    for name in ("script", "a.txt", source.script):
        assert [(one.kind, one.text) for one in read_screenplay(tmp_path / name)] == expected
    assert [one.text for one in read_screenplay(tmp_path / "b.txt")] == ["He waits."]


def test_windows_1252_text_with_windows_line_ends(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes("INT. CAFÉ - DAY\r\n\r\nShe waits.\r\n\r\nANNA\r\nOui — non.\r\n".encode("cp1252"))
    assert [(one.kind, one.text) for one in read_screenplay(path)] == [
        ("heading", "INT. CAFÉ - DAY"),
        ("action", "She waits."),
        ("speech", "Oui — non."),
    ]


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", r"the screenplay '.*a.txt' is empty; give Fountain"),
        (b"\x89PNG\0\0", r"'.*a.txt' is not text; give Fountain"),
        (b"<!DOCTYPE html><html>", r"'.*a.txt' is a web page or a word-processor document"),
        (b"PK\x03\x04 word", r"'.*a.txt' is a web page or a word-processor document"),
        (b"<?xml version='1.0'?><svg/>", r"'.*a.txt' is XML of 'svg'"),
    ],
)
def test_files_without_a_screenplay_are_refused(tmp_path, raw, words):
    (tmp_path / "a.txt").write_bytes(raw)
    with pytest.raises(CorpusError, match=words):
        read_screenplay(tmp_path / "a.txt")


def test_a_missing_file_and_a_huge_one(tmp_path, monkeypatch):
    with pytest.raises(CorpusError, match=r"'.*none.txt' cannot be read \(No such file or directory\)"):
        read_screenplay(tmp_path / "none.txt")
    monkeypatch.setattr("cinescribe.corpus.screenplays.screenplay.MAX_SCREENPLAY_BYTES", 3)
    (tmp_path / "a.txt").write_text("INT. HALL")
    with pytest.raises(CorpusError, match=r"'.*a.txt' has more than the 3 bytes"):
        read_screenplay(tmp_path / "a.txt")


def test_the_cast_is_ordered_by_number_of_speeches(tmp_path):
    path = tmp_path / "a.fountain"
    path.write_text(
        "McAvoy and ANNA enter.\n\nMCAVOY\nOne.\n(beat)\nTwo.\n\nANNA (V.O.)\nThree.\n\nMCAVOY (CONT'D)\nFour.\n\n"
        "ANNA AND MCAVOY\nFive!\n\nJACK AND JILL\nSix.\n\nO'HARA^\nSeven.\n"
    )
    assert script_cast(path) == (
        ScriptCharacter("McAvoy", 3),
        ScriptCharacter("Anna", 2),
        ScriptCharacter("Jack And Jill", 1),
        ScriptCharacter("O'hara", 1),
    )
    assert ScriptCharacter.from_dict(script_cast(path)[0].to_dict()) == script_cast(path)[0]
