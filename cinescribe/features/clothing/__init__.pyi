from .appearance import LOOK_HEIGHT as LOOK_HEIGHT
from .appearance import LOOK_WIDTH as LOOK_WIDTH
from .appearance import light as light
from .appearance import look as look
from .clothes import MIN_SHARE as MIN_SHARE
from .clothes import with_clothes as with_clothes
