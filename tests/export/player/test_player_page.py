import base64
import hashlib
import json

import pytest
from lxml import html

from cinescribe.errors import OutputError, RecordError
from cinescribe.export.folder import FACES
from cinescribe.export.player.player_data import CueSound, player_data
from cinescribe.export.player.player_page import (
    player_captions,
    player_script,
    player_section,
    player_style,
    write_player,
)
from cinescribe.schema import Cue, Film, Person, ScreenText, Script, Speech, Stream
from cinescribe.store import write_records
from cinescribe.timing import Span
from tests.export.player.described import HOSTILE, Hum, described, faces

WHERE = (0.0, 0.0, 1.0, 1.0)


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "film.ad"
    folder.mkdir()
    write_records(folder / FACES, faces())
    (tmp_path / "film.mp4").write_bytes(b"film")
    return folder


def page_of(script, folder, **more):
    write_player(script, folder / "player.html", folder=folder, **more)
    text = (folder / "player.html").read_text(encoding="utf-8")
    return text, html.document_fromstring(text)


def data_of(page):
    return json.loads(page.xpath("//script[@type='application/json']")[0].text)


def words(element) -> str:
    return " ".join(element.text_content().split())


def test_the_page_loads_nothing_from_elsewhere_and_runs_only_its_own_script(folder):
    text, page = page_of(described(folder.parent / "film.mp4"), folder, voice=Hum())
    addresses = page.xpath("//*/@src | //*/@href")
    assert [address.partition(",")[0] for address in addresses] == [
        "#player",
        "../film.mp4",
        "data:text/vtt;charset=utf-8;base64",
    ]
    assert str(folder.parent) not in text
    policy = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")[0]
    (code,) = page.xpath("//script[not(@type)]")
    checksum = base64.b64encode(hashlib.sha256(code.text.encode()).digest()).decode()
    assert policy.startswith("default-src 'none'")
    assert f"script-src 'sha256-{checksum}'" in policy
    assert not page.xpath("//@*[starts-with(name(), 'on')] | //@style")


def test_the_page_embeds_the_voice_at_the_rate_of_each_cue(folder):
    voice, first = Hum(), described().cues[0]
    _, page = page_of(described(cues=(first.replace(rate=1.2),)), folder, voice=voice)
    (cue,) = data_of(page)["cues"]
    assert cue["rate"] == 1.2
    assert [each["sound"][:22] for each in cue["wordings"]] == ["data:audio/mpeg;base64"] * 2
    assert voice.texts == [("Anna looks up at the sky.", 1.2), ("Anna looks.", 1.2)]
    assert page.xpath("//select[@name='voice']/option/@value") == ["made", "browser", "reader"]


def test_without_a_voice_the_browser_speaks(folder):
    _, page = page_of(described(), folder)
    assert page.xpath("//select[@name='voice']/option/@value") == ["browser", "reader"]
    assert "sound" not in data_of(page)["cues"][0]["wordings"][0]


def test_without_scripts_the_description_is_there_as_text(folder):
    _, page = page_of(described(), folder)
    assert page.xpath("//*[@data-part='desk']/@hidden")
    assert "needs scripts" in words(page.xpath("//noscript")[0])
    assert [words(line) for line in page.xpath("//ol/li")] == [
        "0:00 Anna looks up at the sky.",
        "0:02 Dialogue: Who's <there>?",
        "0:03 A bird lands.",
        "0:04 Tom leaves. (at full detail)",
    ]


def test_every_control_has_a_label_and_every_key_is_there_once(folder):
    _, page = page_of(described(), folder)
    for field in page.xpath("//input | //select"):
        assert page.xpath("//label[@for=$id]", id=field.get("id"))
    keys = page.xpath("//@data-key")
    assert sorted(keys) == sorted(set(keys))
    assert page.xpath("//@aria-keyshortcuts") == keys
    assert page.xpath("//*[@aria-live]/@aria-live") == ["polite"]
    ids = page.xpath("//@id")
    assert len(ids) == len(set(ids))
    assert set(" ".join(page.xpath("//@aria-labelledby | //@aria-describedby")).split()) <= set(ids)


def test_hostile_text_stays_text(folder):
    script = described(
        HOSTILE.replace("/", "-") + ".mp4",
        cues=(Cue(Span(1.0, 2.0), HOSTILE, shorter=(HOSTILE[:-1],), people=("p1",), id=HOSTILE),),
        people=(Person("p1", "P1", HOSTILE),),
        speech=(Speech(Span(3.0, 4.0), "subtitles", HOSTILE),),
        texts=(ScreenText(Span(3.0, 4.0), HOSTILE, WHERE, 0.9),),
    )
    text, page = page_of(script, folder, disclosure=HOSTILE)
    assert (text.count("</script>"), text.count("</style>"), len(page.xpath("//script"))) == (2, 1, 2)
    assert "49" not in words(page.xpath("//ol")[0])
    assert page.xpath("//li/*[@class='player-text']")[0].text == HOSTILE
    data = data_of(page)
    assert data["cues"][0]["wordings"][0]["text"] == data["people"][0]["name"] == data["signs"][0]["text"] == HOSTILE


def test_captions_mark_speech_without_words(folder):
    _, page = page_of(described(), folder)
    track = base64.b64decode(page.xpath("//track/@src")[0].split(",")[1]).decode()
    assert "00:00:02.000 --> 00:00:02.800\nWho's &lt;there&gt;?\n" in track
    assert track.endswith("[speech]\n")
    assert "words of the dialogue are not known" not in words(page)
    _, unknown = page_of(described(speech=(Speech(Span(1.0, 2.0), "vad"),)), folder)
    assert "words of the dialogue are not known" in words(unknown)


def test_an_empty_script_makes_a_page(tmp_path):
    _, page = page_of(Script(Film("film.mp4", 0.0)), tmp_path / "empty.ad")
    assert "This film has no description yet." in words(page)
    assert page.xpath("//video/@src") == ["film.mp4"]


def test_disclosure_is_at_the_end_of_the_page(folder):
    assert "Written by the observer" in words(page_of(described(), folder, disclosure="Written by the observer.")[1])


def test_a_site_shows_the_player_with_its_own_addresses():
    script = described()
    data = player_data(script, address="film", voice="hum", sounds=lambda cue, text: CueSound(f"{cue.id}.wav"))
    section = html.fragment_fromstring(player_section(data, script))
    assert section.xpath("//video/@src") == ["film"]
    assert data_of(section) == data.to_dict()
    assert not section.xpath("//style | //script[not(@type)] | //@style")
    assert player_script().count("</") == 0
    assert ".player" in player_style()


def test_malformed_faces_and_a_path_that_cannot_be_written_are_named(folder, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="cannot be written"):
        write_player(described(), tmp_path / "file" / "player.html", folder=folder)
    (folder / FACES).write_text("{")
    with pytest.raises(RecordError, match=r"faces\.jsonl, line 1 is not JSON"):
        page_of(described(), folder)


def test_captions_may_have_an_address():
    script = described()
    section = player_section(player_data(script, address="film"), script, captions="captions.vtt")
    assert html.fragment_fromstring(section).xpath("//track/@src") == ["captions.vtt"]
    assert player_captions(script).startswith("WEBVTT\n\n00:00:02.000 --> 00:00:02.800\nWho's &lt;there&gt;?\n")


def test_dialogue_and_cues_are_each_in_their_own_language(folder):
    script = described(folder.parent / "film.mp4", language="ar")
    sound = Stream(1, "audio", "aac", language="ger")
    for streams, heard, captions in (((sound,), "de", ["de"]), ((), "", [])):
        _, page = page_of(script.replace(film=script.film.replace(streams=streams)), folder)
        assert page.xpath("//track/@srclang") == captions
        said = "//li[contains(@class, '{}')]/span[@class='player-text' and @dir='auto']/@lang"
        assert set(page.xpath(said.format("player-heard"))) == {heard}
        assert set(page.xpath(said.format("player-cue"))) == {"ar"}
