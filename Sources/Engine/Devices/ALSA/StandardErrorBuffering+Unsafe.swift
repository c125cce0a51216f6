// Keeps how a stream of C's standard library is buffered. `unsafe` marks calls of the C library with a stream of its
// own; the functions' types are those of stdio.h and stdio_ext.h.

import SystemLibraries

/// Undoes a library's change of the program's standard error.
///
/// PipeWire's plug-in for ALSA makes standard error line-buffered when a device is opened, for the whole program
/// (`setlinebuf` in its logger). Without its own buffer each line is then two writes, its first byte and the rest:
/// readers of the program's messages through a pipe get torn characters.
@safe package struct StandardErrorBuffering: Sendable {
  package typealias Stream = OpaquePointer
  private typealias AskFlag = @convention(c) (Stream?) -> Int32
  private typealias AskSize = @convention(c) (Stream?) -> Int
  private typealias SetMode = @convention(c) (Stream?, UnsafeMutablePointer<CChar>?, Int32, Int) -> Int32

  private let isLineBuffered: AskFlag
  private let bufferSize: AskSize
  private let setMode: SetMode
  private let standardError: @Sendable () -> Stream?

  /// The functions of the C library, or `nil` if it cannot report how a stream is buffered.
  package static let shared: StandardErrorBuffering? = StandardErrorBuffering()

  private init?() {
    // `stderr` is a variable, whose address is found as that of a function is.
    guard let program = SharedLibrary.program,
      let isLineBuffered: AskFlag = unsafe program.function("__flbf"),
      let bufferSize: AskSize = unsafe program.function("__fbufsize"),
      let setMode: SetMode = unsafe program.function("setvbuf"),
      let standardError: UnsafePointer<Stream?> = unsafe program.function("stderr")
    else { return nil }
    unsafe self.isLineBuffered = isLineBuffered
    unsafe self.bufferSize = bufferSize
    unsafe self.setMode = setMode
    let address = UInt(bitPattern: standardError)
    unsafe self.standardError = { unsafe UnsafePointer<Stream?>(bitPattern: address)?.pointee }
  }

  /// Runs `body`; if it makes an unbuffered standard error line-buffered, it becomes unbuffered again.
  func keepingStandardError<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    try unsafe keeping(standardError(), body)
  }

  /// Runs `body`; if `stream` was unbuffered before and is line-buffered afterwards, makes it unbuffered again.
  package func keeping<Value, Failure: Error>(
    _ stream: Stream?, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard let stream = unsafe stream, unsafe isLineBuffered(stream) == 0 else { return try body() }
    defer {
      // 2 is _IONBF. A buffer of one byte or none is that of an unbuffered stream.
      if unsafe isLineBuffered(stream) != 0, unsafe bufferSize(stream) <= 1 { _ = unsafe setMode(stream, nil, 2, 0) }
    }
    return try body()
  }
}
