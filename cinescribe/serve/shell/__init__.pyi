from .calls import LOG_IN as LOG_IN
from .calls import Call as Call
from .calls import page_route as page_route
from .site import STATIC as STATIC
from .site import Section as Section
from .site import Site as Site
from .site import sentence as sentence
