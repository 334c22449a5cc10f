from .import_micap import import_micap as import_micap
from .weight_files import read_published_weights as read_published_weights
