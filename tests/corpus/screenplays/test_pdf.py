import pytest

from cinescribe.corpus.screenplays.pdf import pdf_text
from cinescribe.corpus.screenplays.plain_text import text_elements
from cinescribe.errors import CorpusError
from tests.corpus.screenplay_texts import typed, write_pdf, written


def test_columns_survive_the_pages(tmp_path):
    screenplay = written(tmp_path, 5, n_clips=25).screenplay
    path = tmp_path / "a.pdf"
    write_pdf(path, typed(screenplay, action=4, speech=14, name=26))
    found = text_elements(pdf_text(path.read_bytes(), name="a.pdf"))
    assert [(one.kind, one.text) for one in found] == [(one.kind, one.text) for one in screenplay.elements]


def test_pages_that_are_pictures(tmp_path):
    write_pdf(tmp_path / "a.pdf", "12.")
    with pytest.raises(CorpusError, match=r"'a.pdf' has no text on its 1 pages, probably only pictures of text"):
        pdf_text((tmp_path / "a.pdf").read_bytes(), name="a.pdf")


def test_a_damaged_file(tmp_path):
    with pytest.raises(CorpusError, match=r"the text of 'a.pdf' cannot be read"):
        pdf_text(b"%PDF-1.4\nnothing", name="a.pdf")


def test_unknown_pdf_filter_is_named(tmp_path):
    write_pdf(tmp_path / "a.pdf", "INT. HALL - DAY")
    raw = (tmp_path / "a.pdf").read_bytes()
    assert b"/Length" in raw
    with pytest.raises(CorpusError, match=r"the text of 'a.pdf' cannot be read \(Unsupported filter /Flatedobj\)"):
        pdf_text(raw.replace(b"/Length", b"/Filter /Flatedobj /Length"), name="a.pdf")


def test_oddities_of_a_damaged_file_are_not_logged(tmp_path, caplog):
    path = tmp_path / "play.pdf"
    write_pdf(path, "EXT. BEACH - DAY\n\nA gull cries over the water.\n")
    raw = path.read_bytes().replace(b"/Type /Font", b"/Type /Font" + b" /Wig /Wig" * 3, 1)
    assert raw != path.read_bytes()
    assert "A gull cries" in pdf_text(raw, name="play.pdf")
    assert not caplog.records
