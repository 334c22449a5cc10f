from .atomic import read_atomic as read_atomic
from .candidates import corpus_candidates as corpus_candidates
