// Calls of the C library's sockets, with addresses and buffers of this file's own, which last as long as the call.

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A socket for datagrams at 127.0.0.1 that never waits.
final class LoopbackSocket: Sendable {
  private let descriptor: Int32
  /// `MSG_DONTWAIT`, which the C library's module gives other types on other systems.
  private static let withoutWaiting = 0x40
  /// The port that it is bound to.
  let port: Int

  init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    var address = Self.address(0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { place in
      unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    if !isBound { throw SocketFailure() }
  }

  deinit { close(descriptor) }

  private static func address(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
    // 127.0.0.1
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  /// Sends a datagram to a port of this machine; one that the system does not take is lost.
  func send(_ bytes: [UInt8], to port: Int) {
    var address = Self.address(port)
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    unsafe withUnsafeMutablePointer(to: &address) { place in
      unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
        unsafe bytes.withUnsafeBytes { bytes in
          _ = unsafe sendto(descriptor, bytes.baseAddress, bytes.count, Int32(Self.withoutWaiting), place, length)
        }
      }
    }
  }

  /// Takes a datagram that has come; `nil` where there is none.
  func receive() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 2048)
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe recv(descriptor, buffer.baseAddress, buffer.count, Int32(Self.withoutWaiting))
    }
    return count >= 0 ? Array(bytes[..<count]) : nil
  }
}

/// A socket could not be had.
struct SocketFailure: Error {}
