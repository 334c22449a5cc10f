from .dropped_page import dropped_routes as dropped_routes
