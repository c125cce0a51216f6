#!/usr/bin/env python3
"""Writes the numeric tables of the codecs as Swift files.

Usage: Scripts/generate-tables.py DIRECTORY-OF-JSON-TABLES

The tables are numbers of the standards, collected as JSON. Each generator below returns the text of one kind of file; the
results are committed, so building the package needs neither Python nor the JSON files. To add a table, write a
generator and list it in `FILES`.
"""

import json
import math
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLES = "Sources/Codecs/AAC/Tables"
MPEG_TABLES = "Sources/Codecs/MPEGAudio/Tables"
AC3_TABLES = "Sources/Codecs/AC3/Tables"
USAC_TABLES = "Sources/Codecs/USAC/Tables"
HEADER = "// Written by Scripts/generate-tables.py from {}; edit that, not this.\n// swift-format-ignore-file\n\n"


def rows(values, columns, indent="  "):
    """The values, already text, in lines of `columns`, right-aligned to the widest."""
    width = max(len(value) for value in values)
    lines = []
    for start in range(0, len(values), columns):
        lines.append(indent + ", ".join(value.rjust(width) for value in values[start : start + columns]) + ",")
    return "\n".join(lines)


def codewords(entries):
    """Rows of a prefix code: the length in the top byte, the code in the low 24 bits."""
    return rows([f"0x{length:02X}_{code:06X}" for length, code in entries], 8)


def load(source, name):
    return json.loads((source / name).read_text())


def low_delay_window(source, frame_length):
    name = f"eld_window_{frame_length}.json"
    table = load(source, name)
    values = table["w"]
    assert table["frame_length"] == frame_length and len(values) == 4 * frame_length
    assert not any(values[: frame_length // 4])
    return HEADER.format(name) + f"""\
/// The window of the low-delay filterbank for frames of {frame_length} samples (ISO/IEC 14496-3, 4.6.20).
///
/// {4 * frame_length} values over four frames, the earliest sample of the synthesis first; the first {frame_length // 4} are 0.
let lowDelayWindow{frame_length}: [{4 * frame_length} of Float] = [
{rows([f"{value:.8f}" for value in values], 8)}
]
"""


def spectral_codebooks(source):
    books = []
    for book in load(source, "huffman_spectral.json"):
        number, entries = book["codebook"], book["entries"]
        books.append(f"""\
/// Spectral codebook {number}: length and code of each index (ISO/IEC 14496-3, 4.A.1).
let spectralCodebook{number}: [{len(entries)} of UInt32] = [
{codewords([(length, int(code, 16)) for _, length, code in entries])}
]
""")
    return HEADER.format("huffman_spectral.json") + "\n".join(books)


def scale_factor_codebooks(source):
    entries = load(source, "huffman_scalefactor.json")["entries"]
    reversible = load(source, "rvlc.json")
    words = reversible["scalefactor_codewords"]["rows"]
    escapes = reversible["escape_values"]["rows"]
    return HEADER.format("huffman_scalefactor.json and rvlc.json") + f"""\
/// Scale factor codebook: length and code of difference `index - 60` (ISO/IEC 14496-3, 4.A.1).
let scaleFactorCodebook: [{len(entries)} of UInt32] = [
{codewords([(length, int(code, 16)) for _, length, code in entries])}
]

/// Reversible codewords of the differences -7...7, in that order (ISO/IEC 14496-3, 4.6.16).
let reversibleCodebook: [{len(words)} of UInt32] = [
{codewords([(length, int(bits, 2)) for _, length, bits in words])}
]

/// Escape codewords that follow the differences -7 and 7 (ISO/IEC 14496-3, 4.6.16).
let reversibleEscapeCodebook: [{len(escapes)} of UInt32] = [
{codewords([(length, int(code, 16)) for _, length, code in escapes])}
]
"""


def scale_factor_bands(source):
    table = load(source, "swb_offset.json")
    columns = [("1024", "swb_offset_long", "long1024"), ("960", "swb_offset_long", "long960"),
               ("512", "swb_offset_long", "long512"), ("480", "swb_offset_long", "long480"),
               ("1024", "swb_offset_short", "short128"), ("960", "swb_offset_short", "short120")]
    functions = []
    for length, column, name in columns:
        cases = {}
        for row in table[length]:
            cases.setdefault(tuple(row[column]), []).append(row["sampling_frequency_index"])
        text = f"  static func {name}(_ samplingFrequencyIndex: Int) -> [Int] {{\n    switch samplingFrequencyIndex {{\n"
        for number, (offsets, indices) in enumerate(cases.items()):
            label = "default" if number == len(cases) - 1 else "case " + ", ".join(map(str, indices))
            text += f"    {label}:\n      return [\n{rows([str(value) for value in offsets], 16, '        ')}\n      ]\n"
        functions.append(text + "    }\n  }\n")
    return HEADER.format("swb_offset.json") + """\
/// `swb_offset_long_window` and `swb_offset_short_window`: where the scale factor bands of each sampling
/// frequency index begin, with the frame length as last value (ISO/IEC 14496-3, 4.5.4).
///
/// The rows of 512 and 480 for rates outside 22.05-48 kHz are not in the standard; they are those of the nearest
/// rate that is, as deployed encoders have them.
enum ScaleFactorBandTables {
""" + "\n".join(functions) + "}\n"


def mpeg_spectral_codebooks(source):
    table = load(source, "mp3_huffman.json")
    books = []
    for book in table["big_values"]:
        number, size, entries = book["codebook"], book["size"], book["entries"]
        assert [entry[0] for entry in entries] == list(range(size * size))
        books.append(f"""\
/// Codebook {number}: length and code of the pair x, y at {size}x + y (ISO/IEC 11172-3, Table B.7).
let pairCodebook{number}: [{len(entries)} of UInt32] = [
{codewords([(length, int(code, 16)) for _, length, code in entries])}
]
""")
    for book in table["count1"]:
        name, entries = book["name"], book["entries"]
        assert [entry[0] for entry in entries] == list(range(16))
        books.append(f"""\
/// Codebook {name}: length and code of the quadruple v, w, x, y at 8v + 4w + 2x + y (ISO/IEC 11172-3, Table B.7).
let quadrupleCodebook{name}: [16 of UInt32] = [
{codewords([(length, int(code, 16)) for _, length, code in entries])}
]
""")
    selection = [row[2] for row in table["table_select"]["rows"]]
    books.append(f"""\
/// `linbits` of each `table_select` (ISO/IEC 11172-3, Table B.7).
let linearBitCounts: [32 of UInt8] = [
{rows([str(value) for value in selection], 16)}
]
""")
    return HEADER.format("mp3_huffman.json") + "\n".join(books)


def mpeg_scale_factor_bands(source):
    table = load(source, "mp3_tables.json")
    functions = []
    for column, name, words in [("sfb_long", "long", "576 lines"), ("sfb_short", "short", "192 lines of a window")]:
        cases = {}
        for rate, offsets in table[column]["rows"]:
            cases.setdefault(tuple(offsets), []).append(rate)
        count = len(table[column]["rows"][0][1])
        text = f"  /// Where the bands of the {words} begin at a rate in Hz, and where the last ends.\n"
        text += f"  static func {name}(_ sampleRate: Int) -> [{count} of Int] {{\n    switch sampleRate {{\n"
        for number, (offsets, rates) in enumerate(cases.items()):
            label = "default" if number == len(cases) - 1 else "case " + ", ".join(map(str, rates))
            text += f"    {label}:\n      return [\n{rows([str(value) for value in offsets], 12, '        ')}\n      ]\n"
        functions.append(text + "    }\n  }\n")
    pretab = rows([str(value) for value in table["pretab"]], 22)
    return HEADER.format("mp3_tables.json") + f"""\
/// The scale factor bands of layer III (ISO/IEC 11172-3, Table B.8; ISO/IEC 13818-3, Table B.2).
///
/// No standard has the rates 8000, 11025 and 12000 Hz; their rows are those of deployed encoders.
enum ScaleFactorBandTables {{
""" + "\n".join(functions) + f"""}}

/// `pretab`: the additions of `preflag` to the scale factors of long bands (ISO/IEC 11172-3, Table B.6).
let preemphasis: [22 of UInt8] = [
{pretab}
]
"""


def mpeg_synthesis_window(source):
    values = load(source, "mp3_tables.json")["synthesis_window_D_times_65536"]
    assert len(values) == 512
    return HEADER.format("mp3_tables.json") + f"""\
/// The synthesis window D[i], times 65536 (ISO/IEC 11172-3, Table B.3).
let synthesisWindow: [512 of Int32] = [
{rows([str(value) for value in values], 16)}
]
"""


SBR_TABLES = "Sources/Codecs/AAC/SBR/Tables"
SBR_BOOKS = [
    ("t_huffman_env_1_5dB", "sbrFineLevelOverTime"), ("f_huffman_env_1_5dB", "sbrFineLevelOverFrequency"),
    ("t_huffman_env_bal_1_5dB", "sbrFineBalanceOverTime"), ("f_huffman_env_bal_1_5dB", "sbrFineBalanceOverFrequency"),
    ("t_huffman_env_3_0dB", "sbrCoarseLevelOverTime"), ("f_huffman_env_3_0dB", "sbrCoarseLevelOverFrequency"),
    ("t_huffman_env_bal_3_0dB", "sbrCoarseBalanceOverTime"),
    ("f_huffman_env_bal_3_0dB", "sbrCoarseBalanceOverFrequency"),
    ("t_huffman_noise_3_0dB", "sbrNoiseLevelOverTime"), ("t_huffman_noise_bal_3_0dB", "sbrNoiseBalanceOverTime"),
]


def sbr_codebooks(source):
    books = {book["name"]: book for book in load(source, "sbr_huffman.json")}
    texts = []
    for name, swift_name in SBR_BOOKS:
        entries, largest = books[name]["entries"], books[name]["lav"]
        assert [entry[0] for entry in entries] == list(range(2 * largest + 1))
        texts.append(f"""\
/// `{name}`: length and code of the difference `index - {largest}` (ISO/IEC 14496-3, 4.A.6.1).
let {swift_name}: [{len(entries)} of UInt32] = [
{codewords([(length, int(code, 16)) for _, length, code in entries])}
]
""")
    return HEADER.format("sbr_huffman.json") + "\n".join(texts)


def sbr_windows(source):
    symmetric = load(source, "sbr_qmf.json")["c"]
    low_delay = load(source, "ld_sbr.json")["cldfb_c640"]
    assert len(symmetric) == len(low_delay) == 640
    return HEADER.format("sbr_qmf.json and ld_sbr.json") + f"""\
/// The prototype of the filterbanks of SBR; the first value weights the newest sample (ISO/IEC 14496-3, 4.A.6.2).
let quadratureMirrorWindow: [640 of Float] = [
{rows([f"{value:.14f}" for value in symmetric], 6)}
]

/// The prototype of the low delay filterbanks of LD-SBR, likewise (ISO/IEC 14496-3, 4.6.20).
let lowDelayQuadratureMirrorWindow: [640 of Float] = [
{rows([f"{value:.14f}" for value in low_delay], 6)}
]
"""


def sbr_noise(source):
    values = load(source, "sbr_noise.json")["V"]
    assert len(values) == 512
    return HEADER.format("sbr_noise.json") + f"""\
/// The real parts of the noise that SBR adds (ISO/IEC 14496-3, 4.A.6.3).
let sbrNoiseReal: [512 of Float] = [
{rows([f"{value[0]:.14f}" for value in values], 6)}
]

/// The imaginary parts.
let sbrNoiseImaginary: [512 of Float] = [
{rows([f"{value[1]:.14f}" for value in values], 6)}
]
"""


PS_TABLES = "Sources/Codecs/AAC/ParametricStereo/Tables"


def swift_name(name):
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def stereo_codebooks(source):
    texts = []
    for book in load(source, "ps_huffman.json"):
        entries, offset = book["entries"], book["offset"]
        assert [entry[0] for entry in entries] == list(range(len(entries)))
        texts.append(f"""\
/// `huff_{book['name']}`: length and code of the difference `index - {offset}` (ISO/IEC 14496-3, 8.B).
let {swift_name('stereo_' + book['name'])}: [{len(entries)} of UInt32] = [
{codewords([(length, int(code, 16)) for _, length, code in entries])}
]
""")
    return HEADER.format("ps_huffman.json") + "\n".join(texts)


def stereo_bands(source):
    table = load(source, "ps.json")
    text = HEADER.format("ps.json")
    for count, name in (("20", "stereoBandOfSubband20"), ("34", "stereoBandOfSubband34")):
        values = table[f"parameter_band_of_sub_subband_{count}"]
        text += f"""\
/// The parameter band of each sub-subband with {count} bands (ISO/IEC 14496-3, 8.6.4.6.1).
let {name}: [{len(values)} of UInt8] = [
{rows([str(value) for value in values], 20)}
]

"""
    for name, taps in table["hybrid_filters_13_taps"].items():
        text += f"""\
/// The prototype `{name}` of the hybrid filters (ISO/IEC 14496-3, 8.6.4.3).
let {swift_name('stereo_filter_' + name)}: [13 of Float] = [
{rows([f"{value:.14f}" for value in taps], 5)}
]

"""
    return text.rstrip() + "\n"


def mixing_a(level, coherence):
    c = 10 ** (level / 20)
    c1 = math.sqrt(2 / (1 + c * c))
    c2 = c * c1
    alpha = math.acos(coherence) / 2
    beta = alpha * (c1 - c2) / math.sqrt(2)
    return (c2 * math.cos(beta + alpha), c1 * math.cos(beta - alpha), c2 * math.sin(beta + alpha), c1 * math.sin(beta - alpha))


def mixing_b(level, coherence):
    c = 10 ** (level / 20)
    rho = max(coherence, 0.05)
    alpha = math.atan2(2 * c * rho, c * c - 1) / 2
    if alpha < 0:
        alpha += math.pi / 2
    mu = c + 1 / c
    m = math.sqrt(max(0, 1 + (4 * rho * rho - 4) / mu**2))
    gamma = math.atan(math.sqrt(max(0, (1 - m) / (1 + m))))
    root = math.sqrt(2)
    return (root * math.cos(alpha) * math.cos(gamma), root * math.sin(alpha) * math.cos(gamma),
            -root * math.sin(alpha) * math.sin(gamma), root * math.cos(alpha) * math.sin(gamma))


def stereo_mixing(source, procedure, name):
    table = load(source, "ps.json")
    levels = table["iid_dB_default_index_minus7_to_7"] + table["iid_dB_fine_index_minus15_to_15"]
    coherences = table["icc_index_0_to_7"]
    values = [value for level in levels for coherence in coherences for value in procedure(level, coherence)]
    return HEADER.format("ps.json") + f"""\
/// The matrices of {name} (ISO/IEC 14496-3, 8.6.4.6.2): h11, h12, h21, h22 of each coherence of each level
/// difference, first the 15 default steps, then the 31 fine ones.
let stereo{name.title().replace(' ', '')}: [{len(values)} of Float] = [
{rows([f"{value:.8f}" for value in values], 8)}
]
"""


SURROUND_TABLES = "Sources/Codecs/AAC/Surround/Tables"


def surround_windows(source):
    window = load(source, "ld_sbr.json")["mps_low_delay"]["window_640"]
    assert len(window) == 640
    return HEADER.format("ld_sbr.json") + f"""\
/// The prototype of the filterbanks of LD MPEG Surround; the first value weights the newest sample (ISO/IEC 23003-2).
let surroundQuadratureMirrorWindow: [640 of Float] = [
{rows([f"{value:.13f}" for value in window], 6)}
]
"""


def surround_book(name, text, entries):
    """A book whose symbols are not counted from 0: rows and what they stand for."""
    values = [255 if entry[0] == "escape" else entry[0] if isinstance(entry[0], int) else 16 * entry[0][0] + entry[0][1] for entry in entries]
    return f"""\
/// {text}: length and code of each entry (ISO/IEC 23003-2).
let {name}: [{len(entries)} of UInt32] = [
{codewords([(length, int(code, 16)) for _, length, code in entries])}
]

/// The value of each entry.
let {name}Values: [{len(entries)} of UInt8] = [
{rows([str(value) for value in values], 20)}
]
"""


def surround_codebooks(source):
    table = load(source, "mps_ld.json")
    books = []
    for kind, quantity in (("cld", "LevelDifference"), ("icc", "Coherence")):
        books.append((f"surround{quantity}First", f"The first `{kind}` index", table["part0"][kind]))
        for direction, name in enumerate(("OverFrequency", "OverTime")):
            books.append((f"surround{quantity}{name}", f"Absolute differences of `{kind}`", table[f"{kind}_1d"][direction]))
            for largest, entries in table[f"{kind}_2d"][direction][0].items():
                text = f"Pairs of absolute sums and differences of `{kind}` up to {largest}, 16a + b, 255 the escape"
                books.append((f"surround{quantity}Pairs{name}{largest}", text, entries))
    books.append(("surroundLargestValueIndex", "The index of the largest absolute value", table["lav_index_codes"]))
    envelopes = "envelope_reshape_codes_value_is_16*level_index+run"
    books.append(("surroundEnvelope", "Levels of the envelope and runs, 16 · level + run", table[envelopes]))
    return HEADER.format("mps_ld.json") + "\n".join(surround_book(*book) for book in books)


def surround_time_pairs(source):
    """What USAC has besides: pairs of values of one band in two sets."""
    table = load(source, "mps_ld.json")
    books = []
    for kind, quantity in (("cld", "LevelDifference"), ("icc", "Coherence")):
        for direction, name in enumerate(("OverFrequency", "OverTime")):
            for largest, entries in table[f"{kind}_2d"][direction][1].items():
                text = f"Sums and differences of `{kind}` up to {largest} in two sets, 16a + b, 255 the escape"
                books.append((f"surround{quantity}TimePairs{name}{largest}", text, entries))
    return HEADER.format("mps_ld.json") + "\n".join(surround_book(*book) for book in books)


def surround_phases(source):
    """The codes of phase differences, whose pairs are the same within a set and between two."""
    table = load(source, "mps_ld.json")
    books = [("surroundPhaseFirst", "The first `ipd` index", table["part0"]["ipd"])]
    for direction, name in enumerate(("OverFrequency", "OverTime")):
        books.append((f"surroundPhase{name}", "Differences of `ipd`", table["ipd_1d"][direction]))
        within, between = table["ipd_2d"][direction][:2]
        assert within == between
        for largest, entries in within.items():
            text = f"Pairs of sums and differences of `ipd` up to {largest}, 16a + b, 255 the escape"
            books.append((f"surroundPhasePairs{name}{largest}", text, entries))
    return HEADER.format("mps_ld.json") + "\n".join(surround_book(*book) for book in books)


def surround_parameters(source):
    table = load(source, "mps_ld.json")
    text = HEADER.format("mps_ld.json")
    text += f"""\
/// Level differences in dB of indices −15…15.
package let surroundLevelDifferences: [31 of Double] = [
{rows([str(float(value)) for value in table["cld_dB"]], 10)}
]

/// Coherences of indices 0…7.
package let surroundCoherences: [8 of Double] = [
{rows([str(float(value)) for value in table["icc"]], 8)}
]

/// The gain of the downmix, by `bsFixedGainDMX`.
package let surroundDownmixGains: [8 of Float] = [
{rows([str(float(value)) for value in table["fixed_gain_dmx"]], 8)}
]
"""
    for count, bands in table["parameter_band_of_qmf_band"].items():
        assert len(bands) == 64 and max(bands) == int(count) - 1
        text += f"""
/// The parameter band of each subband with {count} bands.
let surroundBandOfSubband{count}: [64 of UInt8] = [
{rows([str(value) for value in bands], 16)}
]
"""
    decorrelator = table["decorrelator"]
    row = decorrelator["row_used_for_2_1_2"]
    for region, (order, name) in enumerate(((15, "Low"), (6, "Middle"), (3, "High"))):
        taps = decorrelator["numerator"][f"region {region + 1}"][row]
        assert len(taps) == order + 1 and taps[-1] == 1
        text += f"""
/// The numerator of the all-pass of the decorrelator in its region {region + 1}, the newest sample first.
package let surroundAllPass{name}: [{order + 1} of Float] = [
{rows([repr(float(value)) for value in taps], 4)}
]
"""
    shaping = table["stp"]
    text += f"""
/// The weights of the energies of subbands 13…31 in the temporal shaping of the decorrelated signal.
let surroundShapingWeights: [19 of Float] = [
{rows([repr(float(value)) for value in shaping["weight_index_13_to_31"]], 4)}
]

/// The gains of the shaped signal in subbands 12, 13 and 14.
let surroundShapingHighPass: [3 of Float] = [
{rows([str(value) for value in shaping["high_pass_gain_index_12_13_14"]], 3)}
]

/// The first subband of each group of the guided envelope shaping, and the end of the last group.
let surroundEnvelopeGroups: [10 of Int] = [
{rows([str(start) for start, _ in table["ges"]["band_groups_start_stop"]] + [str(table["ges"]["band_groups_start_stop"][-1][1])], 10)}
]
"""
    return text


def flat_table(name, values, element, note, columns=16):
    return f"""\
/// {note}
let {name}: [{len(values)} of {element}] = [
{rows([str(value) for value in values], columns)}
]
"""


def ac3_allocation(source):
    table = load(source, "ac3_bit_allocation.json")
    thresholds = [value for row in table["hearing_threshold_by_fscod"] for value in row]
    assert [len(row) for row in table["hearing_threshold_by_fscod"]] == [50] * 3 and len(table["band_start"]) == 51
    parts = [
        flat_table("allocationBandStarts", table["band_start"], "Int", "The first bin of each of the 50 bands, and the end of the last (A/52, Table 7.12)."),
        flat_table("allocationLogAddition", table["log_add"], "Int", "What two levels add up to above the higher, by half of their distance (A/52, Table 7.14)."),
        flat_table("allocationHearingThresholds", thresholds, "Int", "The threshold of hearing of each band at 48, 44.1 and 32 kHz (A/52, Table 7.15)."),
        flat_table("allocationPointers", table["bap_by_address"], "UInt8", "`baptab` (A/52, Table 7.16)."),
        flat_table("slowDecays", table["slow_decay"], "Int", "`slowdec` (A/52, Table 7.6)."),
        flat_table("fastDecays", table["fast_decay"], "Int", "`fastdec` (A/52, Table 7.7)."),
        flat_table("slowGains", table["slow_gain"], "Int", "`slowgain` (A/52, Table 7.8)."),
        flat_table("decibelKnees", table["db_per_bit"], "Int", "`dbpbtab` (A/52, Table 7.9)."),
        flat_table("allocationFloors", table["floor"], "Int", "`floortab` (A/52, Table 7.10)."),
        flat_table("fastGains", table["fast_gain"], "Int", "`fastgain` (A/52, Table 7.11)."),
    ]
    return HEADER.format("ac3_bit_allocation.json") + "\n".join(parts)


def ac3_enhanced(source):
    table = load(source, "ac3_eac3.json")
    strategies = [value for row in table["frame_exponent_strategy"] for value in row]
    low, high = (table[f"gaq_remap_gain2_gain4_{part}_q15_by_hebap_minus_8"] for part in ("a", "b_negative"))
    assert len(strategies) == 32 * 6 and table["gaq_remap_gain2_gain4_b_positive_q15"] == [16384, 8192]
    parts = [
        flat_table("hybridPointers", table["hebap_by_address"], "UInt8", "`hebaptab` (A/52, Table E3.1)."),
        flat_table("hybridBitCounts", table["bits_by_hebap"], "Int", "Bits of a mantissa, or of an index of a vector, by `hebap` (A/52, Table E3.2)."),
        flat_table("frameExponentStrategies", strategies, "UInt8", "The strategies of six blocks by `frmchexpstr` (A/52, Table E2.14)."),
        flat_table("gainOneFactors", table["gaq_remap_gain1_a_q15_by_hebap_minus_8"], "Int", "The factor of gain 1 by `hebap` from 8 on, times 32768 (A/52, Table E3.6)."),
        flat_table("gainFactors", [v for row in low for v in row], "Int", "The factors of gains 2 and 4 by `hebap` from 8 on, times 32768 (A/52, Table E3.6).", 8),
        flat_table("negativeGainOffsets", [v for row in high for v in row], "Int", "What is added to negative values at gains 2 and 4, by `hebap` from 8 on, times 32768 (A/52, Table E3.6).", 8),
        flat_table("couplingBandDefaults", table["default_cpl_band_structure"], "UInt8", "`defcplbndstrc`: 1 where a sub-band belongs to the band of the one below (A/52, Table E2.12)."),
        flat_table("extensionBandDefaults", table["default_spx_band_structure"], "UInt8", "`defspxbndstrc` (A/52, Table E2.11)."),
    ]
    return HEADER.format("ac3_eac3.json") + "\n".join(parts)


def ac3_vectors(source):
    books = load(source, "ac3_eac3_vq.json")["codebook_by_hebap"]
    values = [value for number in range(1, 8) for row in books[str(number)] for value in row]
    assert [len(books[str(number)]) for number in range(1, 8)] == [4, 8, 16, 32, 128, 256, 512]
    return HEADER.format("ac3_eac3_vq.json") + flat_table(
        "hybridVectors", values, "Int16",
        "Six values a vector, times 32768: the codebooks of `hebap` 1…7, of 4, 8, 16, 32, 128, 256 and 512 vectors (A/52, Tables E4.1 to E4.7).", 12)


def usac_arithmetic(source):
    table = load(source, "usac_arith.json")
    states, models, planes = table["states"], table["models"], table["lsb"]
    assert len(states) == 742 and [row[0] for row in states] == sorted({row[0] for row in states}) and states[-1][0] == 0xFFFFF
    assert all(len(row) == 17 and row[16] == 0 and row == sorted(row, reverse=True) for row in models) and len(models) == 64
    assert all(len(row) == 4 and row[3] == 0 for row in planes) and len(planes) == 3
    packed = [f"0x{context << 12 | exact << 6 | between:08X}" for context, exact, between in states]
    parts = [
        flat_table("arithmeticStates", packed, "UInt32", "Ascending contexts of 20 bits, each with its model and that of the contexts below it, 6 bits each (ISO/IEC 23003-3, 7.4).", 10),
        flat_table("arithmeticModels", [v for row in models for v in row[:16]], "UInt16", "Sixteen cumulative frequencies a model, descending, in 1/16384; the seventeenth is 0 (ISO/IEC 23003-3, 7.4)."),
        flat_table("arithmeticPlanes", [v for row in planes for v in row], "UInt16", "Four frequencies of a bit plane of two lines: the second is 0 so far, the first is, neither is (ISO/IEC 23003-3, 7.4).", 4),
    ]
    return HEADER.format("usac_arith.json") + "\n".join(parts)


def usac_bands(source):
    rows_768 = load(source, "usac_swb_offset_768.json")["rows"]
    limits = load(source, "usac_tns.json")["tns_max_bands"]
    assert [row[0] for row in rows_768] == list(range(13)) and [row[1] for row in rows_768] == [row[0] for row in limits]
    functions = []
    for column, name, lines in [(2, "long768", 768), (3, "short96", 96)]:
        cases = {}
        for row in rows_768:
            assert row[column][0] == 0 and row[column][-1] == lines
            cases.setdefault(tuple(row[column]), []).append(row[0])
        text = f"  static func {name}(_ samplingFrequencyIndex: Int) -> [Int] {{\n    switch samplingFrequencyIndex {{\n"
        for number, (offsets, indices) in enumerate(cases.items()):
            label = "default" if number == len(cases) - 1 else "case " + ", ".join(map(str, indices))
            text += f"    {label}:\n      return [\n{rows([str(value) for value in offsets], 16, '        ')}\n      ]\n"
        functions.append(text + "    }\n  }\n")
    shaping = "\n".join(
        f"/// The highest band that temporal noise shaping touches in {kind} windows, by sampling frequency index.\n"
        f"let shapedBandLimits{kind.capitalize()}: [13 of Int] = [{', '.join(str(row[place]) for row in limits)}]"
        for kind, place in [("long", 1), ("short", 2)])
    return HEADER.format("usac_swb_offset_768.json and usac_tns.json") + """\
/// Where the scale factor bands of frames of 768 lines begin, with the length of the window as last value, by the
/// sampling frequency index of the tables for 1024 lines (ISO/IEC 23003-3).
enum ShortFrameBandTables {
""" + "\n".join(functions) + "}\n\n" + shaping + "\n"


def usac_quadrature(source):
    table = load(source, "usac_mdst.json")
    windows, shapes = ["only_long / eight_short", "long_start", "long_stop", "stop_start"], ["sine_sine", "sine_kbd", "kbd_sine", "kbd_kbd"]
    current = {(window, shape): taps for window, shape, *taps in table["current"]}
    previous = [taps for _, _, *taps in table["previous"]]
    assert len(current) == 16 and len(previous) == 4
    flat = [value for window in windows for shape in shapes for value in current[window, shape]]
    return HEADER.format("usac_mdst.json") + "\n".join([
        flat_table("quadratureTaps", flat, "Float",
            "Taps a, b, c of -a -b -c 0 c b a by window (long or short, start, stop, both), left and right shape (ISO/IEC 23003-3, 7.7).", 3),
        flat_table("previousQuadratureTaps", [value for taps in previous for value in taps], "Float",
            "Four of seven symmetric taps on the window before, by the left slope (long, short) and its shape (ISO/IEC 23003-3, 7.7).", 4),
    ])


USAC_LPD_TABLES = "Sources/Codecs/USAC/LinearPrediction/Tables"


def usac_line_spectra(source):
    table = load(source, "usac_lpd_lsf.json")
    values = [value for row in table["codebook"] for value in row]
    assert len(table["codebook"]) == 256 and len(values) == 4096
    return HEADER.format("usac_lpd_lsf.json") + f"""\
/// The first approximations of the line spectral frequencies (ISO/IEC 23003-3, 7.13): 256 vectors of 16, in Hz on the
/// scale of 12.8 kHz.
let lineSpectrumCodebook: [4096 of Double] = [
{rows([f"{value:.4f}" for value in values], 16)}
]
"""


def usac_lattice(source):
    table = load(source, "usac_lpd_re8.json")
    leaders = [value for row in table["absolute_leaders"] for value in row]
    signed = table["signed_leaders"]
    starts = [sum(len(row) for row in signed[:number]) for number in range(len(signed) + 1)]
    codes = [entry for row in signed for entry in row]
    assert len(leaders) == 37 * 8 and len(codes) == 226
    parts = [
        flat_table("latticeLeaders", leaders, "Int8", "The absolute leaders of the lattice RE8, eight components each (ISO/IEC 23003-3, 7.12).", 8),
        flat_table("latticeSignStarts", starts, "UInt8", "Where each leader's rows in the two tables below begin, and the end of the last."),
        flat_table("latticeSigns", [code for code, _ in codes], "UInt8", "The signs of each signed leader: bit 7 − i is set where component i is negative."),
        flat_table("latticeSignIndices", [index for _, index in codes], "UInt16", "The first index of each signed leader."),
        flat_table("latticeLowLeaders", [value for value, _ in table["q3"]], "UInt8", "The leaders of base codebooks 2 and 3, in the order of their indices.", 9),
        flat_table("latticeLowIndices", [value for _, value in table["q3"]], "UInt16", "The first index of each of those.", 9),
        flat_table("latticeHighLeaders", [value for value, _ in table["q4"]], "UInt8", "The leaders of base codebook 4, in the order of their indices.", 14),
        flat_table("latticeHighIndices", [value for _, value in table["q4"]], "UInt16", "The first index of each of those.", 14),
    ]
    return HEADER.format("usac_lpd_re8.json") + "\n".join(parts)


def usac_excitation(source):
    table = load(source, "usac_lpd_acelp.json")
    gains = [value for row in table["gain"] for value in row]
    assert len(gains) == 256 and len(table["pitch_interpolation"]) == 65 and len(table["bass_post_filter"]) == 13
    parts = [
        flat_table("excitationGains", [f"{value:.6f}" for value in gains], "Float", "The gains of a subframe: of the adaptive codebook, and the correction of the innovation's (ISO/IEC 23003-3, 7.14).", 8),
        flat_table("pitchInterpolation", [f"{value:.6f}" for value in table["pitch_interpolation"]], "Float", "One half of the symmetric filter that interpolates quarters of a sample.", 8),
        flat_table("bassPostFilterTaps", [f"{value:.6f}" for value in table["bass_post_filter"]], "Float", "The middle and one half of the symmetric low-pass of the bass post-filter (ISO/IEC 23003-3, 7.17).", 7),
    ]
    return HEADER.format("usac_lpd_acelp.json") + "\n".join(parts)


USAC_SURROUND_TABLES = "Sources/Codecs/USAC/Surround/Tables"


def usac_upmix(source):
    table = load(source, "usac_mps.json")
    parts = []
    for count, bands in table["parameter_band_of_hybrid_band"].items():
        assert len(bands) == 71 and max(bands) == int(count) - 1
        parts.append(f"""\
/// The parameter band of each hybrid band with {count} bands.
let upmixBandOfHybridBand{count}: [71 of UInt8] = [
{rows([str(value) for value in bands], 16)}
]
""")
    decorrelator = table["decorrelator"]
    for region, taps in enumerate(decorrelator["numerator"]):
        assert taps[-1] == 1
        parts.append(f"""\
/// The numerator of the all-pass of the decorrelator in its region {region}, the newest sample first.
let upmixAllPass{region}: [{len(taps)} of Float] = [
{rows([repr(float(value)) for value in taps], 6)}
]
""")
    borders = decorrelator["band_start_end_by_config"]
    assert all(len(row) == 5 for row in borders)
    parts.append(f"""\
/// The hybrid bands at which the decorrelator's regions begin and the last one ends, by `bsDecorrConfig`.
let upmixRegionBorders: [3 of [5 of Int]] = [
{chr(10).join("  [" + ", ".join(map(str, row)) + "]," for row in borders)}
]

/// The delay of each region, in slots.
let upmixRegionDelays: [4 of Int] = [{", ".join(map(str, decorrelator["delay"]))}]
""")
    return HEADER.format("usac_mps.json") + "\n".join(parts)


FILES = {
    f"{USAC_LPD_TABLES}/LineSpectrumCodebook.swift": usac_line_spectra,
    f"{USAC_LPD_TABLES}/LatticeTables.swift": usac_lattice,
    f"{USAC_LPD_TABLES}/ExcitationTables.swift": usac_excitation,
    f"{USAC_TABLES}/ArithmeticTables.swift": usac_arithmetic,
    f"{USAC_TABLES}/ShortFrameBandTables.swift": usac_bands,
    f"{USAC_TABLES}/QuadratureTables.swift": usac_quadrature,
    f"{SURROUND_TABLES}/SurroundWindow.swift": surround_windows,
    f"{SURROUND_TABLES}/SurroundCodebookTables.swift": surround_codebooks,
    f"{SURROUND_TABLES}/SurroundTimePairTables.swift": surround_time_pairs,
    f"{SURROUND_TABLES}/SurroundPhaseTables.swift": surround_phases,
    f"{SURROUND_TABLES}/SurroundParameterTables.swift": surround_parameters,
    f"{USAC_SURROUND_TABLES}/UpmixTables.swift": usac_upmix,
    f"{PS_TABLES}/StereoCodebookTables.swift": stereo_codebooks,
    f"{PS_TABLES}/StereoBands.swift": stereo_bands,
    f"{PS_TABLES}/StereoMixingA.swift": lambda source: stereo_mixing(source, mixing_a, "mixing procedure A"),
    f"{PS_TABLES}/StereoMixingB.swift": lambda source: stereo_mixing(source, mixing_b, "mixing procedure B"),
    f"{SBR_TABLES}/SBRCodebookTables.swift": sbr_codebooks,
    f"{SBR_TABLES}/QuadratureMirrorWindows.swift": sbr_windows,
    f"{SBR_TABLES}/SBRNoise.swift": sbr_noise,
    f"{MPEG_TABLES}/SpectralCodebooks.swift": mpeg_spectral_codebooks,
    f"{MPEG_TABLES}/ScaleFactorBandTables.swift": mpeg_scale_factor_bands,
    f"{MPEG_TABLES}/SynthesisWindow.swift": mpeg_synthesis_window,
    f"{AC3_TABLES}/AllocationTables.swift": ac3_allocation,
    f"{AC3_TABLES}/EnhancedTables.swift": ac3_enhanced,
    f"{AC3_TABLES}/HybridVectors.swift": ac3_vectors,
    f"{TABLES}/LowDelayWindow512.swift": lambda source: low_delay_window(source, 512),
    f"{TABLES}/LowDelayWindow480.swift": lambda source: low_delay_window(source, 480),
    f"{TABLES}/SpectralCodebooks.swift": spectral_codebooks,
    f"{TABLES}/ScaleFactorCodebooks.swift": scale_factor_codebooks,
    f"{TABLES}/ScaleFactorBandTables.swift": scale_factor_bands,
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
