// The names are Apple's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

extension AVPlayerItem {
  /// Posted when an item has been played to its end.
  public static let didPlayToEndTimeNotification = NSNotification.Name("AVPlayerItemDidPlayToEndTimeNotification")
  /// Posted when an item could not be decoded to its end; `AVPlayerItemFailedToPlayToEndTimeErrorKey` has the reason.
  public static let failedToPlayToEndTimeNotification = NSNotification.Name(
    "AVPlayerItemFailedToPlayToEndTimeNotification")
  /// Posted after a seek.
  public static let timeJumpedNotification = NSNotification.Name("AVPlayerItemTimeJumpedNotification")
}

/// The key of the error in ``AVPlayerItem/failedToPlayToEndTimeNotification``.
public let AVPlayerItemFailedToPlayToEndTimeErrorKey = "AVPlayerItemFailedToPlayToEndTimeErrorKey"

extension NSNotification.Name {
  /// ``AVPlayerItem/didPlayToEndTimeNotification``.
  public static let AVPlayerItemDidPlayToEndTime = AVPlayerItem.didPlayToEndTimeNotification
  /// ``AVPlayerItem/failedToPlayToEndTimeNotification``.
  public static let AVPlayerItemFailedToPlayToEndTime = AVPlayerItem.failedToPlayToEndTimeNotification
  /// ``AVPlayerItem/timeJumpedNotification``.
  public static let AVPlayerItemTimeJumped = AVPlayerItem.timeJumpedNotification
}
