from .fit_corpus import fit_corpus as fit_corpus
from .linear_svm import LinearClassifiers as LinearClassifiers
from .linear_svm import fit_linear_svms as fit_linear_svms
from .visual_labels import VisualLabelClassifiers as VisualLabelClassifiers
from .visual_labels import fit_visual_labels as fit_visual_labels
