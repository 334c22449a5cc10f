"""Captions with all people the same, and with all people different."""

from typing import Any

import pytest
import torch

from benchmarks.captioners.people_in_captions import all_different, all_same, filled, point_captions
from cinescribe.corpus.core.blanks import answers, blanked, with_local_ids
from cinescribe.errors import CorpusError
from cinescribe.generate.sets import as_hypotheses, set_captions
from cinescribe.models.model_table import data_sizes, model_kind
from cinescribe.schema import ClipSet
from tests.corpus.clips import captioned
from tests.train import world

TEXTS = ("P2 hugs P3's dog.", "", "P2 and P11 wave.")


def test_all_same_fills_every_blank_with_one_person():
    assert all_same(TEXTS) == ("P1 hugs P1's dog.", "", "P1 and P1 wave.")


def test_all_different_gives_each_blank_its_own_person():
    assert all_different(TEXTS) == ("P1 hugs P2's dog.", "", "P3 and P4 wave.")
    assert all_different(()) == ()


def test_filled_clips_have_the_people_of_their_blanks():
    assert [one.people for one in filled(captioned("[blank] and [blank]'s [blank]"), [("P2", "P1", "P2")]).clips] == [
        ("P2", "P1")
    ]


def test_filled_blanks_have_one_person_each():
    with pytest.raises(CorpusError, match="clip 'f_c0' has 1 blanks, but 2 people came; give one for each blank"):
        filled(captioned("[blank] waves."), [("P1", "P2")])
    with pytest.raises(CorpusError, match="people for 0 clips came, but the set has 1"):
        filled(captioned("[blank] waves."), [])


def test_answers_fill_the_blanks_of_their_captions():
    local = with_local_ids(captioned("P7 sees P2, and P7's dog runs.", "A door.", "P2 and P9 wave."))
    assert [one.text for one in filled(blanked(local), answers(local)).clips] == [one.text for one in local.clips]


def test_captions_get_the_people_that_the_pointer_means_and_keep_their_words():
    features, films = world.world()
    tokens, sets = world.vocabulary(films), world.all_sets(films)[::2]
    reader = world.reader(features, tokens)
    batch = reader.batch(sets)
    torch.manual_seed(0)
    kind = model_kind("pointer")
    sizes = {"width": 16, "n_heads": 2, "ff_width": 16, "n_layers": 1}
    model: Any = kind.build(kind.sizes_for(sizes, data_sizes(batch, tokens, world.SETS))).eval()
    torch.nn.init.constant_(model.nobody[2].bias, 99.0)  # nobody is ever seen
    torch.nn.init.constant_(model.new.bias, 99.0)  # and everybody is new
    n_clips = len(sets[0].clips)
    written = set_captions(as_hypotheses(batch.words), tokens=tokens, n_clips=n_clips)
    bare = [ClipSet(tuple(clip.replace(text=None, paraphrases=()) for clip in one.clips)) for one in sets]
    for before, found in zip(written, point_captions(model, reader, bare, written), strict=True):
        assert [text.split(" ", 1)[0] for text in found.texts] == ["P1", "P2", "P3"]
        assert [text.split(" ", 1)[1] for text in found.texts] == [text.split(" ", 1)[1] for text in before.texts]
        assert found.people == (("P1",), ("P2",), ("P3",))
        assert [mention.person for mention in found.mentions] == ["P1", "P2", "P3"]
        assert found.tokens == before.tokens
