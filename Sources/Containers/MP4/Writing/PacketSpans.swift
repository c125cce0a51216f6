import AudioBase

/// Packets as a writer gets them: bytes, the range of each packet, and possibly its presentation time.
struct PacketSpans: ~Escapable {
  let bytes: Span<UInt8>
  let descriptions: Span<PacketDescription>
  /// The timings, one per packet, or empty where times are counted by the track's frames.
  let timings: Span<PacketTiming>

  @_lifetime(copy bytes, copy descriptions, copy timings)
  init(_ bytes: Span<UInt8>, _ descriptions: Span<PacketDescription>, _ timings: Span<PacketTiming>) {
    self.bytes = bytes
    self.descriptions = descriptions
    self.timings = timings
  }

  /// Returns the range of a packet's bytes.
  ///
  /// - Throws: ``ErrorKind/invalidState`` for a description that points outside the bytes.
  func range(of packet: Int) throws(ContainerError) -> Range<Int> {
    let place = descriptions[packet]
    guard place.startOffset >= 0, place.byteCount >= 0, place.startOffset <= bytes.count,
      place.byteCount <= bytes.count - place.startOffset, UInt32(exactly: place.byteCount) != nil
    else { throw ContainerError(.invalidState, "a packet lies within the bytes that were given", at: 0) }
    return place.startOffset..<(place.startOffset + place.byteCount)
  }

  /// Returns a packet in the form of a track's tables.
  func sample(_ packet: Int, _ clock: inout PacketClock) throws(ContainerError) -> TimedSample {
    let place = descriptions[packet]
    var sample = TimedSample(byteCount: UInt32(place.byteCount), duration: 0)
    var duration: Int64
    if packet < timings.count {
      let timing = timings[packet]
      duration = timing.duration
      guard let offset = Int32(exactly: timing.presentationOffset) else {
        throw ContainerError(.unsupported, "a presentation offset fits 32 bits", at: 0, in: "ctts")
      }
      sample.presentationOffset = offset
      sample.isSync = timing.isSync
    } else {
      let frames = place.frameCount > 0 ? place.frameCount : clock.framesPerPacket
      guard frames > 0 else {
        throw ContainerError(.invalidState, "each packet says how many frames it has, or the format does", at: 0)
      }
      duration = clock.duration(ofFrames: frames)
    }
    guard let known = UInt32(exactly: duration) else {
      throw ContainerError(.unsupported, "the duration of a packet fits 32 bits", at: 0, in: "stts")
    }
    sample.duration = known
    return sample
  }
}

/// The duration of packets without a timing.
struct PacketClock: BitwiseCopyable {
  /// The number of frames of a packet that does not state its number; 0 if every packet must state it.
  var framesPerPacket = 0
  /// The number of units of the track's time scale in ``divisor`` frames.
  var unitsPerFrame: Int64 = 1
  /// The divisor, more than 1 if the rate of the packets is not the track's.
  var divisor: Int64 = 1
  /// The part of a unit left over after the packets so far, in parts of ``divisor``, so that rounding never adds up.
  private var remainder: Int64 = 0

  init(framesPerPacket: Int = 0, unitsPerFrame: Int64 = 1) {
    self.framesPerPacket = framesPerPacket
    self.unitsPerFrame = unitsPerFrame
  }

  /// Returns the duration of the next packet, in units of the track's time scale.
  mutating func duration(ofFrames frames: Int) -> Int64 {
    let units = Int64(frames).saturatingMultiply(unitsPerFrame)
    guard divisor > 1 else { return units }
    let sum = units.saturatingAdd(remainder)
    remainder = sum % divisor
    return sum / divisor
  }
}
