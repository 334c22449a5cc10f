import pytest

from cinescribe.describe.editing.edit import set_recording
from cinescribe.describe.editing.workspace import Workspace
from cinescribe.errors import RecordError
from cinescribe.media.sound.soundtrack import Soundtrack
from cinescribe.media.sound.write import write_wav
from tests.describe.editing.scripts import cue, script
from tests.dummies import SteadyVoice
from tests.media.sounds import speech_samples


def test_a_cue_whose_id_leads_out_of_the_folder_gets_no_recording(tmp_path):
    Workspace(tmp_path / "film.ad").save_draft(script(cue(10.0, "One.", id="../../evil")))
    write_wav(tmp_path / "take.wav", Soundtrack(speech_samples()[None], 16_000))
    with pytest.raises(RecordError, match=r"the id of the cue came as '\.\./\.\./evil'"):
        set_recording(tmp_path / "film.ad", "../../evil", tmp_path / "take.wav", voice=SteadyVoice(), who="me")
    assert not list(tmp_path.rglob("evil*"))
