public import AudioToolbox

/// Packets of a coded format in memory.
@safe
open class AVAudioCompressedBuffer: AVAudioBuffer {
  /// The number of packets that fit.
  public let packetCapacity: AVAudioPacketCount
  /// The largest packet, in bytes.
  public let maximumPacketSize: Int
  private let descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?

  /// Creates a buffer for packets of different sizes.
  ///
  /// - Precondition: The format is not linear PCM, and the packets are not more bytes than a `UInt32` counts.
  public init(format: AVAudioFormat, packetCapacity: AVAudioPacketCount, maximumPacketSize: Int) {
    precondition(!format.isLinearPCM, "required condition is false: the format is not linear PCM")
    let (bytes, overflow) = Int(packetCapacity).multipliedReportingOverflow(by: maximumPacketSize)
    precondition(
      maximumPacketSize >= 0 && !overflow && bytes <= Int(UInt32.max),
      "required condition is false: the packets fit into a buffer")
    self.packetCapacity = packetCapacity
    self.maximumPacketSize = maximumPacketSize
    if format.stream.mBytesPerPacket == 0 {
      let places = UnsafeMutablePointer<AudioStreamPacketDescription>.allocate(
        capacity: max(1, Int(packetCapacity)))
      unsafe places.initialize(repeating: AudioStreamPacketDescription(), count: max(1, Int(packetCapacity)))
      unsafe descriptions = places
    } else {
      unsafe descriptions = nil
    }
    let made = BufferMemory(bufferCount: 1, byteCapacity: bytes, channelsPerBuffer: format.channelCount)
    guard let memory = made else { preconditionFailure("there is no memory for the packets") }
    super.init(format: format, memory: memory)
  }

  /// Creates a buffer for packets of one size.
  ///
  /// - Precondition: The format is not linear PCM and says the size of its packets.
  public convenience init(format: AVAudioFormat, packetCapacity: AVAudioPacketCount) {
    let size = format.stream.mBytesPerPacket
    precondition(size > 0, "required condition is false: the format's packets are of one size")
    self.init(format: format, packetCapacity: packetCapacity, maximumPacketSize: Int(size))
  }

  deinit { unsafe descriptions?.deallocate() }

  /// The number of packets in use.
  ///
  /// - Precondition: It is not set beyond ``packetCapacity``.
  open var packetCount: AVAudioPacketCount = 0 {
    didSet {
      precondition(packetCount <= packetCapacity, "required condition is false: packetCount <= packetCapacity")
      let size = format.stream.mBytesPerPacket
      if size > 0 { byteLength = packetCount * size }
    }
  }

  /// The packets' bytes.
  open var data: UnsafeMutableRawPointer { unsafe memory.addresses[0] }

  /// The number of bytes that fit.
  open var byteCapacity: UInt32 { UInt32(memory.byteCapacity) }

  /// The number of bytes in use.
  ///
  /// - Precondition: It is not set beyond ``byteCapacity``.
  open var byteLength: UInt32 = 0 {
    didSet {
      precondition(byteLength <= byteCapacity, "required condition is false: byteLength <= byteCapacity")
      memory.use(byteCount: Int(byteLength))
    }
  }

  /// The position of each packet, for ``packetCapacity`` packets; `nil` if all packets have one size.
  open var packetDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>? { unsafe descriptions }

  override func duplicate() -> AVAudioBuffer {
    let copy = AVAudioCompressedBuffer(
      format: format, packetCapacity: packetCapacity, maximumPacketSize: maximumPacketSize)
    copy.memory.copy(from: memory, byteCount: Int(byteLength))
    if let source = unsafe descriptions, let target = unsafe copy.descriptions {
      unsafe target.update(from: source, count: Int(packetCount))
    }
    copy.packetCount = packetCount
    copy.byteLength = byteLength
    return copy
  }
}
