from .as_published import PROTOCOLS as PROTOCOLS
from .as_published import score_as_published as score_as_published
