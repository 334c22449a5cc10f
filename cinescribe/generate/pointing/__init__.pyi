from .point import PointedPerson as PointedPerson
from .point import person_labels as person_labels
from .point import point as point
