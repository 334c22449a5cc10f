from .people import forget as forget
from .people import invite as invite
from .people import person_id as person_id
