import numpy as np
import pytest

from cinescribe.corpus.alignment.action_sentences import script_sentences
from cinescribe.corpus.alignment.align_script import AlignedLine, align_script
from cinescribe.errors import CorpusError, SubtitleError
from cinescribe.media.speech.subtitles import read_subtitles
from cinescribe.store import read_records, write_records
from cinescribe.timing import Span
from tests.corpus.screenplay_texts import write_srt, written
from tests.shared import shared

N_FILMS = 12
NEAR = 1.0  # seconds


@pytest.fixture(scope="module")
def films(tmp_path_factory):
    folder = tmp_path_factory.mktemp("screenplays")
    return [written(folder, seed, n_clips=20) for seed in range(900, 900 + N_FILMS)]


@pytest.fixture(scope="module")
def aligned(films):
    return [align_script(one.script, one.subtitles, duration=one.duration, shots=one.shots) for one in films]


def action(films, aligned):
    """Each sentence of action with its paragraph's element."""
    for film, lines in zip(films, aligned, strict=True):
        by_line = {element.line: element for element in film.screenplay.elements}
        yield from ((line, by_line[line.line]) for line in lines if line.kind == "action")


def test_times_are_correct_to_a_second(films, aligned):
    timed = [(line, element.span) for line, element in action(films, aligned) if line.start is not None]
    assert len(timed) > 0.35 * sum(len(film.screenplay.elements) for film in films) / 2
    assert all(span is not None for _, span in timed)  # unfilmed action has no time
    middles = np.array([(line.start + line.end) / 2 for line, _ in timed])
    spans = np.array([(span.start, span.end) for _, span in timed])
    off = np.maximum(np.maximum(spans[:, 0] - middles, middles - spans[:, 1]), 0)
    assert np.mean(off <= NEAR) >= 0.95


def test_unfilmed_action_scores_lower(films, aligned):
    scores: dict[bool, list[float]] = {True: [], False: []}
    for line, element in action(films, aligned):
        scores[element.span is not None].append(line.score)
    filmed, unfilmed = np.array(scores[True])[:, None], np.array(scores[False])[None]
    assert unfilmed.size >= 10
    assert np.mean((filmed > unfilmed) + (filmed == unfilmed) / 2) >= 0.95


def test_speeches_are_matched_when_they_are_spoken(films, aligned):
    n_near = n_matched = 0
    for film, lines in zip(films, aligned, strict=True):
        by_line = {element.line: element for element in film.screenplay.elements}
        for line in (line for line in lines if line.kind == "speech" and line.start is not None):
            n_matched += 1
            n_near += by_line[line.line].span is not None and abs(by_line[line.line].span.start - line.start) < 0.3
    assert n_near >= 0.98 * n_matched > 100


def test_uncertain_action_has_a_score_but_no_time(films):
    film = films[0]
    everything = align_script(
        film.script, film.subtitles, duration=film.duration, shots=film.shots, min_score=0, min_certainty=0
    )
    lines = align_script(film.script, film.subtitles, duration=film.duration, shots=film.shots)
    for sure, one in zip(lines, everything, strict=True):
        assert (sure.line, sure.text, sure.score) == (one.line, one.text, one.score)
        if one.kind == "action" and one.start is not None:
            assert one.certainty is not None
            assert (sure.start is None) == (one.score < 0.5 or one.certainty < 0.8)
    kept = script_sentences(everything)
    assert [one for one in kept if one.left_out is None] == list(script_sentences(lines))
    assert any(one.left_out for one in kept)


def test_lines_are_written_and_read(films, aligned, tmp_path):
    write_records(tmp_path / "lines.jsonl", aligned[0])
    assert tuple(read_records(tmp_path / "lines.jsonl", AlignedLine)) == aligned[0]
    values = next(line for line in aligned[0] if line.start is None).to_dict()
    assert (values["start"], values["end"]) == (None, None)
    assert list(values)[:6] == ["line", "kind", "text", "start", "end", "score"]


def test_sentence_ids_are_line_and_number(tmp_path):
    script, subtitles = tmp_path / "a.fountain", tmp_path / "a.srt"
    script.write_text("He sits. She waits.\n\nANNA\nWhere have you been?\n\nThey go.\n\nBOB\nNowhere at all.\n")
    write_srt(subtitles, [(9, 10, "Where have you been?"), (14, 15, "Nowhere at all.")])
    lines = align_script(script, subtitles, min_certainty=0)
    assert [(line.text, line.start, line.end) for line in lines] == [
        ("He sits.", 0, 4),
        ("She waits.", 4, 9),
        ("Where have you been?", 9, 10),
        ("They go.", lines[3].start, lines[3].end),
        ("Nowhere at all.", 14, 15),
    ]
    start, end = lines[3].start, lines[3].end
    assert start is not None
    assert end is not None
    assert 10 <= start < 14 <= end  # after a short pause, and without cuts, as long as its part of the film
    assert lines[2].speaker == "ANNA"
    found = script_sentences(lines, min_certainty=0)
    assert [one.id for one in found] == ["s0001.1", "s0001.2", "s0006.1"]
    assert {(one.origin, one.score, one.left_out) for one in found} == {("script", 1.0, None)}
    assert found[0].span == Span(0, 4)


def test_reasons_for_leaving_out(tmp_path):
    lines = [
        AlignedLine(3, "action", "He sits.", 1.0, 2.0, 0.25, certainty=1.0),
        AlignedLine(3, "action", "She waits.", 2.0, 3.0, 0.75, certainty=0.5),
        AlignedLine(5, "action", "They go.", None, None, 1.0, certainty=1.0),
        AlignedLine(7, "speech", "No.", 4.0, 5.0, 1.0),
    ]
    assert [(one.id, one.left_out) for one in script_sentences(lines)] == [
        ("s0003.1", "of the words spoken near it 25% are heard in the film; expected 50%"),
        ("s0003.2", "when it is seen is certain to 50%; expected 80%"),
    ]


def test_another_films_screenplay_is_refused(films):
    one, other = films[:2]
    with pytest.raises(CorpusError, match=r"alignment impossible: .* share \d+% of the words spoken, .*another film's"):
        align_script(one.script, other.subtitles)


def test_subtitles_in_another_language_are_refused(tmp_path):
    folder = shared("data/text/elephants_dream_vtt")
    english = align_text(folder / "captions.en.vtt", tmp_path / "a.fountain")
    assert sum(line.start is not None for line in english) >= 0.9 * len(english)
    for language in ("sv", "ru", "ja", "ar"):
        with pytest.raises(CorpusError, match=r"alignment impossible: .* another language"):
            align_script(tmp_path / "a.fountain", folder / f"captions.{language}.vtt")


def align_text(subtitles, script):
    """Align subtitles with a screenplay written from them."""
    texts = [one.text for one in read_subtitles(subtitles)]
    script.write_text("INT. MACHINE - DAY\n\n" + "\n\n".join(f"PROOG\n{text}" for text in texts), encoding="utf-8")
    return align_script(script, subtitles)


@pytest.mark.parametrize(
    ("script", "cues", "words"),
    [
        ("INT. HALL - DAY\n\nHe waits.\n", [(1, 2, "Who?")], r"the screenplay '.*a.fountain' has no dialogue"),
        ("ANNA\n(sighs)\n...\n", [(1, 2, "Who?")], r"the screenplay '.*a.fountain' has no dialogue"),
        ("ANNA\nWho?\n", [(1, 2, "[music]")], r"the subtitles '.*a.srt' contain no speech"),
        ("\n", [(1, 2, "Who?")], r"the screenplay '.*a.fountain' is empty"),
    ],
)
def test_script_or_subtitles_without_words_are_refused(tmp_path, script, cues, words):
    (tmp_path / "a.fountain").write_text(script)
    write_srt(tmp_path / "a.srt", cues)
    with pytest.raises(CorpusError, match=words):
        align_script(tmp_path / "a.fountain", tmp_path / "a.srt")


def test_duration_equal_to_the_last_subtitle_changes_no_alignment(films):
    film = films[0]
    last = read_subtitles(film.subtitles)[-1].span.end
    whole, short = (align_script(film.script, film.subtitles, duration=end) for end in (last, last - 4.0))
    assert short == whole


def test_subtitles_that_outlast_the_film(films):
    with pytest.raises(
        CorpusError, match=r"ends at \d+\.\d\d s, but its film lasts 20.00 s; give the subtitles of this"
    ):
        align_script(films[0].script, films[0].subtitles, duration=20)


def test_subtitles_that_cannot_be_read(films, tmp_path):
    (tmp_path / "a.srt").write_text("nothing")
    with pytest.raises(SubtitleError, match="has no readable subtitles"):
        align_script(films[0].script, tmp_path / "a.srt")
