"""TTML times mean what the standard's own test files say of themselves."""

import re

import pytest

from cinescribe.errors import SubtitleError
from cinescribe.media.speech.ttml import read_ttml
from cinescribe.timing import Span
from tests.shared import shared

NS = 'xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter"'
METADATA = 'xmlns:ttm="http://www.w3.org/ns/ttml#metadata"'
APPEARS = re.compile(r"(?:appear|begins) at +([\d.]+) seconds.*?(?:visible to|disappear at|stay till) ([\d.]+) seconds")


def document(body, parameters="", namespaces=NS):
    return f"<tt {namespaces} {parameters}><body>{body}</body></tt>".encode()


def read(body, parameters="", **kind):
    return [
        (one.span.start, one.span.end, one.text) for one in read_ttml(document(body, parameters, **kind), name="x").cues
    ]


def end_of(time, parameters=""):
    ((_, end, _),) = read(f'<div><p end="{time}">a</p></div>', parameters)
    return end


# The two that hide text by tts:display say when it is seen, not when it is timed.
STYLED = {"MediaParTiming002", "MediaSeqTiming007"}


def test_texts_have_their_times():
    folder = shared("data/text/imsc/imsc1/ttml/timing")
    n_checked = 0
    for path in sorted(folder.glob("*.ttml")):
        for shown in read_ttml(path.read_bytes(), name=path.name).cues:
            assert "must not appear" not in shown.text, path.name
            assert "should not appear" not in shown.text, path.name
            says = APPEARS.search(shown.text.replace("\n", " "))
            if says and path.stem not in STYLED:
                assert shown.span == Span(float(says[1]), float(says[2])), path.name
                n_checked += 1
    assert n_checked >= 25


def test_time_expressions_have_the_documented_length():
    path = shared("data/text/imsc/imsc1/ttml/timing/TimeExpressions001.ttml")
    shown = read_ttml(path.read_bytes(), name=path.name).cues
    assert len(shown) == 11
    for one in shown:
        assert one.span.duration == pytest.approx(float(one.text.split("= ")[1].rstrip("s")), rel=1e-8)


@pytest.mark.parametrize(
    ("time", "parameters", "seconds"),
    [
        ("00:00:02:15", "", 2.5),
        ("00:00:02:12", 'ttp:frameRate="24"', 2.5),
        ("00:00:00:01.1", 'ttp:frameRate="25" ttp:subFrameRate="2"', 0.06),
        ("3t", "", 3.0),
        ("50t", 'ttp:frameRate="25"', 2.0),
        ("25000000t", 'ttp:tickRate="10000000"', 2.5),
        ("00:01:00:02", 'ttp:timeBase="smpte" ttp:frameRateMultiplier="1000 1001" ttp:dropMode="dropNTSC"', 60.06),
        ("00:10:00:00", 'ttp:timeBase="smpte" ttp:frameRateMultiplier="1000 1001" ttp:dropMode="dropNTSC"', 599.9994),
        ("01:00:00:00", 'ttp:timeBase="smpte" ttp:frameRate="25"', 3600.0),
        ("30f", 'ttp:frameRateMultiplier="1000:1001"', 1.001),
        ("60f", 'ttp:frameRateMultiplier="2"', 1.0),
    ],
)
def test_frames_and_ticks(time, parameters, seconds):
    assert end_of(time, parameters) == pytest.approx(seconds)


def test_times_count_from_the_parent():
    body = '<div begin="10s"><p begin="1s" dur="5s">a<span begin="2s" dur="9s">b</span></p></div>'
    assert read(body) == [(11, 16, "a"), (13, 16, "b")]


def test_words_without_an_end_last_to_the_latest_time():
    assert read('<div><p begin="1s">a</p><p begin="2s" end="7s">b</p></div>') == [(1, 7, "a"), (2, 7, "b")]


def test_untimed_words_are_never_shown():
    assert read("<div><p>a</p></div>") == []


def test_other_vocabularies_and_comments_are_skipped():
    body = '<div><p end="1s">one<!-- no --> <ttm:desc>no</ttm:desc>two<br/>three</p></div>'
    assert read(body, METADATA) == [(0, 1, "one two\nthree")]


def test_roles_mark_spoken_text():
    body = '<div><p end="1s" ttm:role="music">a</p><p begin="1s" end="2s" ttm:role="dialog">b</p></div>'
    assert [one.spoken for one in read_ttml(document(body, METADATA), name="x").cues] == [False, True]


def test_documents_of_2006_are_read():
    old = 'xmlns="http://www.w3.org/2006/10/ttaf1" xmlns:ttp="http://www.w3.org/2006/10/ttaf1#parameter"'
    assert read('<div><p end="50t">a</p></div>', 'ttp:tickRate="10"', namespaces=old) == [(0, 5, "a")]


def test_bad_time_names_its_line():
    with pytest.raises(SubtitleError, match=r"'x', line 2: begin='soon' is not a TTML time; write 00:01:02\.345"):
        read('<div>\n<p begin="soon">a</p></div>')


def test_a_damaged_paragraph_is_left_out_and_named():
    text = document('<div>\n<p begin="1s" end="2s">a</p>\n<p begin="2s"><span end="soon">b</span></p></div>')
    found = read_ttml(text, name="x")
    assert [cue.text for cue in found.cues] == ["a"]
    assert [cue.line for cue in found.damaged] == [3]


def test_malformed_time_of_a_division_names_its_line():
    with pytest.raises(SubtitleError, match="'x', line 1: begin='soon' is not a TTML time"):
        read('<div begin="soon"><p end="1s">a</p></div><div><p end="1s">b</p></div>')


def test_not_well_formed():
    with pytest.raises(SubtitleError, match="'x', line 1: not well-formed XML"):
        read_ttml(b"<tt><body>", name="x")


def test_a_document_without_its_namespace():
    with pytest.raises(SubtitleError, match=r"'x' has a <tt> without its namespace; write <tt xmlns="):
        read_ttml(b"<tt><body/></tt>", name="x")


def test_a_text_without_any_end_is_named():
    file = read_ttml(document("<div><p begin='1s'>a</p>\n<p begin='3s'>b</p></div>"), name="x")
    assert [(one.span, one.text) for one in file.cues] == [(Span(1, 3), "a")]
    assert [(one.line, one.reason) for one in file.damaged] == [
        (2, "'b' begins last of all and has no end; write its end")
    ]


def test_other_xml_is_refused():
    with pytest.raises(SubtitleError, match=r"'x' is XML of another kind \(<svg>\)"):
        read_ttml(b'<svg xmlns="http://www.w3.org/2000/svg"/>', name="x")


def test_document_types_are_refused():
    bomb = b'<!DOCTYPE tt [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + document("<div><p end='1s'>&a;</p></div>")
    with pytest.raises(SubtitleError, match="'x' has a document type"):
        read_ttml(bomb, name="x")


def test_wall_clock_is_refused():
    with pytest.raises(SubtitleError, match="'x' has the time base 'clock'; use media or smpte"):
        read("", 'ttp:timeBase="clock"')


@pytest.mark.parametrize("time", ["9" * 400 + "t", "9" * 400 + ":00:00", "99999999s"])
def test_a_time_that_no_film_has(time):
    with pytest.raises(SubtitleError, match=r"end='99.*' is not a TTML time"):
        read(f'<div><p end="{time}">a</p></div>')


def test_times_that_add_up_to_more_than_any_film():
    inner = '<p begin="9000000s" end="9500000s">a</p>'
    with pytest.raises(SubtitleError, match=r"'x': a span runs .*; correct its times"):
        read(f'<div begin="9000000s">{inner}</div>')


def test_deep_nesting_ends_like_in_lxml():
    with pytest.raises(SubtitleError, match="'x', line 1: not well-formed XML"):
        read("<div>" * 5000 + "</div>" * 5000)
    assert read("<div>" * 200 + '<p end="1s">a</p>' + "</div>" * 200) == [(0, 1, "a")]


@pytest.mark.parametrize(
    "parameters",
    [
        'ttp:frameRate="1e999999999"',
        'ttp:frameRate="fast"',
        'ttp:frameRateMultiplier="1000 0"',
        'ttp:frameRateMultiplier="1 2 3"',
    ],
)
def test_invalid_rate_is_refused(parameters):
    with pytest.raises(SubtitleError, match="'x' has an invalid frame or tick rate"):
        read("", parameters)


@pytest.mark.parametrize("parameters", ['ttp:frameRate="0"', 'ttp:tickRate="0"'])
def test_rates_of_zero_are_refused_where_they_are_used(parameters):
    with pytest.raises(SubtitleError, match="is not a TTML time"):
        end_of("1f" if "frame" in parameters else "1t", parameters)
