import json

import pytest

from cinescribe.errors import ModelError
from cinescribe.features.imports.micap_info import read_micap_info
from cinescribe.models.published.micap_tokens import counts_separators_ahead, read_released_tokens
from tests.models import released_micap as released


def read(folder, **changes):
    info = read_micap_info(released.written_info(folder, **changes))
    return read_released_tokens(folder, info), info


def test_each_of_our_tokens_has_its_published_number(tmp_path):
    tokens, _ = read(tmp_path)
    ours = tokens.tokens
    assert tokens.inputs[5 : released.N_PIECES] == tuple(range(5, released.N_PIECES))
    special = {ours.start: 54, ours.end: 55, ours.blank: 41, ours.separator: 2, ours.first_person: 43}
    assert {token: tokens.inputs[token] for token in special} == special
    assert tokens.outputs[ours.end] == released.SEPARATOR
    assert (tokens.n_published, tokens.first_class, len(ours)) == (56, 42, 52)


def test_captions_tell_which_clip_a_separator_counts_to(tmp_path):
    assert counts_separators_ahead(*reversed(read(tmp_path)))
    own_clip = [max(0, segment - 1) for segment in range(1, 121)]
    assert not counts_separators_ahead(*reversed(read(tmp_path, nba_segment_ids=own_clip)))


def test_people_without_a_token_are_named(tmp_path):
    info = read_micap_info(released.written_info(tmp_path))
    added = {name: number for name, number in released.ADDED.items() if name != "p7"}
    (tmp_path / "added_tokens.json").write_text(json.dumps(added))
    with pytest.raises(ModelError, match=r"added_tokens.json has no token P7; give the tokenizer of MICap's release"):
        read_released_tokens(tmp_path, info)
    (tmp_path / "added_tokens.json").write_text('{"p1": "x"}')
    with pytest.raises(ModelError, match=r"added_tokens.json is .*; expected numbers by token"):
        read_released_tokens(tmp_path, info)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"videos": [0, 1]}, r"the captions of group 0 are the tokens .*; expected 54, captions that each end with 2"),
        ({"nba_position_ids": [0] * 120}, "the tokens of group 0 are not numbered from 0; give the release's JSON"),
    ],
)
def test_captions_put_together_in_another_way_are_refused(tmp_path, changes, message):
    with pytest.raises(ModelError, match=message):
        read(tmp_path, **changes)


def test_captions_that_were_cut_are_not_judged(tmp_path):
    read(tmp_path, nba_caption=[7] * 120, nba_caption_mask=[1] * 120)
