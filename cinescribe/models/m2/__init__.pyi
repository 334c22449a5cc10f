from .import_m2 import REGIONS as REGIONS
from .import_m2 import import_m2 as import_m2
from .weight_names import m2_from_published as m2_from_published
