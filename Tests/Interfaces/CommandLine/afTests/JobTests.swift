import Foundation
import TestSupport
import Testing

/// `--jobs` gives what one job gives, whatever the file, or says that it is one.
@Suite struct JobTests {
  private func directory() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", wave(samples(1_400_000), channels: 2, rate: 44_100))
    return directory
  }

  @Test(
    "what only one job can do is one job, and that is said",
    arguments: [("b.caf", "ima4", "LEI16"), ("b.m4a", "alac", "alac")])
  func oneJob(name: String, format: String, output: String) throws {
    let directory = try directory()
    try expectEqual(af(["convert", "a.wav", name, "-d", format], in: directory).status, 0)
    let result = try af(["convert", name, "c.caf", "-d", output, "--jobs", "3", "--json"], in: directory)
    #expect(result.status == 0 && result.errorLines.count == 1 && result.error.contains("--jobs: "), "\(result.error)")
    let record = try InfoTests.object(result)
    expectEqual((record["warnings"] as? [String])?.count, 1)
    try expectEqual(af(["convert", name, "d.caf", "-d", output], in: directory).status, 0)
    expectEqual(directory.read("c.caf"), directory.read("d.caf"))
  }

  @Test("a conversion that ends early, or meets damage, ends as that of one job", arguments: ["b.m4a", "b.caf"])
  func damage(name: String) throws {
    let directory = try directory()
    try expectEqual(af(["convert", "a.wav", name, "-d", "alac"], in: directory).status, 0)
    var bytes = try required(directory.read(name))
    for place in stride(from: bytes.count / 2, to: bytes.count / 2 + 9000, by: 7) { bytes[place] ^= 0x5A }
    try directory.write(name, bytes)
    for options in [[], ["--on-error", "stop"], ["--from", "4", "--duration", "24"]] {
      let one = try af(["convert", name, "1.wav", "--force"] + options, in: directory)
      for jobs in ["2", "3", "16"] {
        let result = try af(["convert", name, "2.wav", "--force", "--jobs", jobs] + options, in: directory)
        #expect(result.status == one.status && result.error == one.error, "\(result.error)")
        expectEqual(directory.read("1.wav"), directory.read("2.wav"))
      }
    }
  }

  @Test("a full disk ends several jobs as it ends one")
  func fullDisk() throws {
    let directory = try directory()
    for _ in 0..<10 {
      let result = try SilenceTests.shell(
        "ulimit -f 64; exec \"$AF\" convert a.wav o.wav --jobs 3", in: directory)
      #expect(result.status == 1 && result.errorLines.count == 1, "\(result.status) \(result.error)")
    }
    expectEqual(directory.names, ["a.wav"])
  }
}
