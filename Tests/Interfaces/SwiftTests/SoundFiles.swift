import Foundation
import SwiftAudioToolbox
import TestSupport

/// The files that the tests of ``Sound`` read, made by hand, so that what they hold is known without any reader.
enum SoundFiles {
  /// Four seconds of AAC-ELD, 44.1 kHz stereo, of which an edit list cuts 240 frames in front.
  static let music = SharedFiles.fixtures.appending(path: "glockenspiel-aac-eld.m4a").path

  /// A WAVE file of 16-bit samples, without a mask of loudspeakers.
  static func wave16(_ samples: [Int16], rate: UInt32, channels: UInt16) -> [UInt8] {
    wave(samples.flatMap { littleEndian($0) }, tag: 1, bits: 16, rate: rate, channels: channels)
  }

  /// A WAVE file of 24-bit samples.
  static func wave24(_ samples: [Int32], rate: UInt32, channels: UInt16) -> [UInt8] {
    wave(samples.flatMap { littleEndian($0).prefix(3) }, tag: 1, bits: 24, rate: rate, channels: channels)
  }

  /// A WAVE file of 32-bit floats.
  static func waveFloat(_ samples: [Float], rate: UInt32, channels: UInt16) -> [UInt8] {
    wave(samples.flatMap { littleEndian($0.bitPattern) }, tag: 3, bits: 32, rate: rate, channels: channels)
  }

  private static func wave(_ data: [UInt8], tag: UInt16, bits: UInt16, rate: UInt32, channels: UInt16) -> [UInt8] {
    let frame = channels * bits / 8
    var body = Array("WAVEfmt ".utf8) + littleEndian(UInt32(16)) + littleEndian(tag) + littleEndian(channels)
    body += littleEndian(rate) + littleEndian(rate * UInt32(frame)) + littleEndian(frame) + littleEndian(bits)
    body += Array("data".utf8) + littleEndian(UInt32(data.count)) + data
    return Array("RIFF".utf8) + littleEndian(UInt32(body.count)) + body
  }

  private static func littleEndian(_ number: some FixedWidthInteger) -> [UInt8] {
    (0..<(number.bitWidth / 8)).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  /// Calls a function with the name of a new folder, which is removed afterwards.
  static func inFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sound-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }
}
