"""Types: mypy on the package, its stubs and a usage file; the stubs against the package; examples in documentation."""

import doctest
import importlib
import importlib.metadata
import inspect
import pkgutil
import subprocess
import sys
from pathlib import Path

import bloomlab
import pytest

HERE = Path(__file__).parents[1]


def run(*arguments):
    done = subprocess.run([sys.executable, "-m", *arguments], cwd=HERE, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_version_is_that_of_the_wheel():
    assert bloomlab.__version__ == importlib.metadata.version("bloomlab")


def test_mypy_in_its_strict_mode():
    run("mypy")


@pytest.mark.skipif(not bloomlab.EXACT, reason="the stubs are of a package with the feature exact")
def test_stubs_are_those_of_the_package():
    allowed = ["--allowlist", "tests/stubtest-allowlist", "--ignore-unused-allowlist"]
    run("mypy.stubtest", "bloomlab", "--mypy-config-file", "pyproject.toml", *allowed)


def test_examples_of_docstrings():
    modules = [importlib.import_module(f"bloomlab.{module.name}") for module in pkgutil.iter_modules(bloomlab.__path__)]
    results = [doctest.testmod(module) for module in modules]
    assert sum(result.attempted for result in results) >= 18
    assert sum(result.failed for result in results) == 0


def test_examples_of_the_readme():
    result = doctest.testfile(str(HERE / "README.md"), module_relative=False)
    assert result.attempted >= 5 and result.failed == 0


@pytest.mark.parametrize("name", [name for name in bloomlab.__all__ if callable(getattr(bloomlab, name))])
def test_every_function_is_documented(name):
    documentation = inspect.getdoc(getattr(bloomlab, name))
    if isinstance(getattr(bloomlab, name), type) or name == "messages_per_cycle":
        assert len(documentation) > 40
    else:
        for section in ("Parameters", "Returns", "Raises", "Notes", "Examples"):
            assert f"\n{section}\n---" in documentation, section
