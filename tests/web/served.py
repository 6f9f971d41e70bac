"""Real servers: processes of `contrecoup serve`, and callers that speak to them over a socket."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

import httpx

ROOT = Path(__file__).parents[2]
PATIENCE = 30.0
UNLIMITED = ("-m", "tests.web.unlimited")
COMMAND = ("-c", "import sys; from contrecoup.cli import main; sys.exit(main())", "serve")
"""What people run, with its limits."""


class Served:
    """A server in a process of its own."""

    def __init__(self, *options: str, program: Sequence[str] = UNLIMITED, **variables: str) -> None:
        command = [sys.executable, *program, "--port", "0", "--json", *options]
        self._log = TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115 - as long as the process: see close
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"} | variables,
            cwd=ROOT,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        self.address = self._address(self.process.stdout)

    def _address(self, said: IO[str]) -> str:
        """The address that it tells once it is ready."""
        text = ""
        for line in said:
            text += line
            if line.startswith("}"):
                break
        assert "address" in text, text + self.log()
        return str(json.loads(text)["address"])

    def kill(self) -> None:
        """As when the power fails: the process and all that it started."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Ask it to stop; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    def log(self) -> str:
        """What it has written to its log."""
        self._log.seek(0)
        return self._log.read()

    def close(self) -> None:
        """End it where it isn't over, and let go of what it wrote."""
        if self.process.poll() is None:
            self.kill()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self._log.close()


@contextmanager
def served(*options: str, program: Sequence[str] = UNLIMITED, **variables: str) -> Generator[Served]:
    """A server as long as it is needed."""
    server = Served(*options, program=program, **variables)
    try:
        yield server
    finally:
        server.close()


class Frames:
    """The events of a stream, read one after the other."""

    def __init__(self, response: httpx.Response) -> None:
        self._lines = response.iter_lines()

    def __iter__(self) -> Iterator[dict[str, str]]:
        event: dict[str, str] = {}
        for line in self._lines:
            if not line:
                if event:
                    yield event
                event = {}
                continue
            field, _, value = line.partition(":")
            event[field or "comment"] = value.removeprefix(" ")
