"""The marks of chat templates in a model's text: thoughts, channels, boxes, stop tokens and turns of a dialogue."""

from __future__ import annotations

import re

# Names of tags around thoughts, as models and servers spell them: DeepSeek-R1, Qwen3, Magistral, Kimi-VL, Seed-OSS,
# Cohere, Skywork, EXAONE, Hermes and others.
_THOUGHT = (
    r"(?:(?:seed|ant\w*):)?(?:thinking|think|thoughts|thought|reasoning|reason|reflection|analysis|scratch_?pad|"
    r"reasoning_scratchpad|inner_monologue)"
)
_TAG = re.compile(
    rf"(?P<close></\s*{_THOUGHT}\s*>|\[/\s*THINK\s*\]|◁/think▷|<\|/{_THOUGHT}\|>|<\|END_THINKING\|>|"
    rf"<\|end_of_thoughts?\|>|<channel\|>)|"
    rf"(?P<open><{_THOUGHT}(?:\s[^<>]{{0,80}})?>|\[THINK\]|◁think▷|<\|{_THOUGHT}\|>|<\|START_THINKING\|>|"
    rf"<\|begin_of_thoughts?\|>|<\|channel>\s*(?:thought|thinking|analysis)\b|<\|turn>\s*thinking\b)",
    re.IGNORECASE,
)
# OpenAI's harmony format: <|channel|>analysis<|message|>...<|end|><|start|>assistant<|channel|>final<|message|>...
_CHANNEL = re.compile(
    r"<\|channel\|>\s*(?P<name>\w*)[^<]{0,80}(?:<\|constrain\|>[^<]{0,40})?<\|message\|>", re.IGNORECASE
)
_OPEN_CHANNEL = re.compile(r"<\|channel\|>[^<]*\Z", re.IGNORECASE)
_ANSWERING = ("final", "response", "answer")
# The same without its special tokens, as tokenizers print it that leave them out.
_BARE_CHANNEL = re.compile(r"\A\s*(?:assistant)?(?:analysis|commentary)(?=[A-Z\"{\[(])")
_BARE_FINAL = "assistantfinal"
# The contents of a box are the answer: GLM-4.5V, Skywork, Cohere, and models that were trained on mathematics.
_BOX = re.compile(
    r"<\|begin_of_box\|>(?P<a>.*?)(?:<\|end_of_box\|>|\Z)|<\|begin_of_solution\|>(?P<b>.*?)(?:<\|end_of_solution\|>|"
    r"\Z)|"
    r"<\|START_RESPONSE\|>(?P<c>.*?)(?:<\|END_RESPONSE\|>|\Z)|"
    r"<(?P<tag>answer|output|response|final|final_answer|result)>(?P<d>.*?)(?:</(?P=tag)>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_BOXED = re.compile(r"\\boxed\{(?:\\text\{)?((?:[^{}]|\{[^{}]*\})*)\}\}?")
# Where an answer begins: the head of the assistant's turn.
_HEAD = re.compile(
    r"\A(?:\s+|<s>|<bos>|<\|begin_of_text\|>|<[|\uFF5C]begin▁of▁sentence[|\uFF5C]>|\[gMASK\]|<sop>|\[/INST\]|"
    r"<\|im_start\|>\s*assistant\b|<\|start\|>\s*assistant\b|<\|start_header_id\|>\s*assistant\s*<\|end_header_id\|>|"
    r"<start_of_turn>\s*model\b|<\|turn>\s*(?:model|assistant)\b|<[|\uFF5C]assistant[|\uFF5C]>|<\|message\|>|"
    r"<\|START_OF_TURN_TOKEN\|>|<\|CHATBOT_TOKEN\|>|(?:ASSISTANT|Assistant|AI|### (?:Response|Assistant|Answer)):|"
    r"### (?:Response|Assistant|Answer)\b|assistant\s*\n)+"
)
# Where an answer ends: a stop token, or the head of the next turn.
_STOP = re.compile(
    r"<[|\uFF5C][^<>|\uFF5C\n]{1,40}[|\uFF5C]>|<[|\uFF5C][\w▁]{0,40}[|\uFF5C]?\Z|</s>|<s>|<eos>|<bos>|<pad>|<unk>|"
    r"<eot>|<eod>|<sep>|"
    r"<turn\|>|<\|turn>|<channel\|>|<\|channel>|<(?:start|end)_of_(?:turn|utterance|text|image)>|<extra_id_\d+>|"
    r"<unused\d+>|<\|?reserved_\w+\|?>|<</?SYS>>|<(?:human|user)>",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"\[/?(?:INST|AVAILABLE_TOOLS|SYSTEM_PROMPT|TOOL_CALLS)\]")
_TURN = re.compile(
    r"(?:^|(?<=\s))#{2,3} ?(?:Instruction|Human|User|Input|Assistant|Response|Question)\b|"
    r"(?:^|(?<=\s))(?:USER|HUMAN|ASSISTANT|SYSTEM):|^[ \t]*(?:User|Human|Assistant|System)[ \t]*:|"
    r"^[ \t]*(?:user|human|assistant|system)[ \t]*$",
    re.MULTILINE,
)
# Places of things and of pictures, which some models write into their sentences.
_PLACE = re.compile(
    r"<\|box_start\|>.{0,200}?<\|box_end\|>|<box>.{0,200}?</box>|<\|(?:object_ref|quad|point)_(?:start|end)\|>|"
    r"</?ref>|</?p>|"
    r"<\|?(?:image|video|vision_start|vision_end|image_pad|video_pad|img)\|?>|</?img>|<loc_?\d+>|"
    r"<fake_token_around_image>|"
    r"<global-img>",
    re.DOTALL | re.IGNORECASE,
)


def without_thoughts(text: str) -> tuple[str, bool]:
    """Return what a model wrote without what it thought aloud, and whether it thought.

    The opening tag may be in the prompt, so all before a lone closing tag is thought. After an opening tag that is
    not closed, all is thought.
    """
    text, has_thoughts = _final_channel(text)
    if not _may_have_tags(text):
        return text, has_thoughts
    kept, start, is_inside = "", 0, False
    for tag in _TAG.finditer(text):
        has_thoughts = True
        if tag["open"]:
            kept += "" if is_inside else text[start : tag.start()]
            is_inside = True
        else:
            kept = kept if is_inside else ""
            is_inside = False
        start = tag.end()
    return kept + ("" if is_inside else text[start:]), has_thoughts


def after_thoughts(text: str) -> str:
    """Return what follows the last closing tag of thoughts; "" if there is none."""
    ends = [tag.end() for tag in _TAG.finditer(text) if tag["close"]] if _may_have_tags(text) else []
    return text[ends[-1] :] if ends else ""


def _final_channel(text: str) -> tuple[str, bool]:
    """Return the contents of the last channel for answers, and whether there are other channels."""
    if _BARE_CHANNEL.match(text):
        _, mark, final = text.rpartition(_BARE_FINAL)
        return final if mark else "", True
    channels = list(_CHANNEL.finditer(text))
    if not channels:
        return _OPEN_CHANNEL.sub("", text), False
    others = any(channel["name"].lower() not in _ANSWERING for channel in channels)
    ends = [channel.start() for channel in channels[1:]] + [len(text)]
    answers = [
        text[channel.end() : end]
        for channel, end in zip(channels, ends, strict=True)
        if channel["name"].lower() in _ANSWERING
    ]
    return answers[-1] if answers else "", others


def without_template_marks(text: str) -> str:
    """Return an answer without template marks: the contents of its box, up to the first stop token or next turn."""
    if "<" in text:
        boxes = [box for box in _BOX.finditer(text) if any(box[name] and box[name].strip() for name in "abcd")]
        if boxes:
            text = next(boxes[-1][name] for name in "abcd" if boxes[-1][name])
    if "\\boxed" in text and (boxed := _BOXED.findall(text)):
        text = boxed[-1]
    text = _HEAD.sub("", text)
    if "<" in text:
        text = _PLACE.sub(" ", text)
    return text[: _end(text)].strip()


def has_marks(text: str) -> bool:
    """Return whether a text still holds marks of a template."""
    if _end(text) < len(text):
        return True
    return _may_have_tags(text) and (_TAG.search(text) is not None or _BOX.search(text) is not None)


def _may_have_tags(text: str) -> bool:
    return "<" in text or "◁" in text or "THINK]" in text.upper()


def _end(text: str) -> int:
    """Return where the first stop token or next turn begins; the text's length if there is none."""
    patterns = [_TURN]
    patterns += [_STOP] if "<" in text else []
    patterns += [_BRACKETS] if "[" in text else []
    return min((found.start() for pattern in patterns if (found := pattern.search(text))), default=len(text))
