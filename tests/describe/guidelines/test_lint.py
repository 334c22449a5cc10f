import importlib

import numpy as np
import pytest

from cinescribe.describe.guidelines.finding import Finding
from cinescribe.describe.guidelines.guidelines import read_guidelines
from cinescribe.describe.guidelines.lint import (
    LintCache,
    lint,
    lint_cue,
    lint_folder,
    lint_script,
    open_findings,
)
from cinescribe.errors import RecordError, VoiceError
from cinescribe.export.transferred import TRANSFER, TransferFinding, Transferred
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.media.sound.soundtrack import Soundtrack
from cinescribe.media.sound.write import write_wav
from cinescribe.schema import Cue, Film, Script, Silenced, Speech
from cinescribe.store import write_record
from cinescribe.timing import Span
from tests.dummies import SteadyVoice

module = importlib.import_module("cinescribe.describe.guidelines.lint")  # the package has a function of this name

CUES = (Cue(Span(1, 4), "Proog opened the door."), Cue(Span(6, 9), "We see a man leaving the house."))
SCRIPT = Script(Film("film.mp4", 30.0), cues=CUES)


class Voice:
    """In place of the folder's voice."""

    def __init__(self, voice):
        self.voice = voice

    def __call__(self, folder):
        return self

    def __enter__(self):
        if self.voice is None:
            raise VoiceError("no voice here")
        return self.voice

    def __exit__(self, *error):
        return None


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "folder_voice", Voice(SteadyVoice()))
    write_record(tmp_path / "script.json", SCRIPT)
    return tmp_path


def rules(findings):
    return [finding.rule for finding in findings]


def test_folder_of_a_transfer_is_checked_for_what_cuts_touched(folder):
    one = TransferFinding("c1", "split", "a cut goes through it", 0.5, 1.0, CUES[0].text)
    write_record(folder / TRANSFER, Transferred("old.mp4", "film.mp4", 1, 1, (), (), (), None, (one,)))
    (found,) = [finding for finding in lint(folder) if finding.rule == "other-cut"]
    assert (found.cue, found.severity, found.text) == ("c1", "warning", "comes from another cut: a cut goes through it")
    (folder / TRANSFER).write_text("{")
    with pytest.raises(RecordError, match=r"transfer.json"):
        lint(folder)


def test_findings_are_in_order_of_time_with_rule_source_and_mend():
    found = lint_script(SCRIPT, read_guidelines("dcmp"))
    assert rules(found) == ["tense", "name-before-introduction", "we-see"]
    assert found[0].mend == "Proog opens the door."
    assert (found[0].cue, found[0].span, found[0].severity) == ("c1", Span(1, 4), "error")
    assert "Narrative Tense" in found[0].source
    for finding in found:
        assert Finding.from_dict(finding.to_dict()) == finding


def test_fields_are_those_that_scripts_rely_on():
    value = lint_script(SCRIPT, read_guidelines("dcmp"))[0].to_dict()
    assert list(value) == ["rule", "severity", "cue", "start", "end", "text", "mend", "source"]


def test_a_rule_that_does_not_apply_is_not_checked(tmp_path):
    (tmp_path / "own.toml").write_text('[rules.tense]\nseverity = "off"\n', encoding="utf-8")
    assert "tense" not in rules(lint_script(SCRIPT, read_guidelines(tmp_path / "own.toml")))


def test_language_without_lists_is_checked_only_for_times_and_labels():
    script = SCRIPT.replace(language="fi", cues=(Cue(Span(0, 0.5), "P3 saapuu; montage; we see.", id="c1"),))
    found = lint_script(script, read_guidelines("dcmp"))
    assert rules(found) == ["rate", "raw-label", "unchecked"]
    assert found[-1].text.startswith("not checked in 'fi': tense (install a spaCy pipeline of this language); person,")
    assert (found[-1].cue, found[-1].span, found[-1].severity) == (None, None, "note")


def test_a_folder_is_checked_for_room_and_sound(folder):
    tight = SCRIPT.replace(speech=(Speech(Span(2, 3), "vad"),))
    write_record(folder / "script.json", tight)
    write_wav(folder / "narration.wav", Soundtrack(np.ones((1, 48000), np.float32), 48000))
    found = rules(lint(folder))
    assert "room" in found
    assert found[-1] == "true-peak"


def test_without_a_voice_the_rest_is_checked(folder, monkeypatch):
    monkeypatch.setattr(module, "folder_voice", Voice(None))
    lines: list[str] = []
    assert "tense" in rules(lint(folder, announce=lines.append))
    assert lines == ["the cues were not checked against their gaps: no voice here"]
    assert "tense" in rules(lint(folder))


def test_an_endless_cue_is_refused(tmp_path):
    path = tmp_path / "cues.srt"
    path.write_text(f"1\n00:00:02,000 --> 00:00:03,000\n{'Anna sits. ' * 200}\n")
    with pytest.raises(RecordError, match="the cue at 2 s has 2,199 letters; expected at most 2,000: see whether"):
        lint(path)


def test_sound_file_is_checked_only_for_loudness(tmp_path):
    path = tmp_path / "mix.wav"
    write_wav(path, Soundtrack(np.zeros((1, 48000), np.float32), 48000))
    assert rules(lint(path, guidelines="netflix")) == ["loudness"]


def test_subtitles_give_the_speech(tmp_path):
    (tmp_path / "a.vtt").write_text("WEBVTT\n\n00:01.000 --> 00:03.000\nA door opens.\n", encoding="utf-8")
    (tmp_path / "a.srt").write_text("1\n00:00:02,000 --> 00:00:04,000\nHello!\n", encoding="utf-8")
    assert rules(lint(tmp_path / "a.vtt")) == []
    assert rules(lint(tmp_path / "a.vtt", subtitles=tmp_path / "a.srt")) == ["speech-overlap"]


def test_a_file_with_marks_json_and_half_a_sentence_has_a_finding_for_each(tmp_path):
    path = tmp_path / "junk.vtt"
    texts = ["He opens a safe.<|im_end|>", '{"sentences": [{"text": "He lifts a green.', "He carries the lamp to the."]
    cues = [f"00:{10 * n:02}.000 --> 00:{10 * n + 4:02}.000\n{text}" for n, text in enumerate(texts)]
    path.write_text("\n\n".join(["WEBVTT", *cues]) + "\n", encoding="utf-8")
    found = [(one.cue, one.rule) for one in lint(path) if one.rule in ("leftovers", "unfinished")]
    assert found == [("c1", "leftovers"), ("c2", "leftovers"), ("c3", "unfinished")]


SILENT = SCRIPT.replace(cues=(CUES[0].replace(silenced=(Silenced("tense", "a flashback"),)), CUES[1]))


def test_silenced_finding_is_omitted_unless_requested(folder):
    write_record(folder / "script.json", SILENT)
    assert "tense" not in rules(lint(folder)) + rules(lint_script(SILENT, read_guidelines("dcmp")))
    every = lint(folder, with_silenced=True)
    assert [(one.rule, one.cue, one.silenced) for one in every if one.silenced] == [("tense", "c1", "a flashback")]
    assert open_findings(every) == lint(folder)


def test_findings_of_one_cue_equal_those_within_the_film():
    texts = ("Proog, an old man, opened the door.", "We see Prog.", "Anna sits down", "Proog opened the door again.")
    cues = tuple(Cue(Span(4 * n, 4 * n + 3), text, id=f"c{n}") for n, text in enumerate(texts))
    script, guidelines, cache = SCRIPT.replace(cues=cues), read_guidelines("dcmp"), LintCache()
    for change in (cues[1].replace(text="We see Prog and opened it."), cues[3].replace(span=Span(13, 15)), cues[2]):
        script = script.replace(cues=tuple(change if cue.id == change.id else cue for cue in script.cues))
        whole = lint_script(script, guidelines)
        by_cue = [one for cue in script.cues for one in lint_cue(script, cue.id, guidelines, cache=cache)]
        assert by_cue == [one for one in whole if one.cue is not None]
    dropped = script.replace(cues=(cues[1].replace(status="dropped"),))
    assert lint_cue(dropped, "c1", guidelines, cache=cache) == ()


def test_lint_with_a_cache_equals_lint_without(folder):
    guidelines, cache = read_guidelines("dcmp"), LintCache()
    for text in ("Proog closes it.", "Anna opened it.", 'A sign: "We see Anna."'):
        script = SCRIPT.replace(cues=(CUES[0], CUES[1].replace(text=text)))
        assert lint_folder(folder, script, guidelines, cache=cache) == lint_folder(folder, script, guidelines)


def test_only_cues_that_changed_are_parsed_again(monkeypatch):
    parsed: list[str] = []

    class Counting:
        name = "counting"

        def parse(self, texts):
            parsed.extend(texts)
            return shipped_parser().parse(texts)

    monkeypatch.setattr(module, "shipped_parser", Counting)
    cache = LintCache()
    cache.with_people(cache.of(SCRIPT))
    cache.with_people(cache.of(SCRIPT.replace(cues=(CUES[0].replace(span=Span(0, 2)), CUES[1].replace(text="A dog.")))))
    assert parsed == [CUES[0].text, CUES[1].text, "A dog."]
