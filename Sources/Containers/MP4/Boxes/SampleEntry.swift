import AudioBase
import MPEG4Systems

/// The first entry of `stsd`: what the packets of a track are.
///
/// ISO/IEC 14496-12, 8.5.2 and 12.2.3; Apple's QuickTime File Format, "Sound Sample Descriptions" versions 0, 1 and 2.
struct SampleEntry {
  /// The entry's four characters, such as `mp4a`.
  var type: FourCharacterCode
  var format: StreamFormat
  /// For AAC the AudioSpecificConfig, for ALAC its configuration.
  var cookie: [UInt8] = []
  /// For MPEG-4 audio the ES_Descriptor.
  var containerCookie: [UInt8] = []
  var bitRate: Int?
  var warnings: [String] = []

  /// Where the entry's child boxes begin.
  private struct Layout {
    var children: Int64
    /// Where they would begin if an entry of version 1 had no extra fields, as some writers leave them out.
    var alternative: Int64?
  }

  /// Reads a `stsd`, or returns `nil` where it has no entry.
  init?(
    parsing box: Box, kind: MediaKind, limits: Limits, _ window: inout SourceWindow
  ) throws(ContainerError) {
    var fields = box.fields
    let version = try fields.versionAndFlags(&window).version
    let count = try fields.uint32(&window)
    var entries = BoxSequence(position: fields.position, end: box.end, parent: box.type)
    guard count > 0, let entry = try entries.next(&window) else { return nil }
    type = entry.type
    format = StreamFormat(formatID: entry.type, sampleRate: 0, channelsPerFrame: 0)
    if count > 1 { warnings.append("the track has \(count) sample descriptions; only the first is used") }
    guard kind == .audio else { return }
    let layout = try readSound(entry, descriptionVersion: version, &window)
    readChildren(BoxSequence(position: layout.children, end: entry.end), limits, &window)
    if cookie.isEmpty, containerCookie.isEmpty, type == "mp4a", let other = layout.alternative {
      readChildren(BoxSequence(position: other, end: entry.end), limits, &window)
    }
    settleFormat()
  }

  private mutating func readSound(
    _ entry: Box, descriptionVersion: UInt8, _ window: inout SourceWindow
  ) throws(ContainerError) -> Layout {
    var fields = entry.fields
    try fields.skip(8)
    let version = try fields.uint16(&window)
    try fields.skip(6)
    format.channelsPerFrame = Int(try fields.uint16(&window))
    format.bitsPerChannel = Int(try fields.uint16(&window))
    try fields.skip(4)
    format.sampleRate = Double(try fields.uint32(&window)) / 65536
    // ISO files have their own version 1, marked by the version of `stsd`, which adds no fields.
    if version == 1, descriptionVersion == 0 {
      let plain = fields.position
      guard fields.remaining >= 16 else { return Layout(children: plain) }
      format.framesPerPacket = Int(try fields.uint32(&window))
      try fields.skip(4)
      format.bytesPerFrame = Int(try fields.uint32(&window))
      try fields.skip(4)
      return Layout(children: fields.position, alternative: plain)
    }
    if version == 2 {
      let size = Int64(try fields.uint32(&window))
      format.sampleRate = Double(bitPattern: try fields.uint64(&window))
      format.channelsPerFrame = Int(try fields.uint32(&window))
      try fields.skip(4)
      format.bitsPerChannel = Int(try fields.uint32(&window))
      format.formatFlags = try fields.uint32(&window)
      format.bytesPerFrame = Int(try fields.uint32(&window))
      format.framesPerPacket = Int(try fields.uint32(&window))
      let children = entry.start.saturatingAdd(size)
      let isSane = size >= 72 && children <= entry.end
      return Layout(children: isSane ? children : fields.position)
    }
    return Layout(children: fields.position)
  }

  /// Looks through the boxes after the fields; what is broken there costs a remark, not the track.
  private mutating func readChildren(
    _ sequence: BoxSequence, _ limits: Limits, _ window: inout SourceWindow, isInsideWave: Bool = false
  ) {
    var sequence = sequence
    do throws(ContainerError) {
      while let box = try sequence.next(&window) {
        switch box.type {
        case "esds": try readDescriptor(box, limits, &window)
        case "wave" where !isInsideWave: readChildren(box.children, limits, &window, isInsideWave: true)
        case "alac" where cookie.isEmpty:
          var fields = box.fields
          _ = try fields.versionAndFlags(&window)
          cookie = try fields.rest(&window, limit: limits.structureByteCount)
          containerCookie = cookie
        case "btrt":
          var fields = box.fields
          try fields.skip(8)
          noteBitRate(maximum: 0, average: try fields.uint32(&window))
        case "srat":
          var fields = box.fields
          _ = try fields.versionAndFlags(&window)
          format.sampleRate = Double(try fields.uint32(&window))
        default: break
        }
      }
    } catch {
      warnings.append("the sample description is damaged: \(error)")
    }
  }

  private mutating func readDescriptor(
    _ box: Box, _ limits: Limits, _ window: inout SourceWindow
  ) throws(ContainerError) {
    guard containerCookie.isEmpty else { return }
    var fields = box.fields
    _ = try fields.versionAndFlags(&window)
    let chain = try fields.rest(&window, limit: limits.structureByteCount)
    let descriptor: ElementaryStreamDescriptor
    do throws(DescriptorError) { descriptor = try ElementaryStreamDescriptor(parsing: chain.span) } catch {
      throw ContainerError(
        .malformed, "an esds holds a whole ES_Descriptor", at: fields.position + Int64(error.byteOffset), in: "esds")
    }
    let configuration = descriptor.decoderConfiguration
    containerCookie = Array(chain.prefix(descriptor.parsedByteCount))
    cookie = configuration.specificInformation
    noteBitRate(maximum: configuration.maximumBitRate, average: configuration.averageBitRate)
    guard type == "mp4a" else { return }
    if configuration.objectType.isMPEGAudio {
      format.formatID = ".mp3"
    } else if !configuration.objectType.isAdvancedAudioCoding {
      let number = String(configuration.objectType.rawValue, radix: 16)
      warnings.append("the packets are not AAC but of object type 0x\(number)")
    } else {
      format.formatID = .aac
      if cookie.isEmpty { warnings.append("the esds holds no AudioSpecificConfig") }
    }
  }

  private mutating func noteBitRate(maximum: UInt32, average: UInt32) {
    if bitRate == nil, average > 0 || maximum > 0 { bitRate = Int(average > 0 ? average : maximum) }
  }

  private static let plainSamples: [FourCharacterCode] = [
    "lpcm", "sowt", "twos", "raw ", "in24", "in32", "fl32", "fl64", "NONE", "ipcm", "fpcm", "ulaw", "alaw",
  ]

  /// Whether each sample of the track is one frame of numbers.
  var isPlainSamples: Bool { SampleEntry.plainSamples.contains(type) }

  /// Completes the format from what the kind of packets implies.
  private mutating func settleFormat() {
    if type == "mp4a", containerCookie.isEmpty {
      format.formatID = .aac
      warnings.append("the sample description has no esds that can be read")
    }
    guard isPlainSamples else {
      format.bytesPerFrame = 0
      format.framesPerPacket = 0
      if type != "alac" { format.bitsPerChannel = 0 }
      return
    }
    let bits: [FourCharacterCode: Int] = ["in24": 24, "in32": 32, "fl32": 32, "fl64": 64, "ulaw": 8, "alaw": 8]
    if let fixed = bits[type] { format.bitsPerChannel = fixed }
    format.framesPerPacket = 1
    // The products of two claims of 16 or 32 bits fit; absurd ones are dropped.
    let frame = (format.bitsPerChannel + 7) / 8 * format.channelsPerFrame
    format.bytesPerFrame = frame <= 1 << 16 ? frame : 0
    format.bytesPerPacket = format.bytesPerFrame
  }
}
