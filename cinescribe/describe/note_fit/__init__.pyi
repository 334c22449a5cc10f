from .fit_notes import FIT as FIT
from .fit_notes import N_FILMS as N_FILMS
from .fit_notes import fit_notes as fit_notes
from .reading_truth import StoryTruth as StoryTruth
