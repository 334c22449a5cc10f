import pytest

from cinescribe.errors import CorpusError, ModelError
from cinescribe.generate.caption_corpus import caption_corpus, fill_corpus
from cinescribe.models.checkpoint import CheckpointCard, write_checkpoint
from cinescribe.models.fillin import FillIn, FillInSizes
from tests.train import world

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.fixture
def fillin(tmp_path):
    """A Fill-In's checkpoint, and a corpus."""
    _, films = world.world()
    tokens = world.vocabulary(films)
    sizes = FillInSizes(tokens.first_person, d_text=4, d_face=8, d_action=8, width=8, n_heads=2, ff_width=8)
    write_checkpoint(tmp_path / "c", FillIn(sizes), tokens=tokens, card=CheckpointCard("fillin", world.SETS))
    return tmp_path / "c", world.corpus(tmp_path / "corpus")


def test_a_model_that_only_fills_in_cannot_caption(fillin):
    with pytest.raises(ModelError, match="is a fillin, which does not write captions; name a captioner"):
        next(caption_corpus(*fillin, split="val"))


def test_an_unknown_decoder_is_named(fillin):
    with pytest.raises(ModelError, match="the decoder is 'guess'; expected one of beam, greedy"):
        next(caption_corpus(*fillin, split="val", decoder="guess"))


def test_an_unknown_split_is_named(fillin):
    with pytest.raises(CorpusError, match="world has no split 'dev'; it has train, val"):
        fill_corpus(*fillin, split="dev")
