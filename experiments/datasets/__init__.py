"""Corpora: conversations and questions on disk, and public benchmarks turned into them."""

from experiments.datasets.corpus import Corpus, open_corpus
from experiments.datasets.findings import Findings, summary
from experiments.datasets.importers import Format, formats, import_corpus, load_format
from experiments.datasets.user import CorpusUser
from experiments.datasets.variety import Variety, variety

__all__ = [
    "Corpus",
    "CorpusUser",
    "Findings",
    "Format",
    "Variety",
    "formats",
    "import_corpus",
    "load_format",
    "open_corpus",
    "summary",
    "variety",
]
