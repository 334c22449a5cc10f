"""Finds every function of Cinescribe that reads data from outside, by its name and its parameters."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from fuzz.reader import Reader, qualified_name

PACKAGE = Path(__file__).resolve().parents[1] / "cinescribe"
COMMANDS = "cli"  # commands only call the functions of the packages below them

# A function reads if its name begins so and a parameter is a path; or, by the second list, a text or bytes.
VERBS = ("read", "load", "open", "parse", "probe", "check", "inspect", "build", "count", "import", "score", "validate")
# What the rule finds and no reader covers, with the reason.
NOT_FUZZED = {
    "corpus.datasets.backlot.build_backlot": "draws its films, reads none",
    "corpus.datasets.backlot_adverts.build_backlot_adverts": "draws its films, reads none",
    "corpus.datasets.backlot_motives.build_backlot_motives": "draws its films, reads none",
    "corpus.datasets.backlot_stills.build_backlot_stills": "draws its pictures, reads none",
    "corpus.extraction.import_arrays.import_arrays": "reads by open_clip_arrays",
    "corpus.extraction.import_blank_vectors.import_blank_vectors": "reads by read_pickled_arrays",
    "corpus.extraction.import_micap_features.import_micap_features": "reads by read_micap_info and open_clip_arrays",
    "corpus.extraction.import_detections.import_detections": "reads by CocoDetections",
    "corpus.core.reference_captions.read_reference_captions": "reads by read_corpus and read_references",
    "corpus.checks.inspect_folder.inspect_folder": "reads by inspect_corpus and inspect_stills",
    "corpus.core.score_files.score_files": "reads by read_candidates and read_reference_captions",
    "corpus.extraction.extract_features.check_corpus_features": "reads by check_features and check_still_features",
    "export.transferred.read_transfer": "reads by read_record",
    "generate.readings.reading_fit.read_fit": "reads by read_record",
    "language.parser.parse.parse_texts": "reads by load_parser",
    "language.parser.parser_weights.read_trainable_parser": "reads as read_parser does, which is fuzzed",
    "model_folder.ModelFolder.check_digest": "reads for the readers of each kind of model",
    "model_folder.ModelFolder.read_card": "reads for the readers of each kind of model",
    "model_folder.ModelFolder.read_weights": "reads for the readers of each kind of model",
    "train.recipes.recipe_file.read_recipe_values": "reads for read_recipe",
    "corpus.commonsense.sheets.read_sheet": "reads for read_pages, by heading_and_rows",
    "corpus.datasets.sidecar_annotations.read_metaphors": "reads as read_annotated does",
    "corpus.statistics.rating_plots.check_figure": "looks at the name of a file, which it does not read",
    "describe.analyse.read_detected": "reads for read_analysis",
    "describe.cast.read_cast_text": "parses for read_cast",
    "describe.series.series_settings.read_series_settings": "reads as read_settings does, which is fuzzed",
    "describe.series.templates.read_templates": "reads by read_arrays_like and open_arrays",
    "describe.films.outcome.read_outcome": "reads by read_record, and takes what is damaged for missing",
    "describe.guidelines.cue_text.read_places": "looks at the words of a cue for the lint",
    "describe.captioner_selection.load_figures": "reads by read_video_checkpoint",
    "describe.captioner_selection.load_micap": "reads by read_checkpoint",
    "describe.captioner_selection.load_notes": "reads by read_checkpoint",
    "describe.captioner_selection.load_pointer": "reads by read_checkpoint",
    "describe.captioner_selection.load_trained": "reads by read_checkpoint and read_fitted",
    "explain.targets.explainable_captioners.read_still_captioner": "reads by read_checkpoint",
    "export.tracks.row_fields.PeopleNames.read": "reads a cell for read_rows",
    "export.tracks.text_head.read_head": "reads a line for read_rows",
    "features.faces.insightface_faces.load_insightface": "the model's own library reads it; its licence forbids a copy",
    "file_names.check_utf8": "looks at a name",
    "generate.commonsense.corpus_commonsense.read_commonsense_checkpoint": "reads by read_checkpoint",
    "input_files.open_input": "opens the file for the functions beside it",
    "language.next_phrases.ranker_files.read_ranker": "reads by read_card; its weights, of 92 MB, are arrays of store",
    "language.tokens.subwords.read_subwords": "the tokenizers library reads it",
    "language.vectors.hub_loading.load_pretrained": "the transformers library reads it",
    "language.vectors.sentence_models.load_sentence_model": "the sentence-transformers library reads it",
    "media.film.encoded_film.opened_mp4": "opens a file to write",
    "metrics.description.story_questions.read_choice": "matches two patterns with an answer",
    "metrics.files.item_files.check_suffix": "looks at a name",
    "metrics.files.tabular_files.parse_score_json": "parses for read_candidates",
    "metrics.files.tabular_files.read_score_rows": "reads for read_candidates",
    "metrics.files.tabular_files.read_score_json": "reads for read_candidates",
    "metrics.scoring.model_loading.load_parser": "reads by language's load_parser",
    "metrics.scoring.system_files.score_system_files": "reads by read_candidates and read_references",
    "models.pretrained_lm.load_language_model": "the transformers library reads it",
    "models.published.import_micap.import_micap": "reads by read_micap_info and others here",
    "models.m2.import_m2.import_m2": "reads by read_published_weights and read_m2_words",
    "models.video_lm.video_checkpoint.load_initial": "reads by read_video_card and load_learned",
    "models.video_lm.video_checkpoint.read_video_checkpoint": "reads by read_video_card and load_learned",
    "corpus.statistics.pair_study.read_study_pairs": "reads by read_sheet",
    "serve.workbench.films.Films.open": "reads by Workspace.load and read_settings",
    "study.design.markdown_file.read_written_text": "reads by read_text",
    "study.steps.challenge_steps.open_challenge_phase": "reads by open_challenge and read_state",
    "study.steps.challenge_steps.score_submissions": "reads by open_challenge",
    "study.steps.crowd_steps.open_study_link": "reads by open_study",
    "study.challenge.submissions.parse_submission": "reads by parse_captions and parse_people",
    "train.backward.check_finite": "looks at a number",
    "train.experiments.video_experiment.build_video_experiment": "reads by read_corpus, read_stills and load_initial",
}
_PARSING = ("read", "parse")
_PATHS = ("Path", "PathLike")
_TEXTS = ("str", "bytes")
_TEXT_NAMES = ("text", "body", "answer", "data", "document", "source", "line", "lines", "content")


@cache
def reading_functions() -> dict[str, str]:
    """Return the names of all public functions and methods that read, by module, with their parameters."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        module = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        if COMMANDS not in path.relative_to(PACKAGE).parts:
            inside = module.removeprefix(f"{PACKAGE.name}.")
            for name, function in _public(ast.parse(path.read_text(encoding="utf-8"))):
                if _reads(function):
                    found[f"{inside}.{name}"] = ast.unparse(function.args)
    return found


def covered(readers: tuple[Reader, ...]) -> set[str]:
    """Return the names of the functions that are fuzzed, by module."""
    return {
        qualified_name(function).removeprefix(f"{PACKAGE.name}.") for reader in readers for function in reader.covers
    }


def _public(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            yield node.name, node
        elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            for method in node.body:
                if isinstance(method, ast.FunctionDef) and not method.name.startswith("_"):
                    yield f"{node.name}.{method.name}", method


def _reads(function: ast.FunctionDef) -> bool:
    verb = function.name.split("_")[0].removesuffix("ed")
    if verb not in (*VERBS, *_PARSING):
        return False
    parameters = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    names = {one.arg: ast.unparse(one.annotation) if one.annotation else "" for one in parameters}
    if verb in VERBS and any(_has(hint, _PATHS) for hint in names.values()):
        return True
    return verb in _PARSING and any(name in _TEXT_NAMES and _has(hint, _TEXTS) for name, hint in names.items())


def _has(hint: str, kinds: tuple[str, ...]) -> bool:
    parts = set("".join(letter if letter.isalnum() else " " for letter in hint).split())
    return not parts.isdisjoint(kinds)
