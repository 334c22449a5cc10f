from dataclasses import replace

import pytest

from cinescribe.corpus.core.blanks import with_someone
from cinescribe.corpus.core.corpus import CLIPS, read_corpus
from cinescribe.corpus.statistics.retrieval_bound import retrieval_bound
from cinescribe.errors import CorpusError
from cinescribe.metrics.scoring.score_captions import score_captions
from cinescribe.store import write_records
from tests.train import world


@pytest.fixture
def corpus(tmp_path):
    return world.corpus(tmp_path / "corpus", n_films=4, n_clips=6)


def test_each_clip_gets_the_best_training_sentence(corpus):
    bound = retrieval_bound(corpus, split="val")
    read = read_corpus(corpus)
    clips = {clip.id: clip for some in read.clips_by_film("val").values() for clip in some}
    assert bound.sentences.keys() == bound.score.per_item.keys() == clips.keys()
    assert all(text.startswith(("Someone ", "In the ")) for text in bound.sentences.values())
    references = {name: [with_someone(clip.text or "")] for name, clip in clips.items()}
    [plain] = score_captions(bound.sentences, references, metrics=["METEOR"])
    assert bound.score.value >= plain.value
    assert bound.mean == pytest.approx(sum(bound.score.per_item.values()) / len(clips))
    assert 0.5 < bound.mean <= 1


def test_a_split_without_captions_is_refused(corpus):
    read = read_corpus(corpus)
    write_records(corpus / CLIPS, [replace(clip, text=None, paraphrases=()) for clip in read.clips])
    with pytest.raises(CorpusError, match=r"no clip of the split 'val' has a caption"):
        retrieval_bound(corpus, split="val")
