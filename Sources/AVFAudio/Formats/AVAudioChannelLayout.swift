public import AudioToolbox
public import Foundation

/// The loudspeakers of an audio format: an `AudioChannelLayout` as an object, which never changes.
@safe
open class AVAudioChannelLayout: NSObject, @unchecked Sendable {
  /// The layout, as long as its descriptions need. It is written before anybody else sees it.
  private let memory: UnsafeMutableRawPointer
  private let byteCount: Int

  /// The layout that a tag names.
  ///
  /// - Returns: `nil` for the two tags that say nothing by themselves: `kAudioChannelLayoutTag_UseChannelDescriptions` and
  ///   `kAudioChannelLayoutTag_UseChannelBitmap`.
  public convenience init?(layoutTag: AudioChannelLayoutTag) {
    let isNamed =
      layoutTag != kAudioChannelLayoutTag_UseChannelDescriptions && layoutTag != kAudioChannelLayoutTag_UseChannelBitmap
    guard isNamed else { return nil }
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = layoutTag
    unsafe self.init(layout: &layout)
  }

  /// A copy of a layout.
  public init(layout: UnsafePointer<AudioChannelLayout>) {
    byteCount = unsafe Self.byteCount(descriptions: layout.pointee.mNumberChannelDescriptions)
    unsafe memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 8)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    // The struct has room for a description, whether it is used or not.
    let used = unsafe 12 + 20 * Int(layout.pointee.mNumberChannelDescriptions)
    unsafe memory.copyMemory(from: layout, byteCount: used)
    super.init()
  }

  /// The layout that bytes hold; `nil` where they are too few.
  convenience init?(bytes: [UInt8]) {
    guard bytes.count >= 12 else { return nil }
    let count = unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: 8, as: UInt32.self) }
    guard count <= 0xFFFF, bytes.count >= 12 + 20 * Int(count) else { return nil }
    let padded = bytes + [UInt8](repeating: 0, count: max(0, MemoryLayout<AudioChannelLayout>.size - bytes.count))
    let copy = UnsafeMutableRawPointer.allocate(byteCount: padded.count, alignment: 8)
    defer { unsafe copy.deallocate() }
    unsafe padded.withUnsafeBytes { source in
      if let base = source.baseAddress { unsafe copy.copyMemory(from: base, byteCount: source.count) }
    }
    unsafe self.init(layout: UnsafePointer(copy.assumingMemoryBound(to: AudioChannelLayout.self)))
  }

  deinit { unsafe memory.deallocate() }

  private static func byteCount(descriptions: UInt32) -> Int {
    max(MemoryLayout<AudioChannelLayout>.size, 12 + 20 * Int(descriptions))
  }

  /// The layout, for the C functions. It lives as long as this object.
  open var layout: UnsafePointer<AudioChannelLayout> {
    unsafe UnsafePointer(memory.assumingMemoryBound(to: AudioChannelLayout.self))
  }

  /// The layout's tag, which may be one of the two that point to the bitmap or the descriptions.
  open var layoutTag: AudioChannelLayoutTag { unsafe layout.pointee.mChannelLayoutTag }

  /// The number of channels.
  open var channelCount: AVAudioChannelCount {
    switch layoutTag {
    case kAudioChannelLayoutTag_UseChannelDescriptions: unsafe layout.pointee.mNumberChannelDescriptions
    case kAudioChannelLayoutTag_UseChannelBitmap:
      unsafe AVAudioChannelCount(layout.pointee.mChannelBitmap.rawValue.nonzeroBitCount)
    default: AudioChannelLayoutTag_GetNumberOfChannels(layoutTag)
    }
  }

  /// The struct with its descriptions, as settings hold it.
  var bytes: [UInt8] { unsafe Array(UnsafeRawBufferPointer(start: memory, count: byteCount)) }

  /// Whether it is the layout that one or two channels have where nothing is said.
  var isUsual: Bool { layoutTag == kAudioChannelLayoutTag_Mono || layoutTag == kAudioChannelLayoutTag_Stereo }

  /// Whether the other is the same layout, told in the same way.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAudioChannelLayout else { return false }
    return bytes == other.bytes
  }

  /// A number that equal layouts share.
  open override var hash: Int { bytes.hashValue }

  /// The tag and the number of channels, for people.
  open override var description: String {
    "<AVAudioChannelLayout: tag \(layoutTag >> 16), \(channelCount) ch>"
  }
}
