from .adverts import plan_advert as plan_advert
from .caption_truth import truthfulness as truthfulness
from .commonsense import implied as implied
from .fountain import screenplay as screenplay
from .screenplay import cast as cast
from .screenplay import plan_film as plan_film
