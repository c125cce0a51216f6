import Bitstream

/// The parameter sets of a video stream, as decoder configuration records keep them: ISO/IEC 14496-15.
struct ParameterSets {
  /// The codec to which the sets belong.
  enum Codec {
    case h264
    case hevc

    /// The atom that holds the record.
    var atom: StaticString {
      switch self {
      case .h264: "avcC"
      case .hevc: "hvcC"
      }
    }
  }

  /// The ranges of the sets in the record.
  var ranges: [Range<Int>] = []
  /// The number of bytes of the length before each unit of the stream.
  var unitHeaderLength = 4

  /// Finds the sets of a record; `nil` if it is malformed.
  init?(_ codec: Codec, record: [UInt8]) {
    var cursor = Cursor(bytes: record)
    switch codec {
    case .h264:
      guard record.count >= 7, record[0] == 1 else { return nil }
      unitHeaderLength = Int(record[4] & 3) + 1
      cursor.offset = 6
      guard cursor.takeSets(Int(record[5] & 31), into: &ranges), let count = cursor.take(1),
        cursor.takeSets(count, into: &ranges)
      else { return nil }
      // Fields of some profiles: three bytes, then extensions of sequence sets.
      cursor.offset += 3
      if let count = cursor.take(1) { guard cursor.takeSets(count, into: &ranges) else { return nil } }
    case .hevc:
      guard record.count >= 23, record[0] == 1 else { return nil }
      unitHeaderLength = Int(record[21] & 3) + 1
      cursor.offset = 23
      for _ in 0..<record[22] {
        cursor.offset += 1
        guard let count = cursor.take(2), cursor.takeSets(count, into: &ranges) else { return nil }
      }
    }
  }

  /// A place in a record.
  private struct Cursor {
    var bytes: [UInt8]
    var offset = 0

    /// Returns a number of some bytes.
    mutating func take(_ count: Int) -> Int? {
      guard count <= bytes.count - offset else { return nil }
      let number = bytes[offset..<(offset + count)].reduce(0) { $0 << 8 | Int($1) }
      offset += count
      return number
    }

    /// Reads sets, each preceded by its length.
    mutating func takeSets(_ count: Int, into ranges: inout [Range<Int>]) -> Bool {
      for _ in 0..<count {
        guard let length = take(2), length <= bytes.count - offset else { return false }
        ranges.append(offset..<(offset + length))
        offset += length
      }
      return true
    }
  }
}

/// A decoder configuration record that is made of parameter sets.
struct DecoderConfiguration {
  var record: [UInt8]
  var parameters: SequenceParameters

  /// `AVCDecoderConfigurationRecord`, ISO/IEC 14496-15, 5.3.3.1.
  ///
  /// - Returns: `nil` if a set of the sequence or of the pictures is missing, or makes no sense.
  init?(h264 sets: [[UInt8]], unitHeaderLength: Int) {
    let sequence = sets.filter { $0.first.map { $0 & 31 } == 7 }
    let pictures = sets.filter { $0.first.map { $0 & 31 } == 8 }
    let extensions = sets.filter { $0.first.map { $0 & 31 } == 13 }
    guard let first = sequence.first, first.count >= 4, !pictures.isEmpty, sequence.count < 32, pictures.count < 256,
      extensions.count < 256, sequence.count + pictures.count + extensions.count == sets.count,
      sets.allSatisfy({ $0.count <= 0xFFFF }), let told = try? SequenceParameters(h264: first)
    else { return nil }
    parameters = told
    record = [1, first[1], first[2], first[3], 0xFC | UInt8(unitHeaderLength - 1), 0xE0 | UInt8(sequence.count)]
    Self.append(sequence, to: &record)
    record.append(UInt8(pictures.count))
    Self.append(pictures, to: &record)
    if [100, 110, 122, 144].contains(first[1]) {
      record += [
        0xFC | UInt8(told.chromaFormat), 0xF8 | UInt8(told.lumaDepth), 0xF8 | UInt8(told.chromaDepth),
        UInt8(extensions.count),
      ]
      Self.append(extensions, to: &record)
    }
  }

  /// `HEVCDecoderConfigurationRecord`, ISO/IEC 14496-15, 8.3.3.1.
  ///
  /// - Returns: `nil` if a set of the stream, the sequence or the pictures is missing, or makes no sense.
  init?(hevc sets: [[UInt8]], unitHeaderLength: Int) {
    func kind(_ set: [UInt8]) -> UInt8 { set.first.map { $0 >> 1 & 63 } ?? 0 }
    let kinds = Set(sets.map(kind)).sorted()
    guard kinds.starts(with: [32, 33, 34]), kinds.allSatisfy({ $0 <= 34 || $0 == 39 || $0 == 40 }),
      sets.allSatisfy({ $0.count > 2 && $0.count <= 0xFFFF }), let first = sets.first(where: { kind($0) == 33 }),
      let told = try? SequenceParameters(hevc: first)
    else { return nil }
    parameters = told
    record = [1] + told.profile
    // Segmentation, parallelism and frame rate are left unspecified.
    record += [0xF0, 0, 0xFC, 0xFC | UInt8(told.chromaFormat), 0xF8 | UInt8(told.lumaDepth)]
    record += [0xF8 | UInt8(told.chromaDepth), 0, 0]
    record.append(
      UInt8(told.temporalLayers) << 3 | (told.isTemporallyNested ? 4 : 0) | UInt8(unitHeaderLength - 1))
    record.append(UInt8(kinds.count))
    for number in kinds {
      let group = sets.filter { kind($0) == number }
      record += [0x80 | number, UInt8(truncatingIfNeeded: group.count >> 8), UInt8(truncatingIfNeeded: group.count)]
      Self.append(group, to: &record)
    }
  }

  private static func append(_ sets: [[UInt8]], to record: inout [UInt8]) {
    for set in sets {
      record += [UInt8(set.count >> 8), UInt8(set.count & 0xFF)]
      record += set
    }
  }
}
