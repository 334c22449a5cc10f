"""Title and story of a film, as the tags of its file have them."""

from __future__ import annotations

from os import PathLike

from cinescribe.media.film.container import opened
from cinescribe.media.film.disclosure import is_disclosure

_TITLE = "title"
_STORIES = ("synopsis", "description", "summary", "comment")  # names of tags; the first that is there is the story
_LONGEST = 2000  # letters: more is no summary


def title_and_story(path: str | PathLike[str]) -> str:
    """Return `Title: story` by the tags of a film's file; less where it has less, "" where it has neither.

    Args:
        path: the file.

    Raises:
        FilmError: when the file is no film.
    """
    with opened(path) as container:
        tags = {name.casefold(): " ".join(value.split()) for name, value in container.metadata.items()}
    # A described copy says in its comment who described it: that is no story.
    stories = (tags.get(name, "") for name in _STORIES)
    story = next((text for text in stories if text and not is_disclosure(text)), "")
    parts = [part for part in (tags.get(_TITLE, ""), story) if part]
    return ": ".join(parts)[:_LONGEST]
