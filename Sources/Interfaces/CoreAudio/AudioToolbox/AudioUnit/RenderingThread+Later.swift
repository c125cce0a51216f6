import AudioDevices
import Dispatch

extension RenderingThread {
  /// Does work that has to wait: now, or soon after where the calling thread renders.
  static func afterwards(_ body: @escaping @Sendable () -> Void) {
    if isInside { DispatchQueue.global().async(execute: body) } else { body() }
  }
}
