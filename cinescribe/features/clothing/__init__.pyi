from .clothes import with_clothes as with_clothes
