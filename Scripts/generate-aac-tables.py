#!/usr/bin/env python3
"""Writes Sources/Codecs/AAC/Tables/*.swift from the standards' numeric tables.

    Scripts/generate-aac-tables.py TABLES [OUTPUT]

TABLES is the folder with the JSON files (../shared/tables in our workplace). The output is committed; run this again
only when a table is added or its form changes.
"""
import json
import os
import sys

SOURCE = sys.argv[1]
OUTPUT = sys.argv[2] if len(sys.argv) > 2 else os.path.join(
    os.path.dirname(__file__), "..", "Sources", "Codecs", "AAC", "Tables")


def load(name):
    with open(os.path.join(SOURCE, name)) as file:
        return json.load(file)


def lines(values, per_line, indent="  "):
    rows = [values[i:i + per_line] for i in range(0, len(values), per_line)]
    return "\n".join(indent + ", ".join(row) + "," for row in rows)


def write(name, text):
    with open(os.path.join(OUTPUT, name), "w") as file:
        file.write("// Written by Scripts/generate-aac-tables.py; do not edit.\n\n" + text)


def packed(length, code):
    return "0x%02X_%06X" % (length, code)


def codebooks():
    text = []
    for book in load("huffman_spectral.json"):
        rows = [packed(length, int(code, 16)) for _, length, code in book["entries"]]
        text.append(
            "/// Spectral codebook %d: length and code of each index (ISO/IEC 14496-3, 4.A.1).\n"
            "let spectralCodebook%d: [%d of UInt32] = [\n%s\n]\n"
            % (book["codebook"], book["codebook"], len(rows), lines(rows, 8)))
    write("SpectralCodebooks.swift", "\n".join(text))

    rows = [packed(length, int(code, 16)) for _, length, code in load("huffman_scalefactor.json")["entries"]]
    text = ("/// Scale factor codebook: length and code of difference `index - 60` (ISO/IEC 14496-3, 4.A.1).\n"
            "let scaleFactorCodebook: [%d of UInt32] = [\n%s\n]\n" % (len(rows), lines(rows, 8)))
    rvlc = load("rvlc.json")
    rows = [packed(length, int(bits, 2)) for _, length, bits in rvlc["scalefactor_codewords"]["rows"]]
    text += ("\n/// Reversible codewords of the differences -7...7, in that order (ISO/IEC 14496-3, 4.6.16).\n"
             "let reversibleCodebook: [%d of UInt32] = [\n%s\n]\n" % (len(rows), lines(rows, 8)))
    rows = [packed(length, int(code, 16)) for _, length, code in rvlc["escape_values"]["rows"]]
    text += ("\n/// Escape codewords that follow the differences -7 and 7 (ISO/IEC 14496-3, 4.6.16).\n"
             "let reversibleEscapeCodebook: [%d of UInt32] = [\n%s\n]\n" % (len(rows), lines(rows, 8)))
    write("ScaleFactorCodebooks.swift", text)


def bands():
    text = ["/// `swb_offset_long_window` and `swb_offset_short_window`: where the scale factor bands of each sampling\n"
            "/// frequency index begin, with the frame length as last value (ISO/IEC 14496-3, 4.5.4).\n"
            "///\n"
            "/// The rows of 512 and 480 for rates outside 22.05-48 kHz are not in the standard; they are those of the nearest\n"
            "/// rate that is, as deployed encoders have them.\n"
            "enum ScaleFactorBandTables {"]
    table = load("swb_offset.json")
    for length, column, name in [("1024", "swb_offset_long", "long1024"), ("960", "swb_offset_long", "long960"),
                                 ("512", "swb_offset_long", "long512"), ("480", "swb_offset_long", "long480"),
                                 ("1024", "swb_offset_short", "short128"), ("960", "swb_offset_short", "short120")]:
        text.append("  static func %s(_ samplingFrequencyIndex: Int) -> [Int] {" % name)
        text.append("    switch samplingFrequencyIndex {")
        groups = {}
        for row in table[length]:
            offsets = row.get(column) or row["swb_offset"]
            groups.setdefault(tuple(offsets), []).append(row["sampling_frequency_index"])
        items = list(groups.items())
        for number, (offsets, indices) in enumerate(items):
            label = "default" if number == len(items) - 1 else "case " + ", ".join(map(str, indices))
            text.append("    %s:\n      return [\n%s\n      ]" % (
                label, lines([str(v) for v in offsets], 16, "        ")))
        text.append("    }\n  }\n")
    write("ScaleFactorBandTables.swift", "\n".join(text).rstrip() + "\n}\n")


codebooks()
bands()
