"""Tiny random models in the hub's layout: config.json, weights, tokenizer and preprocessor_config.json in a folder."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
import transformers as hf
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers.models.llava_next.image_processing_pil_llava_next import LlavaNextImageProcessorPil
from transformers.models.llava_next.processing_llava_next import LlavaNextProcessor

_SENTENCE = "a man woman sits stands walks by the window table on left right and P1 P2 looks at door two people of"
WORDS = _SENTENCE.split()
SPECIAL = ["<pad>", "<s>", "</s>", "<unk>"]
PICTURE = ["<image>", "<|vision_start|>", "<|image_pad|>", "<|vision_end|>", "<img>", "</img>", "<IMG_CONTEXT>"]
PICTURE += ["<fake_token_around_image>", "<global-img>"]
VOCABULARY = {token: n for n, token in enumerate([*SPECIAL, *PICTURE, *WORDS])}
N_WORDS = len(VOCABULARY)

TEXT: dict[str, Any] = {"vocab_size": N_WORDS, "hidden_size": 16, "intermediate_size": 32, "num_hidden_layers": 2}
TEXT |= {"num_attention_heads": 2, "num_key_value_heads": 2, "max_position_embeddings": 4096}
TEXT |= {"bos_token_id": 1, "eos_token_id": 2, "pad_token_id": 0}
VISION: dict[str, Any] = {"hidden_size": 16, "intermediate_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2}
BERT: dict[str, Any] = {**TEXT, "num_key_value_heads": None}
PIXELS_32 = {"height": 32, "width": 32}

CHAT = (
    "<s>{% for m in messages %}{{ m['role'] }}: {% for c in m['content'] %}"
    "{% if c['type'] == 'image' %}PICTURE{% else %}{{ c['text'] }}{% endif %}{% endfor %}</s>{% endfor %}"
    "{% if add_generation_prompt %}assistant:{% endif %}"
)


def tokenizer(picture: str | None = None) -> hf.PreTrainedTokenizerFast:
    words = Tokenizer(models.WordLevel(VOCABULARY, unk_token="<unk>"))
    words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    words.decoder = decoders.WordPiece(prefix="##")
    made = hf.PreTrainedTokenizerFast(
        tokenizer_object=words,
        **dict(zip(("pad_token", "bos_token", "eos_token", "unk_token"), SPECIAL, strict=True)),
        additional_special_tokens=PICTURE,
    )
    made.chat_template = CHAT.replace("PICTURE", picture) if picture else None
    return made


def write(folder: Path, model: hf.PreTrainedModel, settings: dict[str, Any], *, picture: str | None = None) -> Path:
    with torch.no_grad():
        for weights in model.parameters():
            if weights.dim() > 1:
                weights.mul_(8)  # as small as they begin, they would hide the picture
    model.save_pretrained(folder)
    tokenizer(picture).save_pretrained(folder)
    (folder / "preprocessor_config.json").write_text(json.dumps(settings))
    return folder


def git(folder: Path, *, n_frames: int | None = None) -> Path:
    config = hf.GitConfig(
        vision_config={**VISION, "image_size": 32, "patch_size": 16},
        num_image_with_embedding=n_frames,
        **{key: value for key, value in BERT.items() if key != "num_key_value_heads"},
    )
    settings = {"image_processor_type": "CLIPImageProcessor", "size": {"shortest_edge": 32}, "crop_size": PIXELS_32}
    return write(folder, hf.GitForCausalLM(config), settings)


def git_video(folder: Path) -> Path:
    return git(folder, n_frames=3)


def blip(folder: Path) -> Path:
    text = {**TEXT, "encoder_hidden_size": 16, "sep_token_id": 2, "projection_dim": 16}
    text.pop("num_key_value_heads")
    config = hf.BlipConfig(
        text_config=text, vision_config={**VISION, "image_size": 32, "patch_size": 16}, projection_dim=16
    )
    settings = {"image_processor_type": "BlipImageProcessor", "size": PIXELS_32}
    return write(folder, hf.BlipForConditionalGeneration(config), settings)


def vit_gpt2(folder: Path) -> Path:
    sizes: dict[str, Any] = {
        "vocab_size": N_WORDS,
        "n_embd": 16,
        "n_layer": 2,
        "n_head": 2,
        "bos_token_id": 1,
        "eos_token_id": 2,
    }
    config = hf.VisionEncoderDecoderConfig.from_encoder_decoder_configs(
        hf.ViTConfig(**VISION, image_size=32, patch_size=16), hf.GPT2Config(**sizes)
    )
    config.decoder_start_token_id, config.pad_token_id, config.eos_token_id = 1, 0, 2
    model = hf.VisionEncoderDecoderModel(config)
    model.generation_config = hf.GenerationConfig(decoder_start_token_id=1, pad_token_id=0, eos_token_id=2)
    settings = {"feature_extractor_type": "ViTFeatureExtractor", "size": 32}  # as the older files are
    return write(folder, model, settings)


def blip_2(folder: Path) -> Path:
    opt = {"vocab_size": N_WORDS, "hidden_size": 16, "word_embed_proj_dim": 16, "ffn_dim": 32, "num_hidden_layers": 2}
    config = hf.Blip2Config(
        vision_config={**VISION, "image_size": 32, "patch_size": 16},
        qformer_config={**VISION, "encoder_hidden_size": 16, "vocab_size": N_WORDS},
        text_config={**opt, "num_attention_heads": 2, "bos_token_id": 1, "eos_token_id": 2, "model_type": "opt"},
        num_query_tokens=4,
        image_token_index=VOCABULARY["<image>"],
    )
    settings = {"image_processor_type": "BlipImageProcessor", "size": PIXELS_32}
    return write(folder, hf.Blip2ForConditionalGeneration(config), settings)


def llava(folder: Path) -> Path:
    config = hf.LlavaConfig(
        vision_config=hf.CLIPVisionConfig(**VISION, image_size=32, patch_size=16),
        text_config=hf.LlamaConfig(**TEXT),
        image_token_index=VOCABULARY["<image>"],
    )
    settings = {"image_processor_type": "CLIPImageProcessor", "size": {"shortest_edge": 32}, "crop_size": PIXELS_32}
    return write(folder, hf.LlavaForConditionalGeneration(config), settings, picture="<image>")


def qwen2_vl(folder: Path) -> Path:
    text = {**TEXT, "rope_parameters": {"rope_type": "default", "rope_theta": 1e4, "mrope_section": [1, 1, 2]}}
    config = hf.Qwen2VLConfig(
        vision_config={"depth": 2, "embed_dim": 16, "hidden_size": 16, "num_heads": 2, "mlp_ratio": 2},
        text_config=text,
        image_token_id=VOCABULARY["<|image_pad|>"],
        vision_start_token_id=VOCABULARY["<|vision_start|>"],
        vision_end_token_id=VOCABULARY["<|vision_end|>"],
    )
    settings = {"image_processor_type": "Qwen2VLImageProcessor", "min_pixels": 56 * 56, "max_pixels": 84 * 84}
    picture = "<|vision_start|><|image_pad|><|vision_end|>"
    return write(folder, hf.Qwen2VLForConditionalGeneration(config), settings, picture=picture)


def _qwen3(folder: Path, model: Any, config: Any, *, vision: dict[str, Any], text: dict[str, Any]) -> Path:
    """A model of the Qwen3-VL kind: patches of 16 pixels, four of which are one token."""
    rope = {"rope_type": "default", "rope_theta": 1e4, "mrope_section": [2, 1, 1], "mrope_interleaved": True}
    made = config(
        vision_config={
            "depth": 2,
            "hidden_size": 16,
            "intermediate_size": 32,
            "num_heads": 2,
            "out_hidden_size": 16,
            "patch_size": 16,
            "num_position_embeddings": 16,
            **vision,
        },
        text_config={**TEXT, "rope_parameters": rope, "head_dim": 8, **text},
        image_token_id=VOCABULARY["<|image_pad|>"],
        vision_start_token_id=VOCABULARY["<|vision_start|>"],
        vision_end_token_id=VOCABULARY["<|vision_end|>"],
    )
    settings = {
        "image_processor_type": "Qwen2VLImageProcessorFast",
        "size": {"shortest_edge": 64 * 64, "longest_edge": 96 * 96},
        "patch_size": 16,
    }
    return write(folder, model(made), settings, picture="<|vision_start|><|image_pad|><|vision_end|>")


def qwen3_vl(folder: Path) -> Path:
    return _qwen3(
        folder,
        hf.Qwen3VLForConditionalGeneration,
        hf.Qwen3VLConfig,
        vision={"deepstack_visual_indexes": [0, 1]},
        text={},
    )


def qwen3_5(folder: Path) -> Path:
    sizes = {"linear_key_head_dim": 8, "linear_value_head_dim": 8, "linear_num_key_heads": 2}
    text = {**sizes, "linear_num_value_heads": 2, "num_hidden_layers": 4}  # the fourth has full attention
    rope = {"rope_type": "default", "rope_theta": 1e4, "mrope_section": [1, 1, 0], "mrope_interleaved": True}
    rope |= {"partial_rotary_factor": 0.25}
    return _qwen3(
        folder,
        hf.Qwen3_5ForConditionalGeneration,
        hf.Qwen3_5Config,
        vision={},
        text={**text, "head_dim": 16, "rope_parameters": rope},
    )


def internvl(folder: Path) -> Path:
    config = hf.InternVLConfig(
        vision_config=hf.InternVLVisionConfig(**VISION, image_size=[32, 32], patch_size=[8, 8]),
        text_config=hf.Qwen2Config(**TEXT),
        image_token_id=VOCABULARY["<IMG_CONTEXT>"],
    )
    settings = {"image_processor_type": "GotOcr2ImageProcessor", "size": PIXELS_32}
    return write(folder, hf.InternVLForConditionalGeneration(config), settings, picture="<IMG_CONTEXT>")


def smolvlm(folder: Path) -> Path:
    config = hf.SmolVLMConfig(
        vision_config={**VISION, "image_size": 32, "patch_size": 8},
        text_config=hf.LlamaConfig(**TEXT),
        image_token_id=VOCABULARY["<image>"],
        scale_factor=2,
        pad_token_id=0,
    )
    sizes = {"size": {"longest_edge": 64}, "max_image_size": {"longest_edge": 32}}
    settings = {"image_processor_type": "SmolVLMImageProcessor", **sizes}
    return write(folder, hf.SmolVLMForConditionalGeneration(config), settings, picture="<image>")


def llava_next(folder: Path) -> Path:
    """A family that is not prepared by our own code."""
    config = hf.LlavaNextConfig(
        vision_config=hf.CLIPVisionConfig(**VISION, image_size=32, patch_size=16),
        text_config=hf.LlamaConfig(**TEXT),
        image_token_index=VOCABULARY["<image>"],
        image_grid_pinpoints=[[32, 64], [64, 32]],
    )
    write(folder, hf.LlavaNextForConditionalGeneration(config), {}, picture="<image>")
    made = tokenizer("<image>")
    processor = LlavaNextProcessor(
        LlavaNextImageProcessorPil(
            size={"shortest_edge": 32}, crop_size=PIXELS_32, image_grid_pinpoints=[[32, 64], [64, 32]]
        ),
        made,
        patch_size=16,
        vision_feature_select_strategy="default",
        num_additional_image_tokens=1,
        chat_template=made.chat_template,
    )
    (folder / "preprocessor_config.json").unlink()
    processor.save_pretrained(folder)
    return folder


FAMILIES: dict[str, Callable[[Path], Path]] = {
    made.__name__: made
    for made in (
        git,
        git_video,
        blip,
        blip_2,
        vit_gpt2,
        llava,
        qwen2_vl,
        qwen3_vl,
        qwen3_5,
        internvl,
        smolvlm,
        llava_next,
    )
}
