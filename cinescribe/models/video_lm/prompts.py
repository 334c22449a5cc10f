"""The prompts of *Unveiling the Invisible* (appendix A.3), and how language models want a request written."""

from __future__ import annotations

from dataclasses import dataclass

METAPHOR_PROMPT = "What caption can best describe the metaphor in the video?"  # of metaphoric pictures, and all videos
PLAIN_PROMPT = "What caption can best describe the video?"  # of plain pictures, in stage 1


@dataclass(frozen=True)
class PromptFormat:
    """The text around video and prompt: `before`, then the video, then `after` with the prompt in place of `{prompt}`.

    What ends `after` is where the answer begins; it does not depend on the prompt.
    """

    before: str = ""
    after: str = "\n{prompt}\n"


# The video comes before the prompt, as LLaVA-1.5 has it.
PLAIN = PromptFormat()
VICUNA = PromptFormat("USER: ", "\n{prompt} ASSISTANT:")
CHATML = PromptFormat("<|im_start|>user\n", "\n{prompt}<|im_end|>\n<|im_start|>assistant\n")
PROMPT_FORMATS = {"plain": PLAIN, "vicuna": VICUNA, "chatml": CHATML}
