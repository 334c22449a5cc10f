"""COCO's classes by the nouns of its captions: the table, and a captioner of its pictures evaluated from end to end."""

import json

import pytest

from cinescribe.corpus.core.stills import read_stills
from cinescribe.corpus.datasets.coco import build_coco
from cinescribe.corpus.extraction.still_features import extract_stills
from cinescribe.explain.attribution.gradients import saliency
from cinescribe.explain.grounding.caption_grounding import noun_lemmas
from cinescribe.explain.grounding.coco_nouns import COCO_CLASSES, COCO_NOUNS
from cinescribe.explain.grounding.corpus_grounding import caption_stills, evaluate_grounding
from cinescribe.features.regions.region_extractors import region_extractor
from cinescribe.features.regions.region_reader import RegionReader
from cinescribe.features.regions.region_store import RegionStore
from cinescribe.generate.greedy import greedy
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.language.tokens.tokenize import tokenize
from cinescribe.language.tokens.vocabulary import Vocabulary
from tests.explain.small_captioner import trained_captioner
from tests.metrics.similarities import TableSimilarity
from tests.shared import shared

pytestmark = pytest.mark.usefixtures("one_thread")


def test_every_class_has_nouns_and_every_noun_its_classes():
    assert len(COCO_CLASSES) == 80
    assert all(COCO_CLASSES.values())
    assert {kind for kinds in COCO_NOUNS.values() for kind in kinds} == set(COCO_CLASSES)
    assert COCO_NOUNS["woman"] == ("person",)
    assert COCO_NOUNS["table"] == ("dining table",)
    assert COCO_NOUNS["glass"] == ("wine glass", "cup")
    assert all(noun == noun.lower() and " " not in noun for noun in COCO_NOUNS)


@pytest.fixture(scope="module")
def coco(tmp_path_factory):
    pictures = shared("data/images/coco_mini")
    folder = tmp_path_factory.mktemp("coco") / "corpus"
    files = {"captions": "captions_train2017_part.json", "instances": "instances_train2017_part.json"}
    captions, instances = (pictures / name for name in files.values())
    return build_coco(folder, pictures=pictures, captions=captions, instances=[instances])


def test_the_classes_are_those_of_coco_s_own_file():
    value = json.loads((shared("data/images/coco_mini") / "instances_train2017_part.json").read_text())
    assert {kind["name"] for kind in value["categories"]} == set(COCO_CLASSES)


def test_twice_as_many_nouns_of_people_s_captions_name_a_class_in_their_picture(coco):
    captions = [
        (caption, {region.label for region in still.regions}) for still in coco.stills for caption in still.captions
    ]
    lemmas = noun_lemmas(tokenize([caption for caption, _ in captions]), shipped_parser())
    nouns = [(noun, present) for row, (_, present) in zip(lemmas, captions, strict=True) for noun in row if noun]
    as_called = sum(noun in present for noun, present in nouns)
    by_table = sum(not present.isdisjoint((noun, *COCO_NOUNS.get(noun, ()))) for noun, present in nouns)
    assert by_table > 1.8 * as_called > 0


@pytest.mark.slow
def test_a_captioner_of_coco_s_pictures_is_evaluated(coco):
    extract_stills(coco.folder, {"regions": region_extractor("regions")})
    stills = [still for still in read_stills(coco.folder).stills if still.regions]
    tokens = Vocabulary.from_texts((caption for still in stills for caption in still.captions), n_people=1)
    reader = RegionReader(RegionStore(coco.features("regions")).picture, tokens, n_tokens=20)
    model = trained_captioner(reader, stills)
    captions = caption_stills(model, stills, reader=reader, parser=shipped_parser(), decoder=greedy)
    evaluation = evaluate_grounding(
        captions, saliency, similarity=TableSimilarity({}), noun_classes=COCO_NOUNS, n_curves=0
    )
    plain = evaluate_grounding(captions, saliency, similarity=TableSimilarity({}), n_curves=0)
    assert evaluation.n_nouns == plain.n_nouns > evaluation.n_present > plain.n_present
    assert evaluation.hallucinated < plain.hallucinated
    assert evaluation.pointing is not None
    assert 0 < evaluation.pointing.value <= 1
