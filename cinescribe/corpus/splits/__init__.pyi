from .split_file import SPLIT_LIST as SPLIT_LIST
from .splits import LSMDC_FILMS as LSMDC_FILMS
from .splits import TRAIN as TRAIN
from .splits import FilmToSplit as FilmToSplit
from .splits import imbalance as imbalance
from .splits import split_films as split_films
from .splits import update_split_list as update_split_list
