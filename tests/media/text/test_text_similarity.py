from cinescribe.media.text.text_similarity import similarity


def test_similarity_ignores_case_and_spaces():
    assert similarity("Or Else", "orelse") == 1
    assert similarity("abc", "xyz") == 0
