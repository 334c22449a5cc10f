import random
from typing import Any

import av
import pytest

from cinescribe.backlot.films.shoot import SIZES, Size, shoot, srt, truth_path
from cinescribe.backlot.plan.truth import TRUTH_VERSION, FilmTruth, FrameSightings, SpokenLine
from cinescribe.backlot.plot.episodes import plan_episode
from cinescribe.errors import OutputError, ParameterError
from cinescribe.media.speech.subtitles import read_timed_text
from cinescribe.output_folder import MARKER
from cinescribe.store import read_record, read_records, write_record
from cinescribe.timing import Span

pytestmark = pytest.mark.slow

SHORT = Size("short", n_clips=2)
HEIGHT = 90


@pytest.fixture(scope="module")
def shot(tmp_path_factory):
    folder = tmp_path_factory.mktemp("shot")
    return folder, shoot(folder, films=2, seed=5, size=SHORT, height=HEIGHT)


@pytest.fixture(scope="module")
def truths(shot):
    return read_records(shot[1].truth, FilmTruth)


def test_files_in_the_folder_are_those_the_truth_names(shot, truths):
    folder, result = shot
    names = {MARKER, "truth.jsonl"}
    for truth in truths:
        names |= {truth.film, truth.screenplay, truth.described, truth.sightings}
        names |= {truth.subtitles} if truth.speech else set()
        names.add(truth_path(folder, truth.id).name)
    assert {path.name for path in folder.iterdir()} == names
    assert [path.name for path in result.films] == ["short-5-000.mp4", "short-5-001.mp4"]


def test_truth_is_read_back_from_its_file(shot, truths):
    folder, _ = shot
    for truth in truths:
        assert FilmTruth.from_dict(truth.to_dict()) == truth
        assert read_record(truth_path(folder, truth.id), FilmTruth) == truth


def test_films_play_for_as_long_as_the_truth_says(shot, truths):
    for truth in truths:
        with av.open(str(shot[0] / truth.film)) as container:
            video, audio = container.streams.video[0], container.streams.audio[0]
            assert (video.codec_context.name, audio.codec_context.name) == ("h264", "aac")
            assert (video.width, video.height) == (truth.width, truth.height) == (160, 90)
            assert video.frames == round(truth.duration * truth.rate_hz)
            assert audio.duration is not None
            assert audio.time_base is not None
            assert float(audio.duration * audio.time_base) == pytest.approx(truth.duration, abs=0.03)


def test_shots_clips_and_sightings_fit_together(shot, truths):
    for truth in truths:
        assert truth.shots[0].span.start == truth.clips[0].span.start == 0
        assert truth.shots[-1].span.end == truth.clips[-1].span.end == truth.duration
        moments = read_records(shot[0] / truth.sightings, FrameSightings)
        assert [moment.time for moment in moments] == pytest.approx([k / 4 for k in range(len(moments))], abs=0.05)
        assert len(moments) == pytest.approx(truth.duration * 4, abs=1)
        for moment in moments:
            shown = truth.shots[moment.shot]
            assert shown.span.has(moment.time)
            assert {one.who for one in moment.seen if one.who.startswith("P")} <= set(shown.people)
            assert all(0 <= x0 < x1 <= 1 and 0 <= y0 < y1 <= 1 for x0, y0, x1, y1 in (one.box for one in moment.seen))


def test_people_and_things_of_a_clip_are_sighted(shot, truths):
    for truth in truths:
        moments = read_records(shot[0] / truth.sightings, FrameSightings)
        for clip in truth.clips:
            seen = {one.who for moment in moments if clip.span.has(moment.time) for one in moment.seen}
            assert {clip.actor, clip.partner} - {None} <= seen
            assert clip.thing is None or clip.thing in seen


def test_subtitles_are_the_spoken_lines(shot, truths):
    assert any(truth.speech for truth in truths)
    assert all((truth.subtitles is not None) == bool(truth.speech) for truth in truths)
    for truth in (truth for truth in truths if truth.speech):
        cues = read_timed_text(shot[0] / truth.subtitles)
        assert [cue.text for cue in cues] == [line.text for line in truth.speech]
        for cue, line in zip(cues, truth.speech, strict=True):
            assert cue.span.start == pytest.approx(line.span.start, abs=0.001)
            assert cue.span.end == pytest.approx(line.span.end, abs=0.001)


def test_films_have_no_metaphor_and_no_captions_of_their_own(truths):
    assert all(truth.metaphor is None and truth.captions == () for truth in truths)
    assert all("captions" not in truth.to_dict() for truth in truths)


def test_seed_gives_the_same_bytes_for_any_number_of_films(shot, tmp_path):
    shoot(tmp_path, films=1, seed=5, size=SHORT, height=HEIGHT)
    for path in tmp_path.iterdir():
        if path.name != "truth.jsonl":
            assert path.read_bytes() == (shot[0] / path.name).read_bytes(), path.name


def test_finished_films_are_kept_and_unfinished_ones_shot_again(shot):
    folder, result = shot
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    (folder / "short-5-001.srt").unlink()
    reports = []
    again = shoot(
        folder, films=2, seed=5, size=SHORT, height=HEIGHT, progress=lambda film, share: reports.append((film, share))
    )
    assert again == result
    assert {film for film, _ in reports} == {"short-5-001"}
    assert reports[-1][1] == 1.0
    changed = {path.name for path in folder.iterdir() if path.stat().st_mtime_ns != before[path]}
    assert changed <= {path.name for path in folder.glob("short-5-001*")} | {"truth.jsonl"}


def test_a_film_with_truth_of_another_version_is_shot_again(tmp_path):
    job: dict[str, Any] = {"films": 1, "seed": 5, "size": SHORT, "height": HEIGHT}
    shoot(tmp_path, **job)
    known = truth_path(tmp_path, "short-5-000")
    write_record(known, read_record(known, FilmTruth).replace(version=TRUTH_VERSION + 1))
    reports = []
    shoot(tmp_path, **job, progress=lambda film, share: reports.append(film))
    assert set(reports) == {"short-5-000"}


def test_interrupted_shoot_leaves_no_film(tmp_path):
    def interrupt(film, share):
        if share > 0.3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        shoot(tmp_path, films=1, seed=random.Random(1).randrange(99), size=SHORT, height=HEIGHT, progress=interrupt)
    assert [path.name for path in tmp_path.iterdir()] == [MARKER]


def test_a_height_that_cannot_be_filmed_is_refused(tmp_path):
    for height in (91, 40, 5000):
        with pytest.raises(OutputError, match=f"`height` is {height}; choose an even number from 90 to 2160"):
            shoot(tmp_path, films=1, seed=0, size=SHORT, height=height)


@pytest.mark.parametrize("text", ['{"id": "still-5-00000", "file": "still-5-00000.jpg"}\n', "a diary\n", "7\n"])
def test_the_truth_about_something_else_is_kept(text, tmp_path):
    (tmp_path / "truth.jsonl").write_text(text)
    with pytest.raises(
        OutputError, match=r"holds 'truth.jsonl', which is no part of a set of Backlot films by Cinescribe; name a new"
    ):
        shoot(tmp_path, films=1, seed=0, size=SHORT, height=HEIGHT)
    assert (tmp_path / "truth.jsonl").read_text() == text
    assert len(list(tmp_path.iterdir())) == 1


def test_a_folder_that_cannot_be_made_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="cannot be written"):
        shoot(tmp_path / "file" / "films", films=1, seed=0, size=SHORT, height=HEIGHT)


def test_subtitles_are_numbered_srt():
    line = SpokenLine(Span(1.0, 2.5), "c001", "P1", "Hello.")
    assert srt([line, line]) == (
        "1\n00:00:01,000 --> 00:00:02,500\nHello.\n\n2\n00:00:01,000 --> 00:00:02,500\nHello.\n\n"
    )


def test_the_sizes_are_those_of_the_command_line():
    assert {name: size.n_clips for name, size in SIZES.items()} == {"tiny": 5, "small": 10, "full": 60}
    assert all(size.name == name for name, size in SIZES.items())


def test_films_of_a_series_are_its_episodes(tmp_path):
    result = shoot(tmp_path, films=2, seed=5, size=SHORT, series=True, height=HEIGHT)
    assert [path.name for path in result.films] == ["short-series-5-001.mp4", "short-series-5-002.mp4"]
    casts = [[one.name for one in truth.cast] for truth in read_records(result.truth, FilmTruth)]
    assert casts == [[one.name for one in plan_episode(5, number, n_clips=2).cast] for number in (1, 2)]


def test_a_series_has_no_motives(tmp_path):
    with pytest.raises(ParameterError, match="`motivated` and `series` cannot be combined; shoot two sets of films"):
        shoot(tmp_path, films=1, seed=5, size=SHORT, motivated=True, series=True)
