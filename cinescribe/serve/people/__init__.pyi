from .pages import people_routes as people_routes
