import AudioToolbox
import TestSupport
import Testing

/// A call that must fail, and how.
struct Refusal {
  var function: String
  var reason: String
  var expected: OSStatus
  var call: () -> OSStatus

  init(_ function: String, _ reason: String, _ expected: OSStatus, _ call: @escaping () -> OSStatus) {
    (self.function, self.reason, self.expected, self.call) = (function, reason, expected, call)
  }

  /// Makes the calls.
  static func check(_ refusals: [Refusal]) {
    for refusal in refusals {
      let status = refusal.call()
      expectEqual(status, refusal.expected, "\(refusal.function): \(refusal.reason)")
    }
  }

  /// A handle that was never opened, and is no address either.
  static var stale: OpaquePointer { OpaquePointer(bitPattern: 0x7FFF_1230)! }
}

/// A null pointer, or no function, where the header asks for one: what C code can give, and Swift code cannot.
func nothing<Pointer>(_ type: Pointer.Type = Pointer.self) -> Pointer { unsafeBitCast(0, to: type) }

/// A list of one interleaved buffer over memory of its own.
final class OneBuffer {
  let memory: UnsafeMutableRawPointer
  let list: UnsafeMutablePointer<AudioBufferList>
  let byteCount: Int

  init(_ byteCount: Int, channels: UInt32 = 2) {
    self.byteCount = byteCount
    memory = .allocate(byteCount: max(1, byteCount), alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: max(1, byteCount))
    list = .allocate(capacity: 1)
    list.initialize(to: AudioBufferList())
    reset(channels: channels)
  }

  deinit {
    memory.deallocate()
    list.deallocate()
  }

  /// Makes the list what it was, after a call that changed it.
  func reset(buffers: UInt32 = 1, channels: UInt32 = 2) {
    list.pointee.mNumberBuffers = buffers
    list.pointee.mBuffers = AudioBuffer(mNumberChannels: channels, mDataByteSize: UInt32(byteCount), mData: memory)
  }
}
