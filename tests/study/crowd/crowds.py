"""A study of crowd work for tests: texts on a scale, two attention checks, one example."""

from cinescribe.study.crowd.joining import make_open_link
from cinescribe.study.crowd.platform_ids import PlatformIds
from cinescribe.study.design.crowd import CrowdEnd, CrowdRules, PaymentRules
from cinescribe.study.design.design import StudyDesign
from cinescribe.study.design.training import TrainingAnswer, TrainingExample
from cinescribe.study.design.written_text import WrittenText
from cinescribe.study.kinds.answers import ShownText
from cinescribe.study.kinds.items import KnownAnswer, StudyItem, StudyText
from cinescribe.study.kinds.questions import Question
from cinescribe.study.storage.database import Database, sqlite_url
from cinescribe.study.storage.studies import write_study
from tests.study.studies import Clock

FIT = Question("fit", "Does it fit?", "scale", of_each_text=True, labels=("no", "hardly", "half", "much", "yes"))
CONSENT = WrittenText("We store your answers.", "en")
EXAMPLE = TrainingExample("t", (TrainingAnswer("fit", (5.0,), "It waves."),), (ShownText("It waves."),), film="film")
ASKED = "please choose"  # attention checks say which point of the scale
RULES = CrowdRules(
    "prolific",
    pages=4,
    minutes=60,
    payment=PaymentRules(attention_failures=1, seconds=2.0),
    training_right=1.0,
    finished=CrowdEnd(code="DONE", address="https://app.prolific.com/submissions/complete?cc=DONE"),
    no_consent=CrowdEnd(code="NONE"),
    screened_out=CrowdEnd(code="OUT"),
)


def crowd_study(
    path, *, rules=RULES, n_items=80, n_judges=5, quota=100, consent=CONSENT, training=(EXAMPLE,), url=None
):
    """Return a database, a study in it, and the code of an open link."""
    database = Database(url or sqlite_url(path / "study.db"), clock=Clock())
    design = StudyDesign("crowd", "rate", (FIT,), n_judges, "none", training=training, crowd=rules)
    study = write_study(
        database, design, [*judged(n_items), attention(0, (1, 5, 1)), attention(1, (5, 1, 5))], consent=consent
    )
    return database, study, make_open_link(database, study, quota=quota).path.rpartition("/")[2]


def judged(n):
    return [
        StudyItem(
            f"c{i}", "film", texts=tuple(StudyText(system, f"{system} text {i}", f"c{i}") for system in ("good", "bad"))
        )
        for i in range(n)
    ]


def attention(number, points):
    texts = tuple(
        StudyText("gold", f"{ASKED} {point} in row {n}", f"gold/{number}/{n}") for n, point in enumerate(points)
    )
    known = KnownAnswer("fit", tuple(map(float, points)), is_attention=True)
    return StudyItem(f"check{number}", "film", texts=texts, gold=(known,))


def ids(number, submission="s"):
    return PlatformIds(f"worker{number}", f"{submission}{number}", "study")
