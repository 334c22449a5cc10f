import shutil

import pytest

from cinescribe.describe.editing.edit import edit_description, set_recording
from cinescribe.describe.editing.workspace import Workspace
from cinescribe.errors import RecordError
from cinescribe.export.description import export_description
from cinescribe.media.sound.soundtrack import Soundtrack
from cinescribe.media.sound.write import write_wav
from cinescribe.schema import Evidence
from cinescribe.timing import Span
from tests.describe.editing.scripts import cue, script
from tests.dummies import SteadyVoice
from tests.media.sounds import speech_samples
from tests.shared import shared


def test_cue_id_outside_the_folder_gets_no_recording(tmp_path):
    Workspace(tmp_path / "film.ad").save_draft(script(cue(10.0, "One.", id="../../evil")))
    write_wav(tmp_path / "take.wav", Soundtrack(speech_samples()[None], 16_000))
    with pytest.raises(RecordError, match=r"the id of the cue is '\.\./\.\./evil'"):
        set_recording(tmp_path / "film.ad", "../../evil", tmp_path / "take.wav", voice=SteadyVoice(), who="me")
    assert not list(tmp_path.rglob("evil*"))


@pytest.fixture
def robber(tmp_path):
    """A folder of two cues, each with its own evidence."""
    texts = ("He might be a robber who opens a secret safe.", "A woman lifts a green lamp.")
    first, second = (cue(0.0, text, id=name) for text, name in zip(texts, ("c500", "c7060"), strict=True))
    cues = (
        first.replace(span=Span(0.0, 3.423), evidence=(Evidence(1.0, "a safe"),)),
        second.replace(span=Span(11.405, 13.623), evidence=(Evidence(12.0, "a lamp"),)),
    )
    Workspace(tmp_path / "film.ad").save_draft(script(*cues))
    return tmp_path / "film.ad"


def test_identifiers_that_pysubs2_saved_as_words_change_no_cue(robber):
    path = export_description(robber, to="vtt")
    shutil.copyfile(shared("data/cases/60-edited-by-pysubs2/pysubs2.vtt"), path)
    edited = edit_description(robber, path, voice=SteadyVoice(), who="me")
    assert edited.comparison.changes == ()


def test_renumbered_cue_keeps_its_evidence(robber):
    path = export_description(robber, to="srt")
    shutil.copyfile(shared("data/cases/61-srt-renumbered-after-a-deletion/moved.srt"), path)
    edited = edit_description(robber, path, voice=SteadyVoice(), who="me")
    (left,) = edited.script.cues
    assert (left.id, left.span.start, left.evidence) == ("c7060", 11.9, (Evidence(12.0, "a lamp"),))
    assert (edited.comparison.n_removed, edited.comparison.n_moved) == (1, 1)
