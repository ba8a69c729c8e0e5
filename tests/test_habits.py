"""Files that only others run: the forge's workflows and the operators' containers say things that exist."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml

from burgrave.server.settings import PREFIX, Settings

ROOT = Path(__file__).parent.parent
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
TARGETS = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
ELSEWHERE = {"BURGRAVE_CACHE", "BURGRAVE_SIGNING_KEY", "BURGRAVE_DOMAIN"}
"""Variables that are no settings: where compiled rules are, what signs cookies, what the proxy is called."""
COMPOSED = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text(encoding="utf-8"))


def name(path: Path) -> str:
    return path.name


@pytest.mark.parametrize("path", WORKFLOWS, ids=name)
def test_a_workflow_is_whole_and_makes_targets_that_exist(path: Path) -> None:
    said: dict[Any, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert {"name", True, "permissions", "jobs"} <= set(said), "YAML reads `on` as true"
    jobs = said["jobs"]
    for job in jobs.values():
        assert set(job) >= {"runs-on", "steps"}
        needed = job.get("needs", [])
        assert set([needed] if isinstance(needed, str) else needed) <= set(jobs)
        for step in job["steps"]:
            assert ("uses" in step) != ("run" in step)
            assert re.fullmatch(r"[\w-]+/[\w-]+@(v\d+|release/v\d+)", step.get("uses", "a/b@v1"))
            for target in re.findall(r"\bmake (\w+)", step.get("run", "")):
                assert target in TARGETS


def test_tests_run_on_every_python_that_the_package_takes_and_on_three_systems() -> None:
    jobs = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8"))["jobs"]
    assert jobs["whole"]["strategy"]["matrix"]["python"] == ["3.11", "3.12", "3.13", "3.14"]
    assert jobs["elsewhere"]["strategy"]["matrix"]["system"] == ["windows-latest", "macos-latest"]
    assert 'requires-python = ">=3.11"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml")), ids=name)
def test_a_form_for_issues_can_be_read(path: Path) -> None:
    said = yaml.safe_load(path.read_text(encoding="utf-8"))
    if path.name != "config.yml":
        assert {"name", "description", "body"} <= set(said)
        assert all(part["type"] in ("markdown", "textarea", "input", "dropdown", "checkboxes") for part in said["body"])


def test_the_citation_names_the_present_version() -> None:
    said = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert f'version = "{said["version"]}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_the_composed_servers_are_two_on_one_database_with_a_backup_beside_them() -> None:
    services = COMPOSED["services"]
    assert set(services) == {"one", "two", "database", "proxy", "backup"}
    assert services["one"] == services["two"]
    assert services["one"]["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert (ROOT / "deploy" / services["one"]["build"]["context"] / services["one"]["build"]["dockerfile"]).exists()
    volumes = [volume.partition(":")[0] for service in services.values() for volume in service.get("volumes", ())]
    assert {volume for volume in volumes if not volume.startswith(".")} == set(COMPOSED["volumes"])


@pytest.mark.parametrize("path", sorted((ROOT / "deploy").iterdir()), ids=name)
def test_every_variable_of_a_deployment_is_a_setting(path: Path) -> None:
    settings = {f"{PREFIX}{field.name.upper()}" for field in fields(Settings)}
    assert set(re.findall(r"\bBURGRAVE_[A-Z_]+", path.read_text(encoding="utf-8"))) <= settings | ELSEWHERE
