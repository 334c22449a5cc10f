"""The control description comes from another film, under this film's names."""

from benchmarks.story.descriptions import OTHER, TRACK, ToldFilm, with_other_films
from benchmarks.story.learned_guesser import planned_truth
from cinescribe.backlot.plan.truth import CastMember


def told(id: str, names: tuple[str, ...], *said: str) -> ToldFilm:
    cast = tuple(CastMember(f"P{n}", name, "woman") for n, name in enumerate(names, 1))
    return ToldFilm(planned_truth(1, n_clips=10).replace(id=id, cast=cast), {TRACK: said})


def test_control_is_another_films_track_with_the_names_of_this_film() -> None:
    films = [
        told("one", ("Anna", "Ben", "Cara"), "Anna waves."),
        told("two", ("Dan", "Eve"), "Dan hugs Eve."),
        told("three", ("Fay", "Gus", "Hal"), "Fay takes Gus's hand.", "Hal, at night, meets Fay."),
    ]
    said = [film.said[OTHER] for film in with_other_films(films)]
    assert said[0] == ["Anna takes Ben's hand.", "Cara, at night, meets Anna."]  # the second film has too few people
    assert said[1] == ["Dan takes Eve's hand.", "Hal, at night, meets Dan."]
    assert said[2] == ["Fay waves."]
