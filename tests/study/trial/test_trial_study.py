from cinescribe.study.folders.open_study import open_study
from cinescribe.study.trial.trial_folder import study_of
from cinescribe.study.trial.trial_study import make_trial_study
from tests.study.described import a_trial


def test_a_study_of_one_judge_is_made_once(tmp_path):
    folder = a_trial(tmp_path, n_sentences=1)
    make_trial_study(folder)  # when a killed run goes on
    with open_study(study_of(folder)) as (_, study):
        assert (study.design.kind, study.design.n_judges) == ("trial", 1)
