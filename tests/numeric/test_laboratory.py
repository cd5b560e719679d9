"""The laboratory by itself: its page runs, its public names are loaded late and are what their modules hold."""

import doctest
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import numeric

PAGE = Path(__file__).parents[2] / "docs" / "laboratory.md"


def test_the_page_runs() -> None:
    found = doctest.testfile(str(PAGE), module_relative=False)
    assert found.attempted > 20 and found.failed == 0


def test_public_names_are_those_of_the_modules() -> None:
    named = {name: module for module, names in numeric.PUBLIC.items() for name in names.split()}
    assert sorted(numeric.__all__) == sorted(named)
    for name, module in named.items():
        assert getattr(numeric, name) is getattr(import_module(f"numeric.{module}"), name), name


def test_names_are_loaded_when_they_are_used() -> None:
    code = (
        "import sys, numeric; assert 'numeric.families' not in sys.modules and 'numpy' not in sys.modules;"
        "from numeric import compare, expectation, families; import numeric.compare;"
        "assert all(map(callable, (compare, expectation, families, numeric.compare)))"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_what_is_not_public_is_no_name() -> None:
    assert not hasattr(numeric, "nothing")
    assert set(numeric.__all__) <= set(dir(numeric))
