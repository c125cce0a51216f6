import Foundation
import SwiftAudioToolbox
import TestSupport
import Testing

@Suite("Errors that people read")
struct ReadableErrorTests {
  /// One of each type, with what it says.
  private static let errors: [(error: any Error, text: String)] = {
    let codec = CodecError(.malformed, "a rule", bitOffset: 11)
    let container = ContainerError(.truncated, "a file ends", at: 7, in: "moov")
    return [
      (codec, "malformed: a rule at byte 1, bit 3"),
      (container, "truncated: a file ends in 'moov' at byte 7"),
      (AudioError.isEmpty, "the file is empty"),
      (AudioError.channelMap, "the channel map does not fit the channels"),
      (AudioError.input("a.wav", .unknownFormat), "a.wav: the file format is not recognised"),
      (
        ResamplerError.unsupportedRates,
        "unsupported: rates from 1 Hz to 2^23 Hz are converted, to at most 256 times as much or as little"
      ),
    ]
  }()

  @Test("localizedDescription says what was wrong")
  func descriptions() {
    for (error, text) in Self.errors { expectEqual(error.localizedDescription, text) }
  }

  @Test("and that is what the error prints, for each type")
  func same() throws {
    let sheet = #expect(throws: CueSheetError.self) { try CueSheet(Array("INDEX 01 aa:bb:cc".utf8)) }
    let container = ContainerError(.malformed, "a rule", at: 1)
    let errors: [any Error & CustomStringConvertible] = [
      DeviceError.notResponding, AudioError.isFinished, AudioError.option("delay", -1),
      AudioError.container(container, track: 2), AudioError.noAudioTrack,
      try required(sheet),
    ]
    for error in errors { expectEqual((error as any Error).localizedDescription, error.description) }
    expectEqual(AudioError.noAudioTrack.localizedDescription, "there is no audio track")
  }

  @Test("what a call throws can be printed as it is")
  func thrown() {
    do {
      _ = try load("/no/such/file.wav", rate: 16_000, channels: 1)
      Issue.record("a file that is not there was read")
    } catch {
      #expect(error.localizedDescription.hasPrefix("/no/such/file.wav: cannot be opened: "))
    }
  }
}
