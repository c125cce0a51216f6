import AudioBase
import MPEG4Systems

/// An entry of `stsd`: the format of a track's packets.
///
/// ISO/IEC 14496-12, 8.5.2, 12.1.3 and 12.2.3; Apple's QuickTime File Format, "Sound Sample Descriptions" versions 0, 1
/// and 2.
struct SampleEntry {
  /// The entry's four characters, such as `mp4a`.
  var type: FourCharacterCode
  var format: StreamFormat
  /// The data that the decoder needs: for AAC the AudioSpecificConfig, for others the contents of their own box.
  var cookie: [UInt8] = []
  /// For MPEG-4 the ES_Descriptor, for others the same as ``cookie``.
  var containerCookie: [UInt8] = []
  var bitRate: Int?
  var layout: ChannelLayout?
  /// The number of bits of a sample before it was encoded.
  var sourceBitDepth: Int?
  /// `width` and `height` of moving pictures, in pixels.
  var codedSize: (width: Int, height: Int)?
  /// The whole entry as stored in the file; empty if it is larger than the limit.
  var bytes: [UInt8] = []
  var warnings: [String] = []

  /// The number of entries of the table.
  let entryCount: UInt32
  /// The number of the entry, from 1 on.
  let number: UInt32

  /// The facts about linear PCM in the child boxes of a sound entry.
  var plainSamples = PlainSampleFacts()
  /// `samplesPerPacket` and `bytesPerFrame` of QuickTime's version 1: frames and bytes of a packet of all channels.
  var quickTimePacket: (frameCount: Int, byteCount: Int)?

  /// The entry of the table that is read, and its kind.
  struct Choice {
    /// The entry's number, from 1 on; the first is taken if it does not exist.
    var number: UInt32
    /// The kind of media in the track.
    var kind: MediaKind
  }

  /// Reads an entry of `stsd`, or returns `nil` if there is none.
  init?(
    parsing box: Box, _ choice: Choice, limits: ResourceLimits, _ window: inout SourceWindow
  ) throws(ContainerError) {
    var fields = box.fields
    let version = try fields.versionAndFlags(&window).version
    entryCount = try fields.uint32(&window)
    var entries = BoxSequence(position: fields.position, end: box.end, parent: box.type)
    guard entryCount > 0, var entry = try entries.next(&window) else { return nil }
    var number: UInt32 = 1
    while number < min(choice.number, entryCount), let next = try? entries.next(&window) {
      entry = next
      number += 1
    }
    self.number = number
    type = entry.type
    format = StreamFormat(formatID: entry.type, sampleRate: 0, channelsPerFrame: 0)
    if entry.end - entry.start <= Int64(limits.structureByteCount) {
      _ = try window.append(Int(entry.end - entry.start), at: entry.start, to: &bytes)
    }
    switch choice.kind {
    case .audio: try readSound(entry, descriptionVersion: version, limits, &window)
    case .video: try readPicture(entry, limits, &window)
    case .other: break
    }
  }

  /// Reads an `esds` box. ISO/IEC 14496-14, 5.6.
  mutating func readDescriptor(
    _ box: Box, _ limits: ResourceLimits, _ window: inout SourceWindow
  ) throws(ContainerError) -> ObjectTypeIndication? {
    guard containerCookie.isEmpty else { return nil }
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
    return configuration.objectType
  }

  /// Reads a box that holds the codec's configuration; of several boxes the first counts.
  mutating func readConfiguration(
    _ box: Box, isFull: Bool, _ limits: ResourceLimits, _ window: inout SourceWindow
  ) throws(ContainerError) {
    guard cookie.isEmpty else { return }
    var fields = box.fields
    if isFull { _ = try fields.versionAndFlags(&window) }
    cookie = try fields.rest(&window, limit: limits.structureByteCount)
    containerCookie = cookie
  }

  /// `btrt`. ISO/IEC 14496-12, 8.5.2.
  mutating func readBitRate(_ box: Box, _ window: inout SourceWindow) throws(ContainerError) {
    var fields = box.fields
    try fields.skip(4)
    noteBitRate(maximum: try fields.uint32(&window), average: try fields.uint32(&window))
  }

  /// Reads `sinf`: the packets are encrypted; it states their real format. ISO/IEC 14496-12, 8.12.
  mutating func readProtection(_ box: Box, _ window: inout SourceWindow) throws(ContainerError) {
    var children = box.children
    var original: FourCharacterCode = "none"
    var scheme: FourCharacterCode?
    while let child = try children.next(&window) {
      var fields = child.fields
      if child.type == "frma" { original = try fields.code(&window) }
      if child.type == "schm" {
        try fields.skip(4)
        scheme = try fields.code(&window)
      }
    }
    let name = scheme.map { " by the scheme '\($0)'" } ?? ""
    warnings.append("the packets are '\(original)', encrypted\(name)")
  }

  private mutating func noteBitRate(maximum: UInt32, average: UInt32) {
    if bitRate == nil, average > 0 || maximum > 0 { bitRate = Int(average > 0 ? average : maximum) }
  }
}

// MARK: - Moving pictures

extension SampleEntry {
  /// Reads a VisualSampleEntry, or QuickTime's video sample description, which begins with the same fields.
  fileprivate mutating func readPicture(
    _ entry: Box, _ limits: ResourceLimits, _ window: inout SourceWindow
  ) throws(ContainerError) {
    var fields = entry.fields
    guard fields.remaining >= 28 else { return }
    try fields.skip(24)
    codedSize = (Int(try fields.uint16(&window)), Int(try fields.uint16(&window)))
    guard fields.remaining >= 50 else { return }
    try fields.skip(50)
    do throws(ContainerError) {
      var children = BoxSequence(position: fields.position, end: entry.end, parent: entry.type)
      while let box = try children.next(&window) {
        switch box.type {
        case "avcC", "hvcC", "lhvC", "vvcC", "vpcC", "av1C", "d263", "glbl", "dvc1", "evcC":
          try readConfiguration(box, isFull: false, limits, &window)
        case "esds": _ = try readDescriptor(box, limits, &window)
        case "btrt": try readBitRate(box, &window)
        case "sinf": try readProtection(box, &window)
        default: break
        }
      }
    } catch {
      if error.kind == .inputOutput { throw error }
      // QuickTime's entries may have a colour table here; anything but a box ends the search.
      if cookie.isEmpty { warnings.append("the sample description is damaged: \(error)") }
    }
  }
}
