"""Learns the limits of a model from the words with which its server refuses a request."""

from __future__ import annotations

import re

from cinescribe.models.vlm.answers.server_reason import ServerReason
from cinescribe.models.vlm.chat import ChatRequest
from cinescribe.models.vlm.limits import COMPLETION_TOKENS, ServerLimits, fitted, text_tokens
from cinescribe.models.vlm.picture_fitting import longest_side_of

TOO_LARGE = 413  # HTTP: the body has too many bytes
_MANY = 4  # pictures from which fewer are sent rather than smaller ones
_USEFUL_SIDE = 448  # pixels: below, pictures are left out rather than made smaller; the tile of many vision towers
_SHORTEST_SIDE = 224  # pixels: the smallest picture that vision towers were trained on
_STEP = 2 / 3  # of a side, at a time: less than half the area
_MIN_ANSWER = 64  # tokens; answers are not made shorter than this when the server does not say how long they may be
_COLD = 0.01  # a temperature that is as good as 0, for servers that refuse 0

# Context too small: llama.cpp, llama-cpp-python, vLLM, SGLang, TGI, LM Studio, Ollama, OpenAI and routers.
_CONTEXT = re.compile(
    r"exceed_context_size|context_length_exceeded|n_ctx|max_model_len|max_seq_len|"
    r"context[ _-]?(?:size|length|window|limit)|maximum context|model['\u2019]?s context|context (?:the )?overflows?|"
    r"(?:prompt|input|request|message)s?\b[^.]{0,60}\btoo (?:long|large|big|many tokens)|too many (?:input |"
    r"prompt )?tokens|"
    r"token (?:count|limit)[^.]{0,40}exceed|exceeds?[^.]{0,40}(?:token limit|max(?:imum)?[^.]{0,20} tokens|"
    r"number of tokens)|"
    r"(?:longer|larger|greater) than (?:the )?(?:maximum )?(?:model|sequence|context)|max_new_tokens`? must be|"
    r"(?:kv[ _-]?cache|batch size)|tokens to keep from the initial prompt|request entity too large|payload too large|"
    r"maximum (?:input|sequence|prompt) (?:length|size)|reduce (?:the |your )?(?:length|size|prompt|input|"
    r"number of tokens)",
    re.IGNORECASE,
)
_CONTEXT_SIZE = re.compile(
    r"(?:maximum context length|context (?:length|size|window)|max_model_len|max_seq_len|n_ctx|maximum (?:model |"
    r"sequence |"
    r"input )?length|must be <=|token limit)[^0-9]{0,40}?(\d[\d,]{2,9})|"
    r"longer than (?:the )?(?:maximum )?[^0-9]{0,40}(\d[\d,]{2,9})",
    re.IGNORECASE,
)
_COMPARED = re.compile(r"(\d[\d,]*) ?> ?(\d[\d,]*)")  # the given number, and the limit
_PROMPT_SIZE = re.compile(
    r"\((\d[\d,]*) in the (?:messages|prompt|input)|(?:requested|resulted in|contains?|has|have|total length|"
    r"keep the first|"
    r"given:?|requested tokens|n_ctx:?|request|input|prompt)[ (:=`]{1,4}(?:at least |about )?(\d[\d,]*)\b|"
    r"(\d[\d,]*) (?:input|prompt) tokens",
    re.IGNORECASE,
)
_SPELT = {
    "one": 1,
    "a single": 1,
    "single": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "eight": 8,
    "ten": 10,
}
_COUNT = rf"(\d+|{'|'.join(_SPELT)})"
_PICTURE = r"(?:images?|pictures?|image_urls?|multimodal (?:data|items?|inputs?)|media|attachments?|photos?)"
_PICTURE_COUNT = re.compile(
    rf"(?:at most|up to|only(?: supports?| accepts?| takes?| allows?)?|supports? only|supports?|more than|"
    rf"max(?:imum)?(?: of| is| "
    rf"number of \w+ (?:is|of))?|limit(?:ed)?(?: of| is| to)?|exceeds?(?: the)?(?: limit| maximum)?(?: of)?|allow(?:s|"
    rf"ed)?|"
    rf"fewer than|less than|accepts?|<=)[ :=(]*{_COUNT}\)?[ -]?(?:\(s\) )?{_PICTURE}|"
    rf"{_PICTURE}(?:\(s\))?[^.;]{{0,60}}?(?:limit|max(?:imum)?|at most|up to|exceeds?|<=|no more than|allowed|"
    rf"permitted)"
    rf"[^0-9.;]{{0,40}}?{_COUNT}\b|number of {_PICTURE}[^0-9.;]{{0,30}}?{_COUNT}\b",
    re.IGNORECASE,
)
_SEVERAL = re.compile(rf"(?:multiple|several|more than one) {_PICTURE}", re.IGNORECASE)
_TOO_MANY = re.compile(
    rf"too many {_PICTURE}|(?:multiple|several) {_PICTURE}|{_PICTURE}[^.;]{{0,60}}(?:limit|maximum|at most|too many|"
    rf"exceed)|"
    rf"(?:limit|maximum|at most|too many|exceed)[^.;]{{0,60}}{_PICTURE}|limit[-_]mm[-_]per[-_]prompt|single {_PICTURE}|"
    rf"one {_PICTURE}|{_PICTURE} (?:count|number)|number of {_PICTURE}",
    re.IGNORECASE,
)
_FAILED_PICTURE = re.compile(
    rf"(?:fail|unable|error|could ?n[o']t|cannot|can't|invalid|problem)[^.;]{{0,40}}{_PICTURE}|"
    rf"{_PICTURE}[^.;]{{0,40}}(?:fail|error|too large|too big)|mtmd|clip_|vision encoder|out of memory|\boom\b",
    re.IGNORECASE,
)
NO_PICTURES = re.compile(
    rf"(?:do(?:es)?(?: not|n['\u2019]t)|not|no|cannot|can't|without)\b[^.;]{{0,40}}(?:support|accept|take|process|"
    rf"read|handle|have|"
    rf"compiled|allow)[^.;]{{0,30}}(?:{_PICTURE}|vision|multi-?modal)\b(?! (?:in one|per|at once))|"
    rf"{_PICTURE} ?(?:input|content|type)?s? (?:is|are) not (?:supported|allowed|enabled)|mmproj|"
    rf"not a (?:multi-?modal|vision)|"
    rf"unsupported content (?:part )?type|(?:unknown|invalid)[^.;]{{0,30}}image_url|text[- ]only|"
    rf"(?:multi-?modal|vision)[^.;]{{0,30}}not (?:supported|enabled|available)|no endpoints found that support image",
    re.IGNORECASE,
)
_REFUSES = re.compile(
    r"unsupported|not[ _](?:be )?(?:supported|permitted|allowed|available|enabled|implemented|valid|recognized|"
    r"compatible|accept)|"
    r"un(?:known|recogni[sz]ed|expected|available)|extra (?:inputs|fields)|invalid|must|should|does not|"
    r"doesn['\u2019]t|"
    r"disabled|deprecated|"
    r"refuse|cannot|can't|can not|illegal|out of range|only|too (?:large|big|high|low|many)|exceed|has to be|is not|"
    r"n't|"
    r"instead|failed|error|at most|maximum|<=|greater|less",
    re.IGNORECASE,
)
# Parameters that an error may name, and other words for them.
_PARAMETERS = {
    "max_tokens": r"max_tokens|max_completion_tokens|max_new_tokens|max tokens",
    "temperature": r"temperature",
    "seed": r"seed",
    "logprobs": r"(?:top_)?log[_ ]?prob(?:abilitie)?s?",
    "response_format": r"response_format|(?:json_)?schema|guided|grammar|structured[ _]outputs?|xgrammar|json mode",
    "chat_template_kwargs": r"chat_template_kwargs|enable_thinking",
    "reasoning_effort": r"reasoning[_ ]?effort|reasoning\.effort|reasoning|thinking",
}
_SYSTEM = re.compile(
    r"system (?:role|message|prompt|instruction)s?[^.;]{0,40}(?:not|un)[ ]?\w*(?:support|allow|permit|enabled|valid)|"
    r"(?:not|n['\u2019]t) support[^.;]{0,20}system|(?:role|roles) must alternate|only user(?:,| and) (?:assistant|"
    r"model)|"
    r"developer instruction is not enabled|(?:unknown|invalid|unsupported|unexpected)[^.;]{0,20}role[^.;]{0,20}system",
    re.IGNORECASE,
)
_LONGEST_ANSWER = re.compile(
    r"(?:at most|maximum|max|<=|less than or equal to|up to|exceeds?|cannot exceed|between 1 and|"
    r"limit)[^0-9.;]{0,40}(\d[\d,]*)",
    re.IGNORECASE,
)
_NOT_COLD = re.compile(r"positive|greater than 0|> ?0|non-?zero|larger than 0|above 0|minimum", re.IGNORECASE)


def learnt(limits: ServerLimits, reason: ServerReason, *, status: int | None, sent: ChatRequest) -> ServerLimits | None:
    """Return the limits that follow from an error; None if it is not about a limit, or nothing less can be sent.

    Args:
        limits: known before.
        reason: the server's.
        status: of HTTP.
        sent: the request as it was refused, fitted to `limits`.
    """
    words = reason.words
    is_of_count = _PICTURE_COUNT.search(words) or _SEVERAL.search(words)
    if sent.pictures and NO_PICTURES.search(words) and not is_of_count:
        return None
    new = None
    if status == TOO_LARGE or reason.n_context or _CONTEXT.search(words):
        new = _of_context(limits, reason, sent)
    if new is None and sent.pictures and (_TOO_MANY.search(words) or _PICTURE_COUNT.search(words)):
        new = _of_pictures(limits, words, sent)
    if new is None:
        new = _of_parameters(limits, reason, sent)
    if new is None and sent.pictures and _FAILED_PICTURE.search(words):
        new = _less(limits, sent)
    return None if new is None or new == limits else new


def is_about_context(reason: ServerReason) -> bool:
    """Return whether an error says that question and answer are too long."""
    return bool(reason.n_context or _CONTEXT.search(reason.words))


def _of_context(limits: ServerLimits, reason: ServerReason, sent: ChatRequest) -> ServerLimits | None:
    compared = _COMPARED.search(reason.words)
    came, allowed = (int(text.replace(",", "")) for text in compared.groups()) if compared else (None, None)
    size = reason.n_context or allowed or _first(_CONTEXT_SIZE, reason.words)
    prompt = reason.n_prompt or came or _first(_PROMPT_SIZE, reason.words)
    new = limits
    if size:
        new = new.replace(n_context=min(size, limits.n_context or size))
    if sent.pictures and prompt and prompt > text_tokens(sent):
        cost = (prompt - text_tokens(sent)) / len(sent.pictures)
        new = new.replace(tokens_a_picture=round(max(cost, limits.tokens_a_picture or 0.0), 1))
    if new != limits and fitted(sent, new) != sent:
        return new
    if sent.pictures:
        return _less(new, sent)
    if sent.max_tokens > _MIN_ANSWER:
        return new.replace(max_tokens=max(sent.max_tokens // 2, _MIN_ANSWER))
    return None


def _of_pictures(limits: ServerLimits, words: str, sent: ChatRequest) -> ServerLimits | None:
    n = len(sent.pictures)
    found = [_count(text) for match in _PICTURE_COUNT.finditer(words) for text in match.groups() if text]
    fitting = [count for count in found if 0 < count < n]
    if fitting:
        return limits.replace(n_pictures=min(fitting))
    if n > 1:
        is_one = re.search(r"(?:single|one|multiple|several) ", words, re.IGNORECASE)
        return limits.replace(n_pictures=1 if is_one else n // 2)
    return None


def _less(limits: ServerLimits, sent: ChatRequest) -> ServerLimits | None:
    """Return limits that allow less than what was sent: half of the pictures while they are many, then smaller ones."""
    n, side = len(sent.pictures), longest_side_of(sent.pictures[0])
    if n > _MANY or (n > 1 and side <= _USEFUL_SIDE):
        return limits.replace(n_pictures=n // 2)
    if side > _SHORTEST_SIDE and limits.longest_side != _SHORTEST_SIDE:
        cost = limits.tokens_a_picture
        # By their area. If the cost were forgotten, as many pictures as at first would be sent again.
        new_cost = None if cost is None else round(cost * _STEP**2, 1)
        return limits.replace(longest_side=max(int(side * _STEP), _SHORTEST_SIDE), tokens_a_picture=new_cost)
    return None


def _of_parameters(limits: ServerLimits, reason: ServerReason, sent: ChatRequest) -> ServerLimits | None:
    words = reason.words
    if sent.system and _SYSTEM.search(words):
        return _refusing(limits, "system")
    names = [name for name in _sent_parameters(limits, sent) if _names(name, reason)]
    if not names or not (reason.parameter or _REFUSES.search(words)):
        return None
    name = names[0]
    if name == "max_tokens":
        return _of_answers(limits, words, sent)
    if name == "temperature" and _NOT_COLD.search(words) and not limits.lowest_temperature and not sent.temperature:
        return limits.replace(lowest_temperature=_COLD)
    return _refusing(limits, name)


def _of_answers(limits: ServerLimits, words: str, sent: ChatRequest) -> ServerLimits | None:
    longest = _LONGEST_ANSWER.search(words)
    if longest and 0 < int(longest[1].replace(",", "")) < sent.max_tokens:
        return limits.replace(max_tokens=int(longest[1].replace(",", "")))
    if COMPLETION_TOKENS in words and not limits.has_completion_tokens:
        return _refusing(limits, "max_tokens").replace(has_completion_tokens=True)
    if limits.has_completion_tokens:
        return _refusing(limits, COMPLETION_TOKENS)
    return _refusing(limits, "max_tokens")


def _sent_parameters(limits: ServerLimits, sent: ChatRequest) -> list[str]:
    """The parameters that went with a request and can be left out, those first that matter least."""
    optional = {
        "chat_template_kwargs": sent.plain_template,
        "reasoning_effort": sent.no_effort,
        "logprobs": sent.log_probability,
        "response_format": sent.schema is not None,
        "seed": True,
        "temperature": True,
        "max_tokens": True,
    }
    known = set(limits.without) - {"max_tokens"}  # which may have another name now
    return [name for name, is_sent in optional.items() if is_sent and name not in known]


def _names(name: str, reason: ServerReason) -> bool:
    pattern = re.compile(rf"(?<![\w])(?:{_PARAMETERS[name]})(?![\w])", re.IGNORECASE)
    return any(pattern.search(text) for text in (reason.parameter or "", reason.words))


def _refusing(limits: ServerLimits, name: str) -> ServerLimits:
    return limits if name in limits.without else limits.replace(without=(*limits.without, name))


def _first(pattern: re.Pattern[str], words: str) -> int | None:
    found = pattern.search(words)
    return int(next(text for text in found.groups() if text).replace(",", "")) if found else None


def _count(text: str) -> int:
    return _SPELT[text.lower()] if text.lower() in _SPELT else int(text[:9])
