from cinescribe.media.speech.srt import srt_block
from cinescribe.media.speech.subtitles import read_subtitles
from cinescribe.timing import Span


def test_a_block_has_number_times_and_text():
    assert srt_block(7, Span(1.5, 3661.25), "Hello.\nGoodbye.") == (
        "7\n00:00:01,500 --> 01:01:01,250\nHello.\nGoodbye.\n"
    )


def test_blocks_are_read_back(tmp_path):
    spans = [Span(0.0, 1.0), Span(1.0, 2.5)]
    path = tmp_path / "film.srt"
    path.write_text("\n".join(srt_block(n, span, "Yes.") for n, span in enumerate(spans, 1)))
    assert [line.span for line in read_subtitles(path)] == spans
