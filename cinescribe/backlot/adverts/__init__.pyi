from .ideas import Idea as Idea
from .ideas import ideas as ideas
from .ideas import ideas_by_split as ideas_by_split
from .ideas import with_known_concepts as with_known_concepts
from .plans import AdvertSize as AdvertSize
from .sentences import metaphor_sentences as metaphor_sentences
from .shoot_adverts import ADVERT_SIZES as ADVERT_SIZES
from .shoot_adverts import shoot_adverts as shoot_adverts
