from .mentions import Mention as Mention
from .mentions import NameFinder as NameFinder
from .name_replacement import with_names as with_names
from .name_search import find_people as find_people
from .name_search import with_found_people as with_found_people
from .names import NamedPerson as NamedPerson
from .names import people_from_cast as people_from_cast
from .names import read_names as read_names
