public import CoreFoundation

// On Apple's systems a mode of a run loop is its own type with these names; here it is a string.

extension CFString {
  /// `kCFRunLoopDefaultMode`, as a `CFRunLoopMode`.
  public static var defaultMode: CFRunLoopMode { kCFRunLoopDefaultMode }
  /// `kCFRunLoopCommonModes`, as a `CFRunLoopMode`.
  public static var commonModes: CFRunLoopMode { kCFRunLoopCommonModes }
  /// The string itself, which is a run loop mode here.
  public var rawValue: CFString { self }
}
