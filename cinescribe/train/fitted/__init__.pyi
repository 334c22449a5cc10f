from .linear_svm import LinearClassifiers as LinearClassifiers
from .linear_svm import fit_linear_svms as fit_linear_svms
