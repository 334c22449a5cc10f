import random

import pytest

from cinescribe.generate.narration.reliability import Kind, Reliability, Statement, Verdict

OPENS = Statement("Anna opens a door.", "candidate", ("open",), names=True)


def film(says, *, n=60, seed=0, actions=("open", "sit", "run", "wave")):
    """The verdicts of a model on a film whose candidates are true in seven of ten pauses."""
    rng, verdicts = random.Random(seed), []
    for k in range(n):
        action = (actions[k % len(actions)],)
        asked: list[tuple[Kind, bool]] = [
            ("candidate", k % 10 < 7),
            ("other person", False),
            ("other action", False),
            ("mark", True),
        ]
        further: list[tuple[Kind, bool]] = [("agreed", True), ("false mark", False)]
        asked += [further[0]] * (k % 4 == 0) + [further[1]] * (k % 2)
        verdicts += [Verdict(Statement("", kind, action), float(says(truth, rng))) for kind, truth in asked]
    return verdicts


def reliability(verdicts):
    controls = [verdict for verdict in verdicts if verdict.statement.kind != "candidate"]
    candidates = [[verdict] for verdict in verdicts if verdict.statement.kind == "candidate"]
    return Reliability(controls, candidates, lambda one, other: float(one == other))


def errs(rate):
    return lambda truth, rng: truth != (rng.random() < rate)


@pytest.mark.parametrize(("rate", "can_tell"), [(0.0, True), (0.1, True), (0.2, True), (0.35, False), (0.5, False)])
def test_reliable_models_err_less_than_a_quarter_of_the_time(rate, can_tell):
    found = [reliability(film(errs(rate), seed=seed)).can_tell for seed in range(10)]
    assert sum(found) >= 9 if can_tell else sum(found) <= 1


@pytest.mark.parametrize(
    "says",
    [lambda *_: True, lambda *_: False, lambda _, rng: rng.random() < 0.5, lambda _, rng: rng.random() < 0.8],
    ids=["always yes", "always no", "coin", "what is usual"],
)
def test_liars_are_unreliable(says):
    assert not any(reliability(film(says, n=n, seed=seed)).can_tell for n in (8, 60) for seed in range(10))


def test_model_that_confirms_all_facts_is_unreliable():
    verdicts = [Verdict(one.statement, float(one.statement.kind != "false mark")) for one in film(errs(0))]
    assert not reliability(verdicts).can_tell


def test_model_blind_to_marks_is_unreliable():
    verdicts = [one if "mark" not in one.statement.kind else Verdict(one.statement, 1.0) for one in film(errs(0))]
    assert not reliability(verdicts).can_tell


def test_the_prior_is_the_share_of_true_candidates():
    priors = [reliability(film(errs(0.1), n=200, seed=seed)).prior for seed in range(5)]
    assert sum(priors) / 5 == pytest.approx(0.7, abs=0.06)


@pytest.mark.parametrize("rate", [0.05, 0.1, 0.2])
@pytest.mark.parametrize("answer", [True, False])
def test_probabilities_are_calibrated(rate, answer):
    rng = random.Random(1)
    said = [truth for truth in (rng.random() < 0.7 for _ in range(4000)) if errs(rate)(truth, rng) == answer]
    models = [reliability(film(errs(rate), n=100, seed=seed)) for seed in range(20)]
    mean = sum(model.probability([Verdict(OPENS, float(answer))]) for model in models) / len(models)
    assert mean == pytest.approx(sum(said) / len(said), abs=0.05)


def test_a_second_look_multiplies_the_odds():
    model = reliability(film(errs(0.1)))
    one = model.probability([Verdict(OPENS, 1.0)])
    assert model.probability([Verdict(OPENS, 1.0)] * 2) > one > model.prior
    assert model.probability([Verdict(OPENS, 1.0), Verdict(OPENS, 0.0)]) < one


def test_consistently_misjudged_action_is_not_believed():
    def says(verdict):
        is_turned = "run" in verdict.statement.actions and "mark" not in verdict.statement.kind
        return 1 - verdict.yes if is_turned else verdict.yes

    verdicts = [Verdict(one.statement, says(one)) for one in film(errs(0))]
    model = reliability(verdicts)
    runs = Statement("Anna runs.", "candidate", ("run",))
    both = Statement("Anna opens a door and runs.", "candidate", ("open", "run"))
    assert model.probability([Verdict(OPENS, 1.0)]) > 0.9
    assert model.is_evidence([Verdict(OPENS, 1.0)])
    assert not model.is_evidence([Verdict(runs, 1.0)] * 3)
    assert model.probability([Verdict(runs, 1.0)]) < 0.75
    assert model.probability([Verdict(both, 1.0)]) < 0.75


def test_a_model_that_mixes_people_up_is_believed_less_about_names():
    verdicts = [
        Verdict(one.statement, 1.0 if one.statement.kind == "other person" and n % 2 else one.yes)
        for n, one in enumerate(film(errs(0)))
    ]
    model = reliability(verdicts)
    nameless = Statement("A man opens a door.", "candidate", ("open",))
    assert model.probability([Verdict(OPENS, 1.0)]) < model.probability([Verdict(nameless, 1.0)])


def test_between_yes_and_no_the_probability_is_between():
    model = reliability(film(errs(0.1)))
    no, half, yes = (model.probability([Verdict(OPENS, value)]) for value in (0.0, 0.5, 1.0))
    assert no < half < yes


def test_agreeing_verdicts_count_less_than_independent_ones():
    model = reliability(film(errs(0.1)))
    odds = [model.probability([Verdict(OPENS, 1.0)] * n) for n in range(1, 4)]
    one, two, three = (probability / (1 - probability) for probability in odds)
    assert two / one > three / two > 1


def test_reliability_without_verdicts_is_unknown():
    assert not reliability([]).can_tell
    assert reliability([]).n_controls == 0
    assert reliability([]).prior == pytest.approx(0.7)
