from .film_check import PATIENCE as PATIENCE
from .film_check import FilmCheck as FilmCheck
from .remarks_page import RemarksPage as RemarksPage
