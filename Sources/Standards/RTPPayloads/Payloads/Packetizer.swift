import AudioBase
import MPEG4Systems
import SpeechFrames

/// Packs the access units or samples of a stream into payloads.
///
/// Units are gathered until the packet time is reached or the packet is full; `finish` returns the rest.
public struct Packetizer: Sendable {
  private enum Writer: Sendable {
    case mpeg4Generic(MPEG4GenericWriter)
    case latm(LATMWriter)
    case samples(blockByteCount: Int, blockFrameCount: Int)
    case amr(AMRPayload)
    case whole
  }

  /// The largest number of frames per packet; a longer access unit is sent by itself.
  public let packetFrameCount: Int
  /// The largest number of bytes per payload.
  public let maximumByteCount: Int
  private var writer: Writer
  private var pending: [[UInt8]] = []
  private var pendingByteCount = 0
  private var pendingFrameCount = 0
  /// The first frame of the pending units.
  private var frame: Int64 = 0

  /// Creates a packetizer.
  ///
  /// - Parameters:
  ///   - payload: The payload format.
  ///   - packetFrameCount: The packet time, in frames; 0 for one unit a packet.
  ///   - maximumByteCount: The largest number of bytes per payload, at least 64.
  /// - Throws: ``RTPError`` if the configuration cannot be read, or requires features that are only received here:
  ///   headers with times, flags or auxiliary data.
  public init(
    _ payload: PayloadFormat, packetFrameCount: Int = 0, maximumByteCount: Int = 1400
  ) throws(RTPError) {
    self.packetFrameCount = max(0, packetFrameCount)
    self.maximumByteCount = max(64, maximumByteCount)
    switch payload.encoding {
    case .mpeg4Generic(let headers):
      guard headers.compositionTimeLength == 0, headers.decodingTimeLength == 0, headers.auxiliarySizeLength == 0,
        headers.streamStateLength == 0, !headers.hasRandomAccessFlag, headers.sizeLength > 0
      else { throw RTPError(.unsupported, "only the headers of AAC-hbr and AAC-lbr are sent", clause: "RFC 3640, 3.3") }
      writer = .mpeg4Generic(MPEG4GenericWriter(format: headers))
    case .latm(let isInBand, _):
      let config = StreamMuxConfig(try PayloadFormat.audioSpecificConfig(payload.cookie))
      writer = .latm(LATMWriter(hasConfigurationInBand: isInBand, config: config))
    case .linearPCM, .muLaw, .aLaw:
      writer = .samples(blockByteCount: max(1, payload.format.bytesPerFrame), blockFrameCount: 1)
    case .blocks(let byteCount, let frameCount):
      writer = .samples(blockByteCount: max(1, byteCount), blockFrameCount: max(1, frameCount))
    case .amr(let isOctetAligned): writer = .amr(AMRPayload(kind: payload.amrKind, isOctetAligned: isOctetAligned))
    case .opus, .speex, .accessUnits: writer = .whole
    }
  }

  /// Adds a unit and appends the completed payloads.
  ///
  /// - Throws: ``RTPError`` of kind unsupported for a unit that is empty or too long for the format, and malformed for
  ///   samples that are no whole frames; nothing is added then.
  public mutating func add(
    _ unit: Span<UInt8>, frameCount: Int, to payloads: inout [OutgoingPayload]
  ) throws(RTPError) {
    guard unit.count > 0, frameCount > 0 else {
      throw RTPError(.unsupported, "a unit that is sent has bytes and frames", clause: "RFC 3550, 5")
    }
    let bytes = [UInt8](copying: unit)
    switch writer {
    case .samples(let byteCount, let frameCount): try addSamples(bytes, (byteCount, frameCount), to: &payloads)
    case .amr(let amr): try addSpeech(bytes, amr, to: &payloads)
    case .mpeg4Generic(let generic): try addUnit(bytes, frameCount: frameCount, generic, to: &payloads)
    case .latm(var latm):
      let element = latm.element(of: bytes)
      writer = .latm(latm)
      emitParts(element, frameCount: frameCount, to: &payloads)
    case .whole:
      guard bytes.count <= maximumByteCount else {
        throw RTPError(.unsupported, "a unit of this format fits a packet", clause: "RFC 7587, 4.2", at: bytes.count)
      }
      emit([bytes], frameCount: frameCount, to: &payloads)
    }
  }

  /// Appends the rest.
  public mutating func finish(to payloads: inout [OutgoingPayload]) {
    switch writer {
    case .mpeg4Generic(let generic): flush(generic, to: &payloads)
    case .samples(let byteCount, let frameCount):
      guard let rest = pending.first else { return }
      (pending, pendingByteCount, pendingFrameCount) = ([], 0, 0)
      emit([rest], frameCount: rest.count / byteCount * frameCount, hasMarker: false, to: &payloads)
    case .amr(let amr): flush(amr, to: &payloads)
    case .latm, .whole: break
    }
  }

  private mutating func addUnit(
    _ unit: [UInt8], frameCount: Int, _ generic: MPEG4GenericWriter, to payloads: inout [OutgoingPayload]
  ) throws(RTPError) {
    guard unit.count <= generic.format.maximumUnitByteCount else {
      throw RTPError(
        .unsupported, "the access unit is too long for its header", clause: "RFC 3640, 3.3", at: unit.count)
    }
    let wouldBe = generic.byteCount(unitCount: pending.count + 1, unitByteCount: pendingByteCount + unit.count)
    if !pending.isEmpty, pendingFrameCount + frameCount > packetFrameCount || wouldBe > maximumByteCount {
      flush(generic, to: &payloads)
    }
    guard generic.byteCount(unitCount: 1, unitByteCount: unit.count) <= maximumByteCount else {
      guard generic.format.allowsFragments else {
        throw RTPError(.unsupported, "access units of AAC-lbr fit a packet", clause: "RFC 3640, 3.3.5", at: unit.count)
      }
      emit(generic.payloads(ofParts: unit, maximumByteCount: maximumByteCount), frameCount: frameCount, to: &payloads)
      return
    }
    pending.append(unit)
    pendingByteCount += unit.count
    pendingFrameCount += frameCount
    if pendingFrameCount + frameCount > packetFrameCount { flush(generic, to: &payloads) }
  }

  private mutating func flush(_ generic: MPEG4GenericWriter, to payloads: inout [OutgoingPayload]) {
    guard !pending.isEmpty else { return }
    let count = pendingFrameCount
    let payload = generic.payload(of: pending)
    pending.removeAll(keepingCapacity: true)
    (pendingByteCount, pendingFrameCount) = (0, 0)
    emit([payload], frameCount: count, to: &payloads)
  }

  private mutating func addSamples(
    _ bytes: [UInt8], _ block: (byteCount: Int, frameCount: Int), to payloads: inout [OutgoingPayload]
  ) throws(RTPError) {
    guard bytes.count % block.byteCount == 0 else {
      throw RTPError(.malformed, "samples come in whole frames", clause: "RFC 3551, 4.1", at: bytes.count)
    }
    let fitting = max(1, maximumByteCount / block.byteCount)
    let wanted = packetFrameCount > 0 ? min(max(1, packetFrameCount / block.frameCount), fitting) : fitting
    let all = (pending.first ?? []) + bytes
    var start = 0
    while all.count - start >= wanted * block.byteCount {
      let end = start + wanted * block.byteCount
      emit([Array(all[start..<end])], frameCount: wanted * block.frameCount, hasMarker: false, to: &payloads)
      start = end
    }
    pending = start < all.count ? [Array(all[start...])] : []
    if packetFrameCount == 0 { finish(to: &payloads) }
  }

  /// Adds the frames of a packet of AMR.
  private mutating func addSpeech(
    _ bytes: [UInt8], _ amr: AMRPayload, to payloads: inout [OutgoingPayload]
  ) throws(RTPError) {
    for frame in try amr.frames(of: bytes) {
      // The request for a mode is a byte, and a frame's type is in its first one.
      if !pending.isEmpty,
        pendingFrameCount + amr.kind.sampleCount > packetFrameCount
          || 1 + pendingByteCount + frame.count > maximumByteCount
      {
        flush(amr, to: &payloads)
      }
      pending.append(frame)
      pendingByteCount += frame.count
      pendingFrameCount += amr.kind.sampleCount
    }
    if pendingFrameCount + amr.kind.sampleCount > packetFrameCount { flush(amr, to: &payloads) }
  }

  private mutating func flush(_ amr: AMRPayload, to payloads: inout [OutgoingPayload]) {
    guard !pending.isEmpty else { return }
    let (payload, count) = (amr.payload(of: pending), pendingFrameCount)
    pending.removeAll(keepingCapacity: true)
    (pendingByteCount, pendingFrameCount) = (0, 0)
    emit([payload], frameCount: count, to: &payloads)
  }

  private mutating func emitParts(_ element: [UInt8], frameCount: Int, to payloads: inout [OutgoingPayload]) {
    let parts = stride(from: 0, to: element.count, by: maximumByteCount).map { start in
      Array(element[start..<min(start + maximumByteCount, element.count)])
    }
    emit(parts, frameCount: frameCount, to: &payloads)
  }

  /// Appends the payloads of the same time, of which the last has the marker.
  private mutating func emit(
    _ parts: [[UInt8]], frameCount: Int, hasMarker: Bool = true, to payloads: inout [OutgoingPayload]
  ) {
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      payloads.append(
        OutgoingPayload(
          frame: frame, frameCount: isLast ? frameCount : 0, hasMarker: hasMarker && isLast && marks, bytes: part))
    }
    frame &+= Int64(frameCount)
  }

  /// True if the marker means the end of an access unit; otherwise it would announce the end of a silence.
  private var marks: Bool {
    switch writer {
    case .mpeg4Generic, .latm: true
    case .samples, .amr, .whole: false
    }
  }
}
