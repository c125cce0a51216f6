// Written by Scripts/house tables from usac_mps.json; edit that, not this.
// swift-format-ignore-file

/// The parameter band of each hybrid band with 28 bands.
let upmixBandOfHybridBand28: [71 of UInt8] = [
   1,  0,  0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13,
  14, 15, 16, 17, 17, 18, 18, 19, 19, 20, 20, 21, 21, 21, 22, 22,
  22, 23, 23, 23, 23, 24, 24, 24, 24, 24, 25, 25, 25, 25, 25, 25,
  26, 26, 26, 26, 26, 26, 26, 27, 27, 27, 27, 27, 27, 27, 27, 27,
  27, 27, 27, 27, 27, 27, 27,
]

/// The parameter band of each hybrid band with 20 bands.
let upmixBandOfHybridBand20: [71 of UInt8] = [
   1,  0,  0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13,
  14, 14, 15, 15, 15, 16, 16, 16, 16, 17, 17, 17, 17, 17, 18, 18,
  18, 18, 18, 18, 18, 18, 18, 18, 18, 18, 19, 19, 19, 19, 19, 19,
  19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19,
  19, 19, 19, 19, 19, 19, 19,
]

/// The parameter band of each hybrid band with 14 bands.
let upmixBandOfHybridBand14: [71 of UInt8] = [
   0,  0,  0,  0,  1,  1,  2,  3,  4,  4,  5,  6,  6,  7,  7,  8,
   8,  8,  9,  9,  9, 10, 10, 10, 10, 11, 11, 11, 11, 11, 12, 12,
  12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 13, 13, 13, 13, 13, 13,
  13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13,
  13, 13, 13, 13, 13, 13, 13,
]

/// The parameter band of each hybrid band with 10 bands.
let upmixBandOfHybridBand10: [71 of UInt8] = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6,
  7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 9, 9,
  9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9,
  9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9,
  9, 9, 9, 9, 9, 9, 9,
]

/// The parameter band of each hybrid band with 7 bands.
let upmixBandOfHybridBand7: [71 of UInt8] = [
  0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4,
  4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6,
  6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6,
  6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6,
  6, 6, 6, 6, 6, 6, 6,
]

/// The parameter band of each hybrid band with 5 bands.
let upmixBandOfHybridBand5: [71 of UInt8] = [
  0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2,
  3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4,
  4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4,
  4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4,
  4, 4, 4, 4, 4, 4, 4,
]

/// The parameter band of each hybrid band with 4 bands.
let upmixBandOfHybridBand4: [71 of UInt8] = [
  0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2,
  2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3,
  3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,
  3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,
  3, 3, 3, 3, 3, 3, 3,
]

/// The numerator of the all-pass of the decorrelator in its region 0, the newest sample first.
let upmixAllPass0: [11 of Float] = [
        0.0898,  0.128058434, -0.356361657,  0.122672349,  0.033342738,  0.000599384,
  -0.115077175, -0.173641011, -0.256828368, -0.314818293,          1.0,
]

/// The numerator of the all-pass of the decorrelator in its region 1, the newest sample first.
let upmixAllPass1: [9 of Float] = [
  -0.122100003, -0.016263781,  0.045767747,  0.064217642, -0.126110703,  0.123204008,
  -0.088940077, -0.287137479,          1.0,
]

/// The numerator of the all-pass of the decorrelator in its region 2, the newest sample first.
let upmixAllPass2: [4 of Float] = [
   0.035700001, -0.032632776,  0.129403055,          1.0,
]

/// The numerator of the all-pass of the decorrelator in its region 3, the newest sample first.
let upmixAllPass3: [3 of Float] = [
     -0.013, 0.0347424,       1.0,
]

/// The hybrid bands at which the decorrelator's regions begin and the last one ends, by `bsDecorrConfig`.
let upmixRegionBorders: [3 of [5 of Int]] = [
  [0, 8, 21, 30, 71],
  [0, 8, 56, 71, 71],
  [0, 0, 21, 71, 71],
]

/// The delay of each region, in slots.
let upmixRegionDelays: [4 of Int] = [11, 10, 5, 2]
