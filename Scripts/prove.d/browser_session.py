"""A page in headless Chromium that is pressed and asked: the DevTools protocol over the browser's two pipes.

The protocol: https://chromedevtools.github.io/devtools-protocol/. With `--remote-debugging-pipe` the browser reads JSON
objects from descriptor 3 and writes them to descriptor 4, each with a zero byte behind it.
"""
import itertools
import json
import os
import subprocess
import time

# Seconds until a page must have drawn itself.
PATIENCE = 20


class BrowserSession:
    """One browser with one page; use it as a context."""

    def __init__(self, browser, url):
        commands, self._commands = os.pipe()
        self._answers, answers = os.pipe()

        def place_pipes():
            # Copied first, as each may lie where the other goes.
            commands_copy, answers_copy = os.dup(commands), os.dup(answers)
            os.dup2(commands_copy, 3)
            os.dup2(answers_copy, 4)

        options = ["--headless", "--no-sandbox", "--disable-gpu", "--mute-audio", "--remote-debugging-pipe"]
        self._process = subprocess.Popen(
            [browser, *options], preexec_fn=place_pipes, close_fds=False, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(commands)
        os.close(answers)
        self._numbers = itertools.count(1)
        self._rest = b""
        self._session = None
        target = self._ask("Target.createTarget", url=url)["targetId"]
        self._session = self._ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._session = None
        try:
            self._ask("Browser.close")
            self._process.wait(PATIENCE)
        finally:
            self._process.kill()
            os.close(self._commands)
            os.close(self._answers)

    def evaluate(self, script):
        """The value of a script in the page, awaited, as if somebody had pressed a key; None where it fails."""
        answer = self._ask(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=True)
        return answer.get("result", {}).get("value")

    def wait_for(self, script):
        """Waits until a script has a value that is true; false where that takes too long."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.evaluate(script):
                return True
            time.sleep(0.05)
        return False

    def _ask(self, method, **parameters):
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._commands, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self._rest:
                chunk = os.read(self._answers, 1 << 16)
                if not chunk:
                    raise RuntimeError("the browser has gone")
                self._rest += chunk
            line, _, self._rest = self._rest.partition(b"\0")
            answer = json.loads(line)
            # What else comes is an event.
            if answer.get("id") == number:
                return answer.get("result", {})
