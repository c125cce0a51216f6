import AudioBase
import Bitstream
import XiphAudio

/// Finds out how long a frame is by walking over its contents, which may come bit by bit. RFC 9639, 9.2.
struct FLACFrameMeasure {
  /// The smallest number of bytes of a frame: a header of 6, a channel of 2, and a check of 2.
  static let leastByteCount = 10

  /// The findings about the length of a frame.
  enum Finding {
    /// The frame is complete and has this many bytes; its check matches.
    case whole(Int)
    /// The frame has at least this many bytes, more than are available.
    case needs(Int)
    /// The bytes are no frame, or a damaged one.
    case broken
  }

  /// The coded residual of a channel: RFC 9639, 9.2.7.
  private struct Residual {
    let parameterBits: Int
    let partitionOrder: Int
    let predictorOrder: Int
    var partition = 0
  }

  private let header: FLACFrameHeader
  private let bitDepth: Int
  /// The number of bits that have been walked over definitely.
  private var place: Int
  private var channel = 0
  private var residual: Residual?

  /// - Parameter statedBitDepth: The bits per sample if the header does not state them.
  init(_ header: FLACFrameHeader, statedBitDepth: Int) {
    self.header = header
    bitDepth = header.bitDepth > 0 ? header.bitDepth : statedBitDepth
    place = header.byteCount * 8
  }

  /// Continues the walk through the frame's first bytes, which are those of the last call and further ones.
  mutating func walk(_ bytes: Span<UInt8>) -> Finding {
    guard (4...32).contains(bitDepth) else { return .broken }
    var reader = BitReader(bytes)
    while channel < header.channelCount {
      // Enough for the rest of this channel, for the minimum of the following ones, and for the check.
      reader.consume(place - reader.offset)
      let step = residual == nil ? walkSubframe(&reader) : walkPartition(&reader)
      switch step {
      case .done: place = reader.offset
      case .needs(let end):
        return .needs(max(bytes.count + 1, (end + 8 * (header.channelCount - 1 - channel) + 7) / 8 + 2))
      case .broken: return .broken
      }
      if residual == nil { channel += 1 }
    }
    let end = (place + 7) / 8 + 2
    guard bytes.count >= end else { return .needs(end) }
    var check = CyclicRedundancyCheck(width: 16, polynomial: 0x8005, initialValue: 0)
    check.update(bytes.extracting(0..<end))
    return check.value == 0 ? .whole(end) : .broken
  }

  /// The result of a step along the bits.
  private enum Step {
    case done
    /// Reading needs the bits up to here, counted from the frame's start.
    case needs(Int)
    case broken
  }

  /// Walks over a channel's header and the bytes before its residual; ``residual`` is set if there is one.
  private mutating func walkSubframe(_ reader: inout BitReader) -> Step {
    let start = reader.offset
    guard reader.remaining >= 8 else { return .needs(start + 8) }
    let head = reader.readUnchecked(8)
    guard head & 0x80 == 0 else { return .broken }
    var depth = bitDepth + (header.sideChannel == channel ? 1 : 0)
    if head & 1 == 1 {
      var zeros = 0
      while true {
        guard reader.remaining > 0 else { return .needs(reader.offset + 1) }
        zeros += 1
        if reader.readUnchecked(1) == 1 { break }
        guard zeros < depth else { return .broken }
      }
      depth -= zeros
    }
    guard depth > 0 else { return .broken }
    let order: Int
    switch head >> 1 {
    case 0: return skip(depth, &reader)
    case 1: return skip(depth * header.blockSize, &reader)
    case 8...12: order = Int(head >> 1) - 8
    case 32...63: order = Int(head >> 1) - 31
    default: return .broken
    }
    guard order <= header.blockSize else { return .broken }
    var bits = order * depth
    if head >> 1 >= 32 {
      // The precision of the coefficients, and their shift, before themselves.
      guard reader.remaining >= bits + 9 else { return .needs(reader.offset + bits + 9) }
      reader.consume(bits)
      let precision = Int(reader.peek(4)) + 1
      guard precision < 16 else { return .broken }
      bits = 9 + order * precision
    }
    guard reader.remaining >= bits + 6 else { return .needs(reader.offset + bits + 6) }
    reader.consume(bits)
    let method = reader.readUnchecked(2)
    let partitionOrder = Int(reader.readUnchecked(4))
    guard method < 2, header.blockSize & ((1 << partitionOrder) - 1) == 0, header.blockSize >> partitionOrder >= order
    else { return .broken }
    residual = Residual(parameterBits: method == 0 ? 4 : 5, partitionOrder: partitionOrder, predictorOrder: order)
    return .done
  }

  private func skip(_ bits: Int, _ reader: inout BitReader) -> Step {
    guard reader.remaining >= bits else { return .needs(reader.offset + bits) }
    reader.consume(bits)
    return .done
  }

  /// Walks over one partition; ``residual`` is `nil` after the last.
  private mutating func walkPartition(_ reader: inout BitReader) -> Step {
    guard var residual else { return .broken }
    let width = residual.parameterBits
    guard reader.remaining >= width + 5 else { return .needs(reader.offset + width + 5) }
    let parameter = Int(reader.readUnchecked(width))
    var count = header.blockSize >> residual.partitionOrder
    if residual.partition == 0 { count -= residual.predictorOrder }
    if parameter == 1 << width - 1 {
      let step = skip(Int(reader.readUnchecked(5)) * count, &reader)
      guard case .done = step else { return step }
    } else {
      while count > 0 {
        let zeros = reader.window.leadingZeroBitCount
        guard zeros < 57 else {
          // Past the end there are zeros without end.
          guard reader.remaining >= 57 else { return .needs(reader.offset + count * (parameter + 1)) }
          reader.consume(56)
          continue
        }
        reader.consume(zeros + 1 + parameter)
        count -= 1
        if reader.isPastEnd { return .needs(reader.offset + count * (parameter + 1)) }
      }
    }
    residual.partition += 1
    self.residual = residual.partition < 1 << residual.partitionOrder ? residual : nil
    return .done
  }
}

/// The known part of a frame, in a source that is still arriving.
///
/// A step that needs more bytes than have arrived is undone, because readers are values. What is known about the frame
/// is kept here, so that each byte is read only once, even if the bytes arrive one by one. It depends only on bytes
/// that have arrived.
final class ArrivingFLACFrame {
  private(set) var start: Int64 = 0
  private(set) var header: FLACFrameHeader?
  private(set) var bytes: [UInt8] = []
  private var measure: FLACFrameMeasure?

  /// Restarts with a frame at another position.
  func begin(_ header: FLACFrameHeader, at start: Int64, statedBitDepth: Int) {
    (self.header, self.start) = (header, start)
    bytes.removeAll(keepingCapacity: true)
    measure = FLACFrameMeasure(header, statedBitDepth: statedBitDepth)
  }

  /// Returns the number of bytes of the frame; `nil` if its contents do not show it, or the source ends too early.
  func byteCount(in source: any ByteSource, limit: Int) throws(ContainerError) -> Int? {
    guard var measure else { return nil }
    defer { self.measure = measure }
    while true {
      switch measure.walk(bytes.span) {
      case .whole(let byteCount): return byteCount
      case .broken: return nil
      case .needs(let byteCount):
        guard byteCount <= limit, try take(byteCount, of: source) else { return nil }
      }
    }
  }

  /// Appends bytes until there are `wanted` or more, and returns false if the source ends before.
  private func take(_ wanted: Int, of source: any ByteSource) throws(ContainerError) -> Bool {
    // First the available ones, for a failed step keeps those that were taken.
    for minimum in [0, wanted - bytes.count] where bytes.count < wanted {
      let count = bytes.count
      // Bound: a frame within the limit on packets.
      bytes.append(contentsOf: repeatElement(0, count: max(wanted - count, 512)))
      var all = bytes.mutableSpan
      var room = all._mutatingExtracting(count..<all.count)
      var got = 0
      defer { bytes.removeLast(bytes.count - count - got) }
      got = try source.read(at: start + Int64(count), into: &room, atLeast: min(minimum, wanted - count))
    }
    return bytes.count >= wanted
  }
}
