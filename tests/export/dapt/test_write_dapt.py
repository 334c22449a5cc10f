from pathlib import Path

import pytest
from lxml import etree

from cinescribe.errors import OutputError
from cinescribe.export.dapt.dapt_xml import DESC_TYPE, GAIN, ID, TT, TTA, TTM, DaptError, Element
from cinescribe.export.dapt.read_dapt import read_dapt
from cinescribe.export.dapt.validate import check_dapt
from cinescribe.export.dapt.write_dapt import write_dapt
from cinescribe.export.tracks.vtt import read_vtt
from cinescribe.schema import Cue, Film, Person, Script
from cinescribe.timing import Span, from_clock
from tests.export.texts import ANNA, P2, a_script
from tests.shared import shared


def root_of(tmp_path: Path, script: Script, *, ducked: float = 0.39, ramp: float = 0.25) -> Element:
    write_dapt(script, tmp_path / "out.ttml", ducked=ducked, ramp=ramp)
    return etree.parse(tmp_path / "out.ttml").getroot()


def gain_at(root: Element, time: float) -> float:
    """The film's gain at a time, as a TTML player computes it: the product of the gains of active elements."""
    gain = 1.0
    for part in root.iter(f"{{{TT}}}div"):
        begin, end = from_clock(part.get("begin")), from_clock(part.get("end"))
        if begin <= time < end:
            gain *= float(part.get(GAIN, "1"))
            for animate in part.iter(f"{{{TT}}}animate"):
                assert from_clock(animate.get("begin")) == 0.0
                assert from_clock(animate.get("end")) == pytest.approx(end - begin)
                first, last = map(float, animate.get(GAIN).split(";"))
                gain *= first + (last - first) * (time - begin) / (end - begin)
    return gain


def spoken_at(*spans: tuple[float, float]) -> Script:
    return Script(Film("f.mp4", 60.0), cues=tuple(Cue(Span(*span), "Words.") for span in spans))


def test_a_written_document_is_valid_and_round_trips(tmp_path: Path) -> None:
    write_dapt(a_script(), tmp_path / "out.ttml")
    check_dapt(tmp_path / "out.ttml")
    back = read_dapt(tmp_path / "out.ttml")
    assert back.cues == a_script().spoken()
    assert back.people == (ANNA, P2)
    assert back.language == "en-GB"


def test_an_event_has_the_times_of_its_cue_to_the_millisecond(tmp_path: Path) -> None:
    events = [part for part in root_of(tmp_path, a_script()).iter(f"{{{TT}}}div") if part.get(ID)]
    assert [(part.get(ID), part.get("begin"), part.get("end")) for part in events] == [
        ("c1", "00:00:04.100", "00:00:06.200"),
        ("c2", "00:00:09.000", "00:00:10.500"),
        ("c4", "00:00:20.250", "00:00:22.000"),
    ]


def test_notes_are_descriptions_and_not_spoken(tmp_path: Path) -> None:
    event = next(part for part in root_of(tmp_path, a_script()).iter(f"{{{TT}}}div") if part.get(ID) == "c1")
    notes = {desc.get(DESC_TYPE): desc.text for desc in event.iter(f"{{{TTM}}}desc")}
    assert notes == {
        "x-why": "to greet",
        "x-effect": "P2 turns",
        "x-trait": "kind",
        "x-figure": "the sun is her mood",
    }
    assert "".join(event.find(f"{{{TT}}}p").itertext()) == "Anna <smiles> & waits --> here.It is day."


def test_a_fast_cue_has_a_fast_voice(tmp_path: Path) -> None:
    texts = list(root_of(tmp_path, a_script()).iter(f"{{{TT}}}p"))
    assert [text.get(f"{{{TTA}}}speak") for text in texts] == ["normal", "normal", "fast"]


def test_the_gain_is_lowered_only_around_a_cue(tmp_path: Path) -> None:
    root = root_of(tmp_path, spoken_at((10, 12)))
    wanted = {9.74: 1.0, 9.75: 1.0, 9.875: 0.695, 10.0: 0.39, 11.999: 0.39, 12.0: 0.39, 12.125: 0.695, 12.26: 1.0}
    assert {time: round(gain_at(root, time), 3) for time in wanted} == wanted


def test_the_gain_stays_low_between_close_cues(tmp_path: Path) -> None:
    root = root_of(tmp_path, spoken_at((10, 12), (12.4, 14), (14.5, 15), (15, 16)))
    for time in (12.0, 12.2, 12.399, 12.4, 15.0):
        assert gain_at(root, time) == pytest.approx(0.39)
    assert gain_at(root, 14.2499) == pytest.approx(1.0, abs=0.01)
    assert gain_at(root, 14.2501) == pytest.approx(1.0, abs=0.01)


def test_no_fade_begins_before_the_film(tmp_path: Path) -> None:
    root = root_of(tmp_path, spoken_at((0.1, 1)))
    assert root.find(f".//{{{TT}}}div").get("begin") == "00:00:00.000"
    assert gain_at(root, 0.0) == 1.0
    assert gain_at(root_of(tmp_path, spoken_at((0, 1))), 0.0) == pytest.approx(0.39)


def test_the_gain_is_not_lowered_during_a_pause(tmp_path: Path) -> None:
    waiting = Cue(Span(9, 9), "Words.", status="extended", pause=2.0)
    root = root_of(tmp_path, Script(Film("f.mp4", 60.0), cues=(waiting,)))
    assert [gain_at(root, time) for time in (8.9, 9.0, 10.0)] == [1.0, 1.0, 1.0]
    overlong = waiting.replace(span=Span(9, 11))
    assert gain_at(root_of(tmp_path, Script(Film("f.mp4", 60.0), cues=(overlong,))), 10.0) == pytest.approx(0.39)


def test_gain_and_ramp_can_be_set(tmp_path: Path) -> None:
    root = root_of(tmp_path, spoken_at((10, 12)), ducked=0.5, ramp=0.3)
    assert gain_at(root, 9.85) == pytest.approx(0.75)
    assert gain_at(root_of(tmp_path, spoken_at((10, 12)), ramp=0), 9.999) == 1.0


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (a_script().replace(language=""), "xml:lang of <tt> is missing or empty"),
        (a_script().replace(people=(ANNA,)), "names the agent 'p2', which no ttm:agent declares"),
        (a_script().replace(people=(ANNA, P2, Person("c1", "P3"))), "xml:id 'c1' is given 2 times"),
        (a_script().replace(people=(ANNA, P2, Person("p 3", "P3"))), "xml:id 'p 3' is no XML name"),
    ],
)
def test_a_script_that_would_be_invalid_is_not_written(tmp_path: Path, script: Script, words: str) -> None:
    with pytest.raises(DaptError, match=words):
        write_dapt(script, tmp_path / "out.ttml")
    assert list(tmp_path.iterdir()) == []


def test_texts_with_characters_that_xml_forbids_are_written_without_them(tmp_path: Path) -> None:
    cue = Cue(Span(1, 2), "One\x00 \x0btwo\ufffe.", why="\x1b[1m", id="c\x011")
    write_dapt(Script(Film("f\x07.mp4", 9.0), cues=(cue,)), tmp_path / "out.ttml")
    assert read_dapt(tmp_path / "out.ttml").cues == (cue.replace(text="One\ntwo.", why="[1m", id="c1"),)


def test_failed_write_leaves_no_file(tmp_path: Path) -> None:
    (tmp_path / "out.ttml").mkdir()
    with pytest.raises(OutputError, match="cannot be written"):
        write_dapt(a_script(), tmp_path / "out.ttml")


def test_descriptions_of_a_whole_film_round_trip_through_dapt(tmp_path: Path) -> None:
    cues = read_vtt(shared("data/text/elephants_dream_vtt/descriptions.en.vtt"))
    script = Script(Film("elephants_dream.mp4", 653.0), cues=cues)
    write_dapt(script, tmp_path / "out.ttml")
    assert read_dapt(tmp_path / "out.ttml").cues == script.cues
