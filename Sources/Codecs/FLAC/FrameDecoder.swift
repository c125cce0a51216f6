package import Bitstream

/// Decodes frames into planes of integers, which it keeps (RFC 9639, 9).
package struct FrameDecoder: Sendable {
  /// The planes of ``stride`` samples each; the first ``LinearPrediction/leadCount`` of each plane are zero.
  package private(set) var samples: [Int32]
  /// The distance from one plane to the next.
  package private(set) var stride: Int
  /// The side channel of a frame of 32 bits, which has 33.
  private var wide: [Int64] = []
  private var subframe = SubframeDecoder()
  private let check = FrameCheck()
  private let channelCount: Int
  /// The bits per sample if a frame does not state them.
  private let bitDepth: Int

  package init(_ information: StreamInformation) {
    channelCount = information.channelCount
    bitDepth = information.bitDepth
    stride = LinearPrediction.leadCount + information.maximumBlockSize
    // Bound: 65,535 samples per block, eight channels.
    samples = Array(repeating: 0, count: stride * channelCount)
    // Bound: 65,535 samples per block.
    if bitDepth == 32, channelCount == 2 { wide = Array(repeating: 0, count: information.maximumBlockSize) }
  }

  /// Returns the samples of a channel of the frame that was decoded last.
  @_lifetime(borrow self)
  func channel(_ index: Int, count: Int) -> Span<Int32> {
    let start = index * stride + LinearPrediction.leadCount
    return samples.span.extracting(start..<(start + count))
  }

  /// Decodes a frame, and returns its header and its size in bytes.
  ///
  /// The frame is checked by its CRC-16 before any of it is used.
  package mutating func decode(_ packet: Span<UInt8>, _ header: FrameHeader, _ bits: inout BitReader) throws(FLACError)
    -> Int
  {
    reserve(header)
    let width = header.bitDepth > 0 ? header.bitDepth : bitDepth
    let count = header.blockSize
    for channel in 0..<channelCount {
      let isSide = header.channels.side == channel
      let place = Place(start: channel * stride, count: count, width: isSide ? width + 1 : width)
      if place.width > 32 {
        try subframe.decodeWide(&bits, place, into: &wide, residuals: &samples)
      } else {
        try subframe.decode(&bits, place, into: &samples)
      }
    }
    let end = try readEnd(&bits, packet)
    decorrelate(header.channels, width: width, count: count)
    return end
  }

  /// Reads the padding and the check after the last subframe.
  private func readEnd(_ bits: inout BitReader, _ packet: Span<UInt8>) throws(FLACError) -> Int {
    let padding = (8 - bits.offset & 7) & 7
    guard try bits.field(padding) == 0 else { throw FLACError(.padding, at: bits.offset) }
    let end = bits.offset / 8
    let stated = try bits.field(16)
    guard stated == UInt32(check.frameCheck(packet.extracting(0..<end))) else {
      throw FLACError(.frameCheck, at: end * 8)
    }
    return end + 2
  }

  /// Allocates memory for blocks larger than the stream stated.
  private mutating func reserve(_ header: FrameHeader) {
    if stride < LinearPrediction.leadCount + header.blockSize {
      stride = LinearPrediction.leadCount + header.blockSize
      // Bound: 65,536 samples per block, eight channels.
      samples = Array(repeating: 0, count: stride * channelCount)
    }
    let width = header.bitDepth > 0 ? header.bitDepth : bitDepth
    if width == 32, header.channels.side != nil, wide.count < header.blockSize {
      // Bound: 65,536 samples per block.
      wide = Array(repeating: 0, count: header.blockSize)
    }
  }

  /// Replaces the frame's channels by left and right.
  private mutating func decorrelate(_ channels: ChannelAssignment, width: Int, count: Int) {
    guard channels.side != nil else { return }
    let places = PairPlaces(distance: stride, count: count)
    if width == 32 {
      StereoDecorrelation.restoreWide(&samples, places, channels, side: wide)
    } else {
      StereoDecorrelation.restore(&samples, places, channels)
    }
  }
}

/// The destination of a subframe's samples.
private struct Place {
  var start: Int
  var count: Int
  /// The number of bits of a sample.
  var width: Int
}

extension SubframeDecoder {
  fileprivate mutating func decode(
    _ bits: inout BitReader, _ place: Place, into samples: inout [Int32]
  ) throws(FLACError) {
    var all = samples.mutableSpan
    var plane = all._mutatingExtracting(place.start..<(place.start + LinearPrediction.leadCount + place.count))
    try decode(&bits, width: place.width, into: &plane)
  }

  /// Decodes the samples to `wide`, and their residuals to the memory of other samples.
  fileprivate mutating func decodeWide(
    _ bits: inout BitReader, _ place: Place, into wide: inout [Int64], residuals: inout [Int32]
  ) throws(FLACError) {
    let first = place.start + LinearPrediction.leadCount
    var all = residuals.mutableSpan
    var part = all._mutatingExtracting(first..<(first + place.count))
    var allWide = wide.mutableSpan
    var target = allWide._mutatingExtracting(0..<place.count)
    try decodeWide(&bits, into: &target, residuals: &part)
  }
}
