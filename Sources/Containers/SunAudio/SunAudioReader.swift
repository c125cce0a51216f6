package import AudioBase

/// Reads linear PCM, A-law and mu-law out of Sun and NeXT audio.
package struct SunAudioReader: ConstantPacketReader {
  package let fileType: FourCharacterCode = .sunAudio
  package private(set) var tracks: [TrackInfo] = []
  package private(set) var metadata = Metadata()
  package private(set) var warnings: [String] = []

  package let source: any ByteSource
  package var cursor: ConstantPacketCursor

  package init(_ source: any ByteSource, limits: ResourceLimits) throws(ContainerError) {
    self.source = source
    var window = SourceWindow(source, capacity: 256)
    let header = try SunAudioHeader(&window)
    let format = try header.streamFormat(limits)
    guard header.dataOffset >= SunAudioHeader.byteCount else {
      throw ContainerError(.malformed, "the samples follow the header", at: 4, in: .sunAudio)
    }
    let dataOffset = Int64(header.dataOffset)
    let size = source.byteCount
    if let size, dataOffset > size {
      throw ContainerError(.truncated, "the source ends before the samples", at: 4, in: .sunAudio)
    }
    var count: Int64? = header.dataByteCount == SunAudioHeader.unknownSize ? nil : Int64(header.dataByteCount)
    if let size {
      let present = size - dataOffset
      // A writer that did not live to come back to the header leaves a zero there.
      if count == 0, present > 0 {
        warnings.append("the header states no samples, and what follows it was taken for them")
        count = nil
      }
      if let stated = count, stated > present {
        warnings.append("\(ConstantPacketCursor.earlyEnd)")
      }
      count = min(count ?? present, present)
    } else if count == 0 {
      count = nil
    }
    cursor = ConstantPacketCursor(format: format, dataOffset: dataOffset, byteCount: count)
    if let count, count % Int64(format.bytesPerPacket) != 0 {
      warnings.append("the last frame is incomplete and was left out")
    }
    try readAnnotation(&window, byteCount: Int(header.dataOffset) - SunAudioHeader.byteCount, limits)
    tracks = [track(format)]
  }

  private func track(_ format: StreamFormat) -> TrackInfo {
    var track = TrackInfo(format: format)
    track.dataOffset = cursor.dataOffset
    track.maximumPacketSize = format.bytesPerPacket
    track.packetSizeUpperBound = format.bytesPerPacket
    track.bitRate = Int(exactly: format.sampleRate * Double(format.bytesPerPacket * 8))
    if format.formatID == .linearPCM { track.sourceBitDepth = format.bitsPerChannel }
    guard let packetCount = cursor.packetCount else { return track }
    track.packetCount = packetCount
    track.audioByteCount = packetCount * Int64(format.bytesPerPacket)
    track.duration = Double(packetCount) / format.sampleRate
    return track
  }

  /// Reads the text between the header and the samples, up to its first zero.
  private mutating func readAnnotation(
    _ window: inout SourceWindow, byteCount: Int, _ limits: ResourceLimits
  ) throws(ContainerError) {
    guard byteCount <= limits.structureByteCount else {
      warnings.append("the annotation is too long and was passed over")
      return
    }
    var bytes: [UInt8] = []
    _ = try window.append(byteCount, at: Int64(SunAudioHeader.byteCount), to: &bytes)
    let text = SunAudioText.decode(bytes.prefix { $0 != 0 })
    if !text.isEmpty { metadata[.comments] = text }
  }
}

/// The annotation, whose encoding is not stated.
enum SunAudioText {
  /// Decodes text as UTF-8 if it is valid, otherwise as ISO 8859-1.
  static func decode(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var scalars = String.UnicodeScalarView()
    for byte in bytes { scalars.append(Unicode.Scalar(byte)) }
    return String(scalars)
  }
}
