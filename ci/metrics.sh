#!/usr/bin/env bash
# The base installation and the tests of metrics, with the Python that PYTHON names.
set -euo pipefail
cd "$(dirname "$0")/.."
"${PYTHON:-python3}" -m venv build/metrics
build/metrics/bin/python -m pip install --quiet -c constraints.txt -e '.[dev-metrics]'
OMP_NUM_THREADS=1 build/metrics/bin/python -m pytest -n 2 -m "not slow" tests/metrics \
	--ignore tests/metrics/embedding/test_bertscore.py --ignore tests/metrics/scoring/test_sources.py # need PyTorch
