from .film_excerpts import FURTHEST as FURTHEST
from .film_excerpts import FilmExcerpts as FilmExcerpts
from .film_source import FilmLocator as FilmLocator
