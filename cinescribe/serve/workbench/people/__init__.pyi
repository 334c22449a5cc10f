from .people_page import PeoplePage as PeoplePage
from .person_cues_page import person_cues_routes as person_cues_routes
