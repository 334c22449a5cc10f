from .help_page import help_routes as help_routes
