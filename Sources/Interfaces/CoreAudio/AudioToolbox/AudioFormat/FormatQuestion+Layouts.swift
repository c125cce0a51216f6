import AudioBase
import AudioConversion
import Foundation

// Channel layouts: tag ↔ bitmap ↔ descriptions ↔ name.

extension FormatQuestion {
  /// Answers about channel layouts, `nil` for other properties.
  func layoutAnswer() throws(Status) -> PropertyValue? {
    switch property {
    case kAudioFormatProperty_NumberOfChannelsForLayout: return PropertyValue(UInt32(try layout().channelCount))
    case kAudioFormatProperty_ChannelLayoutForTag: return PropertyValue(bytes: try layoutOfTag().describedBytes)
    case kAudioFormatProperty_ChannelLayoutForBitmap: return PropertyValue(bytes: try layoutOfBitmap().describedBytes)
    case kAudioFormatProperty_BitmapForLayoutTag: return PropertyValue(try bitmapOfTag())
    case kAudioFormatProperty_TagForChannelLayout: return PropertyValue(try tagOfLayout())
    case kAudioFormatProperty_ChannelLayoutHash: return PropertyValue(try layout().stableHash)
    case kAudioFormatProperty_ChannelLayoutName, kAudioFormatProperty_ChannelLayoutSimpleName:
      return PropertyValue(object: NSString(string: try layout().words))
    case kAudioFormatProperty_ChannelName: return PropertyValue(object: NSString(string: try speaker().words))
    case kAudioFormatProperty_ChannelShortName: return PropertyValue(object: NSString(string: try speaker().name))
    case kAudioFormatProperty_TagsForNumberOfChannels: return PropertyValue(list: try tagsOfChannelCount())
    case kAudioFormatProperty_AreChannelLayoutsEquivalent:
      let (first, second) = try layoutPair()
      return PropertyValue(UInt32(first == second ? 1 : 0))
    case kAudioFormatProperty_ChannelMap: return PropertyValue(list: try channelMap())
    case kAudioFormatProperty_MatrixMixMap: return PropertyValue(list: try mixMap())
    default: return nil
    }
  }

  /// Returns the specifier as a layout.
  func layout() throws(Status) -> ChannelLayout {
    try specifier.channelLayout(tooShort: kAudioFormatBadSpecifierSizeError, unknown: kAudioFormatUnknownFormatError)
  }

  /// Checks a layout, which may come from anywhere.
  ///
  /// - Throws: `kAudio_ParamError` if it does not hold together, `kAudioFormatUnknownFormatError` for an unknown
  ///   tag.
  func validate() throws(Status) {
    let header = ChannelLayout.headerByteCount
    let count = Int(try specifier.read(UInt32.self, at: header - 4, orThrow: kAudio_ParamError))
    guard count <= (specifier.count - header) / ChannelLayout.descriptionByteCount else {
      throw Status(kAudio_ParamError)
    }
    let tag = ChannelLayoutTag(rawValue: try specified(UInt32.self))
    guard tag != .useChannelDescriptions || count > 0 else { throw Status(kAudio_ParamError) }
    _ = try layout()
  }

  private func layoutOfTag() throws(Status) -> ChannelLayout {
    let tag = ChannelLayoutTag(rawValue: try specified(UInt32.self))
    guard let layout = ChannelLayout(tag: tag) else { throw Status(kAudioFormatUnknownFormatError) }
    return layout
  }

  private func layoutOfBitmap() throws(Status) -> ChannelLayout {
    guard let layout = ChannelLayout(bitmap: try specified(UInt32.self)) else {
      throw Status(kAudioFormatUnknownFormatError)
    }
    return layout
  }

  private func bitmapOfTag() throws(Status) -> UInt32 {
    guard let bitmap = try layoutOfTag().bitmap else { throw Status(kAudioFormatUnknownFormatError) }
    return bitmap
  }

  private func tagOfLayout() throws(Status) -> UInt32 {
    guard let tag = try layout().tag else { throw Status(kAudioFormatUnknownFormatError) }
    return tag.rawValue
  }

  private func speaker() throws(Status) -> Speaker {
    Speaker(rawValue: try specified(AudioChannelDescription.self).mChannelLabel)
  }

  /// Returns the named layout tags with the given number of channels.
  private func tagsOfChannelCount() throws(Status) -> [UInt32] {
    let count = try specified(UInt32.self)
    guard (1...0xFFFF).contains(count) else { throw Status(kAudio_ParamError) }
    return ChannelLayoutTag.named(channelCount: Int(count)).map(\.rawValue)
  }

  /// Returns the two layouts to which the specifier points.
  private func layoutPair() throws(Status) -> (ChannelLayout, ChannelLayout) {
    let addresses = specifier.list(UInt.self)
    guard addresses.count == 2, specifier.count == 2 * MemoryLayout<UInt>.size else {
      throw Status(kAudioFormatBadSpecifierSizeError)
    }
    return (try Self.layout(at: addresses[0]), try Self.layout(at: addresses[1]))
  }

  private static func layout(at address: UInt) throws(Status) -> ChannelLayout {
    guard let pointer = unsafe UnsafePointer<AudioChannelLayout>(bitPattern: address) else {
      throw Status(kAudio_ParamError)
    }
    return try unsafe ChannelLayout(pointer, orThrow: kAudioFormatUnknownFormatError)
  }

  private func channelMap() throws(Status) -> [Int32] {
    let (input, output) = try layoutPair()
    return output.speakers.map { speaker in input.speakers.firstIndex(of: speaker).map { Int32($0) } ?? -1 }
  }

  /// Returns the gains by input channel and output channel, row by row of inputs.
  private func mixMap() throws(Status) -> [Float32] {
    let (input, output) = try layoutPair()
    let matrix = ChannelMatrix.mixing(input, to: output)
    return (0..<input.channelCount).flatMap { from in
      (0..<output.channelCount).map { to in Float32(matrix[to, from]) }
    }
  }
}

extension ChannelLayout {
  /// Reads a caller's layout, however many descriptions follow the struct.
  @unsafe
  init(_ pointer: UnsafePointer<AudioChannelLayout>, orThrow failure: OSStatus) throws(Status) {
    try requirePointer(UInt(bitPattern: pointer))
    let count = unsafe Int(pointer.pointee.mNumberChannelDescriptions)
    guard count <= 0xFFFF else { throw Status(failure) }
    let size = Self.headerByteCount + Self.descriptionByteCount * count
    let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: pointer, count: size))
    guard let layout = ChannelLayout(native: bytes) else { throw Status(failure) }
    self = layout
  }

  /// The bytes of an `AudioChannelLayout` that lists its channels.
  var describedBytes: [UInt8] {
    var words = [ChannelLayoutTag.useChannelDescriptions.rawValue, 0, UInt32(speakers.count)]
    for speaker in speakers { words += [speaker.rawValue, 0, 0, 0, 0] }
    return PropertyValue(list: words).bytes
  }

  /// A number that equal layouts share, now and in other processes.
  fileprivate var stableHash: UInt32 {
    // FNV-1a over the labels.
    speakers.reduce(2_166_136_261) { ($0 ^ $1.rawValue) &* 16_777_619 }
  }

  /// The layout in words: its name, or the channels'.
  fileprivate var words: String {
    switch speakers {
    case [.center], [.mono]: return "Mono"
    case [.left, .right]: return "Stereo"
    default: break
    }
    if let name = tag?.name, speakers.count > 2 { return name.replacing("_", with: " ") }
    return speakers.map(\.name).joined(separator: " ")
  }
}

extension Speaker {
  /// The loudspeaker in words.
  fileprivate var words: String {
    let names: [Speaker: String] = [
      .left: "Left", .right: "Right", .center: "Center", .mono: "Mono", .lowFrequency: "LFE",
      .leftSurround: "Left Surround",
      .rightSurround: "Right Surround", .leftCenter: "Left Center", .rightCenter: "Right Center",
      .centerSurround: "Center Surround", .leftSide: "Left Surround Direct", .rightSide: "Right Surround Direct",
      .leftRear: "Rear Surround Left", .rightRear: "Rear Surround Right", .leftWide: "Left Wide",
      .rightWide: "Right Wide",
    ]
    return names[self] ?? name
  }
}
