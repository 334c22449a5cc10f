from .clip_recipe import ClipRecipe as ClipRecipe
from .image_recipe import ImageRecipe as ImageRecipe
from .optim import build_optimizer as build_optimizer
from .optim import clip_gradients as clip_gradients
from .optim import set_lr as set_lr
from .recipe import Recipe as Recipe
from .recipe import read_recipe as read_recipe
