from pathlib import Path

import pytest

from cinescribe.errors import SubtitleError
from cinescribe.export.dapt.dapt_xml import DaptError
from cinescribe.export.dapt.read_dapt import DaptScript, read_dapt
from cinescribe.schema import Cue, Person
from cinescribe.timing import Span
from tests.export.dapt_documents import body, document, event, head
from tests.shared import shared


def read(tmp_path: Path, data: bytes) -> DaptScript:
    path = tmp_path / "in.ttml"
    path.write_bytes(data)
    return read_dapt(path)


def only_cue(tmp_path: Path, data: bytes) -> Cue:
    (cue,) = read(tmp_path, data).cues
    return cue


def test_a_cue_of_the_specifications_example_lasts_as_long_as_its_words(tmp_path: Path) -> None:
    mixed = (
        '<p><animate begin="0.0s" end="0.3s" tta:gain="1;0.39" fill="freeze"/>'
        '<animate begin="2.7s" end="3s" tta:gain="0.39;1"/>\n'
        '<span begin="0.3s" end="2.7s"><audio src="clip3.wav"/>\n The sails billow in the wind.</span>\n</p>'
    )
    cue = only_cue(tmp_path, document(event(mixed, 'begin="25s" end="28s"')))
    assert cue.text == "The sails billow in the wind."
    assert (cue.span.start, cue.span.end) == pytest.approx((25.3, 27.7))


def test_times_are_relative_to_parents(tmp_path: Path) -> None:
    inside = '<div begin="5s"><div xml:id="e1" begin="00:00:01:05" dur="50f"><p>Words.</p></div></div>'
    cue = only_cue(tmp_path, document(f'<body begin="10s">{inside}</body>', ttp__frameRate="25"))
    assert cue.span == Span(16.2, 18.2)


def test_an_event_without_end_is_a_point(tmp_path: Path) -> None:
    assert only_cue(tmp_path, document(event("<p>Words.</p>", 'begin="3s"'))).span == Span(3, 3)


def test_text_keeps_line_ends_without_indent_and_metadata(tmp_path: Path) -> None:
    text = (
        "<p>\n   One <span>two\n  three</span><br/>  four <metadata><ttm:desc>no</ttm:desc></metadata> five"
        '<set tta:gain="1"/><x:y xmlns:x="urn:x">no</x:y>.\n</p><p>Six.</p>'
    )
    assert only_cue(tmp_path, document(event(text))).text == "One two three\nfour five.\nSix."


def test_space_is_preserved_on_request(tmp_path: Path) -> None:
    text = '<p xml:space="preserve"> One  two\nthree</p>'
    assert only_cue(tmp_path, document(event(text))).text == "One  two\nthree"


def test_the_documents_language_is_preferred(tmp_path: Path) -> None:
    texts = '<p xml:lang="fr">Un bateau.</p><p>A boat.</p>'
    assert only_cue(tmp_path, document(event(texts))).text == "A boat."
    assert only_cue(tmp_path, document(event(texts), xml__lang="de")).text == "A boat."
    assert only_cue(tmp_path, document(event(texts.replace("<p>", '<p xml:lang="en">')), xml__lang="de")).text == (
        "Un bateau."
    )


def test_people_are_the_characters(tmp_path: Path) -> None:
    agents = (
        '<ttm:agent type="person" xml:id="a1"><ttm:name type="full">Ada</ttm:name></ttm:agent>'
        '<ttm:agent type="character" xml:id="p1"><ttm:name type="full">Anna B.</ttm:name>'
        '<ttm:name type="alias"> Anna\n </ttm:name><ttm:actor agent="a1"/></ttm:agent>'
    )
    script = read(tmp_path, document(head(agents) + event("<p>She waits.</p>", 'ttm:agent="a1 p1"')))
    assert script.people == (Person("p1", "Anna"),)
    assert script.cues[0].people == ("p1",)
    assert script.language == "en"


def test_events_are_sorted_and_need_text(tmp_path: Path) -> None:
    events = (
        '<div xml:id="b" begin="5s" end="6s"><p>Second.</p></div><div xml:id="c"/><div><p>No event.</p></div>'
        '<div xml:id="a" begin="1s" end="2s"><p>First.</p></div><div xml:id="d"><p> <br/> </p></div>'
    )
    assert [cue.text for cue in read(tmp_path, document(body(events))).cues] == ["First.", "Second."]


def test_invalid_documents_are_not_read(tmp_path: Path) -> None:
    with pytest.raises(DaptError, match=r"in\.ttml' is no DAPT document: daptm:scriptType of <tt> is None"):
        read(tmp_path, document(daptm__scriptType=None))
    with pytest.raises(SubtitleError, match="cannot be read"):
        read_dapt(tmp_path / "none.ttml")


def test_a_pause_is_not_before_its_cue(tmp_path: Path) -> None:
    moved = document(event("<p>x</p>", 'begin="9s" end="12s" cs:pause="3" cs:hold="4"'))
    cue = read(tmp_path, moved).cues[0]
    assert (cue.status, cue.pause, cue.span.start, cue.span.end) == ("extended", 3.0, 9.0, 9.0)


@pytest.mark.parametrize("name", ["rate", "pause", "hold"])
def test_invalid_numbers_in_our_namespace(tmp_path: Path, name: str) -> None:
    data = document(event("<p>x</p>", f'cs:pause="1" cs:{name}="-1"'.replace('cs:pause="1" cs:pause', "cs:pause")))
    with pytest.raises(DaptError, match=f"{name} of the event 'e1' is '-1'; expected a number of at least 0"):
        read(tmp_path, data)


def test_every_valid_file_of_the_w3c_suite_is_read() -> None:
    texts = {
        path.stem.removeprefix("dapt-valid-"): [cue.text for cue in read_dapt(path).cues]
        for path in shared("data/text/dapt/dapt1/validation/valid").glob("*.xml")
    }
    assert len(texts) == 25
    assert texts["serialization"][0] == "Predefined entity: <"
    assert texts["serialization"][1].endswith("“")
    assert texts["scriptEventMapping"] == [
        "Text belonging to a Script Event",
        *(f"Script Event d{n} with a Text" for n in (5, 6, 9, 10)),
    ]
    assert texts["langSrc-on-content-with-inheritance"] == ["A boat floats on a lake", "No fishing"]
