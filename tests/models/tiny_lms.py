"""A tiny T5 and a tiny GPT-2 in the hub's layout, with random weights and tokenizers of their kinds."""

from functools import cache

import torch
import transformers as hf
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

TEXTS = [
    "The tall woman waves to her brother; he nods and smiles at P1, P2 and someone!",
    "A man opens the door (slowly) of the red car, sees the zebra's window and leaves: waving?",
    "waving walks opens sits stands runs the a on in at of 0 1 2 3 4 5 6 7 8 9 - ' . , P W T O",
]


@cache
def byte_tokenizer():
    """A byte-level BPE, like GPT-2's."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=320, special_tokens=["<|endoftext|>"], initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )  # fmt: skip
    tokenizer.train_from_iterator(TEXTS, trainer)
    return tokenizer.to_str()


@cache
def piece_tokenizer():
    """A unigram model with marked spaces, like T5's."""
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.decoder = decoders.Metaspace()
    trainer = trainers.UnigramTrainer(
        vocab_size=90, special_tokens=["<pad>", "</s>", "<unk>"], unk_token="<unk>", show_progress=False
    )
    tokenizer.train_from_iterator(TEXTS, trainer)
    return tokenizer.to_str()


def t5(folder, *, n_words=None, **changes):
    """A T5 with `n_words` word vectors; more than subwords, as T5-Base has."""
    settings = {"d_model": 16, "d_kv": 8, "d_ff": 24, "num_layers": 2, "num_heads": 2, "decoder_start_token_id": 0}
    n_words = n_words or Tokenizer.from_str(piece_tokenizer()).get_vocab_size() + 3
    config = hf.T5Config(vocab_size=n_words, pad_token_id=0, eos_token_id=1, **{**settings, **changes})
    return _saved(folder, hf.T5ForConditionalGeneration(config), piece_tokenizer())


def gpt2(folder, *, n_words=None, **changes):
    """A GPT-2."""
    settings = {"n_embd": 16, "n_layer": 2, "n_head": 2, "n_positions": 200, "bos_token_id": 0, "eos_token_id": 0}
    n_words = n_words or Tokenizer.from_str(byte_tokenizer()).get_vocab_size()
    return _saved(
        folder, hf.GPT2LMHeadModel(hf.GPT2Config(vocab_size=n_words, **{**settings, **changes})), byte_tokenizer()
    )


def _saved(folder, model, tokenizer):
    torch.manual_seed(0)
    with torch.no_grad():
        for weights in model.parameters():
            weights.normal_(std=0.3)  # as they begin, biases are 0 and norms 1
    model.save_pretrained(folder)
    (folder / "tokenizer.json").write_text(tokenizer, encoding="utf-8")
    return folder
