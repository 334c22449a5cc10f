from .replace_page import replace_routes as replace_routes
