"""Tiny random text encoders as folders of transformers and of sentence-transformers."""

import json
from pathlib import Path
from typing import Any

import torch
import transformers as hf
from tokenizers import Tokenizer, models, pre_tokenizers, processors

_SENTENCE = "a man rides brown horse on the beach two dogs play in snow woman cutting person riding by sea"
WORDS = _SENTENCE.split()
SPECIAL = ["[PAD]", "[CLS]", "[SEP]", "[UNK]"]
VOCABULARY = {token: n for n, token in enumerate([*SPECIAL, *WORDS])}
N_LAYERS = 3
SIZES: dict[str, Any] = {
    "vocab_size": len(VOCABULARY),
    "hidden_size": 16,
    "intermediate_size": 32,
    "num_hidden_layers": N_LAYERS,
}
SIZES |= {"num_attention_heads": 2, "max_position_embeddings": 70, "pad_token_id": 0}

FAMILIES = {
    "albert": lambda: hf.AlbertModel(hf.AlbertConfig(**SIZES, embedding_size=8)),
    "bert": lambda: hf.BertModel(hf.BertConfig(**SIZES)),
    "t5": lambda: hf.T5Model(
        hf.T5Config(vocab_size=len(VOCABULARY), d_model=16, d_kv=8, d_ff=32, num_layers=N_LAYERS, num_heads=2)
    ),
    "bart": lambda: hf.BartModel(
        hf.BartConfig(
            vocab_size=len(VOCABULARY),
            d_model=16,
            encoder_layers=N_LAYERS,
            decoder_layers=N_LAYERS,
            encoder_ffn_dim=32,
            decoder_ffn_dim=32,
            encoder_attention_heads=2,
            decoder_attention_heads=2,
            max_position_embeddings=70,
            pad_token_id=0,
        )
    ),
    "xlm": lambda: hf.XLMModel(
        hf.XLMConfig(vocab_size=len(VOCABULARY), emb_dim=16, n_layers=N_LAYERS, n_heads=2, max_position_embeddings=70)
    ),
}


def tiny_encoder(folder: Path, family: str = "bert") -> Path:
    torch.manual_seed(0)
    model = FAMILIES[family]()
    with torch.no_grad():
        for weights in model.parameters():
            if weights.dim() > 1:
                weights.mul_(8)  # with the small initial weights all texts would have similar vectors
    model.save_pretrained(folder)
    tokenizer = Tokenizer(models.WordLevel(VOCABULARY, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    special = [(token, VOCABULARY[token]) for token in ("[CLS]", "[SEP]")]
    tokenizer.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=special)
    hf.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, pad_token="[PAD]", cls_token="[CLS]", sep_token="[SEP]", unk_token="[UNK]"
    ).save_pretrained(folder)
    return folder


def tiny_sentence_encoder(folder: Path, pooling: str = "mean_tokens") -> Path:
    tiny_encoder(folder)
    kinds = [("", "Transformer"), ("1_Pooling", "Pooling"), ("2_Normalize", "Normalize")]
    modules = [
        {"idx": n, "name": str(n), "path": path, "type": f"sentence_transformers.models.{kind}"}
        for n, (path, kind) in enumerate(kinds)
    ]
    (folder / "modules.json").write_text(json.dumps(modules))
    (folder / "sentence_bert_config.json").write_text(json.dumps({"max_seq_length": 32, "do_lower_case": False}))
    (folder / "1_Pooling").mkdir()
    settings = {"word_embedding_dimension": 16, "pooling_mode_mean_tokens": False, f"pooling_mode_{pooling}": True}
    (folder / "1_Pooling" / "config.json").write_text(json.dumps(settings))
    return folder
