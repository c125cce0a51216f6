// Written by Scripts/house tables from usac_sbr_hbe.json; edit that, not this.
// swift-format-ignore-file

/// The lowest subband that the harmonic transposer takes in, by the first that is made (ISO/IEC 23003-3, 7.5).
let harmonicStarts: [33 of Int] = [
   0,  0,  0,  0,  0,  0,  0,  2,  2,  2,  4,  4,  4,  4,  4,  6,  6,  6,  8,  8,  8,  8,  8, 10, 10, 10, 12, 12, 12, 12, 12, 12, 12,
]
