from .mentions import Mention as Mention
from .mentions import NameFinder as NameFinder
from .name_search import found_people as found_people
from .name_search import with_found as with_found
from .names import Called as Called
from .names import people_called as people_called
from .names import read_names as read_names
