#if canImport(Glibc)
  import AudioDevices
  import Glibc
  import TestSupport
  import Testing

  /// PipeWire's plug-in for ALSA calls `setlinebuf(stderr)`. A line must still go out as one write.
  @Suite("How standard error is buffered")
  struct StandardErrorBufferingTests {
    private typealias Stream = UnsafeMutablePointer<FILE>

    private func setLineBuffered(_ stream: Stream) { unsafe setvbuf(stream, nil, _IOLBF, 0) }

    /// Writes a line to an unbuffered stream after `change` was made to it, and returns how many of its 12 bytes the
    /// first write holds, or `nil` where there is no stream.
    private func bytesOfFirstWrite(_ change: (Stream) -> Void) -> Int? {
      var sockets: [Int32] = [0, 0]
      // Datagrams keep apart what was written apart.
      guard unsafe socketpair(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0, &sockets) == 0 else { return nil }
      defer { close(sockets[1]) }
      guard let stream = unsafe fdopen(sockets[0], "w") else { return nil }
      defer { unsafe fclose(stream) }
      unsafe setvbuf(stream, nil, _IONBF, 0)
      unsafe fputs("one\n", stream)
      unsafe change(stream)
      unsafe fputs("✔ another\n", stream)
      var bytes = [UInt8](repeating: 0, count: 64)
      guard unsafe recv(sockets[1], &bytes, 64, 0) == 4 else { return nil }
      return unsafe recv(sockets[1], &bytes, 64, 0)
    }

    @Test("A library's call for lines tears what is written")
    func callsForLinesTear() {
      let count = unsafe bytesOfFirstWrite { unsafe setLineBuffered($0) }
      expectEqual(count, 1)
    }

    @Test("and is undone")
    func callsForLinesAreUndone() throws {
      let buffering = try required(StandardErrorBuffering.shared)
      let count = unsafe bytesOfFirstWrite { stream in
        unsafe buffering.keeping(OpaquePointer(stream)) { unsafe setLineBuffered(stream) }
      }
      expectEqual(count, 12)
    }

    @Test("What the program chose itself stays")
    func linesOfTheProgramItselfStay() throws {
      let buffering = try required(StandardErrorBuffering.shared)
      let count = unsafe bytesOfFirstWrite { stream in
        unsafe setLineBuffered(stream)
        unsafe buffering.keeping(OpaquePointer(stream)) {}
      }
      expectEqual(count, 1)
    }
  }
#endif
