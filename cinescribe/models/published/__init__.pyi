from .import_micap import import_micap as import_micap
from .torch_files import TORCH_FILE_ERRORS as TORCH_FILE_ERRORS
from .torch_files import Placeholder as Placeholder
from .weight_files import read_published_weights as read_published_weights
