"""A hub tokenizer's tokens with people behind them, on tokenizers made here in the manner of GPT-2's and T5's."""

import pytest
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast

from cinescribe.errors import LanguageError, ModelError
from cinescribe.language.tokens.pretrained_tokens import PretrainedTokens, read_pretrained_tokens
from cinescribe.language.tokens.vocabulary import Tokens

TEXTS = (
    "P1 walks in.",
    "At night, P2 takes P11's hat.",
    "[blank] hugs [blank]'s dog, and P1 waves.",
    "Nobody is there.",
    "",
)


def bytes_like_gpt2():
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    backend = Tokenizer(models.BPE({letter: n for n, letter in enumerate(alphabet)}, []))
    backend.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    backend.decoder = decoders.ByteLevel()
    return PreTrainedTokenizerFast(tokenizer_object=backend, eos_token="<|endoftext|>")


def words_like_t5():
    words = [
        "walks",
        "in",
        ".",
        "At",
        "night",
        ",",
        "takes",
        "'s",
        "hat",
        "hugs",
        "dog",
        "and",
        "waves",
        "Nobody",
        "is",
        "there",
        "'",
        "s",
    ]
    pieces = {
        piece: n for n, piece in enumerate(dict.fromkeys(["<unk>", *words, *("\u2581" + word for word in words)]))
    }
    backend = Tokenizer(models.WordLevel(pieces, unk_token="<unk>"))
    split = pre_tokenizers.Split(".", "isolated"), pre_tokenizers.Split(",", "isolated")
    backend.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Metaspace(), *split])
    backend.decoder = decoders.Metaspace()
    return PreTrainedTokenizerFast(tokenizer_object=backend, eos_token="</s>", unk_token="<unk>")


both = pytest.mark.parametrize("made", [bytes_like_gpt2, words_like_t5])


@both
@pytest.mark.parametrize("text", TEXTS)
def test_captions_come_back(made, text):
    tokens = PretrainedTokens(made())
    assert tokens.decode(tokens.encode(text)) == text


@both
def test_people_are_one_run_behind_all_others(made):
    tokenizer = made()
    tokens: Tokens = PretrainedTokens(tokenizer, n_people=3)
    people = [tokens.encode(f"P{n}") for n in (1, 2, 3)]
    assert people == [[tokens.first_person + n] for n in range(3)]
    assert len(tokens) == tokens.first_person + 3
    special = [tokens.pad, tokens.start, tokens.separator, tokens.blank]
    assert special == list(range(len(tokenizer), len(tokenizer) + 4))
    assert tokens.end == tokenizer.eos_token_id < len(tokenizer)


@both
def test_special_tokens_are_not_shown(made):
    tokens = PretrainedTokens(made())
    run = [tokens.start, *tokens.encode("P1 waves."), tokens.separator, tokens.end, tokens.pad]
    assert tokens.decode(run) == "P1 waves."


@both
def test_tokens_of_a_folder(made, tmp_path):
    made().save_pretrained(tmp_path)
    tokens = read_pretrained_tokens(tmp_path, n_people=2)
    assert tokens.encode(TEXTS[0]) == PretrainedTokens(made(), n_people=2).encode(TEXTS[0])


def test_unknown_people_are_refused():
    with pytest.raises(LanguageError, match="P4 came in"):
        PretrainedTokens(bytes_like_gpt2(), n_people=3).encode("P4 waves.")


def test_tokenizers_without_an_end_are_refused():
    tokenizer = bytes_like_gpt2()
    tokenizer.eos_token = None
    with pytest.raises(LanguageError, match="the tokenizer has no end of text"):
        PretrainedTokens(tokenizer)


def test_folders_without_a_tokenizer_are_refused(tmp_path):
    with pytest.raises(ModelError, match="holds no tokenizer"):
        read_pretrained_tokens(tmp_path)
