import time

import pytest

from cinescribe.export.dapt.dapt_xml import DaptError, parse_xml
from tests.export.dapt_documents import document, event


def refused(data: bytes) -> str:
    with pytest.raises(DaptError) as caught:
        parse_xml(data, name="x")
    return str(caught.value)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\xef\xbb\xbf" + document(), "starts with a byte-order mark"),
        (document().replace(b"</tt>", b"\xd8</tt>"), "is not UTF-8; save it"),
        (document().decode().encode("utf-16"), "byte 0 is not UTF-8"),
        (document().replace(b'encoding="UTF-8"', b'encoding="ISO-8859-1"'), "declares the encoding 'ISO-8859-1'"),
        (b"words", "not well-formed XML"),
        (b"", "not well-formed XML"),
        (document("<p>"), "not well-formed XML"),
        (document("&undeclared;"), "not well-formed XML"),
    ],
)
def test_only_plain_utf8_xml_is_accepted(data: bytes, words: str) -> None:
    assert words in refused(data)


@pytest.mark.parametrize(
    "prolog",
    [
        '<!DOCTYPE tt [<!ENTITY a "b">]>',
        '<!DOCTYPE tt SYSTEM "file:///etc/passwd">',
        "<!-- first --> <?a page?>\n<!-- second -->\n<!DOCTYPE tt>",
    ],
)
def test_a_document_type_is_refused_unparsed(prolog: str) -> None:
    data = document("&a;").replace(b"\n<tt", f"\n{prolog}<tt".encode())
    assert "declares a document type" in refused(data)


def test_a_document_type_in_text_is_only_text() -> None:
    assert parse_xml(document(event("<p><![CDATA[<!DOCTYPE tt>]]></p><!-- <!DOCTYPE tt> -->")), name="x") is not None


def test_entities_are_never_expanded() -> None:
    lines = ['<!ENTITY a0 "ha">'] + [f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12)]
    bomb = f"<!DOCTYPE tt [{''.join(lines)}]><tt>&a11;</tt>"
    assert "declares a document type" in refused(bomb.encode())


def test_a_long_prolog_takes_linear_time() -> None:
    start = time.process_time()
    assert "not well-formed" in refused(b"<!-- -- -->" * 20_000)
    assert time.process_time() - start < 2


def test_a_document_too_deep_is_refused() -> None:
    assert "not well-formed" in refused(document("<div>" * 5000 + "</div>" * 5000))


def test_an_error_names_the_first_reasons_and_counts_the_rest() -> None:
    error = DaptError("'a.ttml'", [f"rule {n}" for n in range(7)])
    assert str(error) == "'a.ttml' is no DAPT document: rule 0; rule 1; rule 2; rule 3; rule 4; and 2 more"
    assert len(error.reasons) == 7
