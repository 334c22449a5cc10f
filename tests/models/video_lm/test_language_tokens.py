import pytest
import torch
import transformers as hf

from cinescribe.errors import ModelError
from cinescribe.language.causal_lm import CausalLM
from cinescribe.models.video_lm.language_tokens import LanguageTokens
from cinescribe.models.video_lm.prefixed_lm import PrefixedLM
from cinescribe.models.video_lm.prompts import CHATML, METAPHOR_PROMPT, PLAIN, PLAIN_PROMPT, VICUNA
from tests.models.tiny_hub import tokenizer


def tokens(written=PLAIN):
    return LanguageTokens(tokenizer(), written, name="tiny")


def test_the_prompts_are_the_papers():
    assert METAPHOR_PROMPT == "What caption can best describe the metaphor in the video?"
    assert PLAIN_PROMPT == "What caption can best describe the video?"


@pytest.mark.parametrize("written", [PLAIN, VICUNA, CHATML])
def test_answers_begin_after_the_same_token_for_all_prompts(written):
    made = tokens(written)
    assert made.prompt(METAPHOR_PROMPT)[-1] == made.prompt(PLAIN_PROMPT)[-1] == made.start


def test_a_prompt_after_which_no_caption_could_begin_is_refused():
    with pytest.raises(ModelError, match=r"the prompt 'a man' ends in another token of 'tiny' than 'What caption"):
        tokens().prompt("a man")
    assert tokens(VICUNA).prompt("a man")[-1] == tokens(VICUNA).start


def test_a_row_is_decoded_from_its_start_to_its_end():
    made = tokens()
    words = made.encode("a man sits")
    assert made.decode([made.start, *words, made.end, made.pad]) == "a man sits"
    assert made.decode(words) == "a man sits"


def test_batches_are_padded_and_masked():
    made = tokens()
    batch = made.batch(
        torch.zeros(2, 3, 4), ["a man?", "a man sits by the window?"], [["a", "a woman"], ["two people of"]]
    )
    assert batch.prompts.shape == batch.prompt_mask.shape == (2, 6)
    assert batch.prompt_mask.sum(1).tolist() == [2, 6]
    assert batch.answer_mask.sum(-1).tolist() == [[2, 3], [4, 0]]  # words and end
    assert batch.targets.tolist() == [
        *made.encode("a"), made.end, *made.encode("a woman"), made.end, *made.encode("two people of"), made.end
    ]  # fmt: skip


def test_a_tokenizer_without_end_is_refused():
    endless = tokenizer()
    endless.eos_token = None
    with pytest.raises(ModelError, match="'tiny' has no token for the end of a text"):
        LanguageTokens(endless, PLAIN, name="tiny")


def test_a_language_model_without_inputs_embeds_is_refused(tmp_path):
    class Deaf(torch.nn.Module):
        base_model = property(lambda self: self)

        def forward(self, input_ids):
            return input_ids

    with pytest.raises(ModelError, match="'deaf' takes no `inputs_embeds`"):
        PrefixedLM(CausalLM("deaf", tmp_path, tokenizer(), Deaf()), [])


def test_prompts_of_different_lengths_are_not_decoded_together(tmp_path):
    network = hf.LlamaForCausalLM(
        hf.LlamaConfig(vocab_size=64, hidden_size=8, intermediate_size=8, num_hidden_layers=1, num_attention_heads=1)
    )
    batch = tokens().batch(torch.zeros(2, 3, 8), ["a?", "a man?"])
    with pytest.raises(ModelError, match="the batch has prompts of different lengths"):
        PrefixedLM(CausalLM("tiny", tmp_path, tokenizer(), network), []).start(batch.seen, batch)
