"""The API does what its description says, whatever is sent to it: never a failure of ours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error

from server.running import RunningServer

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    server = RunningServer(tmp_path_factory.mktemp("data")).start()
    yield server
    server.stop()


@pytest.fixture
def api_schema(running: RunningServer) -> Any:
    return schemathesis.openapi.from_url(f"{running.address}/api/openapi.json")


schema = schemathesis.pytest.from_fixture("api_schema")


@schema.parametrize()
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
def test_nothing_that_is_sent_is_our_failure(case: Any, running: RunningServer) -> None:
    case.call_and_validate(base_url=running.address, checks=[not_a_server_error])
