import AudioBase
import CAudioToolbox
import Foundation

/// The arguments of an IOProc. The pointers hold as long as the call lasts.
@safe
struct DeviceCall {
  let now: UnsafePointer<AudioTimeStamp>
  let input: UnsafePointer<AudioBufferList>
  let inputTime: UnsafePointer<AudioTimeStamp>
  let output: UnsafeMutablePointer<AudioBufferList>
  let outputTime: UnsafePointer<AudioTimeStamp>
}

/// An IOProc of a program: a function and its pointer, or a block.
///
/// `@unchecked`: both are only handed back to the program, or called.
@safe
struct DeviceFunction: @unchecked Sendable {
  private let body: (DeviceCall) -> Void

  init(
    _ device: AudioObjectID, _ function: @escaping AudioDeviceIOProc, _ context: UnsafeMutableRawPointer?
  ) {
    body = { call in
      _ = unsafe function(
        device, call.now, call.input, call.inputTime, call.output, call.outputTime, context)
    }
  }

  /// - Parameter queue: The queue on which the block is called; `nil` for the device's thread.
  init(_ block: @escaping DeviceBlock, on queue: BlockQueue?) {
    let direct = { (call: DeviceCall) in
      unsafe block(call.now, call.input, call.inputTime, call.output, call.outputTime)
    }
    guard let queue else {
      body = direct
      return
    }
    body = { call in queue.performNow { direct(call) } }
  }

  func callAsFunction(_ call: DeviceCall) { body(call) }
}

/// `AudioDeviceIOBlock`
typealias DeviceBlock =
  @convention(block) (
    UnsafePointer<AudioTimeStamp>, UnsafePointer<AudioBufferList>, UnsafePointer<AudioTimeStamp>,
    UnsafeMutablePointer<AudioBufferList>, UnsafePointer<AudioTimeStamp>
  ) -> Void
