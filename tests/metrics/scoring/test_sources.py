"""The models of published values: names that are fetched with consent only, or folders with such names."""

import pytest
import torch
import transformers as hf

from cinescribe.errors import ModelError, ScoreError
from cinescribe.metrics.embedding.bertscore import ROBERTA_LARGE_BASELINE, Baseline
from cinescribe.metrics.scoring.score_captions import score_captions
from cinescribe.metrics.scoring.sources import Sources
from tests.language.tiny_encoder import SIZES, tiny_encoder, tiny_sentence_encoder
from tests.metrics.letters import Letters

TEXTS = {"a": "a dog is as brown as a horse", "b": "two dogs play in snow"}
REFS = {"a": "a woman is as brown as the beach", "b": "a man rides"}


@pytest.fixture
def folders(tmp_path):
    """Tiny models with the names, and so many layers as layer 17 needs, of the published ones."""
    encoder = tiny_encoder(tmp_path / "roberta-large")
    torch.manual_seed(0)
    hf.BertModel(hf.BertConfig(**SIZES | {"num_hidden_layers": 18})).save_pretrained(encoder)
    return str(encoder), str(tiny_sentence_encoder(tmp_path / "all-mpnet-base-v2"))


def test_as_published_fills_only_missing_sources():
    published = Sources().as_published()
    assert (published.encoder, published.sentences) == ("roberta-large", "all-mpnet-base-v2")
    assert published.baseline == ROBERTA_LARGE_BASELINE
    own = Sources(encoder="mine", baseline=Baseline("b", 0.1, 0.1, 0.1), sentences="ours", fetch=True)
    assert own.as_published() == own


def test_the_baseline_is_that_of_the_authors():
    # The row of layer 17 in rescale_baseline/en/roberta-large.tsv of the wheel bert_score-0.3.13.
    values = ROBERTA_LARGE_BASELINE.precision, ROBERTA_LARGE_BASELINE.recall, ROBERTA_LARGE_BASELINE.f1
    assert values == (0.83150584, 0.8314941, 0.83122575)


@pytest.mark.slow
def test_folders_with_the_models_names_are_scored_as_published(folders):
    encoder, sentences = folders
    plain = Sources(encoder=encoder, sentences=sentences)
    names = ["bertscore", "acd", "acs"]
    found = {s.name: s for s in score_captions(TEXTS, REFS, metrics=names, sources=plain.as_published())}
    before = {s.name: s for s in score_captions(TEXTS, REFS, metrics=names, sources=plain)}
    signature = found["BERTScore"].signature
    assert "|model:roberta-large/17|idf:no|baseline:roberta-large/17|refs:max|" in signature
    assert signature.replace("|", ",") in found["ACD"].signature
    assert "sim:all-mpnet-base-v2" in found["ACD"].signature
    base = ROBERTA_LARGE_BASELINE.f1
    for key in TEXTS:
        expected = (before["BERTScore"].per_item[key] - base) / (1 - base)
        assert found["BERTScore"].per_item[key] == pytest.approx(expected)
        assert found["ACD"].per_item[key] == pytest.approx(expected * (1 - found["ACS"].per_item[key]))
    assert found["ACS"].per_item == before["ACS"].per_item
    assert min(found["BERTScore"].per_item.values()) < 0  # negative values are kept


def test_another_encoder_does_not_take_the_published_baseline():
    with pytest.raises(
        ScoreError, match=r"that of 'roberta-large/17', but the encoder is 'letters'; give a folder wit"
    ):
        score_captions(TEXTS, REFS, metrics=["bertscore"], sources=Sources(encoder=Letters()).as_published())


def test_published_models_are_not_fetched_without_consent(monkeypatch, tmp_path):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(ModelError, match="the model 'roberta-large' is not on this machine"):
        score_captions(TEXTS, REFS, metrics=["bertscore"], sources=Sources().as_published())
