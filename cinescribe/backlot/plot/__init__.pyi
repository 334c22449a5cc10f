from .caption_truth import truthfulness as truthfulness
from .commonsense import inferences as inferences
from .fountain import screenplay as screenplay
from .motives import implications as implications
from .screenplay import cast as cast
from .screenplay import plan_film as plan_film
from .screenplay import plan_motivated_film as plan_motivated_film
