from cinescribe.describe.editing.script_text import ScriptText
from cinescribe.schema import ScreenText
from cinescribe.store import record_text
from cinescribe.timing import Span
from tests.describe.editing.scripts import cue, script


def test_incremental_script_text_equals_the_full_record():
    text, one = ScriptText(), script()
    others = [
        one,
        one.replace(cues=(one.cues[0].replace(text='A "new"\ntext.'), *one.cues[1:])),
        one.replace(cues=(cue(5.0, "First."), *one.cues[:2])),
        one.replace(texts=(ScreenText(Span(0.0, 1.0), "EXIT", (0.0, 0.0, 1.0, 1.0), 1.0),)),
        one.replace(cues=()),
        one.replace(people=()),
    ]
    for each in [*others, one]:
        assert text.of(each) == record_text(each)
