"""What Documentation/Python.md shows, run as it stands in a folder with a song."""
import pathlib
import re
import shutil

import pytest

HERE = pathlib.Path(__file__).resolve().parent
PAGES = [HERE.parent / "Python.md", HERE.parent.parent / "Documentation" / "Python.md"]
PAGE = next((page for page in PAGES if page.exists()), None)
BLOCKS = re.findall(r"^```text\n(import audiotoolbox.*?)^```$", PAGE.read_text(), re.M | re.S) if PAGE else []


@pytest.mark.skipif(PAGE is None, reason="the page is not there")
def test_the_page_has_blocks():
    assert len(BLOCKS) >= 5


@pytest.mark.parametrize("block", BLOCKS)
def test_a_block_runs(block, music, tmp_path, monkeypatch):
    if "import torch" in block:
        pytest.importorskip("torch", reason="PyTorch is not installed")
    shutil.copy(music, tmp_path / "song.m4a")
    monkeypatch.chdir(tmp_path)
    exec(compile(block, str(PAGE), "exec"), {"__name__": "page"})
