// Written by Scripts/house tables from usac_swb_offset_768.json and usac_tns.json; edit that, not this.
// swift-format-ignore-file

/// The starts of the scale factor bands of frames of 768 lines, with the length of the window as last value, by the
/// sampling frequency index of the tables for 1024 lines (ISO/IEC 23003-3).
enum ShortFrameBandTables {
  static func long768(_ samplingFrequencyIndex: Int) -> [Int] {
    switch samplingFrequencyIndex {
    case 0, 1:
      return [
          0,   4,   8,  12,  16,  20,  24,  28,  32,  36,  40,  44,  48,  52,  56,  64,
         72,  80,  88,  96, 108, 120, 132, 144, 156, 172, 188, 212, 240, 276, 320, 384,
        448, 512, 576, 640, 704, 768,
      ]
    case 2:
      return [
          0,   4,   8,  12,  16,  20,  24,  28,  32,  36,  40,  44,  48,  52,  56,  64,
         72,  80,  88, 100, 112, 124, 140, 156, 172, 192, 216, 240, 268, 304, 344, 384,
        424, 464, 504, 544, 584, 624, 664, 704, 744, 768,
      ]
    case 3, 4, 5:
      return [
          0,   4,   8,  12,  16,  20,  24,  28,  32,  36,  40,  48,  56,  64,  72,  80,
         88,  96, 108, 120, 132, 144, 160, 176, 196, 216, 240, 264, 292, 320, 352, 384,
        416, 448, 480, 512, 544, 576, 608, 640, 672, 704, 736, 768,
      ]
    case 6, 7:
      return [
          0,   4,   8,  12,  16,  20,  24,  28,  32,  36,  40,  44,  52,  60,  68,  76,
         84,  92, 100, 108, 116, 124, 136, 148, 160, 172, 188, 204, 220, 240, 260, 284,
        308, 336, 364, 396, 432, 468, 508, 552, 600, 652, 704, 768,
      ]
    case 8, 9, 10:
      return [
          0,   8,  16,  24,  32,  40,  48,  56,  64,  72,  80,  88, 100, 112, 124, 136,
        148, 160, 172, 184, 196, 212, 228, 244, 260, 280, 300, 320, 344, 368, 396, 424,
        456, 492, 532, 572, 616, 664, 716, 768,
      ]
    default:
      return [
          0,  12,  24,  36,  48,  60,  72,  84,  96, 108, 120, 132, 144, 156, 172, 188,
        204, 220, 236, 252, 268, 288, 308, 328, 348, 372, 396, 420, 448, 476, 508, 544,
        580, 620, 664, 712, 764, 768,
      ]
    }
  }

  static func short96(_ samplingFrequencyIndex: Int) -> [Int] {
    switch samplingFrequencyIndex {
    case 0, 1, 2:
      return [
         0,  4,  8, 12, 16, 20, 24, 32, 40, 48, 64, 92, 96,
      ]
    case 3, 4, 5:
      return [
         0,  4,  8, 12, 16, 20, 28, 36, 44, 56, 68, 80, 96,
      ]
    case 6, 7:
      return [
         0,  4,  8, 12, 16, 20, 24, 28, 36, 44, 52, 64, 76, 92, 96,
      ]
    case 8, 9, 10:
      return [
         0,  4,  8, 12, 16, 20, 24, 28, 32, 40, 48, 60, 72, 88, 96,
      ]
    default:
      return [
         0,  4,  8, 12, 16, 20, 24, 28, 36, 44, 52, 60, 72, 88, 96,
      ]
    }
  }
}

/// The highest band that temporal noise shaping touches in long windows, by sampling frequency index.
let shapedBandLimitsLong: [13 of Int] = [31, 31, 34, 40, 42, 51, 47, 47, 43, 43, 43, 40, 40]
/// The highest band that temporal noise shaping touches in short windows, by sampling frequency index.
let shapedBandLimitsShort: [13 of Int] = [9, 9, 10, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15]
