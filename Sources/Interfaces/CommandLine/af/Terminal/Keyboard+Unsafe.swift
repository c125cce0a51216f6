// The terminal's settings are values of this file's own, and the bytes of keys go into an array that is lent for the
// time of one call.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The keys of a terminal, one at a time and without echo. Ctrl-C and Ctrl-Z keep their meaning.
struct Keyboard: ~Copyable {
  /// The command of a key.
  enum Key: Equatable {
    case character(Character)
    case left, right, up, down
  }

  private var before = termios()
  private var pending: [UInt8] = []

  /// Changes the mode of the terminal; `nil` if standard input is not a terminal.
  init?() {
    guard isatty(STDIN_FILENO) == 1, unsafe tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
    enter()
  }

  /// Restores the terminal.
  deinit {
    var settings = before
    _ = unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }

  /// Switches to keys one at a time, which are not shown. A program in the background leaves the terminal unchanged.
  private func enter() {
    guard tcgetpgrp(STDIN_FILENO) == getpgrp() else { return }
    var settings = before
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    _ = unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }

  /// Sets the terminal's mode again after another program has used it, as after Ctrl-Z.
  func retake() {
    var settings = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0, settings.c_lflag & tcflag_t(ICANON) != 0 else { return }
    enter()
  }

  /// Returns the next key, or `nil` if none is pressed within the given number of milliseconds.
  mutating func next(within milliseconds: Int32) -> Key? {
    if pending.isEmpty {
      var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&request, 1, milliseconds) == 1, Int32(request.revents) & POLLIN != 0 else {
        // A terminal that has been closed is always ready.
        if request.revents != 0 { usleep(useconds_t(milliseconds) * 1000) }
        return nil
      }
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(STDIN_FILENO, $0.baseAddress, $0.count) }
      guard count > 0 else { return nil }
      pending += bytes[0..<count]
    }
    return Self.key(&pending)
  }

  /// Takes the first key from a terminal's input: a byte, or ESC `[` or ESC `O` and a letter for an arrow.
  static func key(_ bytes: inout [UInt8]) -> Key? {
    guard let first = bytes.first else { return nil }
    guard first == 0x1B else {
      bytes.removeFirst()
      return .character(Character(UnicodeScalar(first)))
    }
    guard bytes.count >= 3, bytes[1] == UInt8(ascii: "[") || bytes[1] == UInt8(ascii: "O") else {
      bytes.removeAll()
      return nil
    }
    let letter = bytes[2]
    bytes.removeFirst(3)
    switch letter {
    case UInt8(ascii: "A"): return .up
    case UInt8(ascii: "B"): return .down
    case UInt8(ascii: "C"): return .right
    case UInt8(ascii: "D"): return .left
    default:
      // An unknown key, with the bytes after it.
      bytes.removeAll()
      return nil
    }
  }
}
