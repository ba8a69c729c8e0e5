"""What makes compiled code stale, and what does not."""

from pathlib import Path

from burgrave import bots, envs
from burgrave.core.cache import compiled_neighbours


def names(package) -> set[str]:
    return {path.name for path in compiled_neighbours(Path(package.__file__).parent)}


def test_bots_are_compiled_again_only_when_their_compiled_code_changes():
    assert names(bots) == {"looking.py", "nodes.py", "tree.py"}


def test_environments_are_compiled_again_only_when_their_compiled_code_changes():
    assert names(envs) == {"stepping.py"}
