import json

import pytest

from cinescribe.models.vlm.answers.server_reason import ServerReason, server_reason


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ('{"error": {"message": "No.", "code": 400, "param": "seed"}}', ServerReason("No.", 400, "seed")),
        ('{"error": "model not found"}', ServerReason("model not found")),
        ('{"object": "error", "message": "At most 5 image(s)", "code": 400}', ServerReason("At most 5 image(s)", 400)),
        ('{"detail": "No."}', ServerReason("No.")),
        (
            '{"detail": [{"loc": ["body", "seed"], "msg": "Extra inputs"}, {"loc": ["body"], "msg": "b"}]}',
            ServerReason("body.seed: Extra inputs; body: b"),
        ),
        (
            '{"error": {"message": "too long", "n_prompt_tokens": 5000, "n_ctx": 4096}}',
            ServerReason("too long", n_context=4096, n_prompt=5000),
        ),
        (
            '{"error": {"message": "Provider returned error", "code": "429", "metadata": {"raw": "slow down"}}}',
            ServerReason("Provider returned error; slow down", 429),
        ),
        (
            json.dumps({"error": {"message": 'upstream: {"error": {"message": "No images."}}'}}),
            ServerReason("No images."),
        ),
        ('["a", "b"]', ServerReason("a; b")),
        ("plain\x07 \x1b[31mtext\n", ServerReason("plain [31mtext")),
        ("<html><title>502 Bad &amp; Gateway</title><body>x</body></html>", ServerReason("502 Bad & Gateway")),
        ("<html><script>x()</script><body><h1>No way</h1></body></html>", ServerReason("No way")),
        ("", ServerReason("")),
        ("{}", ServerReason("{}")),
        ('{"error": {"code": true, "message": ""}}', ServerReason('{"error": {"code": true, "message": ""}}')),
    ],
)
def test_reasons_are_read_in_every_form(body, reason):
    assert server_reason(body) == reason


def test_a_reason_is_whole_up_to_1000_letters():
    assert server_reason("because " * 100).words == ("because " * 100).strip()
    long = server_reason('{"error": {"message": "%s"}}' % ("because " * 1000)).words
    assert len(long) == 1000
    assert long.endswith(" ...")
