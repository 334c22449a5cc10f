"""Descriptions in languages of other scripts and directions: every form brings them back whole."""

import av
import pytest

from cinescribe.export.dapt.read_dapt import read_dapt
from cinescribe.export.dapt.validate import check_dapt
from cinescribe.export.description import FORMATS, export_description
from cinescribe.export.fit import misfits
from cinescribe.export.folder import SCRIPT, read_script
from cinescribe.export.read_rows import read_rows
from cinescribe.export.settings import Settings, write_settings
from cinescribe.media.film.probe import probe
from cinescribe.media.voice.espeak import EspeakVoice
from cinescribe.media.voice.language_voices import language_voice
from cinescribe.schema import Cue, Person, Script
from cinescribe.store import write_record
from cinescribe.timing import Span
from tests.dummies import write_film

# Two sentences a language, with what its writing has: marks, digits, joiners, brackets, two directions in one line.
SENTENCES = {
    "de": ("Anna öffnet die Tür.", "Auf dem Schild: „Straße gesperrt“ – 12,5 km."),
    "fr": ("Anna ouvre la porte\u202f!", "Elle lit\u00a0: «\u00a0Défense d’entrer\u00a0»."),
    "pl": ("Anna otwiera drzwi.", "Żółw idzie w głąb ogrodu: „Źródło”."),
    "ar": ("تفتح آنا الباب.", "تقرأ اللافتة: «ممنوع الدخول» (12)، ثم تنظر إلى Ben."),
    "he": ("אנה פותחת את הדלת.", 'על השלט: "אין כניסה" – 12 ק״מ, ו־Ben מחכה.'),
    "fa": ("آنا در را باز می\u200cکند.", "روی تابلو: «ورود ممنوع»."),
    "ja": ("アンナがドアを開ける。", "看板「立入禁止」を読む。ベンは３歩下がる。"),
    "zh-Hant": ("安娜打開門。", "牌子上寫著：「禁止進入」，她退後三步。"),
    "ru": ("Анна открывает дверь.", "На вывеске: «Вход воспрещён»."),
    "el": ("Η Άννα ανοίγει την πόρτα.", "Η πινακίδα: «Απαγορεύεται η είσοδος»."),
    "hi": ("अन्ना दरवाज़ा खोलती है।", "तख्ती पर: “प्रवेश निषेध”।"),
}
VOICES = {tag: "espeak:ja" if tag == "ja" else language_voice(tag) for tag in SENTENCES}
EDITED = [to for to, form in FORMATS.items() if form.is_edited]


@pytest.fixture
def described(tmp_path):
    """The folder of a description in a language."""

    def make(language):
        first, second = SENTENCES[language]
        film = probe(write_film(tmp_path / "two.mp4"))
        name = first.split()[0]
        cues = (Cue(Span(0.5, 1.5), first, id="c1", people=("p1",)), Cue(Span(2.0, 3.5), second, id="c2"))
        people = (Person("p1", "P1", name=name),)
        write_record(tmp_path / "two.ad" / SCRIPT, Script(film, people=people, cues=cues, language=language))
        write_settings(tmp_path / "two.ad", Settings(VOICES[language], language=language))
        return tmp_path / "two.ad"

    return make


@pytest.mark.parametrize("to", EDITED)
@pytest.mark.parametrize("language", SENTENCES)
def test_editable_forms_survive_a_round_trip(described, language, to):
    folder = described(language)
    script = read_script(folder)
    rows = read_rows(export_description(folder, to=to), script).rows
    assert [row.text for row in rows] == list(SENTENCES[language])
    assert [row.id for row in rows] == ["c1", "c2"]


@pytest.mark.parametrize("language", SENTENCES)
def test_files_say_their_language(described, language):
    folder = described(language)
    assert f"language: {language}\n" in export_description(folder, to="vtt").read_text(encoding="utf-8")
    dapt = export_description(folder, to="dapt")
    check_dapt(dapt)
    read = read_dapt(dapt)
    assert read.language == language
    assert [cue.text for cue in read.cues] == list(SENTENCES[language])
    page = export_description(folder, to="page").read_text(encoding="utf-8")
    assert SENTENCES[language][0] in page


@pytest.mark.parametrize("to", ["vtt", "srt"])
@pytest.mark.parametrize("language", SENTENCES)
def test_ffmpeg_reads_the_same_letters(described, language, to):
    with av.open(export_description(described(language), to=to)) as opened:
        texts = [bytes(packet).decode() for packet in opened.demux() if packet.size]
    assert texts == list(SENTENCES[language])


@pytest.mark.parametrize("language", ["ja", "zh-Hant", "ar"])
def test_lengths_are_those_of_the_voice(described, language):
    folder = described(language)
    script = read_script(folder)
    long = script.cues[1].replace(text=SENTENCES[language][1] * 4, span=Span(2.0, 3.0))
    with EspeakVoice(VOICES[language].partition(":")[2]) as voice:
        (found,) = misfits(script.replace(cues=(long,)), voice, folder)
        needed = voice.say(long.text).duration
    assert found.cue == "c2"
    assert found.takes == pytest.approx(needed)
