from .observer import Observer as Observer
from .wording import listed as listed
from .wording import place as place
