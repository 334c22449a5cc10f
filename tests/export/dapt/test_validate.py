import json
import os
import re
from pathlib import Path

import pytest

from cinescribe.errors import SubtitleError
from cinescribe.export.dapt.dapt_xml import DaptError
from cinescribe.export.dapt.validate import check_dapt
from tests.export.dapt_documents import NEEDED, body, document, event, head
from tests.shared import shared

SUITE = "data/text/dapt/dapt1/validation"
STALE = {"dapt-invld-langSrc-on-root-empty"}  # an erratum of the specification allows what this file does
PROFILE = NEEDED["ttp:contentProfiles"]
ANNA = '<ttm:agent type="character" xml:id="p1"><ttm:name type="alias">Anna</ttm:name>{}</ttm:agent>'
ACTOR = '<ttm:agent type="person" xml:id="a1"><ttm:name type="full">Ada</ttm:name></ttm:agent>'
AUDIO = '<p xml:lang="{}"><audio src="{}"><source src="#d1"/></audio></p>'
DATA = '<head><resources><data xml:id="d1" type="audio/wave" {}>UklG</data></resources></head>'


def reasons(data: bytes) -> tuple[str, ...]:
    with pytest.raises(DaptError) as caught:
        check_dapt(data)
    return caught.value.reasons


@pytest.mark.parametrize(
    "data",
    [
        document(),
        document(event("<p>Words.</p>")),
        document(ttp__contentProfiles=f"{PROFILE} http://www.w3.org/ns/ttml/profile/imsc1.2/text"),
        document(ttp__contentProfiles=f"all({PROFILE} urn:other)"),
        document(ttp__processorProfiles="http://www.w3.org/ns/ttml/profile/dapt1.0/processor urn:other"),
        document(daptm__langSrc=""),
        document(daptm__langSrc="zxx"),
        document(event(), daptm__scriptRepresents="audio visual", daptm__represents="visual.text.credit"),
        document(event(), daptm__scriptRepresents="x-own visual.x-own.more", daptm__represents="x-own.part"),
        document(event('<p daptm:represents="visual.text">Sign.</p>')),
        document(body('<div xml:id="outer"><div xml:id="inner"/></div>')),
        document(body("<div><p>Not an event.</p></div>"), daptm__represents=None),
        document(head(ACTOR + ANNA.format('<ttm:actor agent="a1"/>')) + event(attributes='ttm:agent="p1 a1"')),
        document(event('<ttm:desc daptm:descType="x-why">Because.</ttm:desc><ttm:desc>Plain.</ttm:desc>')),
        document(event('<animate tta:gain="1;.39"/><p tta:gain="0.5">Words.</p>')),
        document(DATA.format("") + event(AUDIO.format("en", "a.wav"))),
        document(event("<p>12:00</p>", 'begin="00:00:01:24" end="30f"'), ttp__frameRate="25"),
        document(event(attributes='timeContainer="par"'), ttp__timeBase="media"),
        document(event('<other:thing xmlns:other="urn:other" xml:id="1 2" begin="soon"/>')),
    ],
)
def test_valid_documents_pass_the_check(data: bytes) -> None:
    check_dapt(data)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (document(ttp__contentProfiles=None), "ttp:contentProfiles of <tt> must name"),
        (document(ttp__contentProfiles="urn:other"), "ttp:contentProfiles of <tt> must name"),
        (document(ttp__profile=PROFILE), "ttp:profile is not allowed on <tt>"),
        (document(ttp__processorProfiles="urn:other"), "ttp:processorProfiles must name"),
        (document(daptm__scriptType=None), "daptm:scriptType of <tt> is None; expected one of originalTranscript"),
        (document(daptm__scriptType="final"), "daptm:scriptType of <tt> is 'final'"),
        (document(xml__lang=None), "xml:lang of <tt> is missing or empty"),
        (document(xml__lang=""), "xml:lang of <tt> is missing or empty"),
        (document(xml__lang="en_GB"), "xml:lang of <tt> in line 2 is 'en_GB'; expected a language tag"),
        (document(event('<p xml:lang="no tag">x</p>')), "xml:lang of <p> in line 2 is 'no tag'"),
        (document(daptm__langSrc="#en"), "daptm:langSrc of <tt> in line 2 is '#en'"),
        (document(daptm__scriptRepresents=None), "daptm:scriptRepresents of <tt> is missing"),
        (document(daptm__scriptRepresents="audio, visual"), "daptm:scriptRepresents is 'audio,'"),
        (document(daptm__scriptRepresents="visual.colour visual"), "daptm:scriptRepresents is 'visual.colour'"),
        (document(daptm__scriptRepresents="visual.colour.x-own visual"), "is 'visual.colour.x-own'"),
        (document(daptm__scriptRepresents="visual x-own.#1"), "daptm:scriptRepresents is 'x-own.#1'"),
        (document(daptm__scriptRepresents="visual. visual"), "daptm:scriptRepresents is 'visual.'"),
        (document(daptm__represents="#bad"), "daptm:represents of <tt> in line 2 is '#bad'"),
        (document(event(), daptm__represents=None), "<div> in line 2 has no daptm:represents, and none to inherit"),
        (document(event(), daptm__represents="audio"), "<div> in line 2 represents 'audio', which"),
        (document(event('<p daptm:represents="audio">x</p>')), "<p> in line 2 represents 'audio', which"),
        (document(body('<div xml:id="1a"/>')), "xml:id '1a' is no XML name"),
        (document(body('<div xml:id="a"/><div xml:id="a"/>')), "xml:id 'a' is given 2 times"),
        (document(head(ACTOR.replace(' xml:id="a1"', ""))), "<agent> in line 2 has no xml:id"),
        (document(head(ACTOR.replace("person", "robot"))), "<agent> in line 2 has the type 'robot'; expected one of"),
        (document(head(ACTOR.replace("Ada", " "))), "<agent> in line 2 has no ttm:name"),
        (document(head(ANNA.replace("alias", "full").format(""))), "is a character without a ttm:name of type 'alias'"),
        (document(head(ANNA.format('<ttm:actor agent="a9"/>'))), "<actor> in line 2 names the agent 'a9'"),
        (document(head(ANNA.format("<ttm:actor/>"))), "<actor> in line 2 names the agent None"),
        (document(head(ANNA.format('<ttm:actor agent="p1"/>'))), "names its own character, 'p1'"),
        (
            document(head(ANNA.format("") + ANNA.replace("p1", "p2").format('<ttm:actor agent="p1"/>'))),
            "names 'p1', which is no ttm:agent of type 'person'",
        ),
        (document(event(attributes='ttm:agent="p9"')), "<div> in line 2 names the agent 'p9', which no ttm:agent"),
        (document(event(attributes='daptm:onScreen="on"')), "daptm:onScreen of <div> in line 2 is 'on'"),
        (document(event('<ttm:desc daptm:descType="own">x</ttm:desc>')), "daptm:descType is 'own'; expected one of"),
        (document(event('<ttm:desc daptm:descType="x-">x</ttm:desc>')), "daptm:descType is 'x-'; expected one of"),
        (document(event(AUDIO.format("fr", "a.wav").replace("<audio", '<audio xml:lang="en"'))), "xml:lang of <audio>"),
        (document(DATA.format('xml:lang="fr"') + event(AUDIO.format("en", "a.wav"))), "xml:lang of <data> in line 2"),
        (document(event("<p><audio><source><data><source/></data></source></audio></p>")), "<data> in line 2 holds"),
        (document("<head><animation/></head>"), "<animation> in line 2 is animation out of line"),
        (document(event(attributes='tta:gain="loud"')), "tta:gain of <div> in line 2 is 'loud'; expected a number"),
        (document(event('<animate tta:gain="1;-1"/>')), "tta:gain of <animate> in line 2 is '1;-1'"),
        (document(ttp__timeBase="smpte"), "ttp:timeBase is 'smpte'; only 'media' may be used"),
        (document(ttp__dropMode="nonDrop"), "ttp:dropMode must not be used"),
        (document(ttp__markerMode="continuous"), "ttp:markerMode must not be used"),
        (document(ttp__clockMode="utc"), "ttp:clockMode must not be used"),
        (document(body('<div timeContainer="seq"/>')), "timeContainer of <div> in line 2 is 'seq'; only 'par'"),
        (document(event(attributes='begin="soon"')), "begin of <div> in line 2: invalid time 'soon'"),
        (document(event(attributes='end="9f"')), "end of <div> in line 2: '9f' needs ttp:frameRate"),
        (document(event(attributes='dur="9t"')), "dur of <div> in line 2: '9t' needs ttp:tickRate"),
        (document(ttp__frameRate="fast"), "ttp:frameRate is 'fast'"),
        (
            document(head("<daptm:daptOriginTimecode>10:00:00:00</daptm:daptOriginTimecode>")),
            "daptm:daptOriginTimecode: '10:00:00:00' needs ttp:frameRate",
        ),
        (
            document(head("<daptm:daptOriginTimecode>1000</daptm:daptOriginTimecode>"), ttp__frameRate="25"),
            "daptm:daptOriginTimecode: found '1000'; expected 'hh:mm:ss:ff'",
        ),
        (
            document(head("<daptm:daptOriginTimecode>10:00:00:25</daptm:daptOriginTimecode>"), ttp__frameRate="25"),
            "counts frame 25 where a second has 25",
        ),
        (
            document(head("<daptm:daptOriginTimecode>10:00:00:00</daptm:daptOriginTimecode>" * 2), ttp__frameRate="25"),
            "daptm:daptOriginTimecode is given 2 times; expected once",
        ),
    ],
)
def test_each_rule_fires_on_its_minimal_document(data: bytes, words: str) -> None:
    (reason,) = reasons(data)
    assert words in reason


def test_a_root_other_than_tt() -> None:
    assert reasons(b"<html/>") == ("its root is <html>; expected <tt> of http://www.w3.org/ns/ttml",)


def test_every_broken_rule_is_reported() -> None:
    found = reasons(document(event(attributes='begin="soon"'), daptm__scriptType=None, xml__lang=""))
    assert [re.split(r"[ :]", reason)[0] for reason in found] == ["daptm", "xml", "begin"]


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(SubtitleError, match="cannot be read"):
        check_dapt(tmp_path / "none.ttml")


def test_an_error_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "bad.ttml").write_text("words", encoding="utf-8")
    with pytest.raises(DaptError, match=r"bad\.ttml' is no DAPT document: it is not well-formed"):
        check_dapt(tmp_path / "bad.ttml")


def test_every_file_of_the_w3c_suite_has_the_expected_result() -> None:
    suite = shared(SUITE)
    named = json.loads((suite / "tests.json").read_text(encoding="utf-8"))
    wanted = {test["test"]: kind for tests in named.values() for kind in ("valid", "invalid") for test in tests[kind]}
    wanted |= dict.fromkeys(STALE, "valid")
    given = {}
    for path in sorted(suite.glob("*valid/*.xml")):
        try:
            check_dapt(path)
            given[path.stem] = "valid"
        except DaptError:
            given[path.stem] = "invalid"
    assert given == {path.stem: wanted.get(path.stem, path.parent.name) for path in suite.glob("*valid/*.xml")}
    assert len(given) == 59
    assert list(given.values()).count("invalid") == 34 - len(STALE)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_pipe_is_refused(tmp_path):
    os.mkfifo(tmp_path / "d.ttml")
    with pytest.raises(SubtitleError, match=r"d\.ttml' is a pipe; name a regular file"):
        check_dapt(tmp_path / "d.ttml")
