"""What tests and the examples of docstrings share: the music, and the program `af` to compare with."""
import os
import pathlib
import shutil

import pytest

FIXTURES = pathlib.Path(os.environ.get("AUDIOTOOLBOX_FIXTURES", pathlib.Path(__file__).resolve().parent.parent / "Tests" / "Fixtures"))


@pytest.fixture
def music():
    return str(FIXTURES / "glockenspiel-aac-eld.m4a")


@pytest.fixture
def fixtures():
    return FIXTURES


@pytest.fixture
def af():
    """The program, whose output is what the package must give; from the environment's AF, or from the search path."""
    program = os.environ.get("AF") or shutil.which("af")
    if program is None:
        pytest.skip("the program af is not there to compare with")
    return program


@pytest.fixture(autouse=True)
def _names(doctest_namespace, music):
    doctest_namespace["music"] = music
