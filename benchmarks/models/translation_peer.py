"""Trains and runs thot's phrase-based translation; run by an interpreter that has `sil-machine[thot]`.

Reads `source.txt`, `target.txt` and `test.txt` in a folder, and writes `thot.json`: CPU seconds of each stage and the
translations. The weights stay those that its tuning begins with: the tuning takes minutes, and is for BLEU. The licence
of thot, the LGPL, and what it needs keep it out of Cinescribe's own environment.
"""

from __future__ import annotations

import json
import sys
import time
from importlib import import_module
from pathlib import Path

N_ITERATIONS = 5


def main() -> None:
    """Run all stages."""
    ta, thot = import_module("thot.alignment"), import_module("machine.translation.thot")
    files, loading = import_module("machine.corpora"), import_module("machine.translation.thot.thot_utils")
    folder = Path(sys.argv[1])
    sides = [folder.joinpath(name).read_text(encoding="utf-8").splitlines() for name in ("source.txt", "target.txt")]
    pairs = [(source.split(), target.split()) for source, target in zip(*sides, strict=True)]
    start = time.process_time()
    for flipped in (False, True):
        first = _trained(ta.Ibm1AlignmentModel(), pairs, flipped=flipped)
        second = _trained(ta.HmmAlignmentModel(first), pairs, flipped=flipped)
        for source, target in pairs:
            second.get_best_alignment(target if flipped else source, source if flipped else target)
    aligned = time.process_time()
    corpus = files.TextFileTextCorpus(folder / "source.txt").align_rows(files.TextFileTextCorpus(folder / "target.txt"))
    kind = thot.ThotWordAlignmentModelType.HMM
    prefixes = {
        "translation_model_filename_prefix": str(folder / "tm" / "src_trg"),
        "language_model_filename_prefix": str(folder / "lm" / "trg.lm"),
    }
    parameters = thot.ThotSmtParameters(**prefixes)
    parameters.model_weights = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0]
    trainer = thot.ThotSmtModelTrainer(kind, corpus, parameters)
    for name in ("_tune_language_model", "_tune_translation_model", "_train_tune_corpus"):
        setattr(trainer, name, lambda *_: None)
    trainer.train()
    trainer.save()
    trained = time.process_time()
    decoder = loading.load_smt_decoder(loading.load_smt_model(kind, parameters), parameters)
    sources = (folder / "test.txt").read_text(encoding="utf-8").splitlines()
    loaded = time.process_time()
    found = [" ".join(decoder.translate(source).target) for source in sources]
    decoded = time.process_time()
    seconds = {
        "align": aligned - start,
        "train": trained - aligned,
        "load": loaded - trained,
        "decode": decoded - loaded,
    }
    (folder / "thot.json").write_text(json.dumps({"seconds": seconds, "texts": found}), encoding="utf-8")


def _trained(model, pairs, *, flipped):
    for source, target in pairs:
        model.add_sentence_pair(target if flipped else source, source if flipped else target)
    model.start_training()
    for _ in range(N_ITERATIONS):
        model.train()
    model.end_training()
    return model


if __name__ == "__main__":
    main()
