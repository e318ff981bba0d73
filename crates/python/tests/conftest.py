"""The command, whose answers in JSON are those that the package must give."""

import json
import os
import subprocess
from pathlib import Path

import pytest

WORKSPACE = Path(__file__).parents[3]
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", WORKSPACE / "target"))
COMMAND = os.environ.get("BLOOMLAB", TARGET / "release" / "bloomlab")


@pytest.fixture(scope="session")
def command():
    """Asks the command a question, by flags, and gives its results."""

    def ask(*words, **flags):
        arguments = [str(word) for word in words]
        for name, value in flags.items():
            flag = "--" + name.replace("_", "-")
            arguments += [flag] if value is True else [flag, str(value)]
        done = subprocess.run([COMMAND, *arguments, "--format", "json"], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)["results"]

    return ask
