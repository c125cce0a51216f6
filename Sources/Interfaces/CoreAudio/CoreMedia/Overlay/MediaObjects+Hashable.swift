public import CCoreMedia
import CoreFoundation

// Apple's Swift view of objects: those that Core Foundation takes for equal are equal.

extension CMBlockBuffer: @retroactive Hashable {
  /// Returns true if Core Foundation considers both equal.
  public static func == (lhs: CMBlockBuffer, rhs: CMBlockBuffer) -> Bool { CFEqual(lhs, rhs) }
  /// Hashes by `CFHash`.
  public func hash(into hasher: inout Hasher) { hasher.combine(CFHash(self)) }
}

extension CMBufferQueue: @retroactive Hashable {
  /// Returns true if Core Foundation considers both equal.
  public static func == (lhs: CMBufferQueue, rhs: CMBufferQueue) -> Bool { CFEqual(lhs, rhs) }
  /// Hashes by `CFHash`.
  public func hash(into hasher: inout Hasher) { hasher.combine(CFHash(self)) }
}

extension CMFormatDescription: @retroactive Hashable {
  /// Returns true if both descriptions are equal.
  public static func == (lhs: CMFormatDescription, rhs: CMFormatDescription) -> Bool {
    CMFormatDescriptionEqual(lhs, otherFormatDescription: rhs)
  }
  /// Hashes by `CFHash`.
  public func hash(into hasher: inout Hasher) { hasher.combine(CFHash(self)) }
}

extension CMSampleBuffer: @retroactive Hashable {
  /// Returns true if Core Foundation considers both equal.
  public static func == (lhs: CMSampleBuffer, rhs: CMSampleBuffer) -> Bool { CFEqual(lhs, rhs) }
  /// Hashes by `CFHash`.
  public func hash(into hasher: inout Hasher) { hasher.combine(CFHash(self)) }
}

extension CMSimpleQueue: @retroactive Hashable {
  /// Returns true if Core Foundation considers both equal.
  public static func == (lhs: CMSimpleQueue, rhs: CMSimpleQueue) -> Bool { CFEqual(lhs, rhs) }
  /// Hashes by `CFHash`.
  public func hash(into hasher: inout Hasher) { hasher.combine(CFHash(self)) }
}
