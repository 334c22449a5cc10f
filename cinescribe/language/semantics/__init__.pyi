from .labels import ClauseLabels as ClauseLabels
from .labels import SenseLabels as SenseLabels
from .labels import label_texts as label_texts
from .labels import labels as labels
