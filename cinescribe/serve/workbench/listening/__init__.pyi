from .listen_page import listen_routes as listen_routes
