import AudioBase
import AudioCatalog
import AudioFiles

/// The object of an `AudioFileStreamID`: a parser, and the caller's functions that receive its findings.
///
/// The functions are called between two steps of the parser, never within one, so that they may ask for properties,
/// seek or close the stream. Once its handle is closed, by whichever thread, nothing more is reported.
///
/// `@unchecked`: the state that changes is accessed only inside the gate.
@safe
final class StreamObject: GuardedObject, @unchecked Sendable {
  private var parser: StreamParser
  private let clientData: UnsafeMutableRawPointer
  private let listener: AudioFileStream_PropertyListenerProc
  private let packetsProc: AudioFileStream_PacketsProc
  private var hasToldProperties = false
  /// True if bytes were lost before the header was complete.
  private var hasLostHeader = false
  /// True if a listener has sought: the next bytes come from another position and have not arrived yet.
  private var hasSought = false
  private var batch = PacketBatch()
  /// True if the batch holds packets that were taken to examine the first one.
  private var holdsPackets = false
  /// The number of the stream whose properties were reported last.
  private var toldStream = 0
  /// The first packet of a stream whose format only its packets show.
  private(set) var firstPacket: [UInt8] = []
  private var descriptions: [AudioStreamPacketDescription] = []

  @unsafe
  init(
    _ clientData: UnsafeMutableRawPointer?, _ listener: @escaping AudioFileStream_PropertyListenerProc,
    _ packetsProc: @escaping AudioFileStream_PacketsProc, hint: AudioFileTypeID
  ) {
    parser = Catalog.coreAudio.makeStreamParser(hint: hint == 0 ? nil : FourCharacterCode(rawValue: hint))
    // The functions take any pointer, a null one as well, although their type denies it.
    unsafe self.clientData = unsafeBitCast(clientData, to: UnsafeMutableRawPointer.self)
    unsafe self.listener = listener
    unsafe self.packetsProc = packetsProc
    super.init()
  }

  // MARK: Properties

  var isReady: Bool { parser.state == .readyToProducePackets || parser.state == .ended }
  var fileType: FourCharacterCode? { parser.fileType }
  var track: TrackInfo? { parser.track }
  var metadata: Metadata { parser.metadata }
  var averageBytesPerPacket: Double? { parser.averageBytesPerPacket }
  func position(of target: PacketTarget) -> StreamPosition? { parser.position(of: target) }

  // MARK: Bytes in

  /// Takes bytes and reports their contents.
  ///
  /// Where bytes were lost within the header the stream begins again: a client whose connection broke may request the
  /// file from its start. Bytes that are not a start then are unrecoverable, whatever they look like.
  func parse(_ bytes: Span<UInt8>, isDiscontinuous: Bool, from handle: AudioFileStreamID) throws(Status) {
    hasSought = false
    if isDiscontinuous, parser.state == .waitingForHeader, parser.nextByteOffset > 0 { hasLostHeader = true }
    do throws(AudioError) {
      try parser.append(bytes, continuity: isDiscontinuous ? .discontinuous : .continuous)
    } catch {
      if isDiscontinuous, error.stage == .container, error.kind == .invalidState {
        throw Status(kAudioFileStreamError_DiscontinuityCantRecover)
      }
      if hasLostHeader, parser.track == nil { throw Status(kAudioFileStreamError_DiscontinuityCantRecover) }
      throw Status(stream: error)
    }
    guard isReady else { return }
    if !hasToldProperties {
      guard try seesFirstPacket() else { return }
      hasToldProperties = true
      for property in presentProperties where isOpen { unsafe tell(property, handle) }
    }
    try unsafe givePackets(handle)
  }

  /// Examines the first packets of a stream whose format only they show.
  ///
  /// - Returns: True if nothing is missing.
  private func seesFirstPacket() throws(Status) -> Bool {
    guard isToldByPackets, !holdsPackets else { return true }
    do throws(AudioError) { holdsPackets = try parser.nextPackets(into: &batch) } catch { throw Status(stream: error) }
    if holdsPackets { firstPacket = Array(batch.packet(0)) }
    toldStream = parser.streamNumber
    return holdsPackets || parser.state == .ended
  }

  @unsafe
  private func tell(_ property: AudioFileStreamPropertyID, _ handle: AudioFileStreamID) {
    var flags: AudioFileStreamPropertyFlags = .propertyIsCached
    unsafe listener(clientData, handle, property, &flags)
  }

  /// The properties that this stream has, ready to produce packets last.
  private var presentProperties: [AudioFileStreamPropertyID] {
    let candidates = [
      kAudioFileStreamProperty_FileFormat, kAudioFileStreamProperty_DataFormat, kAudioFileStreamProperty_FormatList,
      kAudioFileStreamProperty_InfoDictionary, kAudioFileStreamProperty_MagicCookieData,
      kAudioFileStreamProperty_ChannelLayout, kAudioFileStreamProperty_DataOffset,
      kAudioFileStreamProperty_AudioDataByteCount, kAudioFileStreamProperty_AudioDataPacketCount,
      kAudioFileStreamProperty_PacketTableInfo, kAudioFileStreamProperty_BitRate,
      kAudioFileStreamProperty_MaximumPacketSize, kAudioFileStreamProperty_PacketSizeUpperBound,
    ]
    return candidates.filter { (try? value(of: $0)) != nil } + [kAudioFileStreamProperty_ReadyToProducePackets]
  }

  @unsafe
  private func givePackets(_ handle: AudioFileStreamID) throws(Status) {
    while isOpen, !hasSought {
      var lent = PacketBatch()
      swap(&lent, &batch)
      defer { swap(&lent, &batch) }
      if holdsPackets {
        holdsPackets = false
      } else {
        do throws(AudioError) {
          guard try parser.nextPackets(into: &lent) else { return }
        } catch {
          throw Status(stream: error)
        }
      }
      if parser.streamNumber != toldStream {
        unsafe tellChange(of: lent, handle)
        guard isOpen, !hasSought else { return }
      }
      unsafe give(lent)
    }
  }

  /// Reports again the properties that change, before the first packets of another stream are returned.
  @unsafe
  private func tellChange(of batch: PacketBatch, _ handle: AudioFileStreamID) {
    toldStream = parser.streamNumber
    firstPacket = isToldByPackets ? Array(batch.packet(0)) : []
    let candidates = [
      kAudioFileStreamProperty_DataFormat, kAudioFileStreamProperty_FormatList,
      kAudioFileStreamProperty_MagicCookieData, kAudioFileStreamProperty_ChannelLayout,
    ]
    for property in candidates where isOpen && (try? value(of: property)) != nil { unsafe tell(property, handle) }
  }

  @unsafe
  private func give(_ batch: PacketBatch) {
    let size = track?.format.bytesPerPacket ?? 0
    let count = size > 0 ? batch.bytes.count / size : batch.count
    guard count > 0 else { return }
    descriptions.removeAll(keepingCapacity: true)
    if size == 0 { for packet in batch.descriptions { descriptions.append(AudioStreamPacketDescription(packet)) } }
    var places = descriptions
    unsafe batch.bytes.withUnsafeBytes { bytes in
      guard let data = bytes.baseAddress else { return }
      unsafe places.withUnsafeMutableBufferPointer { places in
        unsafe packetsProc(
          clientData, UInt32(clamping: bytes.count), UInt32(clamping: count), data, size == 0 ? places.baseAddress : nil
        )
      }
    }
  }

  // MARK: Positions

  /// Seeks to a packet, and returns the position from which the next bytes must come.
  func seek(toPacket packet: Int64) throws(Status) -> StreamSeekTarget {
    guard isReady else { throw Status(kAudioFileStreamError_DataUnavailable) }
    guard packet >= 0 else { throw Status(kAudioFileStreamError_InvalidPacketOffset) }
    holdsPackets = false
    do throws(AudioError) {
      let target = try parser.seek(toPacket: packet)
      hasSought = true
      return target
    } catch {
      throw Status(
        error.kind == .unsupported
          ? kAudioFileStreamError_IllegalOperation : kAudioFileStreamError_InvalidPacketOffset)
    }
  }
}
