import CSwiftAudioToolbox
import Foundation
import PlainInterface
import SwiftAudioToolbox
import TestSupport
import Testing

/// One fault of every kind, as it rises to Swift, to C, and to the exit status and the line of `af`: kind, place, rule,
/// file and advice are the same everywhere.
@Suite struct RisingErrorTests {
  private let folder = NSTemporaryDirectory() + "/rising-\(UUID().uuidString)"

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

  /// What is expected of a fault, in words of the standard, of the system, or of the one who made the file.
  struct Expectation {
    var kind: String
    var rule: String
    var advice: Advice?
    /// The advice as `af` words it.
    var words: String?
    var systemError: Int32 = 0
    var byte: Int64?
    var packet: Int64?
  }

  private func path(_ name: String) -> String { name.hasPrefix("/") ? name : folder + "/" + name }

  private func write(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
  }

  private func read(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  /// Writes 30,000 frames of sixteen bits, mono, 8 kHz.
  private func writeSound() throws {
    let samples = (0..<30_000).flatMap { frame in
      let sample = UInt16(bitPattern: Int16(frame * 37 % 2000 - 1000))
      return [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
    }
    func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    let header: [UInt8] =
      Array("RIFF".utf8) + word(36 + samples.count) + Array("WAVEfmt ".utf8) + word(16) + [1, 0, 1, 0] + word(8000)
      + word(16_000) + [2, 0, 16, 0] + Array("data".utf8) + word(samples.count)
    try write("in.wav", header + samples)
  }

  // MARK: The three ways

  private func swift(_ body: () throws -> Void) -> AudioError? {
    do {
      try body()
      return nil
    } catch {
      return error as? AudioError
    }
  }

  private func af(_ arguments: [String]) throws -> (status: Int32, line: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("af")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let text = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  private func check(
    _ error: AudioError?, _ told: sat_error, _ arguments: [String], of name: String, _ expected: Expectation
  ) throws {
    let error = try required(error)
    #expect(error.kind.rawValue == expected.kind && error.rule.contains(expected.rule), "\(error)")
    #expect(error.file == Pathname(path(name)) && error.advice == expected.advice, "\(error)")
    expectEqual(error.systemError, expected.systemError, "\(error)")
    #expect(error.place.byte == expected.byte && error.place.packet == expected.packet, "\(error)")
    expectEqual(error.description, path(name) + ": " + error.text)

    let kind = withUnsafeBytes(of: told.kind) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    let text = withUnsafeBytes(of: told.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    let advice = withUnsafeBytes(of: told.advice) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    #expect(kind == expected.kind && text == error.description && advice == expected.advice?.description ?? "")
    #expect(told.byte_offset == expected.byte ?? -1 && told.packet == expected.packet ?? -1)

    let (status, line) = try af(arguments)
    #expect(status == 1 && line.hasPrefix("af: \(path(name)): ") && line.contains(error.rule), "\(line)")
    if let byte = expected.byte { #expect(line.contains("byte \(byte)"), "\(line)") }
    if let packet = expected.packet { #expect(line.contains("packet \(packet)"), "\(line)") }
    if let words = expected.words { #expect(line.hasSuffix("; \(words)\n"), "\(line)") }
  }

  /// A file that is read.
  private func checkReading(_ name: String, _ expected: Expectation) throws {
    var told = sat_error()
    satFree(satHashFile(path(name), &told))
    let error = swift { _ = try FileHash(of: Pathname(path(name))).run() }
    try check(error, told, ["hash", path(name)], of: name, expected)
  }

  /// A file that is written: from `in.wav`, with requests.
  private func checkWriting(
    to output: String, with arguments: [String] = [], about name: String? = nil, _ expected: Expectation,
    _ change: (inout FileConversion, inout sat_conversion) -> Void = { _, _ in }
  ) throws {
    var job = FileConversion(from: Pathname(path("in.wav")), to: Pathname(path(output)))
    var (request, told) = (sat_conversion(), sat_error())
    change(&job, &request)
    satFree(satConvertFile(path("in.wav"), path(output), &request, &told))
    let error = swift { _ = try job.run() }
    try check(error, told, ["convert", path("in.wav"), path(output)] + arguments, of: name ?? output, expected)
  }

  private static func named(_ format: StaticString) -> (inout sat_conversion) -> Void {
    { request in
      withUnsafeMutableBytes(of: &request.format) { field in
        format.withUTF8Buffer { for index in $0.indices { field[index] = $0[index] } }
      }
    }
  }

  // MARK: Files

  @Test func filesThatAreNone() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: path("folder"), withIntermediateDirectories: true)
    try write("empty.wav", [])
    try write("noise.bin", [UInt8](repeating: 0x41, count: 5000))
    try write("x.ape", Array("MAC \u{18}\u{1}\u{0}\u{0}".utf8) + [UInt8](repeating: 0x55, count: 64))
    try checkReading("none.wav", Expectation(kind: "inputOutput", rule: "cannot be opened", systemError: ENOENT))
    let name = "name an audio file"
    try checkReading(
      "folder", Expectation(kind: "directory", rule: "this is a directory", advice: .audioFile, words: name))
    try checkReading("empty.wav", Expectation(kind: "empty", rule: "is empty", advice: .audioFile, words: name))
    try checkReading(
      "noise.bin",
      Expectation(
        kind: "unknownFormat", rule: "is not recognised", advice: .readableFormats,
        words: "'af formats' lists what can be read"))
    try checkReading("x.ape", Expectation(kind: "unsupported", rule: "Monkey's Audio (APE) is not read here"))
  }

  @Test func damage() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try writeSound()
    var job = FileConversion(from: Pathname(path("in.wav")), to: Pathname(path("a.m4a")))
    job.dataFormat = OutputDataFormat(.coded(.appleLossless))
    _ = try job.run()
    let bytes = try read("a.m4a")
    var media = Demultiplexer(
      try MediaFile(path: Pathname(path("a.m4a")), containers: Catalog.standard.containers).reader, selection: [0])
    var packets: [DemultiplexedPacket] = []
    while let packet = try media.next() { packets.append(packet) }
    // A file without its end: a packet that its table states reaches further than the bytes.
    let cut = bytes.count * 6 / 10
    let first = try required(packets.first { $0.fileOffset + Int64($0.byteCount) > Int64(cut) })
    try write("cut.m4a", Array(bytes.prefix(cut)))
    try checkReading(
      "cut.m4a",
      Expectation(
        kind: "truncated", rule: "the packets of a track fit into the file", advice: .completeFile,
        words: "the file may not be complete", byte: first.fileOffset))
    // A packet whose bits run out: each code is as long as a code can be.
    let packet = packets[1]
    var broken = bytes
    let start = Int(packet.fileOffset) + 40
    for index in start..<(start + packet.byteCount - 40) { broken[index] = 0xFF }
    try write("bad.m4a", broken)
    let words = "with --on-error conceal what can be decoded is, if anything can"
    try checkReading(
      "bad.m4a",
      Expectation(
        kind: "truncated", rule: "the packet ends inside an element", advice: .concealing, words: words,
        byte: packet.fileOffset, packet: 1))
  }

  @Test func outputs() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try writeSound()
    try write("old.caf", [1, 2, 3])
    let force = "use --force to replace it"
    try checkWriting(
      to: "old.caf", Expectation(kind: "exists", rule: "exists already", advice: .replacing, words: force))
    try expectEqual(read("old.caf"), [1, 2, 3])
    try FileManager.default.createSymbolicLink(atPath: path("full.wav"), withDestinationPath: "/dev/full")
    try checkWriting(
      to: "full.wav",
      Expectation(kind: "inputOutput", rule: "the output cannot be written", systemError: ENOSPC, byte: 0))
    try checkWriting(
      to: "/sys/none.wav", Expectation(kind: "inputOutput", rule: "cannot be created", systemError: EACCES))
  }

  // MARK: Requests

  @Test func requests() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try writeSound()
    let holders: [FourCharacterCode] = ["m4af", "mp4f", "m4bf", "MooV", "caff", "mkv ", "hls "]
    try checkWriting(
      to: "out.wav", with: ["-d", "alac"],
      Expectation(
        kind: "unsupported", rule: "'WAVE' does not hold 'alac'", advice: .holders(holders, of: nil),
        words: "it goes into 'm4af' 'mp4f' 'm4bf' 'MooV' 'caff' 'mkv ' 'hls '")
    ) { job, request in
      job.dataFormat = OutputDataFormat(.coded(.appleLossless))
      Self.named("alac")(&request)
    }
    // 8,000 Hz are more than 256 times 1 Hz; the resampler's own words are kept.
    try checkWriting(
      to: "out.wav", with: ["-d", "LEI16@1"], about: "in.wav",
      Expectation(
        kind: "unsupported", rule: "8000.0 Hz cannot be converted to 1.0 Hz: \(ResamplerError.unsupportedRates)")
    ) { job, request in
      var format = OutputDataFormat(.samples(.int16))
      format.sampleRate = 1
      job.dataFormat = format
      Self.named("int16")(&request)
      request.rate = 1
    }
    try checkWriting(
      to: "out.wav", with: ["--from", "60"], about: "in.wav",
      Expectation(
        kind: "option", rule: "the part begins at 60 s", advice: .duration, words: "'af info' tells how long it is")
    ) { job, request in
      job.decoding.start = 60
      request.start = 60
    }
  }

  @Test func workThatIsCancelled() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try writeSound()
    let cancellation = Cancellation()
    cancellation.cancel()
    let error = swift {
      _ = try FileConversion(from: Pathname(path("in.wav")), to: Pathname(path("out.wav"))).run(
        JobControl(cancellation: cancellation))
    }
    #expect(error?.kind == .cancelled && error?.file == Pathname(path("out.wav")) && error?.side == .output)
  }

  // MARK: Devices

  @Test func devicesThatAreNotThere() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try writeSound()
    let error = AudioError.device(.unknownDevice("nonsense"))
    #expect(error.kind == .device && error.advice == .otherDevice)
    let (status, line) = try af(["play", path("in.wav"), "--device", "nonsense"])
    #expect(status == 1 && line == "af: nonsense: \(error.text); 'af devices' lists those that there are\n")
    // A library that is missing has a remedy of its own.
    expectEqual(AudioError.device(.libraryMissing).advice, .virtualDevice)
  }
}
