from fractions import Fraction

import pytest

from cinescribe.errors import SubtitleError
from cinescribe.export.dapt.dapt_time import ActiveInterval, Rates, seconds
from cinescribe.export.dapt.dapt_xml import parse_xml
from tests.export.dapt_documents import document

PAL = Rates(frame_hz=Fraction(25), sub_frames=Fraction(2), tick_hz=Fraction(1000))


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ("00:00:05.1", 5.1),
        ("01:23:45", 5025.0),
        ("01:23:45:15", 5025.6),
        ("00:00:01:24.1", 1.98),
        ("123:00:00", 442800.0),
        ("1.5h", 5400.0),
        ("2m", 120.0),
        ("5.1s", 5.1),
        ("250ms", 0.25),
        ("50f", 2.0),
        ("1500t", 1.5),
    ],
)
def test_every_kind_of_time_expression(expression: str, wanted: float) -> None:
    assert seconds(expression, PAL) == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize(
    "expression", ["", "5", "-1s", "1:00:00", "00:61:00", "00:00:61", "00:00:01,5", "wallclock(1)", "9" * 5000 + "s"]
)
def test_invalid_time_expressions(expression: str) -> None:
    with pytest.raises(SubtitleError, match=r"invalid time .*; expected 'hh:mm:ss\.sss', 'hh:mm:ss:ff' or '1\.5s'"):
        seconds(expression, PAL)


@pytest.mark.parametrize(
    ("expression", "words"),
    [("1f", "needs ttp:frameRate"), ("00:00:01:00", "needs ttp:frameRate"), ("1t", "needs ttp:tickRate")],
)
def test_frames_and_ticks_need_their_rate(expression: str, words: str) -> None:
    with pytest.raises(SubtitleError, match=words):
        seconds(expression, Rates())


def test_frame_numbers_are_below_the_frame_rate() -> None:
    with pytest.raises(SubtitleError, match="counts frame 25 where a second has 25"):
        seconds("00:00:01:25", PAL)
    ntsc = Rates(frame_hz=Fraction(30000, 1001))
    assert seconds("00:00:00:29", ntsc) == pytest.approx(29 * 1001 / 30000)


def test_rates_of_a_document() -> None:
    root = parse_xml(
        document(
            ttp__frameRate="30", ttp__frameRateMultiplier="1000 1001", ttp__subFrameRate="4", ttp__tickRate="90000"
        ),
        name="x",
    )
    assert Rates.of(root) == Rates(Fraction(30000, 1001), Fraction(4), Fraction(90000))


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("ttp__frameRate", "25.0", "ttp:frameRate is '25.0'; expected a positive whole number"),
        ("ttp__tickRate", "0", "ttp:tickRate is '0'; expected a positive whole number"),
        ("ttp__tickRate", "9" * 5000, "ttp:tickRate is '999"),
        ("ttp__frameRateMultiplier", "1001", "ttp:frameRateMultiplier is '1001'; expected two positive whole numbers"),
    ],
)
def test_invalid_frame_rates_are_refused(name: str, value: str, words: str) -> None:
    root = parse_xml(document(**{"ttp__frameRate": "25", name: value}), name="x")
    with pytest.raises(SubtitleError, match=words):
        Rates.of(root)


@pytest.mark.parametrize(
    ("attributes", "wanted"),
    [
        ("", ActiveInterval(10, 20)),
        ('begin="2s"', ActiveInterval(12, 20)),
        ('begin="2s" end="5s"', ActiveInterval(12, 15)),
        ('begin="2s" dur="5s"', ActiveInterval(12, 17)),
        ('begin="2s" end="5s" dur="1s"', ActiveInterval(12, 13)),
        ('end="99s"', ActiveInterval(10, 20)),
        ('begin="5s" end="2s"', ActiveInterval(15, 15)),
    ],
)
def test_a_child_is_relative_to_its_parent_and_ends_with_it(attributes: str, wanted: ActiveInterval) -> None:
    root = parse_xml(document(f"<body {attributes}/>"), name="x")
    assert ActiveInterval(10, 20).child(root[0], Rates()) == wanted
