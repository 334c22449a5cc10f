from .app import web_app as web_app
from .server import serve_studies as serve_studies
