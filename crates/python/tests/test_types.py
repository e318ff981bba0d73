"""Types: mypy on the package, its stubs and a usage file; the stubs against the package; examples in documentation."""

import doctest
import importlib
import importlib.metadata
import inspect
import pkgutil
import re
import subprocess
import sys
import typing
from pathlib import Path
from typing import get_overloads

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
    # overloads of functions stand in the code itself: the test below compares them
    run(
        "mypy.stubtest", "bloomlab._native", "--mypy-config-file", "pyproject.toml",
        "--allowlist", "tests/stubtest-allowlist.txt",
    )


FUNCTIONS = [name for name in bloomlab.__all__ if inspect.isfunction(getattr(bloomlab, name))]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_overloads_have_the_parameters_of_their_function(name):
    parameters = inspect.signature(getattr(bloomlab, name)).parameters
    for overload in get_overloads(getattr(bloomlab, name)):
        stated = dict(inspect.signature(overload).parameters)
        how = eval(stated.pop("how").annotation, vars(sys.modules[overload.__module__]))
        options = typing.get_args(how)[0]
        named = getattr(options, "__origin__", options).__annotations__
        assert {*stated, *named} == {*parameters}
        assert all(stated[one].default == parameters[one].default for one in stated)


def test_examples_of_docstrings():
    modules = [importlib.import_module(f"bloomlab.{module.name}") for module in pkgutil.iter_modules(bloomlab.__path__)]
    results = [doctest.testmod(module) for module in modules]
    assert sum(result.attempted for result in results) >= 18
    assert sum(result.failed for result in results) == 0


@pytest.mark.parametrize("page", ["README.md", "../../docs/python.md"])
def test_examples_of_the_pages(page):
    result = doctest.testfile(str(HERE / page), module_relative=False)
    assert result.attempted >= 5 and result.failed == 0


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_is_documented(name):
    documentation = inspect.getdoc(getattr(bloomlab, name))
    for section in ("Parameters", "Returns", "Examples"):
        assert f"\n{section}\n---" in documentation, section
    stated = documentation.partition("Parameters\n---")[2].partition("\nReturns\n---")[0]
    assert all(re.search(rf"^(.*\W)?{one}\b", stated, re.MULTILINE) for one in inspect.signature(getattr(bloomlab, name)).parameters)


@pytest.mark.parametrize("name", [name for name in bloomlab.__all__ if inspect.isclass(getattr(bloomlab, name))])
def test_every_answer_is_documented(name):
    assert len(inspect.getdoc(getattr(bloomlab, name))) > 20
