"""Whisper models of one or two tiny layers, in the hub's layout, that write what they are made to write."""

import json

import torch
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
from transformers import GenerationConfig, WhisperConfig, WhisperForConditionalGeneration

from cinescribe.media.transcription.transcriber import TRANSCRIBER_RATE_HZ

END, START = "<|endoftext|>", "<|startoftranscript|>"
AFTER_LANGUAGES = ("<|transcribe|>", "<|translate|>", "<|startoflm|>", "<|startofprev|>", "<|nospeech|>")
WIDTH = 64


def whisper_tokens(*languages):
    """A tokenizer with a token for each letter, and Whisper's special tokens."""
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokens = Tokenizer(models.BPE(vocab={letter: n for n, letter in enumerate(letters)}, merges=[]))
    tokens.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokens.decoder = decoders.ByteLevel()
    marks = (END, START, *(f"<|{one}|>" for one in languages), *AFTER_LANGUAGES, "<|notimestamps|>")
    tokens.add_special_tokens([AddedToken(mark, special=True) for mark in marks])
    tokens.add_tokens([AddedToken(f"<|{n * 0.02:.2f}|>") for n in range(1501)])
    return tokens


def tiny_whisper(tokens, *, n_layers=1):
    """A model with random weights."""
    end, start = (tokens.token_to_id(mark) for mark in (END, START))
    config = WhisperConfig(
        vocab_size=tokens.get_vocab_size(),
        d_model=WIDTH,
        encoder_layers=1,
        decoder_layers=n_layers,
        encoder_attention_heads=2,
        decoder_attention_heads=2,
        encoder_ffn_dim=WIDTH,
        decoder_ffn_dim=WIDTH,
        num_mel_bins=80,
        pad_token_id=end,
        bos_token_id=end,
        eos_token_id=end,
        decoder_start_token_id=start,
        suppress_tokens=[],
        begin_suppress_tokens=[],
    )
    torch.manual_seed(0)
    return WhisperForConditionalGeneration(config)


def writing_whisper(tokens, text, *, language, first=3):
    """A model that hears a language in every sound and writes a text; each of its tokens follows from its place.

    `first` is the place of the last token of the prompt, whose output is the first of the text.
    """
    model = tiny_whisper(tokens, n_layers=2)
    written = [*tokens.encode(text).ids, tokens.token_to_id(END)]
    decoder = model.model.decoder
    with torch.no_grad():
        for layer in decoder.layers:
            for part in (layer.self_attn.out_proj, layer.encoder_attn.out_proj, layer.fc2):
                part.weight.zero_()
                part.bias.zero_()
        decoder.embed_tokens.weight.zero_()
        decoder.embed_positions.weight.zero_()
        places = {first + n: token for n, token in enumerate(written)}
        places[0] = tokens.token_to_id(f"<|{language}|>")
        for place, token in places.items():
            decoder.embed_tokens.weight[token, place] += 4.0
            decoder.embed_positions.weight[place, place] = 40.0
    return model


def write_hub_folder(folder, model, tokens, **generation):
    """Write a model in the hub's layout; `generation` are its settings of generation."""
    model.generation_config = GenerationConfig(**generation)
    model.save_pretrained(folder)
    tokens.save(str(folder / "tokenizer.json"))
    names = dict.fromkeys(("unk_token", "bos_token", "eos_token"), END)
    (folder / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": "WhisperTokenizer", **names}))
    hearing = {
        "feature_size": 80,
        "sampling_rate": TRANSCRIBER_RATE_HZ,
        "hop_length": 160,
        "chunk_length": 30,
        "n_fft": 400,
    }
    (folder / "preprocessor_config.json").write_text(json.dumps(hearing))
    return folder
