"""Looks for known holes in what constraints/ pins; says so where the database of holes cannot be reached."""

from __future__ import annotations

import json
import subprocess
import sys

UNREACHED = "The database of known holes cannot be reached from here, so nothing was checked."


def main() -> int:
    """Audit the superset of all pins: 0 nothing found, 1 holes found, 2 not checked."""
    command = [sys.executable, "-m", "pip_audit", "--require-hashes", "--disable-pip", "--progress-spinner=off"]
    done = subprocess.run([*command, "--format=json", "-r", "constraints/test.txt"], capture_output=True, text=True)
    try:
        packages = json.loads(done.stdout)["dependencies"]
    except json.JSONDecodeError:
        print(UNREACHED, done.stderr.strip().splitlines()[-1:], file=sys.stderr)
        return 2
    checked = [package for package in packages if "vulns" in package]
    holes = [(package, hole) for package in checked for hole in package["vulns"]]
    for package, hole in holes:
        mended = ", ".join(hole["fix_versions"]) or "no release yet"
        print(f"{package['name']} {package['version']}: {hole['id']}, mended in {mended}")
    if not checked:
        print(UNREACHED, file=sys.stderr)
        return 2
    print(f"{len(checked)} of {len(packages)} pinned packages checked, {len(holes)} known holes.")
    return int(bool(holes))


if __name__ == "__main__":
    sys.exit(main())
