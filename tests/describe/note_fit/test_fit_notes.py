"""Fitting notes: only chat models, and never into a folder that holds something else."""

from types import SimpleNamespace

import pytest

from cinescribe.describe.note_fit.fit_notes import fit_notes
from cinescribe.errors import ModelError, OutputError
from tests.generate.narration.scenes import ScriptedModel


def test_a_captioner_without_a_chat_model_cannot_be_fitted(tmp_path):
    with pytest.raises(ModelError, match="only notes by chat models are fitted, and 'observer' is none; name server"):
        fit_notes("observer", tmp_path / "fit")
    assert not (tmp_path / "fit").exists()


def test_a_folder_with_foreign_files_is_refused(tmp_path):
    (tmp_path / "fit.json").write_text('{"mine": true}\n')
    captioner = SimpleNamespace(name="scripted", chat_model=ScriptedModel(lambda request: "no"))
    with pytest.raises(OutputError):
        fit_notes(captioner, tmp_path, films=1)
    assert (tmp_path / "fit.json").read_text() == '{"mine": true}\n'
    assert [path.name for path in tmp_path.iterdir()] == ["fit.json"]
