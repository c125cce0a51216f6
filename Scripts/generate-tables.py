#!/usr/bin/env python3
"""Writes the numeric tables of the codecs as Swift files.

Usage: Scripts/generate-tables.py DIRECTORY-OF-JSON-TABLES

The tables are numbers of the standards, collected as JSON. Each generator below writes one kind of file; the
results are committed, so building the package needs neither Python nor the JSON files. To add a table, write a
generator that returns the text of the file and list it in `FILES`.
"""

import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLES = "Sources/Codecs/AAC/Tables"


def rows(values, columns):
    """The values, already text, in lines of `columns`, right-aligned to the widest."""
    width = max(len(value) for value in values)
    lines = []
    for start in range(0, len(values), columns):
        lines.append("  " + ", ".join(value.rjust(width) for value in values[start : start + columns]) + ",")
    return "\n".join(lines)


def low_delay_window(source, frame_length):
    table = json.loads((source / f"eld_window_{frame_length}.json").read_text())
    values = table["w"]
    assert table["frame_length"] == frame_length and len(values) == 4 * frame_length
    assert not any(values[: frame_length // 4])
    numbers = rows([f"{value:.8f}" for value in values], 8)
    return f"""\
// Written by Scripts/generate-tables.py from eld_window_{frame_length}.json; edit that, not this.
// swift-format-ignore-file

/// The window of the low-delay filterbank for frames of {frame_length} samples (ISO/IEC 14496-3, 4.6.20).
///
/// {4 * frame_length} values over four frames, the earliest sample of the synthesis first; the first {frame_length // 4} are 0.
let lowDelayWindow{frame_length}: [{4 * frame_length} of Float] = [
{numbers}
]
"""


FILES = {
    f"{TABLES}/LowDelayWindow512.swift": lambda source: low_delay_window(source, 512),
    f"{TABLES}/LowDelayWindow480.swift": lambda source: low_delay_window(source, 480),
}


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    source = pathlib.Path(sys.argv[1])
    for path, generate in FILES.items():
        target = ROOT / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(generate(source))
        print(path)


if __name__ == "__main__":
    main()
