// Bound throughout: the counts are constants of this file.
// Holds throughout: MPEGAudioStream.frame(in:) refuses longer frames.

/// The main data of the frames: the next frames begin with the bytes that a frame leaves over.
///
/// ISO/IEC 11172-3, 2.4.3.4. Headers and side information are not in it.
/// ```
/// bytes   kept from before (at most 511) │ of this frame │ eight bytes of nothing in particular
///                 ↑ main_data_begin bytes before the bar
/// ```
struct BitReservoir: Sendable {
  /// `main_data_begin` reaches back this far at most.
  static let maximumKeptByteCount = 511
  /// The longest frame that is accepted; only free-format frames can exceed 2881 bytes.
  static let maximumFrameByteCount = 8192
  /// The number of bytes that the bit reader takes at once, added so that it never reads past the end of the array.
  private static let spareByteCount = 8

  private var storage = [UInt8](
    repeating: 0, count: maximumKeptByteCount + maximumFrameByteCount + spareByteCount)
  /// The number of bytes that are valid.
  private(set) var count = 0
  /// The number of bytes that come from earlier frames.
  private(set) var keptCount = 0

  /// All bytes, and the spare bytes after them.
  var bytes: Span<UInt8> {
    @_lifetime(borrow self) get { storage.span }
  }

  /// Clears all frames.
  mutating func removeAll() {
    count = 0
    keptCount = 0
  }

  /// Appends the main data of a frame; bytes that are too old to be needed are dropped.
  mutating func append(_ mainData: Span<UInt8>) {
    precondition(mainData.count <= Self.maximumFrameByteCount)
    let kept = min(count, Self.maximumKeptByteCount)
    let shift = count - kept
    keptCount = kept
    count = kept + mainData.count
    var bytes = storage.mutableSpan
    for index in 0..<kept { bytes[index] = bytes[index + shift] }
    var place = bytes._mutatingExtracting(kept..<(kept + mainData.count))
    for index in mainData.indices { place[index] = mainData[index] }
  }

  /// Returns the bit at which the main data of the last frame begin, or `nil` if the bytes are not there.
  func startOffset(mainDataBegin: Int) -> Int? {
    mainDataBegin <= keptCount ? (keptCount - mainDataBegin) * 8 : nil
  }
}
