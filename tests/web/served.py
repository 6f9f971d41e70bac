"""Real servers: processes of `contrecoup serve`, and callers that speak to them over a socket."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

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
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"} | variables,
            cwd=ROOT,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        said = ""
        while not said.rstrip().endswith("}"):
            line = self.process.stdout.readline()
            assert line, self.ended()
            said += line
        self.address: str = json.loads(said)["address"]

    def kill(self) -> None:
        """As when the power fails: the process and all that it started."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Ask it to stop; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    def ended(self) -> str:
        """What a server that is over wrote to its log."""
        assert self.process.stderr is not None
        return self.process.stderr.read()


@contextmanager
def served(*options: str, program: Sequence[str] = UNLIMITED, **variables: str) -> Iterator[Served]:
    """A server as long as it is needed."""
    server = Served(*options, program=program, **variables)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()
        for pipe in (server.process.stdout, server.process.stderr):
            assert pipe is not None
            pipe.close()


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
