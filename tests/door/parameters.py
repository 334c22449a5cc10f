"""Where a parameter of a function has another name than the option of its command."""

RETURNED = "returned"  # the function returns what the command prints, or writes to this file

# What only a command has: how to print, and whether a file may be replaced.
ONLY_COMMANDS = {"as_json", "quiet", "overwrite"}

# Commands that have no function: it prints a text that does not change.
WITHOUT_FUNCTION = {"corpus metaphors briefing"}

PARAMETERS: dict[str, dict[str, str]] = {
    "answer": {"output": RETURNED},
    "commonsense": {"captions": "own_captions"},
    "corpus align-script": {"output": RETURNED, "no_film": "film"},
    "corpus build backlot-motives": {"actions": "single_actions"},
    "corpus commonsense": {"ranker": "scorer", "output": RETURNED},
    "corpus metaphorise": {
        "captions": "n_captions",
        "output": RETURNED,
        "sheets": RETURNED,
        "items": RETURNED,
        "seed": RETURNED,
        "fetch": "model",
    },
    "corpus metaphors lint": {"brands": "lint"},
    "corpus questions": {"output": RETURNED, "random_negatives": "adversarial"},
    "corpus segment-ad": {"output": RETURNED},
    "corpus stats": {"senses": "sense_of"},
    "corpus train-ranker": {"epochs": "recipe", "seed": "recipe"},
    "edit": {"voice_file": "recording"},
    "explain grounding": {"limit": "at_most"},
    "export": {"everything": RETURNED},
    "features import-hdf5": {"limit": "n_regions"},
    "features extract": {"requested": "requested"},
    "language judge-labels": {
        **dict.fromkeys(("file", "corpus"), "texts"),
        **dict.fromkeys(("verbnet", "vectors"), "found"),
    },
    "language labels": {
        **dict.fromkeys(("file", "corpus"), "texts"),
        **dict.fromkeys(("kind", "verbnet", "vectors"), "lexicons"),
    },
    "language parse": {"file": "texts"},
    "language train-parser": {"epochs": "recipe"},
    "language tuples": {"file": "texts"},
    "lint": {"strict": RETURNED},
    "backlot shoot": {"motives": "motivated"},
    "score story-qa": {"reader": "model", "fetch": "model", "predictions": RETURNED, "with_intervals": RETURNED},
    "score as-published": dict.fromkeys(("fetch", "model", "paraphrases", "parser", "sentence_model"), "sources"),
    "score identity-sensitivity": {
        **dict.fromkeys(("per_item", "with_intervals"), RETURNED),
        **dict.fromkeys(("fetch", "model", "paraphrases", "parser"), "sources"),
    },
    "score": {
        "per_item": RETURNED,
        "with_intervals": RETURNED,
        **dict.fromkeys(
            (
                "as_published",
                "baseline",
                "causal_lm",
                "fetch",
                "frequencies",
                "grounded",
                "log_probabilities",
                "metaphor_spans",
                "metaphors",
                "model",
                "packed",
                "paraphrases",
                "parser",
                "sentence_model",
                "vectors",
            ),
            "sources",
        ),
    },
    "score ad": {
        "per_item": RETURNED,
        "with_intervals": RETURNED,
        **dict.fromkeys(("cast", "actions", "facts"), "files"),
        **dict.fromkeys(("grader", "model", "sentence_model", "fetch"), "sources"),
    },
    "score bound": {"training_split": "training", "captions": RETURNED},
    "score ratings": {"page": RETURNED, "figure": RETURNED},
    "challenge make": {"films": "with_films"},
    "train": {"changes": "recipe", "shows_recipe": "recipe"},
    "transfer": {"fetch": "transcriber"},
    "undo": {"again": RETURNED},
    "workbench": {"opens": RETURNED},
    "trial": {"output": "folder", "results": RETURNED, "join": RETURNED},
}
