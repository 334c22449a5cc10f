from .image_recipe import StillRecipe as StillRecipe
from .optim import clipped as clipped
from .optim import optimiser as optimiser
from .optim import set_rate as set_rate
from .recipe import AnyRecipe as AnyRecipe
from .recipe import Recipe as Recipe
from .recipe import read_recipe as read_recipe
