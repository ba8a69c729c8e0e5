"""Firefox as people have it, for the tests that click through whole games.

Playwright asks it for commands that it does not know yet. So this speaks WebDriver BiDi with it directly, as far as
those tests need: the names are Playwright's, the selectors plain CSS.
"""

from __future__ import annotations

import json
import re
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from fnmatch import fnmatch
from itertools import count
from types import SimpleNamespace
from typing import Any

from playwright.sync_api import TimeoutError
from waiting import PATIENCE, PATIENT_SOCKET
from websockets.sync.client import ClientConnection, connect

PAUSE = 0.01
KEYS = {"Enter": "\ue007", "Escape": "\ue00c"}

TARGET = """selector => {
  const found = document.querySelector(selector);
  if (!found) return null;
  found.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const box = found.getBoundingClientRect(), [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const hit = document.elementFromPoint(x, y);
  return box.width && hit && (found.contains(hit) || hit.contains(found)) ? [x, y] : null;
}"""
"""The middle of an element that is in sight and below nothing else; null until it is."""

VISIBLE = """selector => {
  const found = document.querySelector(selector);
  return !!found && found.checkVisibility({ visibilityProperty: true }) && found.getBoundingClientRect().width > 0;
}"""

SET = """([selector, value]) => {
  const field = document.querySelector(selector);
  if (!field) return false;
  field.focus();
  if (typeof value === "boolean") { if (field.checked !== value) field.click(); return true; }
  field.value = value;
  for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  return true;
}"""


class Firefox:
    """A browser without a window."""

    def __init__(self, path: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self._held = ExitStack()
        profile = self._held.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        command = (path, "--headless", "--no-remote", "--profile", profile, f"--remote-debugging-port={port}")
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._numbers, self._listeners = count(1), list[Callable[[dict[str, Any]], None]]()
        self._socket = self._connected(f"ws://127.0.0.1:{port}/session")
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded"])

    def _connected(self, address: str) -> ClientConnection:
        ends = time.monotonic() + PATIENCE
        while True:
            try:
                return self._held.enter_context(connect(address, max_size=None, **PATIENT_SOCKET))
            except OSError:
                assert self._process.poll() is None, "Firefox has ended"
                assert time.monotonic() < ends, "Firefox does not answer"
                time.sleep(0.2)

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """What Firefox answers to a command; what it tells meanwhile is heard."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            told = json.loads(self._socket.recv(PATIENCE))
            if told.get("id") == number:
                assert told["type"] == "success", f"{method}: {told.get('message')}"
                return dict(told["result"])
            if told["type"] == "event":
                for listener in self._listeners:
                    listener(told["params"])

    def listen(self, listener: Callable[[dict[str, Any]], None]) -> None:
        """Hear what pages say in their consoles."""
        self._listeners.append(listener)

    def new_context(self, viewport: Mapping[str, int], **_: Any) -> Context:
        """A new person."""
        return Context(self, viewport)

    def is_connected(self) -> bool:
        """Whether it is there."""
        return self._process.poll() is None

    def close(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait(PATIENCE)
        self._held.close()


class Context:
    """A person with cookies of their own."""

    def __init__(self, browser: Firefox, viewport: Mapping[str, int]) -> None:
        self._browser, self._viewport, self._timeout = browser, viewport, PATIENCE
        self._id = browser.ask("browser.createUserContext")["userContext"]

    def set_default_timeout(self, milliseconds: float) -> None:
        """How long pages wait for what must happen."""
        self._timeout = milliseconds / 1000

    def add_init_script(self, script: str) -> None:
        """Run something in every page before its own scripts."""
        declared = f"() => {{ {script} }}"
        self._browser.ask("script.addPreloadScript", functionDeclaration=declared, userContexts=[self._id])

    def new_page(self) -> Page:
        """An empty page."""
        made = self._browser.ask("browsingContext.create", type="tab", userContext=self._id)
        page = Page(self._browser, made["context"], self._timeout)
        page.set_viewport_size(self._viewport)
        return page

    def close(self) -> None:
        """Forget the person."""
        self._browser.ask("browser.removeUserContext", userContext=self._id)


class Page:
    """A page, as far as whole games need one."""

    def __init__(self, browser: Firefox, context: str, timeout: float) -> None:
        self._browser, self._context, self._timeout = browser, context, timeout
        self.mouse = SimpleNamespace(click=self._click_at)

    def on(self, kind: str, listener: Callable[[Any], object]) -> None:
        """Hear of errors (`pageerror`), or of lines in the console."""

        def heard(entry: dict[str, Any]) -> None:
            if entry.get("source", {}).get("context") != self._context:
                return
            if kind == "pageerror" and (entry["type"], entry["level"]) == ("javascript", "error"):
                listener(entry["text"])
            elif kind == "console" and entry["type"] == "console":
                listener(SimpleNamespace(text=entry.get("text") or ""))

        self._browser.listen(heard)

    @property
    def url(self) -> str:
        """Where it is."""
        tree = self._browser.ask("browsingContext.getTree", root=self._context)
        return str(tree["contexts"][0]["url"])

    def goto(self, address: str) -> None:
        """Open an address."""
        self._browser.ask("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def set_viewport_size(self, size: Mapping[str, int]) -> None:
        """Make the window so large."""
        self._browser.ask("browsingContext.setViewport", context=self._context, viewport=dict(size))

    def evaluate(self, script: str, arg: Any = None) -> Any:
        """The value of an expression, or of a function of `arg`."""
        called = f"typeof it === 'function' ? it({json.dumps(arg)}) : it"
        whole = f"(async () => {{ const it = ({script}); return JSON.stringify(await ({called})); }})()"
        target = {"context": self._context}
        told = self._browser.ask("script.evaluate", expression=whole, target=target, awaitPromise=True)
        assert told["type"] == "success", told["exceptionDetails"]["text"]
        value = told["result"].get("value")
        return None if value is None else json.loads(value)

    def wait_for_function(self, script: str, arg: Any = None, timeout: float | None = None) -> Any:
        """Wait until it has a value that counts; a page that is being left has none."""

        def look() -> Any:
            try:
                return self.evaluate(script, arg)
            except AssertionError as error:
                if not re.search("no such frame|realm|aborted|navigat|destroyed|discarded", str(error), re.IGNORECASE):
                    raise
                return None

        return self._found(look, script, timeout)

    def _found(self, look: Callable[[], Any], what: str, timeout: float | None = None) -> Any:
        ends = time.monotonic() + (self._timeout if timeout is None else timeout / 1000)
        while not (found := look()):
            if time.monotonic() > ends:
                raise TimeoutError(f"waited in vain for {what}")
            time.sleep(PAUSE)
        return found

    def wait_for_url(self, pattern: str) -> None:
        """Wait until its address is like that, and all of it is there."""
        self._found(lambda: fnmatch(self.url, pattern), pattern)
        self.wait_for_function("document.readyState === 'complete'")

    def wait_for_selector(self, selector: str) -> None:
        """Wait until there is such an element to be seen."""
        self.wait_for_function(VISIBLE, selector)

    def wait_for_timeout(self, milliseconds: float) -> None:
        """Let time pass."""
        time.sleep(milliseconds / 1000)

    def locator(self, selector: str) -> Locator:
        """The elements of a selector, whenever somebody asks for them."""
        return Locator(self, selector)

    def click(self, selector: str, timeout: float | None = None) -> None:
        """Click in the middle of an element, once it can be clicked there."""
        self._click_at(*self.wait_for_function(TARGET, selector, timeout))

    def _click_at(self, x: float, y: float) -> None:
        move = {"type": "pointerMove", "x": round(x), "y": round(y)}
        steps = [move, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self._act({"type": "pointer", "id": "mouse", "actions": steps})

    def _act(self, source: dict[str, Any]) -> None:
        self._browser.ask("input.performActions", context=self._context, actions=[source])

    def fill(self, selector: str, value: str) -> None:
        """Write something into a field."""
        self.wait_for_function(SET, [selector, value])

    def select_option(self, selector: str, value: str) -> None:
        """Choose from a list."""
        self.wait_for_function(SET, [selector, value])

    def set_checked(self, selector: str, on: bool) -> None:
        """Switch something on or off."""
        self.wait_for_function(SET, [selector, on])

    def check(self, selector: str, **_: Any) -> None:
        """Switch something on."""
        self.set_checked(selector, True)

    def press(self, selector: str, key: str) -> None:
        """Press a key in a field."""
        self.wait_for_function("selector => { document.querySelector(selector).focus(); return true; }", selector)
        steps = [{"type": kind, "value": KEYS[key]} for kind in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keyboard", "actions": steps})


class Locator:
    """The elements of a selector."""

    def __init__(self, page: Page, selector: str) -> None:
        self._page, self._selector = page, selector

    @property
    def first(self) -> Locator:
        """The first of them, which is the one that is clicked anyway."""
        return self

    def count(self) -> int:
        """How many there are."""
        return int(self._page.evaluate("selector => document.querySelectorAll(selector).length", self._selector))

    def is_visible(self) -> bool:
        """Whether the first can be seen."""
        return bool(self._page.evaluate(VISIBLE, self._selector))

    def click(self, timeout: float | None = None) -> None:
        """Click on the first."""
        self._page.click(self._selector, timeout)
