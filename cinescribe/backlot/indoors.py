from cinescribe.backlot.brush import Brush
def _room(brush: Brush, layout: int) -> None:
    brush.gradient((-410, -330, 410, -50), (214, 202, 186), (236, 226, 206))
    brush.gradient((-410, -50, 410, 90), (150, 116, 88), (180, 140, 106))
INDOORS = {name: _room for name in ("kitchen", "bedroom", "office", "bar", "classroom", "station")}
