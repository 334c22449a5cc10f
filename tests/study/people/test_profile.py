from cinescribe.study.people.people import invite, person_id
from cinescribe.study.people.profile import Profile, read_profile, say_blind
from tests.study.studies import invited, stored_study


def test_profile_has_the_studies_of_a_rater_and_their_sight(tmp_path):
    database, study = stored_study(tmp_path)
    (rater,) = invited(database, study, 1)
    expert = person_id(database, invite(database, study, n_people=1, role="expert")[0].pseudonym)
    assert read_profile(database, rater) == Profile(None, frozenset({study.id}))
    assert read_profile(database, expert).studies == frozenset()
    for said in (True, False, None):
        say_blind(database, rater, said)
        assert read_profile(database, rater).is_blind is said
    database.close()
