from typing import Any

import torch

from cinescribe.generate.caption_clip_sets import point_captions
from cinescribe.generate.sets import as_hypotheses, set_captions
from cinescribe.models.model_table import data_sizes, model_kind
from cinescribe.schema import ClipSet
from tests.train import world


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
