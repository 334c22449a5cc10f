from cinescribe.language.parser.description_phrases import as_sentence, joined, word

THE = word("the", "DET")
DOOR = joined([(THE, "det"), (word("door", "NOUN"), "root")])


def test_phrases_side_by_side_keep_their_trees():
    clause = joined([(word("then", "ADV"), "advmod"), (word("shuts", "VERB", lemma="shut"), "root"), (DOOR, "obj")])
    assert [(each.text, each.head, each.dep) for each in clause.words] == [
        ("then", 1, "advmod"),
        ("shuts", 1, "root"),
        ("the", 3, "det"),
        ("door", 1, "obj"),
    ]
    assert clause.word.lemma == "shut"


def test_a_sentence_has_a_capital_and_the_spaces_of_writing():
    anna = joined([(word("anna", "PROPN"), "root"), (word("'s", "PART"), "case")])
    phrase = joined([(anna, "nmod:poss"), (word("door", "NOUN"), "root")])
    assert as_sentence(phrase, has_stop=True).text.rstrip() == "Anna's door."
    assert as_sentence(phrase, has_stop=False).text.rstrip() == "Anna's door"
