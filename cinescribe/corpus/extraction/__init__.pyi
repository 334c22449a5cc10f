from .extract_features import check_corpus_features as check_corpus_features
from .extract_features import extract_features as extract_features
from .film_features import check_features as check_features
from .film_features import extract_corpus as extract_corpus
from .import_detections import N_DETECTIONS as N_DETECTIONS
from .import_detections import import_detections as import_detections
from .still_features import check_still_features as check_still_features
from .still_features import extract_stills as extract_stills
