// Written by Scripts/house tables from ac3_eac3.json; edit that, not this.
// swift-format-ignore-file

/// `hebaptab` (A/52, Table E3.1).
let hybridPointers: [64 of UInt8] = [
   0,  1,  2,  3,  4,  5,  6,  7,  8,  8,  8,  8,  9,  9,  9, 10,
  10, 10, 10, 11, 11, 11, 11, 12, 12, 12, 12, 13, 13, 13, 13, 14,
  14, 14, 14, 15, 15, 15, 15, 16, 16, 16, 16, 17, 17, 17, 17, 18,
  18, 18, 18, 18, 18, 18, 18, 19, 19, 19, 19, 19, 19, 19, 19, 19,
]

/// Bits of a mantissa, or of an index of a vector, by `hebap` (A/52, Table E3.2).
let hybridBitCounts: [20 of Int] = [
   0,  2,  3,  4,  5,  7,  8,  9,  3,  4,  5,  6,  7,  8,  9, 10,
  11, 12, 14, 16,
]

/// The strategies of six blocks by `frmchexpstr` (A/52, Table E2.14).
let frameExponentStrategies: [192 of UInt8] = [
  1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 3, 1, 0, 0, 0,
  2, 0, 1, 0, 0, 0, 3, 3, 2, 0, 0, 2, 0, 0, 2, 0,
  0, 2, 0, 3, 2, 0, 0, 3, 2, 0, 2, 0, 0, 3, 3, 3,
  2, 0, 1, 0, 0, 0, 2, 0, 2, 0, 0, 3, 2, 0, 2, 0,
  2, 0, 2, 0, 2, 0, 3, 3, 2, 0, 3, 2, 0, 0, 2, 0,
  3, 2, 0, 3, 2, 0, 3, 3, 2, 0, 2, 0, 3, 3, 3, 3,
  3, 1, 0, 0, 0, 0, 3, 1, 0, 0, 0, 3, 3, 2, 0, 0,
  2, 0, 3, 2, 0, 0, 3, 3, 3, 2, 0, 2, 0, 0, 3, 2,
  0, 2, 0, 3, 3, 2, 0, 3, 2, 0, 3, 2, 0, 3, 3, 3,
  3, 3, 1, 0, 0, 0, 3, 3, 2, 0, 0, 3, 3, 3, 2, 0,
  2, 0, 3, 3, 2, 0, 3, 3, 3, 3, 3, 2, 0, 0, 3, 3,
  3, 2, 0, 3, 3, 3, 3, 3, 2, 0, 3, 3, 3, 3, 3, 3,
]

/// The factor of gain 1 by `hebap` from 8 on, times 32768 (A/52, Table E3.6).
let gainOneFactors: [12 of Int] = [
  4681, 2185, 1057,  520,  258,  129,   64,   32,   16,    8,    2,    0,
]

/// The factors of gains 2 and 4 by `hebap` from 8 on, times 32768 (A/52, Table E3.6).
let gainFactors: [18 of Int] = [
  -10923,  -4681, -14043,  -6554, -15292,  -7399, -15855,  -7802,
  -16124,  -7998, -16255,  -8096, -16320,  -8144, -16352,  -8168,
  -16368,  -8180,
]

/// The offsets of negative values at gains 2 and 4, by `hebap` from 8 on, times 32768 (A/52, Table E3.6).
let negativeGainOffsets: [18 of Int] = [
   -5461,  -1170, -11703,  -4915, -14199,  -6606, -15327,  -7412,
  -15864,  -7805, -16126,  -7999, -16255,  -8096, -16320,  -8144,
  -16352,  -8168,
]

/// `defcplbndstrc`: 1 if a sub-band belongs to the band of the one below (A/52, Table E2.12).
let couplingBandDefaults: [18 of UInt8] = [
  0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 0, 1, 1, 1,
  1, 1,
]

/// `defspxbndstrc` (A/52, Table E2.11).
let extensionBandDefaults: [17 of UInt8] = [
  0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0,
  1,
]
