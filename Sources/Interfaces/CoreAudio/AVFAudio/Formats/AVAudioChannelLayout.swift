import AudioBase
public import AudioToolbox
public import Foundation

/// The loudspeakers of an audio format: an immutable object with an `AudioChannelLayout`.
///
/// `@unchecked`, for a class that is open cannot be checked; nothing of it changes.
@safe
open class AVAudioChannelLayout: NSObject, NSSecureCoding, @unchecked Sendable {
  /// The bytes of the struct with all its descriptions, and with one if there is none, as settings hold it.
  let bytes: [UInt8]
  /// The layout for the C functions, which lives as long as the process.
  public let layout: UnsafePointer<AudioChannelLayout>

  /// Creates the layout of a tag.
  ///
  /// - Returns: `nil` for the two tags that say nothing by themselves: `kAudioChannelLayoutTag_UseChannelDescriptions`
  ///   and `kAudioChannelLayoutTag_UseChannelBitmap`.
  public convenience init?(layoutTag: AudioChannelLayoutTag) {
    let isNamed =
      layoutTag != kAudioChannelLayoutTag_UseChannelDescriptions && layoutTag != kAudioChannelLayoutTag_UseChannelBitmap
    guard isNamed else { return nil }
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = layoutTag
    unsafe self.init(layout: &layout)
  }

  /// Creates a copy of a layout.
  public convenience init(layout: UnsafePointer<AudioChannelLayout>) {
    let count = unsafe Int(layout.pointee.mNumberChannelDescriptions)
    self.init(used: unsafe Array(UnsafeRawBufferPointer(start: layout, count: 12 + 20 * count)))
  }

  /// Creates the layout from its bytes; `nil` if they are too few.
  convenience init?(bytes: [UInt8]) {
    guard bytes.count >= 12 else { return nil }
    let count = unsafe bytes.withUnsafeBytes { unsafe Int($0.loadUnaligned(fromByteOffset: 8, as: UInt32.self)) }
    guard count <= 0xFFFF, bytes.count >= 12 + 20 * count else { return nil }
    self.init(used: Array(bytes[0..<(12 + 20 * count)]))
  }

  private init(used: [UInt8]) {
    bytes = used + [UInt8](repeating: 0, count: max(0, MemoryLayout<AudioChannelLayout>.size - used.count))
    unsafe layout = LastingBytes.address(of: bytes).assumingMemoryBound(to: AudioChannelLayout.self)
    super.init()
  }

  /// True: a layout supports secure coding.
  public static var supportsSecureCoding: Bool { true }

  /// Creates the layout that ``encode(with:)`` stored; `nil` if there is none.
  public required convenience init?(coder: NSCoder) {
    guard let data = coder.data(forKey: ArchiveKey.channelLayout) else { return nil }
    self.init(bytes: Array(data))
  }

  /// Writes the struct, in this processor's byte order.
  open func encode(with coder: NSCoder) {
    coder.encode(Data(bytes) as NSData, forKey: ArchiveKey.channelLayout)
  }

  /// The layout's tag, which may be one of the two that mean the bitmap or the descriptions.
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

  /// The layout that the struct describes.
  ///
  /// - Throws: `kAudio_ParamError` if it names no order that is known.
  func loudspeakers() throws(Status) -> ChannelLayout {
    guard let layout = ChannelLayout(native: bytes) else { throw Status(kAudio_ParamError) }
    return layout
  }

  /// True for the layout that one or two channels have by default.
  var isUsual: Bool { layoutTag == kAudioChannelLayoutTag_Mono || layoutTag == kAudioChannelLayoutTag_Stereo }

  /// Returns true if the other object is the same layout, described in the same form.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAudioChannelLayout else { return false }
    return bytes == other.bytes
  }

  /// A number that equal layouts share.
  open override var hash: Int { bytes.hashValue }

  /// The tag and the number of channels, as text.
  open override var description: String {
    "<AVAudioChannelLayout: tag \(layoutTag >> 16), \(channelCount) ch>"
  }
}
