import json
import tracemalloc

import pytest

from cinescribe.errors import ChallengeError
from cinescribe.study.challenge.clip_list import ListedClip
from cinescribe.study.challenge.submission_file import MAX_BYTES, Upload, parse_captions, parse_people

CLIPS = [ListedClip(f"c{n}", "film", n, n + 1, n_blanks=n % 3) for n in range(8)]


def listed(entries):
    return json.dumps(entries).encode()


def entries(*, key="video_id"):
    return [{key: n, "caption": f"Someone runs {n}."} for n in range(1, 9)]


def refusal(data, parse=parse_captions):
    """The refusal of a submission: one line, the same each time."""
    found = set()
    for _ in range(2):
        with pytest.raises(ChallengeError) as caught:
            parse(data, CLIPS)
        found.add(str(caught.value))
    (line,) = found
    assert "\n" not in line
    return line


def changed(number, **fields):
    given = entries()
    given[number - 1] = {**given[number - 1], **fields}
    return listed(given)


@pytest.mark.parametrize("key", ["video_id", "image_id"])
def test_captions_are_taken_by_number_and_by_name_in_any_order(key):
    wanted = {f"c{n}": f"Someone runs {n + 1}." for n in range(8)}
    given = entries(key=key)
    assert list(parse_captions(listed(given[::-1]), CLIPS).items()) == list(wanted.items())
    named = [{key: f"c{n}", "caption": f" {text} "} for n, text in enumerate(wanted.values())]
    assert parse_captions(listed(named), CLIPS) == wanted


def test_missing_extra_and_repeated_clips_are_named_up_to_five():
    assert "missing: 'c0', 'c1', 'c2', 'c3', 'c4', and 2 more; give every clip" in refusal(listed(entries()[7:]))
    assert "there more than once: 'c1'; keep one" in refusal(listed([*entries(), {"video_id": "c1", "caption": "x"}]))
    extra = [{"video_id": n, "caption": "x"} for n in (9, 0, -1, "c9", "1", "d")]
    line = refusal(listed([*entries(), *extra]))
    assert "not in the list of clips: 'number 9', 'number 0', 'number -1', 'c9', '1', and 1 more; remove it" in line


@pytest.mark.parametrize("id", [1.7, 1.0, True, None, [1], {"a": 1}])
def test_an_id_is_a_whole_number_or_a_name(id):
    assert "entry 2 has the video_id " in refusal(changed(2, video_id=id))


def test_invalid_numbers_are_refused():
    for number in ("NaN", "Infinity", "1e999", "9" * 5000):
        data = listed(entries()).replace(b'"video_id": 3', b'"video_id": ' + number.encode())
        assert refusal(data).startswith("the submission")


@pytest.mark.parametrize(
    ("caption", "words"),
    [
        ("", "is empty; write one"),
        (" \t ", "is empty; write one"),
        ("a" * (1 << 20), "has 1,048,576 letters; at most 1,000 are read"),
        ("one\ntwo", "has a control character or a line break"),
        ("nul\0", "has a control character or a line break"),
        (None, "is None; expected a text"),
        (7, "is 7; expected a text"),
        (["a"], "is ['a']; expected a text"),
    ],
)
def test_a_caption_is_one_line_of_text(caption, words):
    assert f"the caption of 'c1' {words}" in refusal(changed(2, caption=caption))


def test_letters_of_any_language_are_captions():
    text = "Jemand öffnet 门 👩‍🦯 soft\u00adly."
    assert parse_captions(changed(2, caption=text), CLIPS)["c1"] == text
    assert "surrogate" in refusal(listed(entries()).replace(b"Someone runs 2.", rb"\ud800"))


def test_entries_have_two_fields():
    line = "expected an object with only video_id and caption"
    for entry in ({"video_id": 1}, {"caption": "x"}, {"video_id": 1, "image_id": 1}, 5, "c1", ["c1"], None):
        assert line in refusal(listed([entry]))
    assert line in refusal(changed(1, score=1.0))
    assert "the key 'caption' is there twice" in refusal(b'[{"video_id": 1, "caption": "a", "caption": "b"}]')


def test_malformed_list_is_refused():
    assert "expected a list of objects" in refusal(b'{"annotations": []}')
    assert "is not JSON" in refusal(b"[{]")
    assert "is empty; send" in refusal(b"  \n ")
    assert "clips that are missing: 'c0'" in refusal(b"[]")
    assert "not UTF-8 (byte 1)" in refusal(b"[\xff]")
    assert "is not JSON" in refusal("[]".encode("utf-8-sig"))


def test_archives_are_refused_unopened():
    for start, name in ((b"PK\x03\x04", "a ZIP archive"), (b"\x1f\x8b\x08", "gzipped"), (b"7z\xbc\xaf\x27\x1c", "7z")):
        assert name in refusal(start + bytes(100))
        assert "send the plain text file in it" in refusal(start + bytes(100), parse_people)


def test_depth_and_number_of_entries_are_limited():
    assert "is not JSON" in refusal(b"[" * 150_000)
    assert "nested" in refusal(b"[" * 100 + b"]" * 100)
    assert "more than 100,000 entries" in refusal(b"[" * 200_001)
    assert "more than 100,000 lines" in refusal(b"c0\t_\n" * 100_001, parse_people)


def test_upload_is_limited_while_it_arrives():
    upload, piece = Upload(), bytes(1 << 20)
    tracemalloc.start()
    for _ in range(20):
        upload.add(piece)
    with pytest.raises(ChallengeError, match="more than 20 MB; send one plain file"):
        upload.add(b"x")
    assert tracemalloc.get_traced_memory()[1] < 3 * MAX_BYTES
    tracemalloc.stop()
    assert len(upload.done()) == MAX_BYTES
    assert "more than 20 MB" in refusal(bytes(MAX_BYTES + 1))


def lines(*, mark="P{}"):
    return [f"c{n}\t" + (",".join(mark.format(i) for i in range(n % 3)) or "_") for n in range(8)]


@pytest.mark.parametrize("mark", ["P{}", "[P{}]", " [ 3009_PERSON{} ]"])
def test_people_of_blanks_are_read_from_lines(mark):
    found = parse_people("\n".join(lines(mark=mark)).encode(), CLIPS)
    assert [len(ids) for ids in found.values()] == [clip.n_blanks for clip in CLIPS]
    assert not any("[" in id for ids in found.values() for id in ids)


def test_faulty_lines_of_people_are_refused():
    def said(number, line):
        given = lines()
        given[number] = line
        return refusal("\n".join(given).encode(), parse_people)

    assert "line 1 has 1 columns" in said(0, "c0")
    assert "line 2 has the ids '[P1,P2]'" in said(1, "c1\t[P1,P2]")
    assert "line 2 has the ids 'P1,,P2'" in said(1, "c1\tP1,,P2")
    assert "clip 'c2' has 2 blanks and 1 ids" in said(2, "c2\tP1")
    assert "more than once: 'c3'" in said(2, "c3\t_")
    assert "missing: 'c7'" in refusal("\n".join(lines()[:7]).encode(), parse_people)
