"""People from files of Nemotron-Personas (JSONL or Parquet), each given a use of the assistant."""

from personas.nemotron.importing import Imported, read
from personas.nemotron.remarks import Remark

__all__ = ["Imported", "Remark", "read"]
