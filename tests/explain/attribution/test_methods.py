from cinescribe.explain.attribution.methods import CONTROLS, METHOD_TITLES, METHODS


def test_every_method_but_the_controls_has_a_title():
    assert set(METHOD_TITLES) == set(METHODS) - set(CONTROLS)
