public import CCoreMedia
import CoreFoundation

// Apple's Swift view of objects: those that Core Foundation takes for equal are equal.

extension CMBlockBuffer: @retroactive Hashable {
  /// Whether Core Foundation takes both for equal.
  public static func == (lhs: CMBlockBuffer, rhs: CMBlockBuffer) -> Bool { CFEqual(lhs, rhs) }
  /// Hashes what Core Foundation does.
  public func hash(into hasher: inout Hasher) { hasher.combine(CFHash(self)) }
}

extension CMBufferQueue: @retroactive Hashable {
  /// Whether Core Foundation takes both for equal.
  public static func == (lhs: CMBufferQueue, rhs: CMBufferQueue) -> Bool { CFEqual(lhs, rhs) }
  /// Hashes what Core Foundation does.
  public func hash(into hasher: inout Hasher) { hasher.combine(CFHash(self)) }
}

extension CMFormatDescription: @retroactive Hashable {
  /// Whether both describe the same.
  public static func == (lhs: CMFormatDescription, rhs: CMFormatDescription) -> Bool {
    CMFormatDescriptionEqual(lhs, otherFormatDescription: rhs)
  }
  /// Hashes what Core Foundation does.
  public func hash(into hasher: inout Hasher) { hasher.combine(CFHash(self)) }
}

extension CMSampleBuffer: @retroactive Hashable {
  /// Whether Core Foundation takes both for equal.
  public static func == (lhs: CMSampleBuffer, rhs: CMSampleBuffer) -> Bool { CFEqual(lhs, rhs) }
  /// Hashes what Core Foundation does.
  public func hash(into hasher: inout Hasher) { hasher.combine(CFHash(self)) }
}

extension CMSimpleQueue: @retroactive Hashable {
  /// Whether Core Foundation takes both for equal.
  public static func == (lhs: CMSimpleQueue, rhs: CMSimpleQueue) -> Bool { CFEqual(lhs, rhs) }
  /// Hashes what Core Foundation does.
  public func hash(into hasher: inout Hasher) { hasher.combine(CFHash(self)) }
}
