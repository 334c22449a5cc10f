from cinescribe.language.semantics.people import parse_people, with_someone
from tests.metrics.plain_parser import PlainParser


def test_ids_are_replaced_by_someone():
    assert with_someone("P1 sees P12. PERSON3's dog and SOMEONE wait.") == (
        "Someone sees someone. Someone's dog and someone wait."
    )
    assert with_someone("MP3 players") == "MP3 players"


def test_ids_are_restored_after_parsing():
    [[first]] = parse_people(["P1 sees P2."], PlainParser(), keep_ids=True)
    assert [word.text for word in first] == ["P1", "sees", "P2"]
    [[first]] = parse_people(["P1 sees P2."], PlainParser())
    assert [word.lemma for word in first] == ["someone", "see", "someone"]


def test_words_are_kept_if_the_parser_splits_them():
    class Joining(PlainParser):
        def parse(self, texts):
            return super().parse([text.replace("someone", "some one") for text in texts])

    [[first]] = parse_people(["P1 sees P2."], Joining(), keep_ids=True)
    assert first[0].text == "Someone"


def test_word_person_is_not_an_id():
    assert with_someone("A person sees P2 and PERSON3.") == "A person sees someone and someone."
