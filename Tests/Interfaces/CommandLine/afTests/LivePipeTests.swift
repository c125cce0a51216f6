import Foundation
import TestSupport
import Testing

/// A gateway feeds samples as they are made, and waits for every packet.
@Suite struct LivePipeTests {
  @Test("what has come out of a pipe goes on at once, while the pipe is open")
  func samplesPassAtOnce() throws {
    let process = Process()
    process.executableURL = program
    process.arguments = [
      "convert", "-", "-", "--raw-format", "LEI16", "--rate", "8000", "--channels", "1", "-f", "raw", "-d", "BEI16",
    ]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // Twice ten milliseconds; a program that waits for more never answers, and the test's time runs out.
    for round in 0..<3 {
      let samples = (0..<160).map { Int16(round * 160 + $0) }
      try input.fileHandleForWriting.write(contentsOf: Data(bytes(samples)))
      var received = Data()
      while received.count < 320 {
        guard let more = try output.fileHandleForReading.read(upToCount: 320 - received.count), !more.isEmpty else {
          break
        }
        received += more
      }
      expectEqual(
        [UInt8](received), samples.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] })
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    expectEqual(process.terminationStatus, 0)
  }
}
