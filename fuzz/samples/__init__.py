"""Valid files that are made by code: films, pictures, corpora, models, described folders."""
