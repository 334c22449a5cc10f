"""Vision-language models of published shapes with random weights, as checkpoints in the hub's layout."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch
import transformers as hf
from tokenizers import Tokenizer, models, pre_tokenizers

_MARKS = ["<pad>", "<s>", "</s>", "<unk>", "<image>", "<|vision_start|>", "<|image_pad|>", "<|vision_end|>"]
_MARKS += ["<fake_token_around_image>", "<global-img>"]
_WORDS = [f"w{n}" for n in range(100)]  # what prompts are made of
_VOCABULARY = {token: n for n, token in enumerate([*_MARKS, *_WORDS])}
_TEMPLATE = (
    "<s>{% for m in messages %}{{ m['role'] }}: {% if m['content'] is string %}{{ m['content'] }}{% else %}"
    "{% for c in m['content'] %}{% if c['type'] == 'image' %}PICTURE{% else %} {{ c['text'] }}{% endif %}{% endfor %}"
    "{% endif %}</s>{% endfor %}{% if add_generation_prompt %}assistant:{% endif %}"
)
_CENTRED = {"image_mean": [0.5] * 3, "image_std": [0.5] * 3}


@dataclass(frozen=True)
class Layers:
    """A stack of transformer layers.

    Args:
        n: layers.
        width: of the hidden states.
        mlp: width inside the feed-forward network.
        heads: of attention.
    """

    n: int
    width: int
    mlp: int
    heads: int


@dataclass(frozen=True)
class Shape:
    """The shape of a published model.

    Args:
        name: on the hub.
        text: its language model.
        kv_heads: heads of keys and values in the language model.
        vocabulary: tokens.
        is_tied: whether the output layer shares the weights of the token embeddings.
        vision: its image encoder.
        n_parameters: of the shape; what is published of it is in `source`.
        dtype: of the published weights.
        source: of these numbers.
    """

    name: str
    text: Layers
    kv_heads: int
    vocabulary: int
    is_tied: bool
    vision: Layers
    n_parameters: int
    dtype: str
    source: str

    @property
    def is_smol(self) -> bool:
        """Whether it is of the SmolVLM family; the others are of Qwen3-VL's."""
        return "SmolVLM" in self.name

    @property
    def head_dim(self) -> int:
        """Width of a head of the language model: Qwen3-VL fixes it, whatever the width of the hidden states."""
        return self.text.width // self.text.heads if self.is_smol else 128

    def with_layers(self, text: int, vision: int) -> Shape:
        """Return the shape with other numbers of layers."""
        return replace(self, text=replace(self.text, n=text), vision=replace(self.vision, n=vision))


_QWEN_VISION = Layers(24, 1024, 4096, 16)
SHAPES = (
    Shape(
        "SmolVLM2-500M-Video-Instruct",
        Layers(32, 960, 2560, 15),
        kv_heads=5,
        vocabulary=49_280,
        is_tied=False,
        vision=Layers(12, 768, 3072, 12),
        n_parameters=507_482_304,
        dtype="float32",
        source="SmolLM2-360M and SigLIP-base-patch16-512, 64 tokens an image by its processor_config.json; its "
        "parameters fill exactly the published file of 2.03 GB in float32",
    ),
    Shape(
        "Qwen3-VL-2B-Instruct",
        Layers(28, 2048, 6144, 16),
        kv_heads=8,
        vocabulary=151_936,
        is_tied=True,
        vision=_QWEN_VISION,
        n_parameters=2_127_532_032,
        dtype="bfloat16",
        source="the language model of Qwen3-1.7B, and the image encoder as sglang-jax has it; no number of "
        "parameters with more digits than 2 billion was found",
    ),
    Shape(
        "Qwen3-VL-4B-Instruct",
        Layers(36, 2560, 9728, 32),
        kv_heads=8,
        vocabulary=151_936,
        is_tied=True,
        vision=_QWEN_VISION,
        n_parameters=4_437_815_808,
        dtype="bfloat16",
        source="config.json of models derived from it on the hub; its parameters are the 4.44 billion that are "
        "published",
    ),
)


def count_parameters(shape: Shape) -> int:
    """Return the number of weights of a shape, without making them."""
    with torch.device("meta"):
        return sum(weights.numel() for weights in _model(shape).parameters())


def count_linear_weights(shape: Shape) -> int:
    """Return how many weights are in linear layers, which int8 quantisation stores in a byte each."""
    with torch.device("meta"):
        modules = list(_model(shape).modules())
    return sum(one.weight.numel() for one in modules if isinstance(one, torch.nn.Linear))


def write_checkpoint(shape: Shape, folder: Path) -> None:
    """Write a model with random weights, its tokenizer and the settings of its image processor."""
    torch.manual_seed(0)
    before = torch.get_default_dtype()
    torch.set_default_dtype(getattr(torch, shape.dtype))
    try:
        model = _model(shape)
    finally:
        torch.set_default_dtype(before)
    model.generation_config.eos_token_id = None  # answers are exactly as long as they may be
    model.save_pretrained(folder)
    _tokenizer(shape).save_pretrained(folder)
    (folder / "preprocessor_config.json").write_text(json.dumps(_settings(shape)))


def prompt(n_words: int, first: int) -> str:
    """Return a text of some tokens; another first word makes it another text of the same length."""
    return " ".join(_WORDS[(first + n) % len(_WORDS)] for n in range(n_words))


def _settings(shape: Shape) -> dict[str, Any]:
    if shape.is_smol:
        sizes = {"size": {"longest_edge": 2048}, "max_image_size": {"longest_edge": 512}}
        return {"image_processor_type": "SmolVLMImageProcessor", **sizes, **_CENTRED}
    patches = {"patch_size": 16, "merge_size": 2, "temporal_patch_size": 2}
    size = {"shortest_edge": 65_536, "longest_edge": 16_777_216}  # pixels
    return {"image_processor_type": "Qwen2VLImageProcessorFast", "size": size, **patches, **_CENTRED}


def _tokenizer(shape: Shape) -> hf.PreTrainedTokenizerFast:
    words = Tokenizer(models.WordLevel(_VOCABULARY, unk_token="<unk>"))
    words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    made = hf.PreTrainedTokenizerFast(
        tokenizer_object=words,
        pad_token="<pad>",
        bos_token="<s>",
        eos_token="</s>",
        unk_token="<unk>",
        additional_special_tokens=_MARKS[4:],
    )
    picture = "<image>" if shape.is_smol else "<|vision_start|><|image_pad|><|vision_end|>"
    made.chat_template = _TEMPLATE.replace("PICTURE", picture)
    return made


def _model(shape: Shape) -> Any:
    return _smolvlm(shape) if shape.is_smol else _qwen3_vl(shape)


def _smolvlm(shape: Shape) -> Any:
    text = hf.LlamaConfig(**_text(shape), max_position_embeddings=8192, pad_token_id=0)
    vision = {
        "hidden_size": shape.vision.width,
        "intermediate_size": shape.vision.mlp,
        "num_hidden_layers": shape.vision.n,
        "num_attention_heads": shape.vision.heads,
        "image_size": 512,
        "patch_size": 16,
    }
    config = hf.SmolVLMConfig(
        text_config=text,
        vision_config=vision,
        scale_factor=4,
        image_token_id=_VOCABULARY["<image>"],
        tie_word_embeddings=shape.is_tied,
        pad_token_id=0,
    )
    return hf.SmolVLMForConditionalGeneration(config)


def _qwen3_vl(shape: Shape) -> Any:
    rope = {"rope_type": "default", "rope_theta": 5e6, "mrope_section": [24, 20, 20], "mrope_interleaved": True}
    text = {**_text(shape), "head_dim": shape.head_dim, "max_position_embeddings": 262_144, "rope_parameters": rope}
    n = shape.vision.n
    vision = {
        "depth": n,
        "hidden_size": shape.vision.width,
        "intermediate_size": shape.vision.mlp,
        "num_heads": shape.vision.heads,
        "out_hidden_size": shape.text.width,
        "patch_size": 16,
        "spatial_merge_size": 2,
        "temporal_patch_size": 2,
        "num_position_embeddings": 2304,
        "deepstack_visual_indexes": [5, 11, 17] if n > 17 else [0, 1, 2],
    }
    config = hf.Qwen3VLConfig(
        text_config=text,
        vision_config=vision,
        image_token_id=_VOCABULARY["<|image_pad|>"],
        vision_start_token_id=_VOCABULARY["<|vision_start|>"],
        vision_end_token_id=_VOCABULARY["<|vision_end|>"],
        tie_word_embeddings=shape.is_tied,
    )
    return hf.Qwen3VLForConditionalGeneration(config)


def _text(shape: Shape) -> dict[str, Any]:
    return {
        "vocab_size": shape.vocabulary,
        "hidden_size": shape.text.width,
        "intermediate_size": shape.text.mlp,
        "num_hidden_layers": shape.text.n,
        "num_attention_heads": shape.text.heads,
        "num_key_value_heads": shape.kv_heads,
        "tie_word_embeddings": shape.is_tied,
    }
