from .describe_task import CAPTIONERS as CAPTIONERS
from .describe_task import DescribeForm as DescribeForm
from .describe_task import describe_task as describe_task
from .film_shelf import FilmShelf as FilmShelf
from .film_shelf import ShelvedFilm as ShelvedFilm
from .film_shelf import form_key as form_key
from .film_shelf import is_described as is_described
