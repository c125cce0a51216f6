import AudioToolbox
import CCoreMedia
import CoreFoundation

/// A sound description as QuickTime's and MPEG-4's files hold it: a sample entry, size and type first, big-endian.
struct SoundDescription {
  /// The files that it is for.
  enum Flavor {
    case quickTime
    case quickTimeVersion2
    case isoFamily

    /// The files alone.
    var files: SampleEntry.Flavor { self == .isoFamily ? .isoFamily : .quickTime }
  }

  var format: AudioStreamBasicDescription
  var cookie: [UInt8] = []
  /// An `AudioChannelLayout` in this machine's byte order; empty if there is none.
  var layout: [UInt8] = []
  /// `version` of the entry: 0, 1 or 2.
  var version = 0

  /// The types of boxes that are read.
  private enum Box {
    static let wave = 0x7761_7665
    static let esds = 0x6573_6473
    static let alac = 0x616C_6163
    static let chan = 0x6368_616E
  }

  /// The fields that precede an entry's boxes, in bytes.
  static let headerByteCount = 36
}

// MARK: Reading

extension SoundDescription {
  /// Reads an entry.
  ///
  /// - Returns: `nil` if it is cut short or its boxes are not within it.
  init?(_ bytes: [UInt8], _ flavor: Flavor) {
    let entry = BigEndianBytes(bytes)
    guard let size = entry.number(0, 4), size >= Self.headerByteCount, size <= bytes.count,
      let type = entry.number(4, 4), let version = entry.number(16, 2), let channels = entry.number(24, 2),
      let bits = entry.number(26, 2), let rate = entry.number(32, 4)
    else { return nil }
    format = AudioStreamBasicDescription()
    format.mFormatID = UInt32(type)
    format.mChannelsPerFrame = UInt32(channels)
    format.mBitsPerChannel = UInt32(bits)
    format.mSampleRate = Double(rate) / 65536
    // Files of the ISO family have boxes right after the header, whatever the version.
    self.version = flavor == .isoFamily && version < 2 ? 0 : Int(version)
    var offset = Self.headerByteCount
    switch self.version {
    case 0: break
    case 1:
      guard let frames = entry.number(36, 4), let packetBytes = entry.number(44, 4) else { return nil }
      format.mFramesPerPacket = UInt32(frames)
      format.mBytesPerPacket = UInt32(packetBytes)
      offset = 52
    case 2:
      guard readVersion2(entry) else { return nil }
      offset = 72
    default: return nil
    }
    guard readBoxes(entry, offset..<size, depth: 0) else { return nil }
    finish()
  }

  private mutating func readVersion2(_ entry: BigEndianBytes) -> Bool {
    guard let rate = entry.number(40, 8), let channels = entry.number(48, 4), let bits = entry.number(56, 4),
      let flags = entry.number(60, 4), let packetBytes = entry.number(64, 4), let frames = entry.number(68, 4)
    else { return false }
    format.mSampleRate = Double(bitPattern: UInt64(bitPattern: Int64(rate)))
    format.mChannelsPerFrame = UInt32(channels)
    format.mBitsPerChannel = UInt32(bits)
    format.mFormatFlags = UInt32(flags)
    format.mBytesPerPacket = UInt32(packetBytes)
    format.mFramesPerPacket = UInt32(frames)
    return true
  }

  /// Searches boxes, and a box of boxes, for the magic cookie and for the channels.
  private mutating func readBoxes(_ entry: BigEndianBytes, _ range: Range<Int>, depth: Int) -> Bool {
    guard let boxes = entry.boxes(range) else { return false }
    for box in boxes {
      let body = box.body
      switch box.type {
      case Box.wave where depth == 0: guard readBoxes(entry, body, depth: 1) else { return false }
      case Box.esds where body.count > 4, Box.alac where body.count > 4:
        cookie = Array(entry.bytes[(body.lowerBound + 4)..<body.upperBound])
      case Box.chan where body.count >= 16: layout = Self.layout(entry, body)
      default: break
      }
    }
    return true
  }

  private static func layout(_ entry: BigEndianBytes, _ body: Range<Int>) -> [UInt8] {
    let words = (body.count - 4) / 4
    let count = entry.number(body.lowerBound + 12, 4) ?? 0
    guard words >= 3, count <= (words - 3) / 5 else { return [] }
    return (0..<(3 + 5 * count)).flatMap { index in
      unsafe withUnsafeBytes(of: UInt32(entry.number(body.lowerBound + 4 + 4 * index, 4) ?? 0)) { unsafe Array($0) }
    }
  }

  /// Replaces QuickTime's names of PCM by linear PCM, and reads from the cookie the values that an entry cannot hold.
  private mutating func finish() {
    let isPCM = [0x736F_7774, 0x7477_6F73, 0x7261_7720, 0x6C70_636D].contains(format.mFormatID)
    guard isPCM else { return askCookie() }
    if format.mFormatID != kAudioFormatLinearPCM {
      format.mFormatFlags = kAudioFormatFlagIsPacked
      if format.mFormatID != 0x7261_7720 { format.mFormatFlags |= kAudioFormatFlagIsSignedInteger }
      if format.mFormatID == 0x7477_6F73 { format.mFormatFlags |= kAudioFormatFlagIsBigEndian }
      format.mFormatID = kAudioFormatLinearPCM
    }
    format.mFramesPerPacket = 1
    let isPlanar = format.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0
    format.mBytesPerFrame =
      (isPlanar ? 1 : format.mChannelsPerFrame & 0xFFFF) * (((format.mBitsPerChannel & 0xFF) + 7) / 8)
    format.mBytesPerPacket = format.mBytesPerFrame
  }

  private mutating func askCookie() {
    // mp4a
    if format.mFormatID == 0x6D70_3461 { format.mFormatID = kAudioFormatMPEG4AAC }
    format.mBitsPerChannel = 0
    // The list that the cookie gives begins with the richest format.
    let details = AudioDetails(format, cookie: cookie.isEmpty ? nil : FixedMemory(cookie))
    guard !cookie.isEmpty, let item = unsafe details.formatListItem(0)?.pointee.mASBD else { return }
    format = item
  }
}

// MARK: Writing

extension SoundDescription {
  /// Creates the values of an entry.
  init(_ details: AudioDetails) {
    format = details.basicDescription
    cookie = details.cookie.map { unsafe Array($0.bytes) } ?? []
    layout = details.layout.map { unsafe Array($0.bytes) } ?? []
  }

  /// Returns the entry, or `nil` if the flavor has no place for such sound.
  func bytes(_ flavor: Flavor) -> [UInt8]? {
    guard let type = typeInFile(flavor) else { return nil }
    var entry = SampleEntry.header(type)
    let isVersion2 = flavor == .quickTimeVersion2 || (flavor == .quickTime && needsVersion2)
    let isVersion1 = flavor == .quickTime && !isVersion2 && !cookie.isEmpty
    entry.append(isVersion2 ? 2 : isVersion1 ? 1 : 0, 2)
    entry.append(0, 6)
    entry.append(isVersion2 ? 3 : Int(min(format.mChannelsPerFrame, 0xFFFF)), 2)
    entry.append(isVersion2 ? 16 : format.mFormatID == kAudioFormatLinearPCM ? Int(format.mBitsPerChannel) : 16, 2)
    entry.append(isVersion2 || (isVersion1 && !cookie.isEmpty) ? 0xFFFE : 0, 2)
    entry.append(0, 2)
    let fitsRate = format.mSampleRate >= 0 && format.mSampleRate < 65536
    entry.append(isVersion2 ? 0x0001_0000 : fitsRate ? Int(format.mSampleRate * 65536) : 0, 4)
    if isVersion1 {
      entry.append(Int(format.mFramesPerPacket), 4)
      entry.append(Int(format.mBytesPerPacket / max(1, format.mChannelsPerFrame)), 4)
      entry.append(Int(format.mBytesPerPacket), 4)
      entry.append(2, 4)
    }
    if isVersion2 { appendVersion2(&entry) }
    appendBoxes(&entry, flavor, type)
    return SampleEntry.finished(entry)
  }

  /// True if only the newest entries of QuickTime's can describe the format.
  private var needsVersion2: Bool {
    format.mChannelsPerFrame > 2 || format.mSampleRate >= 65536 || format.mFormatID == kAudioFormatLinearPCM
  }

  private func typeInFile(_ flavor: Flavor) -> UInt32? {
    switch format.mFormatID {
    case kAudioFormatLinearPCM: return flavor == .isoFamily ? nil : kAudioFormatLinearPCM
    case kAudioFormatMPEG4AAC, kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC_HE_V2, kAudioFormatMPEG4AAC_LD,
      kAudioFormatMPEG4AAC_ELD, kAudioFormatMPEG4AAC_ELD_SBR, kAudioFormatMPEG4AAC_ELD_V2:
      return 0x6D70_3461
    default: return format.mFormatID
    }
  }

  private func appendVersion2(_ entry: inout [UInt8]) {
    entry.append(72, 4)
    entry.append(Int(Int64(bitPattern: format.mSampleRate.bitPattern)), 8)
    entry.append(Int(format.mChannelsPerFrame), 4)
    entry.append(0x7F00_0000, 4)
    entry.append(Int(format.mBitsPerChannel), 4)
    entry.append(Int(format.mFormatFlags), 4)
    entry.append(Int(format.mBytesPerPacket), 4)
    entry.append(Int(format.mFramesPerPacket), 4)
  }

  private func appendBoxes(_ entry: inout [UInt8], _ flavor: Flavor, _ type: UInt32) {
    if !cookie.isEmpty {
      let name = type == 0x6D70_3461 ? 0x6573_6473 : Int(type)
      let box = [UInt8](bigEndian: cookie.count + 12, 4) + [UInt8](bigEndian: name, 4) + [0, 0, 0, 0] + cookie
      if flavor == .isoFamily {
        entry += box
      } else {
        // QuickTime keeps it in a box of boxes, after the format's name, and ends that with an empty one.
        let inner = [UInt8](bigEndian: 12, 4) + Array("frma".utf8) + [UInt8](bigEndian: Int(type), 4) + box
        entry += [UInt8](bigEndian: inner.count + 16, 4) + Array("wave".utf8) + inner + [0, 0, 0, 8, 0, 0, 0, 0]
      }
    }
    if layout.count >= 12 {
      let words = stride(from: 0, to: layout.count - 3, by: 4).map { place in
        unsafe layout.withUnsafeBytes { unsafe Int($0.loadUnaligned(fromByteOffset: place, as: UInt32.self)) }
      }
      let kept = 3 + 5 * min(words[2], (words.count - 3) / 5)
      entry += [UInt8](bigEndian: 12 + 4 * kept, 4) + Array("chan".utf8) + [0, 0, 0, 0]
      for word in words.prefix(kept) { entry.append(word, 4) }
    }
  }
}
