import json

import pytest

from cinescribe.models.vlm.server_models import read_models


@pytest.mark.parametrize(
    ("entry", "n_context"),
    [
        ({"id": "m"}, None),
        ({"id": "m", "max_model_len": 4096}, 4096),
        ({"id": "m", "loaded_context_length": 2048, "max_context_length": 32768}, 2048),
        ({"id": "m", "max_context_length": 32768}, 32768),
        ({"id": "m", "meta": {"n_ctx": 8192, "n_ctx_train": 131072}}, 8192),
        ({"id": "m", "meta": {"n_ctx_train": 131072}}, None),
        ({"id": "m", "context_length": "4096"}, None),
        ({"id": "m", "context_length": True}, None),
    ],
)
def test_the_context_is_where_each_server_names_it(entry, n_context):
    (model,) = read_models(json.dumps({"data": [entry]}))
    assert (model.name, model.n_context) == ("m", n_context)


def test_a_fingerprint_changes_with_what_is_served_and_not_with_time():
    def fingerprint(**entry):
        return read_models(json.dumps({"data": [{"id": "m"} | entry]}))[0].fingerprint

    assert fingerprint(created=1) == fingerprint(created=2, permission=[{"id": "x"}])
    assert fingerprint(root="a") != fingerprint(root="b")


@pytest.mark.parametrize("body", ["", "<html>", "[]", "{}", '{"data": 3}', '{"data": [3, {}, {"id": 4}]}'])
def test_other_answers_list_no_models(body):
    assert read_models(body) == ()


def test_other_lists_are_read():
    assert [model.name for model in read_models('{"models": [{"name": "a"}, {"model": "b"}]}')] == ["a", "b"]
