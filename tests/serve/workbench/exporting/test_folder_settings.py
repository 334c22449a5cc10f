import pytest

from cinescribe.export.settings import DisclosureSettings, read_settings
from cinescribe.media.sound.mix_levels import MixLevels
from cinescribe.serve.workbench.exporting.folder_settings import SettingError, save_settings, setting_fields

SENT = {"reviewed_by": " Clara  Diaz ", "disclosure": "", "ducking": "12,5", "loudness": "\N{MINUS SIGN}23"}


def test_submitted_settings_are_saved_and_shown(tmp_path):
    assert save_settings(tmp_path, SENT)
    settings = read_settings(tmp_path)
    assert settings.mix == MixLevels(12.5, -23.0)
    assert settings.disclosure == DisclosureSettings("Clara Diaz", None)
    assert setting_fields(settings) == {
        "reviewed_by": "Clara Diaz", "disclosure": "", "ducking": "12.5", "loudness": "-23",
    }  # fmt: skip
    assert not save_settings(tmp_path, SENT)


def test_empty_fields_are_the_usual_values(tmp_path):
    assert not save_settings(tmp_path, {})
    assert not (tmp_path / "settings.toml").exists()


@pytest.mark.parametrize(
    ("field", "typed", "message"),
    [
        ("ducking", "much", "the ducking is 'much'; enter a number"),
        ("ducking", "31", "ducking is 31"),
        ("loudness", "0", "loudness is 0"),
        ("reviewed_by", "x" * 501, "longer than 500 characters"),
        ("disclosure", "by \u202ehand", "invisible ones"),
    ],
)
def test_invalid_setting_names_its_field(tmp_path, field, typed, message):
    with pytest.raises(SettingError, match=message) as caught:
        save_settings(tmp_path, {**SENT, field: typed})
    assert caught.value.field == field
