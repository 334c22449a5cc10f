import pytest

from cinescribe.errors import StudyError
from cinescribe.study.design.markdown_file import read_written_text


def test_text_has_the_language_that_it_is_written_in(tmp_path):
    path = tmp_path / "consent.md"
    path.write_text(
        "# Einwilligung\n\n" + "Wir speichern Ihre Antworten und geben sie an niemanden weiter. " * 6 + "\n"
    )
    written = read_written_text(path)
    assert written.language == "de"
    assert written.text.startswith("# Einwilligung\n\nWir")


@pytest.mark.parametrize("text", [" \n", "a" * 50_001])
def test_empty_and_very_long_texts_are_refused(tmp_path, text):
    path = tmp_path / "consent.md"
    path.write_text(text)
    with pytest.raises(StudyError, match=r"consent.md' has [\d,]+ letters; expected Markdown of 1 to 50,000"):
        read_written_text(path)
