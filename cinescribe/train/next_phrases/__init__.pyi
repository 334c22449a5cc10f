from .ranker_recipe import RankerRecipe as RankerRecipe
from .train_ranker import train_ranker as train_ranker
