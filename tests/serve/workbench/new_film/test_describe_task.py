from pathlib import Path

import pytest

from cinescribe.serve.workbench.new_film.describe_task import DescribeFieldError, DescribeForm, describe_task

FILM, FOLDER = Path("/films/-a b.mp4"), Path("/films/-a b.ad")


def arguments(subtitles=None, **sent):
    return describe_task(FILM, FOLDER, DescribeForm.of(sent), subtitles=subtitles, title="Describe").arguments


def test_a_form_becomes_a_command():
    assert arguments() == ("describe", "--output=/films/-a b.ad", "--captioner=auto", "--", "/films/-a b.mp4")


def test_form_values_become_command_options():
    found = arguments(
        Path("/films/a.srt"),
        captioner="other",
        other=" --new ",
        voice="-q",
        language="de",
        extended="yes",
        fetch="yes",
        film="x",
    )
    assert found[2:-2] == (
        "--captioner=--new",
        "--language=de",
        "--voice=-q",
        "--subtitles=/films/a.srt",
        "--extended",
        "--fetch",
    )


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"captioner": "eval"}, "captioner"),
        ({"captioner": "other"}, "other"),
        ({"captioner": "other", "other": "a\x00b"}, "other"),
        ({"voice": "v" * 501}, "voice"),
        ({"language": "tlh"}, "language"),
    ],
)
def test_unknown_names_are_refused(sent, field):
    with pytest.raises(
        DescribeFieldError, match=r"choose a (captioner|language) from the list|has no name; write one"
    ) as caught:
        arguments(**sent)
    assert caught.value.field == field
