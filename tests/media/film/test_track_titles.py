"""Titles of tracks say what they are in several languages."""

import av
import pytest

from cinescribe.media.film.probe import probe
from cinescribe.media.film.track_titles import title_flags
from tests.media.films import tone, write_film


@pytest.mark.parametrize(
    ("title", "flags"),
    [
        ("Director's Commentary", {"comment"}),
        ("Kommentar des Regisseurs", {"comment"}),
        ("English (Audio Description)", {"visual_impaired"}),
        ("Audiodeskription", {"visual_impaired"}),
        ("Hörfilmfassung", {"visual_impaired"}),
        ("English [Forced]", {"forced"}),
        ("Français (forcés)", {"forced"}),
        ("Signs & Songs", {"forced"}),
        ("English SDH", {"hearing_impaired"}),
        ("CC", {"hearing_impaired"}),
        ("Deutsch für Hörgeschädigte", {"hearing_impaired"}),
        ("Karaoke", {"karaoke"}),
        ("Stereo", set()),
        ("Design", set()),
        ("ACCESS", set()),
        ("", set()),
    ],
)
def test_title_flags_are_recognised(title, flags):
    assert title_flags(title) == flags


def test_a_commentary_that_only_its_title_marks_is_not_the_sound_of_the_film(tmp_path):
    path = write_film(tmp_path / "f.mkv", sounds=[(0, tone(1), "mono"), (0, tone(1), "mono")])
    named = tmp_path / "named.mkv"
    with av.open(str(path)) as source, av.open(str(named), "w") as target:
        copies = [target.add_stream_from_template(stream) for stream in source.streams]
        copies[0].metadata["title"] = "Commentary  by\nthe cook"
        for packet in source.demux():
            if packet.dts is not None:
                packet.stream = copies[packet.stream_index]
                target.mux(packet)
    whole = probe(named)
    first, second = whole.of_kind("audio")
    assert (first.title, "comment" in first.flags, second.title) == ("Commentary by the cook", True, None)
    assert whole.track("audio") == second
