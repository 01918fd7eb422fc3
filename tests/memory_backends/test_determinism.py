"""The same in every process, whatever the hash seed, the threads and the history."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import memory_backends
from memory_backends import embedders
from memory_backends.conformance.script import AFTERWARDS, QUESTIONS, little_life
from memory_backends.embedders.cache import VECTORS

PROGRAM = """
import sys
import memory_backends
from memory_backends.conformance.script import AFTERWARDS, QUESTIONS, little_life

name, options = sys.argv[1], dict(pair.split("=") for pair in sys.argv[2:])
backend = memory_backends.create(name, user_id="ada", **options)
for session in little_life("ada"):
    backend.add(session)
for ask in QUESTIONS:
    for memory in backend.search(ask, k=5, at=AFTERWARDS):
        print(memory.id, memory.score)
"""


def output(hash_seed: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.mark.parametrize(
    "arguments", [("bm25", "speakers=both"), ("dense", "embedder=hashing")], ids=str
)
def test_ids_and_scores_do_not_depend_on_the_hash_seed(arguments: tuple[str, ...]) -> None:
    one, other = output("1", *arguments), output("2", *arguments)
    assert one == other
    assert len(one.splitlines()) >= len(QUESTIONS)


@pytest.mark.parametrize("name", ["bm25", "dense"])
def test_scores_do_not_depend_on_what_the_process_did_before(name: str) -> None:
    def found() -> list[tuple[str, float | None]]:
        backend = memory_backends.create(name, user_id="ada")
        for session in little_life("ada"):
            backend.add(session)
        memories = [m for ask in QUESTIONS for m in backend.search(ask, k=5, at=AFTERWARDS)]
        return [(memory.id, memory.score) for memory in memories]

    VECTORS.clear()
    fresh = found()
    VECTORS.clear()
    embedders.create("use").embed([little_life("ada")[2].turns[0].text, "Something else."])
    assert found() == fresh


def test_threads_that_embed_the_same_texts_get_the_same_vectors() -> None:
    VECTORS.clear()
    texts = [f"Parcel {i} went to hall {i % 5}." for i in range(40)]
    shuffled = [texts[i:] + texts[:i] for i in (0, 7, 13, 29)]
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(embedders.create("use").embed, shuffled))
    VECTORS.clear()
    alone = dict(zip(texts, embedders.create("use").embed(texts), strict=True))
    for order, vectors in zip(shuffled, results, strict=True):
        np.testing.assert_array_equal(vectors, np.stack([alone[text] for text in order]))


def test_a_package_brings_a_backend_a_gate_and_an_embedder(tmp_path: Path) -> None:
    """A wheel, as far as Python sees one: a module beside its metadata with entry points."""
    (tmp_path / "acme_memory.py").write_text(
        "from memory_backends.embedders.hashing import Hashing\n"
        "from memory_backends.gates.universal import Universal\n"
        "from memory_backends.references import Recency\n"
        "class Acme(Recency):\n    'Remembers what Acme remembers.'\n    name = 'acme'\n"
        "class Picky(Universal):\n    name = 'picky'\n"
        "class Tiny(Hashing):\n    name = 'tiny'\n"
    )
    metadata = tmp_path / "acme_memory-1.2.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-memory\nVersion: 1.2\n")
    (metadata / "entry_points.txt").write_text(
        "[lifeworld.backends]\nacme = acme_memory:Acme\n"
        "[lifeworld.gates]\npicky = acme_memory:Picky\n"
        "[lifeworld.embedders]\ntiny = acme_memory:Tiny\n"
    )
    program = (
        "import memory_backends as m\n"
        "print(m.create('acme', user_id='a').name, m.gates.create('picky', user_id='a').name)\n"
        "print(m.create('dense', user_id='a', embedder='tiny').options.embedder)\n"
        "print([(r.source, r.doc) for r in m.describe() if r.name == 'acme'])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [
        "acme picky",
        "tiny",
        "[('installed by acme-memory 1.2', 'Remembers what Acme remembers.')]",
    ]
