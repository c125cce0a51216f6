import CSwiftAudioToolbox
import Foundation
import PlainInterface
import TestSupport
import Testing

/// What a call cannot keep, or reads of a file that is another one meanwhile, is told.
@Suite struct ToldThingsTests {
  private let folder = NSTemporaryDirectory() + "/told-\(UUID().uuidString)"

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

  private func write(_ name: String, seconds: Int) {
    let samples = (0..<(48_000 * seconds)).map { Float($0 % 100) / 200 }
    expectEqual(satWriteFile(folder + "/" + name, samples, Int64(samples.count), 1, 48_000, nil, nil), 0)
  }

  private func tag(_ name: String, _ title: String) -> String {
    let text = title.withCString { value in
      "title".withCString { key in
        satTagFile(folder + "/" + name, [sat_tag(key: key, value: value)], 1, nil, 0, 0, nil)
      }
    }
    defer { satFree(text) }
    return text.map { String(cString: $0) } ?? ""
  }

  @Test func whatTaggingCannotKeep() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    write("a.flac", seconds: 1)
    expectEqual(tag("a.flac", "Short"), #"{"warnings":[]}"#)
    try FileManager.default.linkItem(atPath: folder + "/a.flac", toPath: folder + "/b.flac")
    let told = tag("a.flac", String(repeating: "long ", count: 20_000))
    #expect(told.contains("1 other name of the file") && told.hasPrefix(#"{"warnings":[""#))
    var error = sat_error()
    #expect(satTagFile(folder + "/none.flac", nil, 0, nil, 0, 0, &error) == nil && error.text.0 != 0)
  }

  @Test func samplesThatAreClipped() {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var output = sat_output()
    withUnsafeMutableBytes(of: &output.format) { $0.copyBytes(from: Array("int16".utf8)) }
    for (name, peak, lines) in [("loud", Float(1.5), 1), ("full", 0.5, 0)] {
      let writer = satCreateFile(folder + "/\(name).wav", 1, 48_000, Int32(SAT_FLOAT), &output, nil)
      let samples = [Float](repeating: 0, count: 997) + [peak, -peak, peak]
      expectEqual(samples.withUnsafeBytes { satWrite(writer, $0.baseAddress, 1000, nil) }, 0)
      let text = satFinishFile(writer, nil)
      defer { satFree(text) }
      let told = text.map { String(cString: $0) } ?? ""
      #expect(told.contains("3 samples lie beyond full scale") == (lines == 1) && told.hasPrefix(#"{"warnings":["#))
      // Without words the status says so.
      expectEqual(satWriteFile(folder + "/\(name) again.wav", samples, 1000, 1, 48_000, &output, nil), Int32(lines))
      let other = satCreateFile(folder + "/\(name) once more.wav", 1, 48_000, Int32(SAT_FLOAT), &output, nil)
      expectEqual(samples.withUnsafeBytes { satWrite(other, $0.baseAddress, 1000, nil) }, 0)
      expectEqual(satFinish(other, nil), Int32(lines))
    }
  }

  @Test func aFileThatIsChangedWhileItIsRead() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    write("a.wav", seconds: 8)
    let reader = satOpenFile(folder + "/a.wav", nil, nil, nil)
    defer { satClose(reader) }
    var samples = [Float](repeating: 0, count: 400_000)
    expectEqual(satReadFloat(reader, &samples, 1000, nil), 1000)
    usleep(20_000)
    let handle = try required(FileHandle(forWritingAtPath: folder + "/a.wav"))
    try handle.seek(toOffset: 500_000)
    try handle.write(contentsOf: [1, 2, 3, 4])
    try handle.close()
    var error = sat_error()
    expectEqual(satReadFloat(reader, &samples, 400_000, &error), -1)
    expectEqual(withUnsafeBytes(of: error.kind) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }, "changed")
  }
}
