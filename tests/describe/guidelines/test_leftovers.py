import pytest

from cinescribe.describe.guidelines.cue_text import CueTexts
from cinescribe.describe.guidelines.leftovers import leftovers
from cinescribe.describe.guidelines.lint_input import LintInput
from cinescribe.schema import Cue, Film, Script
from cinescribe.timing import Span
from tests.describe.guidelines.inputs import faults, setting


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("He opens a safe.<|im_end|>", "mark of a chat template: '<|im_end|>'"),
        ("He opens a safe.</s>", "mark of a chat template: '</s>'"),
        ("<think>A man.</think> He opens a safe.", "mark of a chat template: '<think>'"),
        ("He sits.</think> He opens a safe.", "mark of a chat template: '</think>'"),
        ("[/INST] He opens a safe.", "mark of a chat template: '[/INST]'"),
        ("<|channel|>final<|message|>He waves.", "mark of a chat template: '<|channel|>'"),
        (
            "He waves.<\uff5cend\u2581of\u2581sentence\uff5c>",
            "mark of a chat template: '<\uff5cend\u2581of\u2581sentence\uff5c>'",
        ),
        ("He waves.<end_of_tu", "mark of a chat template: '<end_of_tu'"),
        ("Assistant: He waves.", "mark of a chat template: 'Assistant:'"),
        ("He\u2581waves.", "mark of a chat template: '\u2581'"),
        ('{"sentences": [{"text": "Somebody lifts a green.', "JSON: '{'"),
        ('"notes": [1]', "JSON: '\"notes\": ['"),
        ('He waves."}]', "JSON: '}'"),
        ("He waves.\\n", "JSON: '\\\\\\\\n'"),
        ("```json", "Markdown: '```'"),
        ("**He** waves.", "Markdown: '**He**'"),
        ("*He waves.*", "Markdown: '*He waves.*'"),
        ("# Scene one", "Markdown: '#'"),
        ("* He waves.", "Markdown: '*'"),
        ("1. He waves.", "Markdown: '1.'"),
        ("See [this](https://x.org).", "Markdown: '[this](https://x.org)'"),
        ("He waves.<br>", "markup: '<br>'"),
        ("<P>He waves.", "markup: '<P>'"),
        ("He waves&nbsp;back.", "markup: '&nbsp;'"),
        ("[NAME] waves.", "placeholder: '[NAME]'"),
        ("[insert a name] waves.", "placeholder: '[insert a name]'"),
        ("{name} waves.", "placeholder: '{name}'"),
        ("He meets [...] at the gate.", "placeholder: '[...]'"),
        ("!!!!!!!!!!!!", "row of marks: '!!!!!!!!!!!!'"),
        ("...", "no words: '...'"),
        ("null", "no words: 'null'"),
        ("undefined opens a safe.", "no words: 'undefined'"),
        ("He gives null the letter.", "no words: 'null'"),
        ("As an AI, this is hard.", "talk to the user: 'As an AI'"),
        ("I cannot describe this.", "talk to the user: 'I cannot'"),
        ("I\u2019m sorry, but no.", "talk to the user: 'I\u2019m sorry'"),
        ("Sure! He waves.", "talk to the user: 'Sure!'"),
        ("Here is a short description: He waves.", "talk to the user: 'Here is a short description'"),
        ("He waves. I hope this helps!", "talk to the user: 'hope this helps'"),
        ("The image shows a man.", "talk to the user: 'The image shows'"),
        ("Unable to view the frames.", "talk to the user: 'Unable to view'"),
    ],
)
def test_leftovers_are_found(text, words):
    (fault,) = faults(leftovers, text)
    assert fault.text == f"leftover of a model: {words}".replace("\\\\\\\\", "\\\\")
    assert fault.mend is None


@pytest.mark.parametrize(
    "text",
    [
        "Text: Keep out.",
        "Title: M*A*S*H",
        "M*A*S*H",
        "Title: 9 to 5",
        "A tag reads <3.",
        "Text: <EXIT>",
        "Title: [REC]",
        "Text: #1",
        "Text: 50 % off!!!",
        "Text: 404",
        "Mr. Smith pays $5.99 & leaves.",
        "Credits: Directed by J. R. Doe. Music: A. B. Smith Jr.",
        "An undefined shape drifts by.",
        "A stamp says that it is null and void.",
        'A card: "I cannot come. I\'m sorry."',
        "Here comes the bride.",
        "Sure-footed, she climbs on.",
        "Of course, nobody is there.",
        "A picture shows a girl.",
        "A boy types :-} into a phone.",
        "Text: anna_b@x.org",
        "1. FC Union scores.",
    ],
)
def test_human_wording_is_accepted(text):
    assert not faults(leftovers, text)


def test_marks_are_found_in_read_text_and_in_any_language():
    script = Script(Film("", 9.0), language="fr", cues=(Cue(Span(0, 3), "Texte : Sortie.<|im_end|>"),))
    found = list(leftovers(LintInput(script, CueTexts(None).of(script.cues)), setting()))
    assert [fault.cue for fault in found] == [script.cues[0]]


def test_two_kinds_in_one_cue_are_one_finding_with_the_first_letters_of_each():
    (fault,) = faults(leftovers, f"<{'x' * 90}> As an AI, this is hard.")
    assert fault.text == f"leftover of a model: mark of a chat template: '<{'x' * 36}...'; talk to the user: 'As an AI'"
