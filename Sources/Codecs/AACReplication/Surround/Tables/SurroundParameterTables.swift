// Written by Scripts/house tables from mps_ld.json; edit that, not this.
// swift-format-ignore-file

/// Level differences in dB of indices −15…15.
package let surroundLevelDifferences: [31 of Double] = [
  -150.0,  -45.0,  -40.0,  -35.0,  -30.0,  -25.0,  -22.0,  -19.0,  -16.0,  -13.0,
   -10.0,   -8.0,   -6.0,   -4.0,   -2.0,    0.0,    2.0,    4.0,    6.0,    8.0,
    10.0,   13.0,   16.0,   19.0,   22.0,   25.0,   30.0,   35.0,   40.0,   45.0,
   150.0,
]

/// Coherences of indices 0…7.
package let surroundCoherences: [8 of Double] = [
      1.0,   0.937, 0.84118, 0.60092, 0.36764,     0.0,  -0.589,   -0.99,
]

/// The gain of the downmix, by `bsFixedGainDMX`.
package let surroundDownmixGains: [8 of Float] = [
          1.0, 1.189207115, 1.414213562, 1.681792831,         2.0,  2.37841423, 2.828427125,         4.0,
]

/// The parameter band of each subband with 4 bands.
let surroundBandOfSubband4: [64 of UInt8] = [
  0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
  2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3,
  3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,
  3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,
]

/// The parameter band of each subband with 5 bands.
let surroundBandOfSubband5: [64 of UInt8] = [
  0, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3,
  3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4,
  4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4,
  4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4,
]

/// The parameter band of each subband with 7 bands.
let surroundBandOfSubband7: [64 of UInt8] = [
  0, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 5, 5,
  5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6,
  6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6,
  6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6,
]

/// The parameter band of each subband with 9 bands.
let surroundBandOfSubband9: [64 of UInt8] = [
  0, 1, 2, 3, 3, 4, 4, 5, 5, 6, 6, 6, 6, 6, 7, 7,
  7, 7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8,
  8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8,
  8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8,
]

/// The parameter band of each subband with 12 bands.
let surroundBandOfSubband12: [64 of UInt8] = [
   0,  1,  2,  3,  4,  4,  5,  5,  6,  6,  6,  7,  7,  7,  8,  8,
   8,  8,  9,  9,  9,  9,  9, 10, 10, 10, 10, 10, 10, 10, 10, 10,
  10, 10, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11,
  11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11,
]

/// The parameter band of each subband with 15 bands.
let surroundBandOfSubband15: [64 of UInt8] = [
   0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  9, 10, 10, 10, 11, 11,
  11, 11, 12, 12, 12, 12, 12, 13, 13, 13, 13, 13, 13, 13, 13, 13,
  13, 13, 13, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14,
  14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14,
]

/// The parameter band of each subband with 23 bands.
let surroundBandOfSubband23: [64 of UInt8] = [
   0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 12, 13, 13,
  14, 14, 15, 15, 16, 16, 16, 17, 17, 17, 18, 18, 18, 18, 19, 19,
  19, 19, 19, 20, 20, 20, 20, 20, 20, 21, 21, 21, 21, 21, 21, 21,
  22, 22, 22, 22, 22, 22, 22, 22, 22, 22, 22, 22, 22, 22, 22, 22,
]

/// The numerator of the all-pass of the decorrelator in its region 1, the newest sample first.
package let surroundAllPassLow: [16 of Float] = [
    0.33559999987483025, 0.0024894587695598602,  -0.15722907055169344,    0.2807503482326865,
   -0.19428573828190565,    0.3840600261464715,   -0.4084388976916671,  -0.17504830192774534,
     0.5559588661417365,   -0.4935829509049654,   0.05674158316105604,  -0.06581483595073223,
    0.33789616357535124,   0.22844265401363373,   -0.7025330597534776,                   1.0,
]

/// The numerator of the all-pass of the decorrelator in its region 2, the newest sample first.
package let surroundAllPassMiddle: [7 of Float] = [
    -0.4623999996110797,   0.23411932960152626,    0.5163637613877654, -0.025348829105496407,
    -0.2871031006798148,  0.015317060053348541,                   1.0,
]

/// The numerator of the all-pass of the decorrelator in its region 3, the newest sample first.
package let surroundAllPassHigh: [4 of Float] = [
   0.24679999984800816, 0.020795821212232113,  -0.3898491198197007,                  1.0,
]

/// The weights of the energies of subbands 13…31 in the temporal shaping of the decorrelated signal.
let surroundShapingWeights: [19 of Float] = [
   9.5863681e-17, 6.55181781e-13,    1.30321e-11,    7.07281e-11,
        2.56e-10,   7.311616e-10, 1.57498106e-09,  3.1539456e-09,
  5.36989509e-09, 8.92492836e-09, 1.21655588e-08, 1.45164846e-08,
  1.48378922e-08,  1.3238591e-08, 1.18050465e-08, 1.05542824e-08,
  9.89363475e-09, 9.63117931e-09, 9.84941064e-09,
]

/// The gains of the shaped signal in subbands 12, 13 and 14.
let surroundShapingHighPass: [3 of Float] = [
  0.7392, 0.9791, 0.9993,
]

/// The first subband of each group of the guided envelope shaping, and the end of the last group.
let surroundEnvelopeGroups: [10 of Int] = [
  12, 13, 14, 15, 16, 18, 21, 25, 30, 42,
]
