import TestSupport
import Testing

@Suite struct DumpTests {
  static let dump: [UInt8] = [0xFF, 0xAA, 0xCC, 0xDD, 1, 2, 3, 0xFF, 0xAA, 0xCC, 0xDD, 9]

  @Test func packetsGoThroughUnchanged() throws {
    let directory = try TemporaryDirectory()
    try directory.write("x.dump", Self.dump)
    let result = try af(["dump", "x.dump", "y.dump", "--asc", "F8E85000"], in: directory)
    #expect(result.status == 0 && result.text == "F8E85000\n")
    expectEqual(directory.read("y.dump"), Self.dump)
    try expectEqual(af(["convert", "x.dump", "-", "-f", "dump"], in: directory).output, Self.dump)
    try expectEqual(af(["dump", "x.dump", "y.dump"], in: directory).status, 1)
  }

  @Test func withoutAnOutputThePacketsAreListed() throws {
    let directory = try TemporaryDirectory()
    try directory.write("x.dump", Self.dump)
    try expectEqual(af(["dump", "x.dump"], in: directory).text, "0 3 010203\n1 1 09\n")
  }

  @Test func aDumpWithoutItsConfigurationAsksForIt() throws {
    let directory = try TemporaryDirectory()
    try directory.write("x.dump", Self.dump)
    let result = try af(["convert", "x.dump", "y.wav"], in: directory)
    #expect(result.status == 1 && result.error.contains("--asc"))
  }
}
