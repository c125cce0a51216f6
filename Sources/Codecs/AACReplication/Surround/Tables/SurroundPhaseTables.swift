// Written by Scripts/house tables from mps_ld.json; edit that, not this.
// swift-format-ignore-file

/// The first `ipd` index: length and code of each entry (ISO/IEC 23003-2).
let surroundPhaseFirst: [8 of UInt32] = [
  0x01_000000, 0x03_000006, 0x05_00001C, 0x06_00003E, 0x05_00001D, 0x06_00003F, 0x05_00001E, 0x02_000002,
]

/// The value of each entry.
let surroundPhaseFirstValues: [8 of UInt8] = [
  0, 1, 2, 3, 4, 5, 6, 7,
]

/// Differences of `ipd`: length and code of each entry (ISO/IEC 23003-2).
let surroundPhaseOverFrequency: [8 of UInt32] = [
  0x01_000000, 0x03_000006, 0x05_00001E, 0x06_00003A, 0x06_00003B, 0x05_00001C, 0x05_00001F, 0x02_000002,
]

/// The value of each entry.
let surroundPhaseOverFrequencyValues: [8 of UInt8] = [
  0, 1, 2, 3, 4, 5, 6, 7,
]

/// Pairs of sums and differences of `ipd` up to 1, 16a + b, 255 the escape: length and code of each entry (ISO/IEC
/// 23003-2).
let surroundPhasePairsOverFrequency1: [4 of UInt32] = [
  0x01_000000, 0x03_000006, 0x02_000002, 0x03_000007,
]

/// The value of each entry.
let surroundPhasePairsOverFrequency1Values: [4 of UInt8] = [
    0,  16,  17, 255,
]

/// Pairs of sums and differences of `ipd` up to 3, 16a + b, 255 the escape: length and code of each entry (ISO/IEC
/// 23003-2).
let surroundPhasePairsOverFrequency3: [10 of UInt32] = [
  0x01_000000, 0x03_000006, 0x08_0000FE, 0x07_00007C, 0x07_00007E, 0x04_00000E, 0x02_000002, 0x07_00007D,
  0x05_00001E, 0x08_0000FF,
]

/// The value of each entry.
let surroundPhasePairsOverFrequency3Values: [10 of UInt8] = [
    0,  17,  19,  32,  33,  34,  35,  48,  51, 255,
]

/// Pairs of sums and differences of `ipd` up to 5, 16a + b, 255 the escape: length and code of each entry (ISO/IEC
/// 23003-2).
let surroundPhasePairsOverFrequency5: [22 of UInt32] = [
  0x01_000000, 0x07_00006E, 0x05_00001E, 0x06_00002A, 0x07_00007E, 0x08_0000FE, 0x06_000036, 0x05_000018,
  0x05_000014, 0x06_00002B, 0x06_00002E, 0x05_00001A, 0x05_000019, 0x06_00003E, 0x09_0001BE, 0x08_0000FF,
  0x04_00000E, 0x05_000016, 0x06_00002F, 0x08_0000DE, 0x03_000004, 0x09_0001BF,
]

/// The value of each entry.
let surroundPhasePairsOverFrequency5Values: [22 of UInt8] = [
    0,  16,  17,  21,  32,  33,  34,  36,  37,  48,  49,  50,  51,  52,  53,  64,  65,  68,  69,  80,
   85, 255,
]

/// Pairs of sums and differences of `ipd` up to 7, 16a + b, 255 the escape: length and code of each entry (ISO/IEC
/// 23003-2).
let surroundPhasePairsOverFrequency7: [37 of UInt32] = [
  0x02_000000, 0x05_00000C, 0x05_00001C, 0x06_00001E, 0x08_00007E, 0x08_0000AE, 0x07_000056, 0x08_0000EE,
  0x09_00017E, 0x0A_0002BE, 0x08_0000EF, 0x06_00001A, 0x05_00001E, 0x05_00001F, 0x06_00001B, 0x08_0000BA,
  0x09_00015E, 0x07_00003E, 0x05_000014, 0x03_000002, 0x03_000006, 0x05_000016, 0x07_00005E, 0x08_0000BE,
  0x0B_00057E, 0x08_0000EC, 0x06_00002A, 0x07_00005C, 0x08_0000BB, 0x08_00007F, 0x09_00017F, 0x08_0000ED,
  0x06_00001C, 0x06_00001D, 0x06_00003A, 0x03_000004, 0x0B_00057F,
]

/// The value of each entry.
let surroundPhasePairsOverFrequency7Values: [37 of UInt8] = [
    0,  16,  17,  23,  32,  33,  34,  38,  39,  48,  49,  50,  51,  53,  54,  55,  64,  65,  66,  67,
   68,  69,  70,  71,  80,  81,  82,  85,  86,  87,  96,  97, 102, 103, 112, 119, 255,
]

/// Differences of `ipd`: length and code of each entry (ISO/IEC 23003-2).
let surroundPhaseOverTime: [8 of UInt32] = [
  0x01_000000, 0x02_000002, 0x04_00000E, 0x06_00003E, 0x07_00007E, 0x07_00007F, 0x05_00001E, 0x03_000006,
]

/// The value of each entry.
let surroundPhaseOverTimeValues: [8 of UInt8] = [
  0, 1, 2, 3, 4, 5, 6, 7,
]

/// Pairs of sums and differences of `ipd` up to 1, 16a + b, 255 the escape: length and code of each entry (ISO/IEC
/// 23003-2).
let surroundPhasePairsOverTime1: [4 of UInt32] = [
  0x01_000000, 0x03_000006, 0x02_000002, 0x03_000007,
]

/// The value of each entry.
let surroundPhasePairsOverTime1Values: [4 of UInt8] = [
    0,  16,  17, 255,
]

/// Pairs of sums and differences of `ipd` up to 3, 16a + b, 255 the escape: length and code of each entry (ISO/IEC
/// 23003-2).
let surroundPhasePairsOverTime3: [11 of UInt32] = [
  0x01_000000, 0x05_000016, 0x03_000006, 0x07_00005E, 0x06_00002E, 0x04_00000E, 0x04_00000A, 0x04_00000F,
  0x08_0000BE, 0x03_000004, 0x08_0000BF,
]

/// The value of each entry.
let surroundPhasePairsOverTime3Values: [11 of UInt8] = [
    0,  16,  17,  19,  32,  33,  34,  35,  48,  51, 255,
]

/// Pairs of sums and differences of `ipd` up to 5, 16a + b, 255 the escape: length and code of each entry (ISO/IEC
/// 23003-2).
let surroundPhasePairsOverTime5: [21 of UInt32] = [
  0x01_000000, 0x05_000016, 0x07_00005E, 0x0B_0005FE, 0x0A_0002FC, 0x08_0000BA, 0x04_00000E, 0x06_00003E,
  0x07_00007E, 0x0A_0002FD, 0x0A_0002FE, 0x07_00005C, 0x03_000006, 0x04_00000A, 0x09_00017C, 0x09_00017D,
  0x07_00007F, 0x08_0000BB, 0x05_00001E, 0x03_000004, 0x0B_0005FF,
]

/// The value of each entry.
let surroundPhasePairsOverTime5Values: [21 of UInt8] = [
    0,  16,  17,  21,  32,  33,  34,  36,  37,  48,  49,  50,  51,  52,  53,  64,  65,  68,  69,  85,
  255,
]

/// Pairs of sums and differences of `ipd` up to 7, 16a + b, 255 the escape: length and code of each entry (ISO/IEC
/// 23003-2).
let surroundPhasePairsOverTime7: [37 of UInt32] = [
  0x01_000000, 0x06_00003E, 0x06_000030, 0x06_000032, 0x09_00019A, 0x09_0001FC, 0x09_0001FE, 0x09_0001F8,
  0x09_0001FA, 0x0D_001FBE, 0x0B_00067E, 0x09_00019B, 0x06_000036, 0x07_000062, 0x0A_00033C, 0x0B_0007FE,
  0x0C_000FDE, 0x0B_00067F, 0x09_0001F9, 0x05_00001A, 0x02_000002, 0x07_000063, 0x0B_0007FF, 0x0B_0007EE,
  0x0A_00033D, 0x0A_00033E, 0x08_0000CC, 0x08_0000DE, 0x0A_0003FE, 0x0A_0003F6, 0x08_0000DF, 0x09_0001FD,
  0x08_0000CE, 0x07_00006E, 0x05_00001E, 0x04_00000E, 0x0D_001FBF,
]

/// The value of each entry.
let surroundPhasePairsOverTime7Values: [37 of UInt8] = [
    0,  16,  17,  23,  32,  33,  34,  38,  39,  48,  49,  50,  51,  53,  54,  55,  64,  65,  66,  67,
   68,  69,  70,  71,  80,  81,  82,  85,  86,  87,  96,  97, 102, 103, 112, 119, 255,
]
