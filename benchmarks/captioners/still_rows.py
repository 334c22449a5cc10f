"""The rows of tables 1 to 4 of *Explaining transformer-based image captioning models*, with the paper's scores.

Percent except for CIDEr (hundredths of 1) and NW; on COCO's test split and, in table 4, on ACVR's robot sequences.
"""

from __future__ import annotations

MODELS = {"transformer": "Transformer", "smart": "SMArT", "m2": "M²"}
FEATURES = {"regions": "R", "grid": "V"}  # ours: known boxes, a grid; the paper's: a detector, a ViT
PHASES = ("xe", "scst")
ROWS = tuple(f"{model}-{features}" for features in FEATURES for model in MODELS)

METRICS = ("BLEU-1", "BLEU-4", "METEOR", "ROUGE-L", "CIDEr-D", "SPICE", "NW", "Coverage")
# Table 1, by row and metric; the paper calls CIDEr-D CIDEr.
PAPER_SCORES = {
    "transformer-regions": (79.4, 36.4, 27.7, 56.8, 123.7, 20.9, 0.242, 74.5),
    "smart-regions": (80.4, 38.1, 28.8, 58.2, 129.7, 22.2, 0.256, 76.2),
    "m2-regions": (80.8, 39.1, 29.2, 58.6, 131.2, 22.6, 0.256, 76.0),
    "transformer-grid": (80.5, 38.5, 28.8, 58.5, 128.7, 22.6, 0.258, 77.4),
    "smart-grid": (81.1, 38.9, 29.0, 58.6, 130.7, 23.0, 0.263, 77.5),
    "m2-grid": (80.8, 38.7, 29.2, 58.7, 130.9, 23.0, 0.263, 77.9),
}

METHODS = {
    "saliency": "Saliency",
    "guided": "Guided backpropagation",
    "ig": "Integrated Gradients",
    "rollout": "Attention rollout",  # from here on, methods that the paper does not have
    "occlusion": "Occlusion",
}
CONTROLS = {"random": "a random order", "even": "all parts alike"}  # baselines that ignore the model
MARGINS = ("0", "1", "3", "5", "inf")
# Tables 3 and 4, by row and method: GroundingScore at each margin.
PAPER_GROUNDING = {
    "val": {
        "transformer-regions": {
            "saliency": (75.15, 78.59, 80.28, 80.84, 81.20),
            "guided": (67.42, 74.23, 78.37, 80.00, 80.78),
            "ig": (79.26, 82.76, 84.81, 85.43, 85.78),
        },
        "smart-regions": {
            "saliency": (80.37, 83.76, 85.68, 86.15, 86.36),
            "guided": (72.23, 78.39, 81.75, 82.87, 83.51),
            "ig": (81.30, 85.36, 87.47, 87.92, 88.12),
        },
        "m2-regions": {
            "saliency": (80.68, 84.01, 85.85, 86.26, 86.45),
            "guided": (71.43, 77.98, 81.53, 82.68, 83.28),
            "ig": (75.16, 80.90, 83.83, 84.71, 85.20),
        },
        "transformer-grid": {
            "saliency": (69.94, 70.79, 71.44, 71.67, 71.83),
            "guided": (67.19, 73.59, 77.12, 78.48, 79.30),
            "ig": (69.02, 75.38, 78.90, 80.14, 80.95),
        },
        "smart-grid": {
            "saliency": (70.08, 70.83, 71.40, 71.62, 71.75),
            "guided": (67.39, 74.21, 77.62, 78.93, 79.78),
            "ig": (69.42, 75.85, 79.27, 80.52, 81.25),
        },
        "m2-grid": {
            "saliency": (70.13, 71.02, 71.62, 71.84, 71.97),
            "guided": (67.85, 74.31, 77.87, 79.10, 79.93),
            "ig": (69.56, 75.90, 79.48, 80.70, 81.46),
        },
    },
    "test": {
        "transformer-regions": {
            "saliency": (74.95, 78.18, 80.06, 80.56, 80.84),
            "guided": (67.02, 74.08, 78.25, 79.88, 80.61),
            "ig": (79.22, 82.75, 84.86, 85.43, 85.77),
        },
        "smart-regions": {
            "saliency": (79.83, 83.45, 85.57, 85.98, 86.17),
            "guided": (72.28, 78.15, 81.60, 82.79, 83.37),
            "ig": (80.66, 84.98, 87.20, 87.69, 87.89),
        },
        "m2-regions": {
            "saliency": (80.23, 83.70, 85.74, 86.12, 86.28),
            "guided": (71.29, 78.07, 81.60, 82.67, 83.24),
            "ig": (74.98, 80.60, 83.69, 84.54, 84.98),
        },
        "transformer-grid": {
            "saliency": (69.89, 70.69, 71.34, 71.56, 71.68),
            "guided": (67.14, 73.54, 77.04, 78.43, 79.18),
            "ig": (69.11, 75.55, 78.93, 80.20, 80.94),
        },
        "smart-grid": {
            "saliency": (69.96, 70.81, 71.41, 71.59, 71.72),
            "guided": (67.31, 74.12, 77.65, 79.01, 79.83),
            "ig": (69.85, 75.73, 79.24, 80.43, 81.09),
        },
        "m2-grid": {
            "saliency": (69.99, 70.85, 71.37, 71.62, 71.76),
            "guided": (67.54, 74.12, 77.81, 79.24, 80.06),
            "ig": (69.86, 76.01, 79.55, 80.72, 81.31),
        },
    },
    "runs": {
        "transformer-regions": {
            "saliency": (74.91, 78.39, 79.99, 80.40, 80.62),
            "guided": (68.02, 76.12, 79.83, 81.02, 81.47),
            "ig": (76.91, 81.84, 83.92, 84.44, 84.66),
        },
        "smart-regions": {
            "saliency": (80.56, 84.29, 85.92, 86.41, 86.57),
            "guided": (74.80, 80.67, 84.02, 84.95, 85.37),
            "ig": (79.42, 86.41, 88.13, 88.83, 89.08),
        },
        "m2-regions": {
            "saliency": (82.13, 85.77, 87.33, 87.81, 88.00),
            "guided": (72.36, 78.84, 82.46, 83.44, 83.86),
            "ig": (79.52, 84.53, 86.38, 87.03, 87.40),
        },
        "transformer-grid": {
            "saliency": (71.03, 72.90, 75.28, 77.20, 80.00),
            "guided": (72.72, 75.83, 77.76, 78.88, 79.92),
            "ig": (71.66, 74.74, 77.46, 78.84, 79.95),
        },
        "smart-grid": {
            "saliency": (71.14, 72.91, 75.36, 77.21, 79.91),
            "guided": (72.26, 75.47, 77.51, 78.65, 79.65),
            "ig": (71.51, 74.41, 76.91, 71.92, 79.54),  # as printed; it must not fall
        },
        "m2-grid": {
            "saliency": (71.13, 72.86, 75.77, 77.29, 80.00),
            "guided": (72.83, 75.94, 77.96, 78.88, 80.01),
            "ig": (71.73, 74.69, 77.15, 78.21, 79.40),
        },
    },
}
