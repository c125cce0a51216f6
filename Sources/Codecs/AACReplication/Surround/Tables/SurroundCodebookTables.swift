// Written by Scripts/house tables from mps_ld.json; edit that, not this.
// swift-format-ignore-file

/// The first `cld` index: length and code of each entry (ISO/IEC 23003-2).
package let surroundLevelDifferenceFirst: [31 of UInt32] = [
  0x08_000052, 0x09_0000AE, 0x09_0000AF, 0x07_000028, 0x07_00006E, 0x06_000036, 0x05_00001E, 0x04_00000E,
  0x04_00000C, 0x04_00000A, 0x04_000002, 0x05_000016, 0x05_000012, 0x05_000017, 0x04_000000, 0x04_000004,
  0x04_000006, 0x04_000008, 0x04_000007, 0x04_000003, 0x04_000001, 0x05_00001A, 0x05_000013, 0x06_00003E,
  0x06_000016, 0x06_000017, 0x07_00006F, 0x07_00002A, 0x08_000056, 0x08_000053, 0x06_00003F,
]

/// The value of each entry.
package let surroundLevelDifferenceFirstValues: [31 of UInt8] = [
   0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
  20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30,
]

/// Absolute differences of `cld`: length and code of each entry (ISO/IEC 23003-2).
package let surroundLevelDifferenceOverFrequency: [31 of UInt32] = [
  0x01_000000, 0x02_000002, 0x03_000006, 0x04_00000E, 0x05_00001E, 0x06_00003E, 0x07_00007E, 0x08_0000FE,
  0x09_0001FE, 0x0A_0003FE, 0x0B_0007FE, 0x0C_000FFE, 0x0D_001FFE, 0x0F_007FFE, 0x0F_007FFC, 0x10_00FFFE,
  0x10_00FFFA, 0x11_01FFFE, 0x11_01FFF6, 0x12_03FFFE, 0x12_03FFFF, 0x13_07FFDE, 0x12_03FFEE, 0x14_0FFFBE,
  0x15_1FFF7E, 0x18_FFFBFC, 0x18_FFFBFD, 0x18_FFFBFE, 0x18_FFFBFF, 0x17_7FFDFC, 0x17_7FFDFD,
]

/// The value of each entry.
package let surroundLevelDifferenceOverFrequencyValues: [31 of UInt8] = [
   0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
  20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30,
]

/// Pairs of absolute sums and differences of `cld` up to 3, 16a + b, 255 the escape: length and code of each entry
/// (ISO/IEC 23003-2).
package let surroundLevelDifferencePairsOverFrequency3: [16 of UInt32] = [
  0x02_000002, 0x03_000002, 0x05_000004, 0x08_00003E, 0x04_000006, 0x04_000007, 0x06_00000E, 0x0A_0000FE,
  0x09_00007E, 0x07_00001E, 0x06_00000C, 0x05_000005, 0x0A_0000FF, 0x06_00000D, 0x03_000000, 0x02_000003,
]

/// The value of each entry.
package let surroundLevelDifferencePairsOverFrequency3Values: [16 of UInt8] = [
   0,  1,  2,  3, 16, 17, 18, 19, 32, 33, 34, 35, 48, 49, 50, 51,
]

/// Pairs of absolute sums and differences of `cld` up to 5, 16a + b, 255 the escape: length and code of each entry
/// (ISO/IEC 23003-2).
let surroundLevelDifferencePairsOverFrequency5: [36 of UInt32] = [
  0x03_000002, 0x03_000003, 0x05_000010, 0x07_00007C, 0x08_0000D6, 0x0A_0003EE, 0x04_00000A, 0x04_00000C,
  0x05_000016, 0x06_000034, 0x08_0000FE, 0x0D_001F7E, 0x07_00007E, 0x06_000036, 0x06_000026, 0x07_000046,
  0x09_00011E, 0x09_0001F6, 0x09_00011F, 0x08_0000D7, 0x08_00008E, 0x08_0000FF, 0x07_00006A, 0x07_00004E,
  0x0C_000FBE, 0x0B_0007DE, 0x07_00004F, 0x06_000037, 0x05_000017, 0x05_00001E, 0x0D_001F7F, 0x08_0000FA,
  0x06_000022, 0x05_000012, 0x04_00000E, 0x02_000000,
]

/// The value of each entry.
let surroundLevelDifferencePairsOverFrequency5Values: [36 of UInt8] = [
   0,  1,  2,  3,  4,  5, 16, 17, 18, 19, 20, 21, 32, 33, 34, 35, 36, 37, 48, 49,
  50, 51, 52, 53, 64, 65, 66, 67, 68, 69, 80, 81, 82, 83, 84, 85,
]

/// Pairs of absolute sums and differences of `cld` up to 7, 16a + b, 255 the escape: length and code of each entry
/// (ISO/IEC 23003-2).
let surroundLevelDifferencePairsOverFrequency7: [64 of UInt32] = [
  0x04_00000E, 0x04_00000A, 0x05_00000A, 0x07_00007C, 0x08_0000BE, 0x09_00017A, 0x09_0000EE, 0x0B_0007B6,
  0x04_000006, 0x04_00000C, 0x05_000016, 0x06_000026, 0x07_00003E, 0x07_00002E, 0x09_0001EC, 0x0F_0047CE,
  0x06_000016, 0x06_00003C, 0x06_000022, 0x07_00004E, 0x07_00003F, 0x08_00005E, 0x0C_0008FA, 0x0C_0008FB,
  0x08_00005F, 0x08_0000FA, 0x08_0000BF, 0x07_00003A, 0x09_0001F6, 0x0A_0001DE, 0x0A_0003DA, 0x0B_0007B7,
  0x0A_0001DF, 0x0A_0003EE, 0x09_00017B, 0x0A_0003EF, 0x09_0001EE, 0x08_00008E, 0x09_0001EF, 0x09_0001FE,
  0x0C_0008F8, 0x0B_00047E, 0x0B_00047F, 0x08_000076, 0x07_00003C, 0x07_000046, 0x07_00007A, 0x07_00007E,
  0x0E_0023E6, 0x0D_0011F2, 0x09_0001FF, 0x07_00003D, 0x07_00004F, 0x06_00002E, 0x05_000012, 0x04_000004,
  0x0F_0047CF, 0x09_00011E, 0x08_0000BC, 0x08_0000FE, 0x06_00001C, 0x05_000010, 0x04_00000D, 0x02_000000,
]

/// The value of each entry.
let surroundLevelDifferencePairsOverFrequency7Values: [64 of UInt8] = [
    0,   1,   2,   3,   4,   5,   6,   7,  16,  17,  18,  19,  20,  21,  22,  23,  32,  33,  34,  35,
   36,  37,  38,  39,  48,  49,  50,  51,  52,  53,  54,  55,  64,  65,  66,  67,  68,  69,  70,  71,
   80,  81,  82,  83,  84,  85,  86,  87,  96,  97,  98,  99, 100, 101, 102, 103, 112, 113, 114, 115,
  116, 117, 118, 119,
]

/// Pairs of absolute sums and differences of `cld` up to 9, 16a + b, 255 the escape: length and code of each entry
/// (ISO/IEC 23003-2).
let surroundLevelDifferencePairsOverFrequency9: [100 of UInt32] = [
  0x04_000006, 0x04_000007, 0x05_000006, 0x07_00007E, 0x07_00000A, 0x08_00001E, 0x09_00008A, 0x0A_00004E,
  0x0A_000276, 0x0B_0002E2, 0x04_000000, 0x04_00000A, 0x05_000016, 0x06_000026, 0x07_000076, 0x08_0000F2,
  0x08_000012, 0x08_00005E, 0x09_00008B, 0x0F_002E76, 0x06_000012, 0x05_000007, 0x06_000038, 0x07_00007C,
  0x07_000008, 0x08_000046, 0x08_0000F6, 0x09_0001CA, 0x0E_00173A, 0x0E_001738, 0x08_00009E, 0x07_00004A,
  0x07_000026, 0x07_00000C, 0x08_00004E, 0x08_0000F7, 0x09_00013A, 0x0B_00009E, 0x0C_0009FE, 0x0C_00013E,
  0x09_000026, 0x08_00001A, 0x09_0001E6, 0x09_0001E2, 0x08_0000EE, 0x09_0001CE, 0x0A_000277, 0x0A_0003CE,
  0x0B_0002E6, 0x0B_0004FC, 0x0B_0002E3, 0x0A_000170, 0x0A_000172, 0x09_0000BA, 0x09_00003E, 0x09_0001E3,
  0x08_00001B, 0x09_00003F, 0x09_00009E, 0x09_00009F, 0x0D_000B9E, 0x0C_0009FF, 0x0B_0004FD, 0x0B_0004FE,
  0x09_0001CF, 0x08_0000EF, 0x08_000044, 0x08_00005F, 0x08_0000E4, 0x08_0000F0, 0x0F_002E72, 0x0C_00013F,
  0x0D_000B9F, 0x09_00013E, 0x08_0000FE, 0x08_000047, 0x07_00000E, 0x07_00007D, 0x06_000010, 0x06_000024,
  0x0F_002E77, 0x10_005CE6, 0x09_0000BB, 0x08_0000E6, 0x08_000016, 0x08_0000FF, 0x07_00007A, 0x06_00003A,
  0x05_000017, 0x04_000002, 0x10_005CE7, 0x0A_0003CF, 0x08_000017, 0x09_0001CB, 0x08_00009C, 0x07_00004B,
  0x06_000016, 0x05_00000A, 0x04_000008, 0x03_000006,
]

/// The value of each entry.
let surroundLevelDifferencePairsOverFrequency9Values: [100 of UInt8] = [
    0,   1,   2,   3,   4,   5,   6,   7,   8,   9,  16,  17,  18,  19,  20,  21,  22,  23,  24,  25,
   32,  33,  34,  35,  36,  37,  38,  39,  40,  41,  48,  49,  50,  51,  52,  53,  54,  55,  56,  57,
   64,  65,  66,  67,  68,  69,  70,  71,  72,  73,  80,  81,  82,  83,  84,  85,  86,  87,  88,  89,
   96,  97,  98,  99, 100, 101, 102, 103, 104, 105, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121,
  128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 144, 145, 146, 147, 148, 149, 150, 151, 152, 153,
]

/// Absolute differences of `cld`: length and code of each entry (ISO/IEC 23003-2).
package let surroundLevelDifferenceOverTime: [31 of UInt32] = [
  0x01_000000, 0x02_000002, 0x03_000006, 0x04_00000E, 0x05_00001E, 0x06_00003E, 0x07_00007E, 0x09_0001FE,
  0x09_0001FC, 0x0A_0003FE, 0x0A_0003FA, 0x0B_0007FE, 0x0B_0007F6, 0x0C_000FFE, 0x0C_000FEE, 0x0D_001FFE,
  0x0D_001FDE, 0x0E_003FFE, 0x0E_003FBE, 0x0E_003FBF, 0x0F_007FFE, 0x10_00FFFE, 0x11_01FFFE, 0x13_07FFFE,
  0x13_07FFFC, 0x14_0FFFFA, 0x15_1FFFFC, 0x15_1FFFFD, 0x15_1FFFFE, 0x15_1FFFFF, 0x14_0FFFFB,
]

/// The value of each entry.
package let surroundLevelDifferenceOverTimeValues: [31 of UInt8] = [
   0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
  20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30,
]

/// Pairs of absolute sums and differences of `cld` up to 3, 16a + b, 255 the escape: length and code of each entry
/// (ISO/IEC 23003-2).
package let surroundLevelDifferencePairsOverTime3: [16 of UInt32] = [
  0x01_000000, 0x05_00001E, 0x0A_0003BE, 0x0C_000EFE, 0x03_000006, 0x05_00001C, 0x09_0001DE, 0x08_0000EA,
  0x07_000074, 0x08_0000EE, 0x08_0000EB, 0x05_00001F, 0x0B_00077E, 0x0C_000EFF, 0x07_000076, 0x02_000002,
]

/// The value of each entry.
package let surroundLevelDifferencePairsOverTime3Values: [16 of UInt8] = [
   0,  1,  2,  3, 16, 17, 18, 19, 32, 33, 34, 35, 48, 49, 50, 51,
]

/// Pairs of absolute sums and differences of `cld` up to 5, 16a + b, 255 the escape: length and code of each entry
/// (ISO/IEC 23003-2).
let surroundLevelDifferencePairsOverTime5: [36 of UInt32] = [
  0x02_000000, 0x04_000006, 0x07_000024, 0x0B_00025E, 0x0E_003CFE, 0x0F_0079FE, 0x03_000006, 0x04_000007,
  0x07_000078, 0x0A_0003CE, 0x0D_001E7E, 0x09_0000BE, 0x05_000008, 0x06_00003E, 0x07_000026, 0x0A_00012E,
  0x09_0000BF, 0x07_00002E, 0x07_000027, 0x07_00007A, 0x09_0001E4, 0x09_000096, 0x07_00007B, 0x06_00003F,
  0x09_0001E6, 0x09_0001E5, 0x0C_000F3E, 0x08_00005E, 0x06_000016, 0x04_00000E, 0x0B_00079E, 0x0F_0079FF,
  0x0B_00025F, 0x08_00004A, 0x05_00000A, 0x02_000002,
]

/// The value of each entry.
let surroundLevelDifferencePairsOverTime5Values: [36 of UInt8] = [
   0,  1,  2,  3,  4,  5, 16, 17, 18, 19, 20, 21, 32, 33, 34, 35, 36, 37, 48, 49,
  50, 51, 52, 53, 64, 65, 66, 67, 68, 69, 80, 81, 82, 83, 84, 85,
]

/// Pairs of absolute sums and differences of `cld` up to 7, 16a + b, 255 the escape: length and code of each entry
/// (ISO/IEC 23003-2).
let surroundLevelDifferencePairsOverTime7: [64 of UInt32] = [
  0x02_000000, 0x04_000006, 0x08_0000DE, 0x0B_00069E, 0x0E_0034FE, 0x11_01A7FE, 0x13_069FF6, 0x13_069FF7,
  0x03_000002, 0x04_00000C, 0x07_00006A, 0x0A_00034E, 0x0D_001FDE, 0x0F_0069FE, 0x11_01A7FC, 0x0A_000372,
  0x06_00003E, 0x06_00003C, 0x08_0000DF, 0x0A_0001EE, 0x0C_000DDE, 0x0F_0069FA, 0x0A_000373, 0x08_00007A,
  0x07_00003E, 0x07_000068, 0x09_0001BA, 0x0A_0003F6, 0x0C_000D3E, 0x0A_00034C, 0x09_0001FA, 0x08_0000D2,
  0x08_00007E, 0x08_00007F, 0x09_0001F8, 0x0B_0006EE, 0x0B_0003DE, 0x09_0001B8, 0x09_0001FC, 0x07_00006B,
  0x09_0000F6, 0x09_0001FE, 0x0A_00034D, 0x0E_003FBE, 0x0B_0007F6, 0x0A_0003FA, 0x07_00003C, 0x06_00003D,
  0x0A_0003F7, 0x0A_000376, 0x11_01A7FF, 0x0E_003FBF, 0x0C_000DDF, 0x09_0001F9, 0x06_000036, 0x04_00000E,
  0x0B_0003DF, 0x12_034FFA, 0x0F_0069FB, 0x0E_0034FC, 0x0C_000FEE, 0x09_0001FF, 0x05_00000E, 0x02_000002,
]

/// The value of each entry.
let surroundLevelDifferencePairsOverTime7Values: [64 of UInt8] = [
    0,   1,   2,   3,   4,   5,   6,   7,  16,  17,  18,  19,  20,  21,  22,  23,  32,  33,  34,  35,
   36,  37,  38,  39,  48,  49,  50,  51,  52,  53,  54,  55,  64,  65,  66,  67,  68,  69,  70,  71,
   80,  81,  82,  83,  84,  85,  86,  87,  96,  97,  98,  99, 100, 101, 102, 103, 112, 113, 114, 115,
  116, 117, 118, 119,
]

/// Pairs of absolute sums and differences of `cld` up to 9, 16a + b, 255 the escape: length and code of each entry
/// (ISO/IEC 23003-2).
let surroundLevelDifferencePairsOverTime9: [99 of UInt32] = [
  0x03_000006, 0x04_000004, 0x07_000012, 0x0B_0007FE, 0x0D_001F7E, 0x10_00FBFE, 0x11_01F7FE, 0x15_0B7DFE,
  0x03_000000, 0x04_000006, 0x07_00007C, 0x09_000046, 0x0C_0007D0, 0x0E_001F4E, 0x11_00B7FE, 0x10_005BEE,
  0x12_016FBE, 0x0A_0003EE, 0x05_000006, 0x05_00000A, 0x07_00002E, 0x0A_0003FE, 0x0C_0007D2, 0x0E_001F4F,
  0x0F_002DFE, 0x11_00B7DE, 0x0A_0001FE, 0x08_00002E, 0x07_00007A, 0x07_00007E, 0x08_00007A, 0x0A_0001FA,
  0x0C_0007FE, 0x0D_001F7C, 0x0E_0016FA, 0x0A_00009E, 0x08_000020, 0x08_000021, 0x08_0000FE, 0x07_000016,
  0x09_0000FE, 0x0A_00016E, 0x0A_00009F, 0x0D_000B7C, 0x0B_0003DE, 0x09_0000B6, 0x09_0000BE, 0x08_00007C,
  0x08_00005A, 0x08_000078, 0x09_000047, 0x09_000044, 0x0C_0007FF, 0x0C_0007D1, 0x0A_0001F6, 0x0A_0001F7,
  0x08_00002F, 0x07_00002C, 0x09_0000FC, 0x09_0001F6, 0x09_0000F6, 0x0B_0007FF, 0x0E_0016FE, 0x0B_0002DE,
  0x0B_0003EA, 0x09_0000BF, 0x08_0000FA, 0x06_00000A, 0x09_00004E, 0x08_000026, 0x0A_0001EE, 0x10_005BFE,
  0x0E_003EFE, 0x0D_000B7E, 0x0B_0003EB, 0x09_0001FE, 0x07_00007B, 0x05_000007, 0x0A_0001FB, 0x09_000045,
  0x12_016FFE, 0x11_01F7FF, 0x0F_002DF6, 0x0D_001F7D, 0x0B_0003FE, 0x08_00005E, 0x06_00003C, 0x04_00000E,
  0x0B_0003DF, 0x14_05BEFE, 0x13_02DF7E, 0x12_016FFF, 0x0F_007DFE, 0x0D_000FA6, 0x0B_0007DE, 0x08_000079,
  0x05_00000E, 0x02_000002, 0x15_0B7DFF,
]

/// The value of each entry.
let surroundLevelDifferencePairsOverTime9Values: [99 of UInt8] = [
    0,   1,   2,   3,   4,   5,   6,   7,  16,  17,  18,  19,  20,  21,  22,  23,  24,  25,  32,  33,
   34,  35,  36,  37,  38,  39,  40,  41,  48,  49,  50,  51,  52,  53,  54,  55,  56,  57,  64,  65,
   66,  67,  68,  69,  70,  71,  72,  73,  80,  81,  82,  83,  84,  85,  86,  87,  88,  89,  96,  97,
   98,  99, 100, 101, 102, 103, 104, 105, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 128, 129,
  130, 131, 132, 133, 134, 135, 136, 137, 144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 255,
]

/// The first `icc` index: length and code of each entry (ISO/IEC 23003-2).
package let surroundCoherenceFirst: [8 of UInt32] = [
  0x05_00001E, 0x04_00000E, 0x03_000006, 0x02_000000, 0x02_000002, 0x02_000001, 0x06_00003E, 0x06_00003F,
]

/// The value of each entry.
package let surroundCoherenceFirstValues: [8 of UInt8] = [
  0, 1, 2, 3, 4, 5, 6, 7,
]

/// Absolute differences of `icc`: length and code of each entry (ISO/IEC 23003-2).
package let surroundCoherenceOverFrequency: [8 of UInt32] = [
  0x01_000000, 0x02_000002, 0x03_000006, 0x04_00000E, 0x05_00001E, 0x06_00003E, 0x07_00007E, 0x07_00007F,
]

/// The value of each entry.
package let surroundCoherenceOverFrequencyValues: [8 of UInt8] = [
  0, 1, 2, 3, 4, 5, 6, 7,
]

/// Pairs of absolute sums and differences of `icc` up to 1, 16a + b, 255 the escape: length and code of each entry
/// (ISO/IEC 23003-2).
package let surroundCoherencePairsOverFrequency1: [4 of UInt32] = [
  0x01_000000, 0x03_000006, 0x03_000007, 0x02_000002,
]

/// The value of each entry.
package let surroundCoherencePairsOverFrequency1Values: [4 of UInt8] = [
   0,  1, 16, 17,
]

/// Pairs of absolute sums and differences of `icc` up to 3, 16a + b, 255 the escape: length and code of each entry
/// (ISO/IEC 23003-2).
let surroundCoherencePairsOverFrequency3: [16 of UInt32] = [
  0x02_000002, 0x02_000000, 0x05_00000A, 0x08_00007E, 0x05_00000E, 0x04_000004, 0x06_000016, 0x0B_0003FE,
  0x0A_0001FE, 0x09_0000FE, 0x07_00003E, 0x06_00001E, 0x0B_0003FF, 0x06_000017, 0x04_000006, 0x02_000003,
]

/// The value of each entry.
let surroundCoherencePairsOverFrequency3Values: [16 of UInt8] = [
   0,  1,  2,  3, 16, 17, 18, 19, 32, 33, 34, 35, 48, 49, 50, 51,
]

/// Pairs of absolute sums and differences of `icc` up to 5, 16a + b, 255 the escape: length and code of each entry
/// (ISO/IEC 23003-2).
let surroundCoherencePairsOverFrequency5: [33 of UInt32] = [
  0x02_000000, 0x03_000002, 0x05_00000C, 0x07_00006A, 0x08_0000DC, 0x0B_0006EE, 0x05_00001E, 0x04_00000C,
  0x05_00000D, 0x06_00001E, 0x09_0001AE, 0x08_0000DE, 0x07_00007E, 0x06_00001F, 0x09_0001BE, 0x0F_006EFE,
  0x10_00DDFE, 0x0E_00377E, 0x0D_001BBE, 0x0C_000DDE, 0x09_0001BF, 0x08_0000D6, 0x0A_000376, 0x09_0001BA,
  0x06_000034, 0x06_00003E, 0x05_00000E, 0x09_0001AF, 0x07_00007F, 0x06_000036, 0x04_00000E, 0x02_000002,
  0x10_00DDFF,
]

/// The value of each entry.
let surroundCoherencePairsOverFrequency5Values: [33 of UInt8] = [
    0,   1,   2,   3,   4,   5,  16,  17,  18,  19,  20,  32,  33,  34,  35,  36,  37,  48,  49,  50,
   51,  52,  53,  66,  67,  68,  69,  81,  82,  83,  84,  85, 255,
]

/// Pairs of absolute sums and differences of `icc` up to 7, 16a + b, 255 the escape: length and code of each entry
/// (ISO/IEC 23003-2).
let surroundCoherencePairsOverFrequency7: [49 of UInt32] = [
  0x02_000000, 0x04_00000C, 0x06_00002E, 0x07_000044, 0x08_000086, 0x0B_00069E, 0x0B_00043E, 0x0C_00087A,
  0x05_00001E, 0x04_00000E, 0x06_00002A, 0x07_000046, 0x09_00015E, 0x07_000047, 0x0A_00034A, 0x08_0000D6,
  0x06_000026, 0x06_00002F, 0x08_0000D7, 0x07_00006A, 0x0A_00034E, 0x0A_0002BE, 0x09_0001A6, 0x09_0001BE,
  0x05_000012, 0x09_0001BF, 0x06_000036, 0x08_0000D0, 0x0B_00043C, 0x0B_00043F, 0x0A_00034B, 0x06_000027,
  0x06_000020, 0x07_000042, 0x08_0000D1, 0x0A_0002BF, 0x08_0000DE, 0x08_0000AE, 0x07_000056, 0x05_000016,
  0x05_000014, 0x0B_00069F, 0x09_0001A4, 0x09_00010E, 0x07_000045, 0x07_00006E, 0x05_00001F, 0x02_000001,
  0x0C_00087B,
]

/// The value of each entry.
let surroundCoherencePairsOverFrequency7Values: [49 of UInt8] = [
    0,   1,   2,   3,   4,   5,   6,   7,  16,  17,  18,  19,  20,  21,  22,  32,  33,  34,  35,  36,
   37,  48,  49,  50,  51,  52,  68,  69,  70,  71,  83,  84,  85,  86,  87,  98,  99, 100, 101, 102,
  103, 113, 114, 115, 116, 117, 118, 119, 255,
]

/// Absolute differences of `icc`: length and code of each entry (ISO/IEC 23003-2).
package let surroundCoherenceOverTime: [8 of UInt32] = [
  0x01_000000, 0x02_000002, 0x03_000006, 0x04_00000E, 0x05_00001E, 0x06_00003E, 0x07_00007E, 0x07_00007F,
]

/// The value of each entry.
package let surroundCoherenceOverTimeValues: [8 of UInt8] = [
  0, 1, 2, 3, 4, 5, 6, 7,
]

/// Pairs of absolute sums and differences of `icc` up to 1, 16a + b, 255 the escape: length and code of each entry
/// (ISO/IEC 23003-2).
package let surroundCoherencePairsOverTime1: [4 of UInt32] = [
  0x01_000000, 0x03_000006, 0x03_000007, 0x02_000002,
]

/// The value of each entry.
package let surroundCoherencePairsOverTime1Values: [4 of UInt8] = [
   0,  1, 16, 17,
]

/// Pairs of absolute sums and differences of `icc` up to 3, 16a + b, 255 the escape: length and code of each entry
/// (ISO/IEC 23003-2).
let surroundCoherencePairsOverTime3: [16 of UInt32] = [
  0x02_000002, 0x04_00000E, 0x0A_00037E, 0x0C_000DFE, 0x04_00000F, 0x04_00000C, 0x09_0001BA, 0x09_0001BB,
  0x08_0000DE, 0x08_0000DC, 0x09_0001BE, 0x05_00001A, 0x0B_0006FE, 0x0C_000DFF, 0x06_000036, 0x01_000000,
]

/// The value of each entry.
let surroundCoherencePairsOverTime3Values: [16 of UInt8] = [
   0,  1,  2,  3, 16, 17, 18, 19, 32, 33, 34, 35, 48, 49, 50, 51,
]

/// Pairs of absolute sums and differences of `icc` up to 5, 16a + b, 255 the escape: length and code of each entry
/// (ISO/IEC 23003-2).
let surroundCoherencePairsOverTime5: [36 of UInt32] = [
  0x01_000000, 0x04_00000C, 0x09_0001B6, 0x0D_001B7C, 0x10_00DBFE, 0x04_00000E, 0x05_00001E, 0x09_0001BE,
  0x0C_000DFE, 0x12_036FFE, 0x0A_00036E, 0x07_00006E, 0x08_0000FE, 0x08_0000D8, 0x0E_0036FE, 0x0B_0006DE,
  0x08_0000DE, 0x09_0001FA, 0x08_0000DA, 0x0C_000DFF, 0x0D_001B7E, 0x08_0000D9, 0x08_0000FF, 0x0A_0003F6,
  0x0B_0006FE, 0x0F_006DFE, 0x0A_00037E, 0x08_0000FC, 0x05_00001A, 0x0B_0007EE, 0x11_01B7FE, 0x0D_001B7D,
  0x0B_0007EF, 0x06_00003E, 0x02_000002, 0x12_036FFF,
]

/// The value of each entry.
let surroundCoherencePairsOverTime5Values: [36 of UInt8] = [
    0,   1,   2,   3,   4,  16,  17,  18,  19,  20,  21,  32,  33,  34,  35,  36,  37,  48,  49,  50,
   51,  52,  53,  64,  65,  66,  67,  68,  69,  80,  81,  82,  83,  84,  85, 255,
]

/// Pairs of absolute sums and differences of `icc` up to 7, 16a + b, 255 the escape: length and code of each entry
/// (ISO/IEC 23003-2).
let surroundCoherencePairsOverTime7: [48 of UInt32] = [
  0x01_000000, 0x04_00000C, 0x0B_0007EE, 0x0D_001E7E, 0x0E_003CFE, 0x04_00000E, 0x05_00001A, 0x09_0001E6,
  0x0D_001FBE, 0x0F_0079FE, 0x0B_0006FC, 0x07_00006C, 0x08_0000F6, 0x09_0001BA, 0x0C_000DFC, 0x0C_000DFD,
  0x0C_000F3E, 0x09_0001BB, 0x08_0000DC, 0x09_0001FE, 0x0A_00036E, 0x0A_0003FE, 0x0C_000FDE, 0x09_0001EE,
  0x08_0000F2, 0x09_0001FA, 0x0A_0003F6, 0x09_0001BE, 0x0D_001FBF, 0x0A_0003CE, 0x0A_0003FF, 0x08_0000DE,
  0x07_000078, 0x08_0000DA, 0x0B_0006FD, 0x0A_00036C, 0x09_0001EF, 0x08_0000FE, 0x0A_00036F, 0x0C_000DFE,
  0x0A_00036D, 0x08_0000FC, 0x06_00003E, 0x0C_000DFF, 0x0B_00079E, 0x07_00007A, 0x02_000002, 0x0F_0079FF,
]

/// The value of each entry.
let surroundCoherencePairsOverTime7Values: [48 of UInt8] = [
    0,   1,   2,   3,   4,  16,  17,  18,  19,  20,  23,  32,  33,  34,  35,  36,  38,  39,  48,  49,
   50,  51,  53,  54,  55,  64,  65,  66,  68,  69,  70,  71,  80,  81,  84,  85,  86,  87,  96,  97,
  101, 102, 103, 112, 117, 118, 119, 255,
]

/// The index of the largest absolute value: length and code of each entry (ISO/IEC 23003-2).
package let surroundLargestValueIndex: [4 of UInt32] = [
  0x01_000000, 0x02_000002, 0x03_000006, 0x03_000007,
]

/// The value of each entry.
package let surroundLargestValueIndexValues: [4 of UInt8] = [
  0, 1, 2, 3,
]

/// Levels of the envelope and runs, 16 · level + run: length and code of each entry (ISO/IEC 23003-2).
package let surroundEnvelope: [40 of UInt32] = [
  0x05_000006, 0x06_00001E, 0x08_0000F8, 0x09_0001F2, 0x0A_0003E6, 0x0B_0007CE, 0x0B_00017E, 0x0A_0003EE,
  0x03_000004, 0x04_00000A, 0x05_00000E, 0x06_00000A, 0x07_000016, 0x09_0001FE, 0x0A_0003FE, 0x09_00005C,
  0x03_000006, 0x03_000000, 0x04_00000B, 0x05_00001C, 0x05_000007, 0x06_00003A, 0x06_00001F, 0x05_00001E,
  0x03_000002, 0x04_000006, 0x05_000004, 0x07_00007E, 0x08_0000FA, 0x09_0001F6, 0x0A_0003FF, 0x09_00005E,
  0x06_00003B, 0x08_0000FE, 0x09_00005D, 0x0A_0000BE, 0x0B_00017F, 0x0C_000F9E, 0x0C_000F9F, 0x0A_0003EF,
]

/// The value of each entry.
package let surroundEnvelopeValues: [40 of UInt8] = [
   0,  1,  2,  3,  4,  5,  6,  7, 16, 17, 18, 19, 20, 21, 22, 23, 32, 33, 34, 35,
  36, 37, 38, 39, 48, 49, 50, 51, 52, 53, 54, 55, 64, 65, 66, 67, 68, 69, 70, 71,
]
