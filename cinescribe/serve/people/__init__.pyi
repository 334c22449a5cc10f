from .admission import LogIn as LogIn
from .pages import people_routes as people_routes
