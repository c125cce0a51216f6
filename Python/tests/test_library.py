"""Which library is loaded."""
import io

import pytest

from audiotoolbox import _library

WIDE = "fma avx2 bmi1 bmi2 f16c abm movbe"


@pytest.mark.parametrize(("flags", "expected"), [(WIDE, True), ("fpu sse2", False), (WIDE.replace("avx2", "avx2x"), False)])
def test_processor(monkeypatch, flags, expected):
    """It is of level x86-64-v3 if its flags say so, of which the first processor's count."""
    text = f"processor\t: 0\nmodel name\t: {WIDE}\nflags\t\t: fpu {flags}\nbugs\t\t: {WIDE}\n"
    monkeypatch.setattr("builtins.open", lambda name, mode: io.BytesIO(text.encode()))
    assert _library._is_wide() is expected


def test_no_list_of_processors(monkeypatch):
    """Without /proc it is any."""
    def fail(name, mode):
        raise FileNotFoundError(name)
    monkeypatch.setattr("builtins.open", fail)
    assert not _library._is_wide()


@pytest.mark.parametrize("is_wide", [True, False])
def test_path(monkeypatch, tmp_path, is_wide):
    """The library for the processor is taken where the wheel has it; one that is named comes first."""
    monkeypatch.setattr(_library, "__file__", str(tmp_path / "_library.py"))
    monkeypatch.setattr(_library, "_is_wide", lambda: is_wide)
    monkeypatch.delenv("AUDIOTOOLBOX_LIBRARY", raising=False)
    plain = tmp_path / "libswift_audio_toolbox.so"
    assert _library._path() == str(plain)
    (tmp_path / "x86-64-v3").mkdir()
    assert _library._path() == str(tmp_path / "x86-64-v3" / plain.name if is_wide else plain)
    monkeypatch.setenv("AUDIOTOOLBOX_LIBRARY", "/other.so")
    assert _library._path() == "/other.so"
