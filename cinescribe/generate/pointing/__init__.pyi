from .person_pointer import PersonPointer as PersonPointer
from .person_pointer import PointedFilm as PointedFilm
from .point import PointedPerson as PointedPerson
from .point import person_labels as person_labels
from .point import point as point
