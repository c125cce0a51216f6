import AudioDevices
import Dispatch

extension RenderingThread {
  /// Does what has to wait: now, or where the calling thread renders soon after that.
  static func afterwards(_ body: @escaping @Sendable () -> Void) {
    if isInside { DispatchQueue.global().async(execute: body) } else { body() }
  }
}
