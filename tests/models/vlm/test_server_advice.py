import pytest

from cinescribe.models.vlm.answers.server_reason import ServerReason
from cinescribe.models.vlm.server_advice import advice, is_unknown_model


@pytest.mark.parametrize(
    ("words", "status", "has_pictures", "told"),
    [
        ("image input is not supported", 500, True, "; name a vision-language model, or start llama.cpp's server with"),
        ("the request exceeds the available context size", 400, True, "; give the model a longer context: in Ollama"),
        ("", 413, False, "; give the model a longer context"),
        ("CUDA out of memory", 500, False, "; use a smaller model, or one with fewer bits a weight"),
        ("model 'm' not found", 400, False, "; name a model that it has, or add this one there"),
        ("boom", 400, True, ""),
    ],
)
def test_advice_fits_the_reason(words, status, has_pictures, told):
    found = advice(ServerReason(words), status=status, has_pictures=has_pictures)
    assert found.startswith(told)
    assert bool(found) == bool(told)


@pytest.mark.parametrize(
    "words",
    [
        "model 'x' not found, try pulling it first",
        "The model `x` does not exist.",
        "x is not a valid model ID",
        "No models loaded",
    ],
)
def test_unknown_models_are_told_from_other_errors(words):
    assert is_unknown_model(ServerReason(words), 400)
    assert not is_unknown_model(ServerReason("The model is overloaded"), 503)
