import AudioBase

// Holds throughout: counts of C come as unsigned numbers of 32 bits.

/// The amounts of input for amounts of output.
///
/// All counts are in addition to those that the converter has taken already, and are exact for linear PCM. An encoder
/// with look-ahead returns its first packets later than they state.
extension PacketConverter {
  /// The largest possible output packet, in bytes of all buffers: `kAudioConverterPropertyMaximumOutputPacketSize`.
  public var maximumOutputPacketByteCount: Int {
    if let encoded { return max(1, encoded.maximumPacketByteCount) }
    return max(1, output.format.bytesPerPacket * output.format.bufferCount)
  }

  /// The size of each input packet in bytes, or `nil` if sizes differ: `kAudioConverterPropertyMaximumInputPacketSize`.
  public var inputPacketByteCount: Int? {
    let size = input.format.bytesPerPacket * input.format.bufferCount
    return size > 0 ? size : nil
  }

  /// Returns the number of input packets needed for `packetCount` more output packets.
  public func inputPacketCount(forOutputPackets packetCount: Int) -> Int {
    precondition(packetCount >= 0)
    let wanted = conversion.inputFrameCount(forPackets: packetCount)
    let (sum, overflow) = wanted.addingReportingOverflow(packets.trailingFrames)
    let frames = max(0, (overflow ? Int.max : sum) - waitingFrameCount)
    let size = framesPerInputPacket
    return frames / size + (frames % size > 0 ? 1 : 0)
  }

  /// Returns the number of output packets that `packetCount` more input packets make available.
  public func outputPacketCount(forInputPackets packetCount: Int) -> Int {
    precondition(packetCount >= 0)
    let (frames, overflow) = packetCount.multipliedReportingOverflow(by: framesPerInputPacket)
    let more = overflow ? Int(Int32.max) : min(frames, Int(Int32.max))
    return conversion.packetCount(forInputFrames: max(0, more + waitingFrameCount - packets.trailingFrames))
  }

  /// The number of input frames that were taken over and are not decoded.
  var waitingFrameCount: Int { packets.frameCount + conversion.drawnFrameCount }

  /// Returns the number of input bytes that fill an output buffer: `kAudioConverterPropertyCalculateInputBufferSize`.
  ///
  /// - Parameters:
  ///   - byteCount: The size of the output buffer; a packet that fits only partly does not count.
  ///   - largestPacket: The largest packet of an input whose packets differ, as its file states it.
  /// - Returns: `nil` if packets differ and `largestPacket` is not given.
  public func inputByteCount(forOutputByteCount byteCount: Int, largestPacket: Int? = nil) -> Int? {
    guard let size = inputPacketByteCount ?? largestPacket, byteCount >= 0 else { return nil }
    let packets = inputPacketCount(forOutputPackets: byteCount / maximumOutputPacketByteCount)
    let (bytes, overflow) = packets.multipliedReportingOverflow(by: size)
    return overflow ? nil : bytes
  }

  /// Returns the largest number of output bytes for an input buffer:
  /// `kAudioConverterPropertyCalculateOutputBufferSize`.
  ///
  /// - Parameters:
  ///   - byteCount: The size of the input buffer.
  ///   - smallestPacket: The smallest packet of an input whose packets differ.
  /// - Returns: `nil` if packets differ and `smallestPacket` is not given.
  public func outputByteCount(forInputByteCount byteCount: Int, smallestPacket: Int? = nil) -> Int? {
    guard let size = inputPacketByteCount ?? smallestPacket, size > 0, byteCount >= 0 else { return nil }
    let packets = outputPacketCount(forInputPackets: byteCount / size)
    let (bytes, overflow) = packets.multipliedReportingOverflow(by: maximumOutputPacketByteCount)
    return overflow ? nil : bytes
  }

  var framesPerInputPacket: Int {
    max(1, input.format.framesPerPacket > 0 ? input.format.framesPerPacket : decoded.framesPerPacket)
  }
}
