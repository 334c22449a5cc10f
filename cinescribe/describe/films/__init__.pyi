from .describe_films import describe_films as describe_films
from .film_list import is_one_film as is_one_film
from .outcome import FilmOutcome as FilmOutcome
from .report import REPORT as REPORT
