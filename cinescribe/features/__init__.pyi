from .clip_sets.batch import Batch as Batch
from .clip_sets.batch import ClipInput as ClipInput
from .clip_sets.batch import PictureLevels as PictureLevels
from .clip_sets.blank_embedding_cache import CachedBlanks as CachedBlanks
from .clip_sets.blank_text import (
    EncodedBlanks as EncodedBlanks,
)
from .clip_sets.blank_text import (
    blanked_text as blanked_text,
)
from .clip_sets.blank_text import (
    encoded_blanks as encoded_blanks,
)
from .clip_sets.frames import (
    METERED_HZ as METERED_HZ,
)
from .clip_sets.frames import (
    FrameWriter as FrameWriter,
)
from .clip_sets.frames import (
    PictureMeter as PictureMeter,
)
from .clip_sets.frames import (
    read_frames as read_frames,
)
from .clip_sets.set_batch import SetBatch as SetBatch
from .clip_sets.set_batch import SetSizes as SetSizes
from .clip_sets.set_faces import (
    FaceTokens as FaceTokens,
)
from .clip_sets.set_faces import (
    clip_clusters as clip_clusters,
)
from .clip_sets.set_faces import (
    shuffled_clusters as shuffled_clusters,
)
from .clip_sets.set_reader import SetReader as SetReader
from .encoders.backlot_actions import (
    GREY_HEIGHT as GREY_HEIGHT,
)
from .encoders.backlot_actions import (
    GREY_HZ as GREY_HZ,
)
from .encoders.backlot_actions import (
    GREY_WIDTH as GREY_WIDTH,
)
from .encoders.backlot_actions import (
    ActionNet as ActionNet,
)
from .encoders.backlot_actions import (
    ActionPrediction as ActionPrediction,
)
from .encoders.backlot_actions import (
    ActionSizes as ActionSizes,
)
from .encoders.backlot_actions import (
    actor_positions as actor_positions,
)
from .encoders.backlot_actions import (
    is_cut as is_cut,
)
from .encoders.backlot_actions import (
    load_action_net as load_action_net,
)
from .encoders.backlot_actions import (
    window as window,
)
from .encoders.backlot_frames import (
    PICTURE_HEIGHT as PICTURE_HEIGHT,
)
from .encoders.backlot_frames import (
    PICTURE_WIDTH as PICTURE_WIDTH,
)
from .encoders.backlot_frames import (
    FrameNet as FrameNet,
)
from .encoders.backlot_frames import (
    FramePrediction as FramePrediction,
)
from .encoders.backlot_frames import (
    FrameSizes as FrameSizes,
)
from .encoders.backlot_frames import (
    as_input as as_input,
)
from .encoders.backlot_frames import (
    load_frame_net as load_frame_net,
)
from .encoders.domain_detection import (
    MIN_DOMAIN_SIMILARITY as MIN_DOMAIN_SIMILARITY,
)
from .encoders.domain_detection import (
    domain_similarity as domain_similarity,
)
from .encoders.domain_detection import (
    statistics as statistics,
)
from .encoders.encoder_weights import channels_last as channels_last
from .encoders.encoder_weights import write_encoder as write_encoder
from .encoders.hub_frames import Patches as Patches
from .encoders.hub_frames import Whole as Whole
from .encoders.hub_frames import preparation as preparation
from .extraction.clip_extractors import (
    ClipExtractor as ClipExtractor,
)
from .extraction.clip_extractors import (
    clip_extractor as clip_extractor,
)
from .extraction.clip_extractors import (
    clips_digest as clips_digest,
)
from .extraction.extract import (
    ExtractionResult as ExtractionResult,
)
from .extraction.extract import (
    Extractor as Extractor,
)
from .extraction.extract import (
    FilmTask as FilmTask,
)
from .extraction.extract import (
    StreamExtractor as StreamExtractor,
)
from .extraction.extract import (
    Workforce as Workforce,
)
from .extraction.extract import (
    extract as extract,
)
from .extraction.extractors import FACES_HZ as FACES_HZ
from .extraction.extractors import OWN as OWN
from .extraction.extractors import extractor as extractor
from .faces.dlib_embedding import CHIP_PIXELS as CHIP_PIXELS
from .faces.dlib_embedding import embeddings as embeddings
from .faces.dlib_embedding import load_embedding as load_embedding
from .faces.dlib_face_detector import load_face_detector as load_face_detector
from .faces.dlib_weights import model_path as model_path
from .faces.face_crops import (
    FaceCrop as FaceCrop,
)
from .faces.face_crops import (
    read_face_crops as read_face_crops,
)
from .faces.face_crops import (
    write_face_crops as write_face_crops,
)
from .faces.faces import DlibFaces as DlibFaces
from .faces.faces import FaceExtractor as FaceExtractor
from .faces.faces import FaceFinder as FaceFinder
from .faces.insightface_faces import load_insightface as load_insightface
from .faces.tracks import track_faces as track_faces
from .regions.hub_regions import HubDetector as HubDetector
from .regions.hub_regions import HubGrid as HubGrid
from .regions.hub_regions import hub_detector as hub_detector
from .regions.region_batch import (
    PictureRegions as PictureRegions,
)
from .regions.region_batch import (
    RegionBatch as RegionBatch,
)
from .regions.region_batch import (
    RegionSizes as RegionSizes,
)
from .regions.region_extractors import (
    BOXES as BOXES,
)
from .regions.region_extractors import (
    REGION_KINDS as REGION_KINDS,
)
from .regions.region_extractors import (
    RegionKind as RegionKind,
)
from .regions.region_extractors import (
    region_extractor as region_extractor,
)
from .regions.region_reader import RegionReader as RegionReader
from .regions.region_store import (
    SHARD_SIZE as SHARD_SIZE,
)
from .regions.region_store import (
    RegionProvenance as RegionProvenance,
)
from .regions.region_store import (
    RegionStore as RegionStore,
)
from .regions.regions import (
    CELLS as CELLS,
)
from .regions.regions import (
    KnownBoxes as KnownBoxes,
)
from .regions.regions import (
    RegionExtractor as RegionExtractor,
)
from .regions.regions import (
    cell_boxes as cell_boxes,
)
from .store.film_shards import Provenance as Provenance
from .store.film_shards import Shard as Shard
from .store.film_store import (
    CLIP_STREAMS as CLIP_STREAMS,
)
from .store.film_store import (
    FILM_STREAMS as FILM_STREAMS,
)
from .store.film_store import (
    STREAMS as STREAMS,
)
from .store.film_store import (
    FeatureStore as FeatureStore,
)
from .store.film_store import (
    Stream as Stream,
)
from .timed.timed_features import (
    FaceFeatures as FaceFeatures,
)
from .timed.timed_features import (
    FilmFeatures as FilmFeatures,
)
from .timed.timed_features import (
    TimedFeatures as TimedFeatures,
)
