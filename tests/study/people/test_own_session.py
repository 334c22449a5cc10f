from cinescribe.study.people.log_in import logged_in
from cinescribe.study.people.own_session import own_session
from cinescribe.study.people.people import invite, person_id
from tests.study.studies import stored_study


def test_the_first_rater_of_a_study_needs_no_password(tmp_path):
    database, study = stored_study(tmp_path)
    first, _ = invite(database, study, n_people=2)
    person = own_session(database, study)
    assert person.person == person_id(database, first.pseudonym)
    assert logged_in(database, person.token) == person
    assert own_session(database, study).person == person.person
    database.close()


def test_a_study_without_raters_gets_one(tmp_path):
    database, study = stored_study(tmp_path)
    person = own_session(database, study)
    assert person.profile.studies == {study.id}
    assert own_session(database, study).person == person.person
    database.close()
