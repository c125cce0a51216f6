// Written by Scripts/house tables from mps_ld.json; edit that, not this.
// swift-format-ignore-file

/// Sums and differences of `cld` up to 3 in two sets, 16a + b, 255 the escape: length and code of each entry (ISO/IEC
/// 23003-2).
let surroundLevelDifferenceTimePairsOverFrequency3: [16 of UInt32] = [
  0x01_000000, 0x06_00003E, 0x0B_00076E, 0x0C_000EDE, 0x03_000006, 0x06_00003F, 0x0A_0003B6, 0x06_00003A,
  0x05_00001C, 0x08_0000EE, 0x09_0001DA, 0x05_00001E, 0x08_0000EF, 0x0C_000EDF, 0x08_0000EC, 0x02_000002,
]

/// The value of each entry.
let surroundLevelDifferenceTimePairsOverFrequency3Values: [16 of UInt8] = [
   0,  1,  2,  3, 16, 17, 18, 19, 32, 33, 34, 35, 48, 49, 50, 51,
]

/// Sums and differences of `cld` up to 5 in two sets, 16a + b, 255 the escape: length and code of each entry (ISO/IEC
/// 23003-2).
let surroundLevelDifferenceTimePairsOverFrequency5: [36 of UInt32] = [
  0x03_000006, 0x05_00001C, 0x08_00007E, 0x0C_000EFC, 0x10_00EFFE, 0x11_01DFFE, 0x03_000004, 0x04_00000A,
  0x07_00003E, 0x0C_000EFE, 0x0F_0077FE, 0x07_000076, 0x04_000006, 0x05_000016, 0x08_0000BE, 0x0C_000EFD,
  0x08_0000EE, 0x05_00000E, 0x06_00003E, 0x06_00002E, 0x09_0001DE, 0x0A_0003BE, 0x07_00007E, 0x05_00001E,
  0x07_00007F, 0x07_00005E, 0x0E_003BFE, 0x09_0000FE, 0x06_00001E, 0x03_000002, 0x08_0000BF, 0x11_01DFFF,
  0x0D_001DFE, 0x09_0000FF, 0x06_00003A, 0x02_000000,
]

/// The value of each entry.
let surroundLevelDifferenceTimePairsOverFrequency5Values: [36 of UInt8] = [
   0,  1,  2,  3,  4,  5, 16, 17, 18, 19, 20, 21, 32, 33, 34, 35, 36, 37, 48, 49,
  50, 51, 52, 53, 64, 65, 66, 67, 68, 69, 80, 81, 82, 83, 84, 85,
]

/// Sums and differences of `cld` up to 7 in two sets, 16a + b, 255 the escape: length and code of each entry (ISO/IEC
/// 23003-2).
let surroundLevelDifferenceTimePairsOverFrequency7: [64 of UInt32] = [
  0x03_000002, 0x05_00001C, 0x08_0000BC, 0x0B_0005FC, 0x0F_005FFE, 0x12_02FFDE, 0x14_0BFF7E, 0x03_000004,
  0x04_00000A, 0x07_00000E, 0x0A_0002FA, 0x0D_0001FE, 0x10_00BFF2, 0x13_05FFBE, 0x08_0000EE, 0x04_000002,
  0x05_000016, 0x08_0000F6, 0x0B_0005FE, 0x0D_0001FF, 0x10_00BFF6, 0x09_0001DE, 0x07_00007E, 0x05_000000,
  0x06_00003C, 0x08_00000E, 0x0A_00003E, 0x0E_002FFE, 0x0A_0002FB, 0x08_0000F7, 0x06_00002E, 0x06_000006,
  0x07_00007A, 0x08_00000A, 0x0B_00007E, 0x0C_0000FE, 0x09_000016, 0x07_000006, 0x05_000002, 0x07_00000F,
  0x07_000076, 0x09_000017, 0x0F_005FF8, 0x0C_000BFE, 0x09_00001E, 0x07_00007F, 0x04_000003, 0x07_000004,
  0x08_0000BD, 0x10_00BFF3, 0x0F_005FFF, 0x0C_000BFA, 0x09_00017C, 0x06_00003A, 0x03_000003, 0x09_00017E,
  0x15_17FEFE, 0x11_017FEE, 0x0F_005FFA, 0x0C_000BFB, 0x09_0001DF, 0x06_00003E, 0x03_000006, 0x15_17FEFF,
]

/// The value of each entry.
let surroundLevelDifferenceTimePairsOverFrequency7Values: [64 of UInt8] = [
    0,   1,   2,   3,   4,   5,   6,  16,  17,  18,  19,  20,  21,  22,  23,  32,  33,  34,  35,  36,
   37,  38,  39,  48,  49,  50,  51,  52,  53,  54,  55,  64,  65,  66,  67,  68,  69,  70,  71,  80,
   81,  82,  83,  84,  85,  86,  87,  96,  97,  98,  99, 100, 101, 102, 103, 112, 113, 114, 115, 116,
  117, 118, 119, 255,
]

/// Sums and differences of `cld` up to 9 in two sets, 16a + b, 255 the escape: length and code of each entry (ISO/IEC
/// 23003-2).
let surroundLevelDifferenceTimePairsOverFrequency9: [97 of UInt32] = [
  0x04_00000E, 0x05_000014, 0x08_00008E, 0x0B_0004FE, 0x0E_0023FE, 0x10_008FFE, 0x13_05FFBC, 0x03_000002,
  0x04_000002, 0x07_000044, 0x0A_00027E, 0x0D_0017FC, 0x10_00BFF6, 0x13_05FFBE, 0x11_011FF8, 0x14_0BFF7A,
  0x08_0000BC, 0x04_000006, 0x05_000016, 0x07_00001A, 0x0A_0000FE, 0x0D_0011F6, 0x10_00BFFE, 0x11_011FF9,
  0x15_17FEF6, 0x09_00011E, 0x07_000056, 0x05_000010, 0x06_00003E, 0x08_00009E, 0x0B_0007FE, 0x0D_0011F7,
  0x0F_005FF8, 0x11_017FEE, 0x0B_0007FF, 0x08_0000AE, 0x07_00001E, 0x06_000026, 0x06_00000E, 0x09_0001EE,
  0x0B_00047E, 0x0C_000BFC, 0x10_00BFFF, 0x0C_0008FA, 0x09_00006E, 0x09_0001EF, 0x07_00007E, 0x07_00007A,
  0x07_00004E, 0x09_00007E, 0x0A_0000DE, 0x0D_0011FE, 0x0E_002FFE, 0x0B_0004FF, 0x0A_0000FF, 0x08_0000BD,
  0x06_00002E, 0x08_0000FE, 0x08_0000AF, 0x09_0001EC, 0x0B_0001BE, 0x11_011FFE, 0x0E_002FFA, 0x0C_0008FE,
  0x0A_0003FE, 0x07_000046, 0x05_000012, 0x08_00003E, 0x07_000045, 0x0A_0002FE, 0x14_0BFF7E, 0x0F_005FF9,
  0x0F_005FFA, 0x0C_000BFD, 0x09_00013E, 0x06_00000C, 0x04_000007, 0x08_0000BE, 0x08_000036, 0x14_0BFF7F,
  0x12_023FFE, 0x11_011FFA, 0x0F_005FFE, 0x0B_0001BF, 0x09_0001ED, 0x06_00002A, 0x03_000000, 0x09_00017E,
  0x13_047FFE, 0x13_047FFF, 0x11_011FFB, 0x0E_002FFB, 0x0B_00047C, 0x09_0001FE, 0x06_00003C, 0x03_000006,
  0x15_17FEF7,
]

/// The value of each entry.
let surroundLevelDifferenceTimePairsOverFrequency9Values: [97 of UInt8] = [
    0,   1,   2,   3,   4,   5,   6,  16,  17,  18,  19,  20,  21,  22,  23,  24,  25,  32,  33,  34,
   35,  36,  37,  38,  39,  40,  41,  48,  49,  50,  51,  52,  53,  54,  55,  56,  57,  64,  65,  66,
   67,  68,  69,  70,  71,  72,  73,  80,  81,  82,  83,  84,  85,  86,  87,  88,  89,  96,  97,  98,
   99, 100, 101, 102, 103, 104, 105, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 128, 129, 130,
  131, 132, 133, 134, 135, 136, 137, 144, 146, 147, 148, 149, 150, 151, 152, 153, 255,
]

/// Sums and differences of `cld` up to 3 in two sets, 16a + b, 255 the escape: length and code of each entry (ISO/IEC
/// 23003-2).
let surroundLevelDifferenceTimePairsOverTime3: [16 of UInt32] = [
  0x01_000000, 0x04_00000E, 0x08_0000FA, 0x0B_0007DE, 0x04_00000C, 0x05_00001E, 0x08_0000FE, 0x09_0001F6,
  0x08_0000FF, 0x07_00007C, 0x07_00007E, 0x05_00001A, 0x0B_0007DF, 0x0A_0003EE, 0x05_00001B, 0x02_000002,
]

/// The value of each entry.
let surroundLevelDifferenceTimePairsOverTime3Values: [16 of UInt8] = [
   0,  1,  2,  3, 16, 17, 18, 19, 32, 33, 34, 35, 48, 49, 50, 51,
]

/// Sums and differences of `cld` up to 5 in two sets, 16a + b, 255 the escape: length and code of each entry (ISO/IEC
/// 23003-2).
let surroundLevelDifferenceTimePairsOverTime5: [36 of UInt32] = [
  0x03_000006, 0x04_00000E, 0x07_00007C, 0x0A_0003FE, 0x0C_000FBE, 0x0E_003EFE, 0x03_000000, 0x03_000001,
  0x06_00003C, 0x08_00005E, 0x0B_0007DE, 0x0B_0007BE, 0x06_00001E, 0x05_00000A, 0x06_00001F, 0x08_00005F,
  0x09_0001EE, 0x09_0001F6, 0x09_0001FE, 0x08_0000FE, 0x08_0000F6, 0x08_0000FA, 0x07_00007E, 0x06_000016,
  0x0B_0007BF, 0x0A_0003DE, 0x0A_0003EE, 0x07_00007A, 0x05_00000E, 0x04_000006, 0x0E_003EFF, 0x0D_001F7E,
  0x0A_0003FF, 0x07_00002E, 0x04_000004, 0x02_000002,
]

/// The value of each entry.
let surroundLevelDifferenceTimePairsOverTime5Values: [36 of UInt8] = [
   0,  1,  2,  3,  4,  5, 16, 17, 18, 19, 20, 21, 32, 33, 34, 35, 36, 37, 48, 49,
  50, 51, 52, 53, 64, 65, 66, 67, 68, 69, 80, 81, 82, 83, 84, 85,
]

/// Sums and differences of `cld` up to 7 in two sets, 16a + b, 255 the escape: length and code of each entry (ISO/IEC
/// 23003-2).
let surroundLevelDifferenceTimePairsOverTime7: [64 of UInt32] = [
  0x03_000002, 0x04_00000A, 0x06_00001A, 0x09_0001BE, 0x0B_0006E6, 0x0C_00067A, 0x0D_000CF2, 0x0F_0033DE,
  0x04_00000C, 0x04_00000E, 0x05_00000E, 0x08_0000DE, 0x0A_000372, 0x0B_0003D6, 0x0C_000678, 0x0D_000CF6,
  0x06_000036, 0x05_000012, 0x06_00003E, 0x07_00003C, 0x09_0001B8, 0x0B_0003D4, 0x0B_00033E, 0x0B_00033F,
  0x08_00007E, 0x07_00006A, 0x07_00004E, 0x07_00007E, 0x09_0001BA, 0x09_0000CE, 0x09_0000F6, 0x0A_0001EE,
  0x0A_0001EF, 0x09_00013E, 0x08_00007F, 0x08_000066, 0x08_0000D6, 0x07_00003E, 0x08_0000D7, 0x08_00009E,
  0x0C_0007AE, 0x0A_0001E8, 0x0A_0001E9, 0x0A_00027E, 0x07_000032, 0x06_000018, 0x06_000026, 0x06_000034,
  0x0D_000CF3, 0x0C_0007AA, 0x0C_0007AB, 0x0A_00027F, 0x09_0001BF, 0x06_00001B, 0x05_00001E, 0x04_00000B,
  0x0F_0033DF, 0x0E_0019EE, 0x0C_0007AF, 0x0B_0006E7, 0x09_0001BB, 0x07_00007F, 0x04_000008, 0x02_000000,
]

/// The value of each entry.
let surroundLevelDifferenceTimePairsOverTime7Values: [64 of UInt8] = [
    0,   1,   2,   3,   4,   5,   6,   7,  16,  17,  18,  19,  20,  21,  22,  23,  32,  33,  34,  35,
   36,  37,  38,  39,  48,  49,  50,  51,  52,  53,  54,  55,  64,  65,  66,  67,  68,  69,  70,  71,
   80,  81,  82,  83,  84,  85,  86,  87,  96,  97,  98,  99, 100, 101, 102, 103, 112, 113, 114, 115,
  116, 117, 118, 119,
]

/// Sums and differences of `cld` up to 9 in two sets, 16a + b, 255 the escape: length and code of each entry (ISO/IEC
/// 23003-2).
let surroundLevelDifferenceTimePairsOverTime9: [100 of UInt32] = [
  0x04_00000E, 0x04_000008, 0x07_00007E, 0x09_0001FE, 0x0A_0001BA, 0x0C_000DBE, 0x0D_000D7E, 0x0E_001AF6,
  0x0F_007FEC, 0x11_01FFB6, 0x04_00000A, 0x04_00000C, 0x05_00000C, 0x07_000036, 0x09_0000DE, 0x0B_0005FE,
  0x0C_0006BE, 0x0D_001B7E, 0x0F_007FEE, 0x0F_006DFE, 0x06_00001E, 0x05_00000E, 0x05_00000A, 0x07_00006A,
  0x09_0001AE, 0x0B_0006FE, 0x0B_000376, 0x0D_000DFE, 0x0D_000DFF, 0x0D_000D7F, 0x08_0000B6, 0x07_00005E,
  0x07_00007C, 0x07_00006E, 0x08_00006A, 0x09_00016A, 0x0C_000FFE, 0x0C_000DFE, 0x0C_000FFC, 0x0D_001BFE,
  0x0A_00035E, 0x09_0001B6, 0x08_00005E, 0x08_0000B4, 0x07_00006C, 0x09_00017E, 0x0A_00036E, 0x0A_0003EE,
  0x0B_00037E, 0x0B_000377, 0x0C_000FFF, 0x0A_0001AE, 0x0A_0001BE, 0x09_0001F6, 0x09_0001BE, 0x08_0000DA,
  0x08_0000FE, 0x09_00016B, 0x09_0000D6, 0x0A_00037E, 0x0D_0017FE, 0x0C_000BFE, 0x0B_0007DE, 0x0B_0006DE,
  0x0A_0001B8, 0x08_0000D6, 0x07_00002E, 0x07_000034, 0x08_0000DE, 0x08_0000BE, 0x0F_007FEF, 0x0C_0006BC,
  0x0D_001BFF, 0x0D_001FFA, 0x0A_0001B9, 0x0A_0003FE, 0x08_0000FA, 0x06_00002E, 0x06_000034, 0x06_00001F,
  0x0F_006DFF, 0x0E_001AF7, 0x0E_0036FE, 0x0C_0006FE, 0x0C_000FBE, 0x0A_00035F, 0x08_0000B7, 0x06_00002C,
  0x05_00001E, 0x04_000009, 0x11_01FFB7, 0x10_00FFDA, 0x0D_000D7A, 0x0D_0017FF, 0x0C_000FBF, 0x0A_0002FE,
  0x08_00005F, 0x06_000016, 0x04_000004, 0x02_000000,
]

/// The value of each entry.
let surroundLevelDifferenceTimePairsOverTime9Values: [100 of UInt8] = [
    0,   1,   2,   3,   4,   5,   6,   7,   8,   9,  16,  17,  18,  19,  20,  21,  22,  23,  24,  25,
   32,  33,  34,  35,  36,  37,  38,  39,  40,  41,  48,  49,  50,  51,  52,  53,  54,  55,  56,  57,
   64,  65,  66,  67,  68,  69,  70,  71,  72,  73,  80,  81,  82,  83,  84,  85,  86,  87,  88,  89,
   96,  97,  98,  99, 100, 101, 102, 103, 104, 105, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121,
  128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 144, 145, 146, 147, 148, 149, 150, 151, 152, 153,
]

/// Sums and differences of `icc` up to 1 in two sets, 16a + b, 255 the escape: length and code of each entry (ISO/IEC
/// 23003-2).
let surroundCoherenceTimePairsOverFrequency1: [4 of UInt32] = [
  0x01_000000, 0x03_000006, 0x03_000007, 0x02_000002,
]

/// The value of each entry.
let surroundCoherenceTimePairsOverFrequency1Values: [4 of UInt8] = [
   0,  1, 16, 17,
]

/// Sums and differences of `icc` up to 3 in two sets, 16a + b, 255 the escape: length and code of each entry (ISO/IEC
/// 23003-2).
let surroundCoherenceTimePairsOverFrequency3: [16 of UInt32] = [
  0x02_000002, 0x04_000004, 0x0A_00017E, 0x0B_0002FE, 0x02_000000, 0x05_00000E, 0x09_0000BE, 0x06_000016,
  0x05_00000F, 0x06_000014, 0x08_00005E, 0x04_000006, 0x07_00002E, 0x0B_0002FF, 0x06_000015, 0x02_000003,
]

/// The value of each entry.
let surroundCoherenceTimePairsOverFrequency3Values: [16 of UInt8] = [
   0,  1,  2,  3, 16, 17, 18, 19, 32, 33, 34, 35, 48, 49, 50, 51,
]

/// Sums and differences of `icc` up to 5 in two sets, 16a + b, 255 the escape: length and code of each entry (ISO/IEC
/// 23003-2).
let surroundCoherenceTimePairsOverFrequency5: [36 of UInt32] = [
  0x02_000000, 0x05_00001E, 0x0A_0003FC, 0x10_00FFFA, 0x14_0FFF9E, 0x14_0FFF9F, 0x03_000006, 0x04_000004,
  0x09_0000BE, 0x0F_007FFE, 0x13_07FFCE, 0x08_0000FE, 0x04_000006, 0x06_00001E, 0x0A_0003FD, 0x10_00FFFB,
  0x0C_000FFE, 0x06_00003E, 0x05_00000A, 0x07_00007E, 0x0D_001FFE, 0x0F_007FFF, 0x08_00005E, 0x05_00000E,
  0x06_00001F, 0x0A_0003FE, 0x11_01FFF2, 0x0C_000FFC, 0x07_00002E, 0x04_00000E, 0x09_0000BF, 0x12_03FFE6,
  0x10_00FFF8, 0x0C_000FFD, 0x06_000016, 0x02_000002,
]

/// The value of each entry.
let surroundCoherenceTimePairsOverFrequency5Values: [36 of UInt8] = [
   0,  1,  2,  3,  4,  5, 16, 17, 18, 19, 20, 21, 32, 33, 34, 35, 36, 37, 48, 49,
  50, 51, 52, 53, 64, 65, 66, 67, 68, 69, 80, 81, 82, 83, 84, 85,
]

/// Sums and differences of `icc` up to 7 in two sets, 16a + b, 255 the escape: length and code of each entry (ISO/IEC
/// 23003-2).
let surroundCoherenceTimePairsOverFrequency7: [48 of UInt32] = [
  0x02_000002, 0x06_00001E, 0x0C_000FFE, 0x10_00FFFE, 0x03_000006, 0x05_000008, 0x0B_0007FE, 0x08_00005A,
  0x04_000006, 0x07_00007A, 0x0A_000164, 0x0F_007FFA, 0x0D_001FEE, 0x06_00003C, 0x05_00000E, 0x08_0000FE,
  0x0B_0002CE, 0x0B_0002CF, 0x0F_007FFB, 0x0D_001FEC, 0x09_0000B0, 0x07_00002E, 0x06_00003E, 0x0A_0003FE,
  0x0A_000165, 0x0F_007FFC, 0x0D_001FEF, 0x0B_0007FA, 0x0B_0007F8, 0x06_00001F, 0x07_00002F, 0x08_0000F6,
  0x0D_001FED, 0x0F_007FFD, 0x0C_000FF2, 0x09_0000B1, 0x05_00000A, 0x05_000009, 0x0A_000166, 0x0F_007FFE,
  0x0E_003FFC, 0x08_00005B, 0x04_00000E, 0x07_00007E, 0x0C_000FF3, 0x08_0000F7, 0x02_000000, 0x10_00FFFF,
]

/// The value of each entry.
let surroundCoherenceTimePairsOverFrequency7Values: [48 of UInt8] = [
    0,   1,   2,   4,  16,  17,  18,  23,  32,  33,  34,  35,  38,  39,  48,  49,  50,  51,  52,  53,
   54,  55,  64,  65,  66,  67,  68,  69,  70,  71,  80,  81,  82,  84,  85,  86,  87,  96,  97, 100,
  101, 102, 103, 112, 117, 118, 119, 255,
]

/// Sums and differences of `icc` up to 1 in two sets, 16a + b, 255 the escape: length and code of each entry (ISO/IEC
/// 23003-2).
let surroundCoherenceTimePairsOverTime1: [4 of UInt32] = [
  0x01_000000, 0x03_000006, 0x03_000007, 0x02_000002,
]

/// The value of each entry.
let surroundCoherenceTimePairsOverTime1Values: [4 of UInt8] = [
   0,  1, 16, 17,
]

/// Sums and differences of `icc` up to 3 in two sets, 16a + b, 255 the escape: length and code of each entry (ISO/IEC
/// 23003-2).
let surroundCoherenceTimePairsOverTime3: [16 of UInt32] = [
  0x02_000002, 0x04_00000E, 0x08_0000FC, 0x0C_000FDE, 0x04_00000C, 0x04_00000D, 0x09_0001FE, 0x0B_0007EE,
  0x09_0001FA, 0x09_0001FF, 0x08_0000FE, 0x06_00003E, 0x0C_000FDF, 0x0A_0003F6, 0x05_00001E, 0x01_000000,
]

/// The value of each entry.
let surroundCoherenceTimePairsOverTime3Values: [16 of UInt8] = [
   0,  1,  2,  3, 16, 17, 18, 19, 32, 33, 34, 35, 48, 49, 50, 51,
]

/// Sums and differences of `icc` up to 5 in two sets, 16a + b, 255 the escape: length and code of each entry (ISO/IEC
/// 23003-2).
let surroundCoherenceTimePairsOverTime5: [36 of UInt32] = [
  0x02_000000, 0x04_00000E, 0x07_00003A, 0x0B_000676, 0x0D_0019FE, 0x10_00CEBE, 0x04_00000F, 0x03_000002,
  0x06_00001E, 0x09_0000FE, 0x0D_0019D6, 0x0F_00675E, 0x07_00003E, 0x06_000032, 0x05_000018, 0x0A_00033E,
  0x0C_000CFE, 0x0B_000677, 0x0B_000674, 0x09_00019C, 0x09_0000FF, 0x07_00003B, 0x06_00001C, 0x08_00007E,
  0x0E_0033FE, 0x0E_0033FF, 0x0C_000CEA, 0x07_000066, 0x05_00001A, 0x04_000006, 0x10_00CEBF, 0x0E_0033AE,
  0x0B_00067E, 0x09_00019E, 0x05_00001B, 0x02_000002,
]

/// The value of each entry.
let surroundCoherenceTimePairsOverTime5Values: [36 of UInt8] = [
   0,  1,  2,  3,  4,  5, 16, 17, 18, 19, 20, 21, 32, 33, 34, 35, 36, 37, 48, 49,
  50, 51, 52, 53, 64, 65, 66, 67, 68, 69, 80, 81, 82, 83, 84, 85,
]

/// Sums and differences of `icc` up to 7 in two sets, 16a + b, 255 the escape: length and code of each entry (ISO/IEC
/// 23003-2).
let surroundCoherenceTimePairsOverTime7: [60 of UInt32] = [
  0x02_000002, 0x04_000002, 0x09_0000FE, 0x0C_0007BE, 0x0D_000FFC, 0x0D_000FFD, 0x0F_001EFE, 0x10_003DFE,
  0x04_000004, 0x03_000000, 0x07_00003C, 0x0A_0000F6, 0x0B_0001DA, 0x0C_0003FE, 0x0F_003DFE, 0x08_00003C,
  0x07_00003E, 0x05_00000A, 0x08_00003A, 0x0B_0003DE, 0x0D_0007BE, 0x0E_000F7E, 0x0E_001EFE, 0x0B_0001DE,
  0x0A_0000EC, 0x09_00007E, 0x05_00000C, 0x0A_0001EE, 0x0D_000F7E, 0x0C_0007FC, 0x0F_003DFF, 0x10_007FFE,
  0x0C_0003BE, 0x0A_0000FE, 0x0A_0001FE, 0x06_00001A, 0x07_00001C, 0x0C_0007FD, 0x0D_000FFE, 0x0C_0003BF,
  0x0E_001FFE, 0x0C_0003FF, 0x08_00003E, 0x06_00001B, 0x08_00007E, 0x09_0000F6, 0x10_007FFF, 0x0F_003FFE,
  0x0B_0001DB, 0x0A_0000EE, 0x08_00007A, 0x05_00000E, 0x05_00000B, 0x0C_0003DE, 0x0B_0001FE, 0x0B_0001EE,
  0x09_00007A, 0x05_000006, 0x02_000003, 0x10_003DFF,
]

/// The value of each entry.
let surroundCoherenceTimePairsOverTime7Values: [60 of UInt8] = [
    0,   1,   2,   3,   4,   5,   6,   7,  16,  17,  18,  19,  20,  21,  22,  32,  33,  34,  35,  36,
   37,  38,  39,  48,  49,  50,  51,  52,  53,  54,  55,  64,  65,  66,  67,  68,  69,  70,  71,  81,
   82,  83,  84,  85,  86,  87,  96,  98,  99, 100, 101, 102, 103, 114, 115, 116, 117, 118, 119, 255,
]
