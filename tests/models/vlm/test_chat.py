import base64

from cinescribe.models.vlm.chat import ChatPicture, ChatRequest


def test_pictures_stand_before_the_question_as_data_uris():
    body = ChatRequest("What?", (ChatPicture(b"one"), ChatPicture(b"two")), system="Be brief.").body("tiny")
    system, user = body["messages"]
    assert system == {"role": "system", "content": "Be brief."}
    assert [part["type"] for part in user["content"]] == ["image_url", "image_url", "text"]
    _, _, coded = user["content"][1]["image_url"]["url"].partition("data:image/jpeg;base64,")
    assert base64.b64decode(coded) == b"two"
    assert "response_format" not in body
    assert "logprobs" not in body


def test_a_schema_and_log_probabilities_are_asked_for():
    body = ChatRequest("What?", schema={"type": "object"}, log_probability=True).body("tiny")
    assert body["response_format"]["json_schema"]["schema"] == {"type": "object"}
    assert body["logprobs"] is True
    assert body["messages"] == [{"role": "user", "content": "What?"}]


def test_digests_differ_with_everything_that_the_answer_depends_on():
    requests = [
        ChatRequest("What?"),
        ChatRequest("Who?"),
        ChatRequest("What?", (ChatPicture(b"one"),)),
        ChatRequest("What?", (ChatPicture(b"one", "shot 1"),)),
        ChatRequest("What?", system="Be brief."),
        ChatRequest("What?", seed=1),
        ChatRequest("What?", temperature=0.5),
        ChatRequest("What?", schema={}),
        ChatRequest("What?", plain_template=True),
        ChatRequest("What?", no_effort=True),
    ]
    digests = {request.digest(model) for request in requests for model in ("a", "b")}
    assert len(digests) == 2 * len(requests)
    assert ChatRequest("What?").digest("a") == ChatRequest("What?").digest("a")


def test_labels_stand_before_the_question_in_order():
    request = ChatRequest(
        "Who?", (ChatPicture(b"a", "shot 1 at 2.0 s"), ChatPicture(b"b", "shot 2 at 4.5 s", is_context=True))
    )
    listed = "Frames: 1: shot 1 at 2.0 s, 2: shot 2 at 4.5 s."
    assert request.words == f"These are frames of a film, in order. {listed}\nWho?"
    assert request.body("tiny")["messages"][0]["content"][-1]["text"] == request.words
    assert ChatRequest("Who?", (ChatPicture(b"a"),)).words == "Who?"


def test_a_contact_sheet_says_what_its_rows_hold():
    sheet = ChatPicture(b"a", frames=("shot 1 at 2.0 s", "shot 2 at 4.5 s"))
    listed = "Frames: 1: shot 1 at 2.0 s, 2: shot 2 at 4.5 s."
    assert (
        ChatRequest("Who?", (sheet,)).words == f"The picture holds frames of a film, in rows, in order. {listed}\nWho?"
    )


def test_a_schema_can_be_a_part_of_the_question():
    request = ChatRequest("Who?", schema={"type": "object"}).with_schema_in_words
    assert request.schema is None
    assert request.text.endswith('It keeps to this JSON schema: {"type": "object"}')
    assert ChatRequest("Who?").with_schema_in_words == ChatRequest("Who?")
