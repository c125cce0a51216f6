import AudioBase
import AudioCatalog
import AudioFiles
import Foundation
import TestSupport
import Testing

@Suite struct UnreadFormatTests {
  /// What files of a format begin with, and a word of the name that is to be told.
  struct Sample: CustomTestStringConvertible {
    let word: String
    let head: [UInt8]
    var testDescription: String { word }

    init(_ word: String, _ head: [UInt8]) { (self.word, self.head) = (word, head) }
    init(_ word: String, _ text: String, at offset: Int = 0) {
      self.init(word, [UInt8](repeating: 1, count: offset) + Array(text.utf8))
    }
  }

  /// From the formats' own descriptions: signatures, and as much behind them as makes 64 bytes and more.
  static let samples = [
    Sample("Monkey", "MAC \u{7E}\u{F}"),
    Sample("TTA", "TTA2\u{1}\u{0}"),
    Sample("TAK", "tBaK"),
    Sample("Shorten", "ajkg\u{2}"), Sample("OptimFROG", "OFR \u{F}"), Sample("LA", "LA04"),
    Sample("DTS", [0xFE, 0x7F, 0x01, 0x80]),
    Sample("TrueHD", [0x60, 0x38, 0xFF, 0xD8, 0xF8, 0x72, 0x6F, 0xBA]),
    Sample("AVI of On2", "ON2 \u{4}\u{5}\u{6}\u{0}ON2fLIST"), Sample("RealMedia", ".RMF\u{0}"),
    Sample("RealMedia", [0x2E, 0x72, 0x61, 0xFD, 0, 4]), Sample("MPEG video", [0, 0, 1, 0xB3, 0x44]),
    Sample("AMR of several", "#!AMR_MC1.0\u{A}"), Sample("MAUD", "FORM\u{0}\u{0}\u{1}\u{0}MAUDMHDR"),
    Sample("MIDI", "MThd\u{0}\u{0}\u{0}\u{6}"), Sample("MIDI", "RIFF\u{0}\u{1}\u{0}\u{0}RMIDdata"),
    Sample("module", "M.K.", at: 1080), Sample("HCOM", "HCOM", at: 128), Sample("ZIP", [0x50, 0x4B, 3, 4]),
    Sample("JPEG", [0xFF, 0xD8, 0xFF, 0xE0]), Sample("M3U", "#EXTM3U\u{A}"),
  ]

  /// An ID3v2 tag of ten bytes, and an APEv2 tag without items: a header and a footer.
  private static let id3 = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 10] + [UInt8](repeating: 0, count: 10)
  private static let ape = [0xA0, 0x80].flatMap { flags in
    Array("APETAGEX".utf8) + [0xD0, 7, 0, 0, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, flags] + [UInt8](repeating: 0, count: 8)
  }

  /// Returns the words of a refusal; `nil` where the format is not one of those that are known.
  private static func refusal(of bytes: [UInt8]) -> String? {
    let error = #expect(throws: AudioError.self) {
      try MediaFile(source: MemoryByteSource(bytes), name: nil, containers: Catalog.standard.containers)
    }
    return error?.kind == .unsupported ? error?.text : nil
  }

  @Test("known formats are refused by name, behind tags too", arguments: samples)
  func names(sample: Sample) throws {
    let bytes = sample.head + [UInt8](repeating: 0x55, count: 64)
    for tags in [[], Self.id3, Self.ape, Self.id3 + Self.ape, Self.id3 + Self.id3] {
      let known = UnreadFormat(bytes.span)
      let format = try required(known)
      expectEqual(Self.refusal(of: tags + bytes), format.description, "\(tags.count)")
      #expect(format.name.contains(sample.word))
      #expect(format.description.hasPrefix("\(format.name) is not read here"))
      if let command = format.command { #expect(format.description.hasSuffix(command) && command.contains("FILE")) }
    }
  }

  @Test("streams are refused as files are", arguments: samples, [1, 4096])
  func streams(sample: Sample, portion: Int) throws {
    let bytes = Self.id3 + sample.head + [UInt8](repeating: 0x55, count: 64)
    let error = #expect(throws: AudioError.self) {
      var parser = Catalog.standard.makeStreamParser()
      for start in stride(from: 0, to: bytes.count, by: portion) {
        try parser.append(Array(bytes[start..<min(start + portion, bytes.count)]).span)
      }
      try parser.finish()
    }
    #expect(error?.kind == .unsupported && error?.rule.contains(sample.word) == true)
  }

  @Test("what begins as nothing that is known stays unknown")
  func unknown() {
    expectNil(Self.refusal(of: Array("wvpl".utf8) + [UInt8](repeating: 0, count: 100)))
    expectNil(Self.refusal(of: Array("RIFF\u{0}\u{0}\u{0}\u{0}AVIS".utf8)))
  }

  @Test("the table of formats that are refused names each, with the command that helps")
  func documentation() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    let page = try String(contentsOf: root.appending(path: "Documentation/Formats.md"), encoding: .utf8)
    for format in UnreadFormat.all {
      let line = page.split(separator: "\n").first { $0.hasPrefix("| \(format.name) |") }
      expectEqual(line?.contains(format.command ?? "holds no sound, or"), true, "\(format.name)")
    }
  }
}
