// Written by Scripts/house tables from drc.json; edit that, not this.
// swift-format-ignore-file

/// Length and code of the steps of a gain, from -2 to 1 dB in eighths (ISO/IEC 23003-4, Annex A).
let regularGainSteps: [25 of UInt32] = [
  0x04_000000, 0x09_000039, 0x0B_0000E2, 0x0B_0000E3, 0x0A_000070, 0x0A_0001AC, 0x0A_0001AD, 0x09_0000D5,
  0x07_00000F, 0x07_000034, 0x07_000036, 0x06_000019, 0x05_000002, 0x05_00000F, 0x03_000001, 0x02_000003,
  0x03_000002, 0x02_000002, 0x06_000018, 0x06_000006, 0x07_000037, 0x08_00001D, 0x09_0000D7, 0x09_0000D4,
  0x05_00000E,
]

/// Length and code of the steps of a gain of profile 2, from -4 to 2 dB in eighths (ISO/IEC 23003-4, Annex A).
let clippingGainSteps: [49 of UInt32] = [
  0x07_00006A, 0x0B_00007A, 0x0B_00007B, 0x09_0001AD, 0x0A_00003C, 0x09_0001AC, 0x09_0001A6, 0x09_0000CD,
  0x0A_00019E, 0x0A_00019F, 0x09_0000CE, 0x09_0001A7, 0x09_00001F, 0x09_0000CC, 0x08_0000D2, 0x08_0000AB,
  0x08_0000AA, 0x08_00004F, 0x07_000054, 0x07_000068, 0x07_000026, 0x07_000006, 0x06_00002B, 0x06_000028,
  0x06_000002, 0x05_000011, 0x05_00000E, 0x04_00000C, 0x04_000009, 0x04_000005, 0x04_000003, 0x03_000007,
  0x04_000001, 0x04_00000B, 0x05_000005, 0x05_000004, 0x05_000008, 0x05_000000, 0x05_00000D, 0x05_00000F,
  0x05_000010, 0x05_00001B, 0x06_000012, 0x06_000018, 0x06_000029, 0x07_000032, 0x08_00004E, 0x08_0000D7,
  0x08_00000E,
]

/// Length and code of the slopes, indices of `gainSlopeValues` (ISO/IEC 23003-4, Annex A).
let gainSlopes: [15 of UInt32] = [
  0x06_000018, 0x08_000042, 0x07_000032, 0x05_00000A, 0x05_000009, 0x05_00000D, 0x02_000000, 0x01_000001,
  0x04_000007, 0x05_00000B, 0x06_000011, 0x09_000087, 0x09_000086, 0x07_000020, 0x07_000033,
]

/// Slopes in dB per shortest distance of nodes (ISO/IEC 23003-4, Annex A).
let gainSlopeValues: [15 of Double] = [
  -3.0518, -1.2207, -0.4883, -0.1953, -0.0781,
  -0.0312, -0.0050,  0.0000,  0.0050,  0.0312,
   0.0781,  0.1953,  0.4883,  1.2207,  3.0518,
]
