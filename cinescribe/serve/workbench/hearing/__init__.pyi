from .takes import take_routes as take_routes
from .voice_page import voice_routes as voice_routes
