# syntax=docker/dockerfile:1
# Images of the two web programs:
#
#   docker build --target workbench -t cinescribe-workbench .
#   docker run --rm --network host -v "$PWD:/work" cinescribe-workbench film.ad
#
#   docker build --target studies -t cinescribe-studies .
#   docker run --rm -p 127.0.0.1:8000:8000 -v "$PWD:/work" cinescribe-studies study
#
# The workbench accepts connections from its own machine only, so it needs the host's network. The server of studies
# belongs behind an HTTPS reverse proxy: add --public-url. For PyTorch without CUDA, which is 2 GB smaller, pass the index
# of its CPU builds: --build-arg PIP_EXTRA_INDEX_URL=...
FROM python:3.11-slim-bookworm AS wheel
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY cinescribe cinescribe
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.11-slim-bookworm AS base
ENV OMP_NUM_THREADS=2 PYTHONUNBUFFERED=1
COPY constraints.txt /constraints.txt
COPY --from=wheel /wheels /wheels
# What is written into the mounted folder belongs to this user; another one: docker run --user "$(id -u):$(id -g)".
RUN useradd --create-home --uid 1000 cinescribe
WORKDIR /work

FROM base AS workbench
ARG PIP_EXTRA_INDEX_URL
RUN pip install --no-cache-dir -c /constraints.txt "$(echo /wheels/*.whl)[workbench]"
USER 1000
ENTRYPOINT ["cinescribe", "workbench", "--port", "8001"]
CMD ["."]

FROM base AS studies
ARG PIP_EXTRA_INDEX_URL
RUN pip install --no-cache-dir -c /constraints.txt "$(echo /wheels/*.whl)[postgresql]"
USER 1000
EXPOSE 8000
ENTRYPOINT ["cinescribe", "study", "serve", "--host", "0.0.0.0"]
CMD ["study"]
