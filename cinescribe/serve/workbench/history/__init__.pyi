from .history_page import history_routes as history_routes
from .revision_lines import revision_lines as revision_lines
