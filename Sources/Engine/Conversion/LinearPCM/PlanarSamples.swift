package import AudioBase

// Holds throughout: a range of frames lies within the planes.

/// Samples of several channels, one channel after the other, which a ``PacketConverter`` accepts without a conversion
/// to bytes.
package struct PlanarSamples: ~Escapable {
  private let samples: Span<Float>
  private let stride: Int
  private let channelCount: Int
  /// The frames that are taken.
  let frames: Range<Int>

  /// Creates the frames of a block.
  @_lifetime(borrow block)
  package init(_ block: borrowing PCMBlock, frames: Range<Int>) {
    self.init(block.planes, stride: block.capacity, channelCount: block.channelCount, frames: frames)
  }

  /// Creates samples from consecutive planes.
  ///
  /// - Parameter stride: From the first sample of one channel to that of the next.
  @_lifetime(copy samples)
  package init(_ samples: Span<Float>, stride: Int, channelCount: Int, frames: Range<Int>) {
    (self.samples, self.stride, self.channelCount, self.frames) = (samples, stride, channelCount, frames)
  }

  /// Appends the samples in runs that a decoder takes in one call, each a packet.
  func append(to batch: inout PacketBatch) {
    for first in Swift.stride(from: frames.lowerBound, to: frames.upperBound, by: PacketCutter.runLength) {
      let count = min(PacketCutter.runLength, frames.upperBound - first)
      let start = batch.bytes.count
      for channel in 0..<channelCount {
        let place = channel * stride + first
        batch.bytes.append(bytesOf: samples.extracting(place..<(place + count)))
      }
      batch.descriptions.append(
        PacketDescription(startOffset: start, byteCount: batch.bytes.count - start, frameCount: count))
    }
  }
}

extension StreamFormat {
  /// Returns the format of ``PlanarSamples`` as packets: native 32-bit floats with separate channels.
  package static func planarFloats(sampleRate: Double, channelCount: Int) -> StreamFormat {
    planar(.float32, sampleRate: sampleRate, channelCount: channelCount)
  }

  /// Returns a format of linear PCM with separate channels.
  package static func planar(_ samples: SampleFormat, sampleRate: Double, channelCount: Int) -> StreamFormat {
    var format = StreamFormat(samples, sampleRate: sampleRate, channelsPerFrame: 1)
    format.linearPCMFlags.insert(.nonInterleaved)
    format.channelsPerFrame = channelCount
    return format
  }

  /// True for that format.
  var isOfPlanarSamples: Bool { self == .planarFloats(sampleRate: sampleRate, channelCount: channelsPerFrame) }
}
