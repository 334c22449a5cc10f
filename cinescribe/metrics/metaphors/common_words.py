"""Common nouns and properties, from which controls and contrasts are drawn."""

from __future__ import annotations

# Things that one can see, of one word, singular and countable. Our own list.
_NOUNS = """
anchor ant apple arrow axe bag ball banana barn basket bathtub bed bee bell belt bench bicycle boat book boot bottle
bowl box bread brick bridge broom brush bucket bus butterfly button cactus cage camel camera candle car card carpet
castle cat chain chair church clock cloud coat coin comb cow crown cup curtain desk dog doll door dress drum duck egg
elbow elephant engine envelope eye factory feather fence finger fish flag flower fly fork fox frog garden gate giraffe
glove goat grape guitar gun hammer hand hat hen hill hook horse house island jacket jar kettle key kite knee knife
ladder lake lamp leaf lemon letter lighthouse lion lock map mirror monkey moon mountain mouse mushroom nail necklace
needle nest newspaper onion orange oven owl paint pan pear pen pencil piano pig pillow pipe plane planet plate pocket
potato pumpkin rabbit rainbow razor ring river road rocket roof rope rose sandal sausage saw scarf school sheep shelf
ship shirt shoe shovel sink skirt snail snake soap sock sofa spider spoon squirrel stamp star statue stove suitcase
sun swan sword table tail teapot telephone tent ticket tie tiger toaster tomato toothbrush towel tower toy tractor
train tray tree truck trumpet turtle umbrella vase violin volcano wagon wall wallet watch wheel whistle window worm
zebra
"""
# Gradable properties that similes use, of the senses and of character. Our own list.
_PROPERTIES = """
fast slow strong soft light heavy bright dark hot cold fresh old clean sweet bitter loud quiet wild brave clever busy
happy tall sharp
"""
NOUNS = tuple(_NOUNS.split())
PROPERTIES = tuple(_PROPERTIES.split())


def with_article(noun: str) -> str:
    """Return one of `NOUNS` with its article."""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
