"""The server as a process: the browser opens by itself where there is one."""

from __future__ import annotations

import sys
import webbrowser
from pathlib import Path

import pytest
from waiting import wait_until

from burgrave.server.process import has_browser, open_when_up
from server.running import RunningServer


def test_the_browser_opens_once_the_server_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    server = RunningServer(tmp_path).start()
    open_when_up(server.address, "/new/catan")
    wait_until(lambda: bool(opened))
    server.stop()
    assert opened == [f"{server.address}/new/catan"]


def test_no_browser_is_opened_where_there_is_no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CI", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(webbrowser, "get", lambda: None)
    assert not has_browser()
    monkeypatch.setenv("DISPLAY", ":0")
    assert has_browser()
    monkeypatch.setenv("CI", "1")
    assert not has_browser()
