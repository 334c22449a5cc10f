from .clothes import with_clothes as with_clothes
from .looks import LOOK_HEIGHT as LOOK_HEIGHT
from .looks import LOOK_WIDTH as LOOK_WIDTH
from .looks import light as light
from .looks import look as look
