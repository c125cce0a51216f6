// Written by Scripts/house tables from mp3_tables.json; edit that, not this.
// swift-format-ignore-file

/// The scale factor bands of layer III (ISO/IEC 11172-3, Table B.8; ISO/IEC 13818-3, Table B.2).
///
/// No standard has the rates 8000, 11025 and 12000 Hz; their rows are those of deployed encoders.
package enum ScaleFactorBandTables {
  /// Returns the beginnings of the bands of the 576 lines at a rate in Hz, and the end of the last.
  package static func long(_ sampleRate: Int) -> [23 of Int] {
    switch sampleRate {
    case 44100:
      return [
          0,   4,   8,  12,  16,  20,  24,  30,  36,  44,  52,  62,
         74,  90, 110, 134, 162, 196, 238, 288, 342, 418, 576,
      ]
    case 48000:
      return [
          0,   4,   8,  12,  16,  20,  24,  30,  36,  42,  50,  60,
         72,  88, 106, 128, 156, 190, 230, 276, 330, 384, 576,
      ]
    case 32000:
      return [
          0,   4,   8,  12,  16,  20,  24,  30,  36,  44,  54,  66,
         82, 102, 126, 156, 194, 240, 296, 364, 448, 550, 576,
      ]
    case 22050, 16000, 11025, 12000:
      return [
          0,   6,  12,  18,  24,  30,  36,  44,  54,  66,  80,  96,
        116, 140, 168, 200, 238, 284, 336, 396, 464, 522, 576,
      ]
    case 24000:
      return [
          0,   6,  12,  18,  24,  30,  36,  44,  54,  66,  80,  96,
        114, 136, 162, 194, 232, 278, 332, 394, 464, 540, 576,
      ]
    default:
      return [
          0,  12,  24,  36,  48,  60,  72,  88, 108, 132, 160, 192,
        232, 280, 336, 400, 476, 566, 568, 570, 572, 574, 576,
      ]
    }
  }

  /// Returns the beginnings of the bands of the 192 lines of a window at a rate in Hz, and the end of the last.
  package static func short(_ sampleRate: Int) -> [14 of Int] {
    switch sampleRate {
    case 44100:
      return [
          0,   4,   8,  12,  16,  22,  30,  40,  52,  66,  84, 106,
        136, 192,
      ]
    case 48000:
      return [
          0,   4,   8,  12,  16,  22,  28,  38,  50,  64,  80, 100,
        126, 192,
      ]
    case 32000:
      return [
          0,   4,   8,  12,  16,  22,  30,  42,  58,  78, 104, 138,
        180, 192,
      ]
    case 22050:
      return [
          0,   4,   8,  12,  18,  24,  32,  42,  56,  74, 100, 132,
        174, 192,
      ]
    case 24000:
      return [
          0,   4,   8,  12,  18,  26,  36,  48,  62,  80, 104, 136,
        180, 192,
      ]
    case 16000, 11025, 12000:
      return [
          0,   4,   8,  12,  18,  26,  36,  48,  62,  80, 104, 134,
        174, 192,
      ]
    default:
      return [
          0,   8,  16,  24,  36,  52,  72,  96, 124, 160, 162, 164,
        166, 192,
      ]
    }
  }
}

/// `pretab`: the additions of `preflag` to the scale factors of long bands (ISO/IEC 11172-3, Table B.6).
let preemphasis: [22 of UInt8] = [
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 3, 2, 0,
]
