"""Our files as FFmpeg reads them."""

from collections.abc import Callable
from pathlib import Path

import av
import pytest

from cinescribe.export.tracks.srt import write_srt
from cinescribe.export.tracks.vtt import write_vtt
from cinescribe.schema import Script
from tests.export.texts import a_script


@pytest.mark.parametrize(("suffix", "write"), [("vtt", write_vtt), ("srt", write_srt)])
def test_ffmpeg_finds_the_same_cues(tmp_path: Path, suffix: str, write: Callable[[Script, Path], None]) -> None:
    write(a_script(), tmp_path / f"out.{suffix}")
    with av.open(tmp_path / f"out.{suffix}") as opened:
        packets = [packet for packet in opened.demux() if packet.size]
    assert [(packet.pts, packet.duration) for packet in packets] == [(4100, 2100), (9000, 1500), (20250, 1750)]
    assert [bytes(packet).decode().split("\n")[-1] for packet in packets] == [
        "It is day.",
        "P2 enters.",
        "P2 and Anna sit.",
    ]
