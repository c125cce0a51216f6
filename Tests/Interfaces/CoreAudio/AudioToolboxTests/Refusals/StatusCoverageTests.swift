import Foundation
import TestSupport
import Testing

/// Every status that the facts list is provoked by a test, or stands here with the reason why it cannot be.
@Suite("Statuses: each is provoked, or there is a reason")
struct StatusCoverageTests {
  private static let noComponents = "of components, of which there are none to open"
  private static let smallObjects = "Swift ends a program that has no memory for an object as small as these"
  private static let ownName = "the service has a status of its own for it, which it answers"

  private static let reasons: [String: String] = [
    // Successes by another name.
    "kAudioCodecNoError": "no failure", "kAudio_NoError": "no failure", "kCMBlockBufferNoErr": "no failure",
    // Codecs and components.
    "kAudioCodecUnknownPropertyError": noComponents, "kAudioCodecBadPropertySizeError": noComponents,
    "kAudioCodecIllegalOperationError": noComponents, "kAudioCodecStateError": noComponents,
    "kAudioCodecNotEnoughBufferSpaceError": noComponents,
    "kAudioCodecUnspecifiedError": "what an encoder of ours throws while it encodes; none does once it is made",
    "kAudioConverterErr_InputSampleRateOutOfRange": "a rate that is none is no format: FormatNotSupported",
    "kAudioFormatUnspecifiedError": "no property of Audio Format Services fails without a cause that has a name",
    // Files.
    "kAudioFileNotOptimizedError":
      "chunks behind the audio that keep it from growing: a file of ours is written anew with its first change",
    "kAudioFileInvalidPacketDependencyError": "no coding here has packets that depend on others",
    "kAudio_FilePermissionError": ownName,
    "kAudioFileStreamError_UnspecifiedError": "the bytes of a stream lie in memory, which does not fail to be read",
    "kExtAudioFileError_InvalidDataFormat": ownName,
    "kExtAudioFileError_MaxPacketSizeUnknown": "all files tell, or are looked through",
    "kExtAudioFileError_AsyncWriteTooLarge": "what is written asynchronously is written at once",
    "kExtAudioFileError_AsyncWriteBufferOverflow": "what is written asynchronously is written at once",
    // Queues.
    "kAudioQueueErr_Permissions": "asked of a user by iOS",
    "kAudioQueueErr_PrimeTimedOut": "priming renders what was enqueued and waits for nobody",
    "kAudioQueueErr_CodecNotFound": "a queue for an unknown format is not made: kAudioFormatUnsupportedDataFormatError",
    "kAudioQueueErr_InvalidCodecAccess": "there is one kind of codec",
    "kAudioQueueErr_QueueInvalidated": "there is no server that could die",
    "kAudioQueueErr_CannotStartYet": "interruptions, as by a call, are a telephone's",
    // Core Media.
    "kCMBlockBufferInsufficientSpaceErr": "the list of a buffer's parts grows as they are added",
    "kCMBlockBufferStructureAllocationFailedErr": smallObjects, "kCMBufferQueueError_AllocationFailed": smallObjects,
    "kCMFormatDescriptionError_AllocationFailed": smallObjects,
    "kCMFormatDescriptionBridgeError_AllocationFailed": smallObjects,
    "kCMSampleBufferError_AllocationFailed": "the memory is a block's, which has its own status",
    "kCMFormatDescriptionBridgeError_InvalidSlice": "of slices of parameter sets, which no function here takes",
    "kCMSampleBufferError_DataCanceled": "a client's to answer from its function",
  ]

  /// The names and values that the facts give to failures.
  private static func statuses() throws -> [(name: String, value: Int)] {
    let folder = try SharedFiles.file("api")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter(APIFactFiles.isTakenOver)
    return try files.flatMap { file -> [(String, Int)] in
      let data = try Data(contentsOf: folder.appending(path: file))
      let facts = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
      return (facts["enums"] as? [[String: Any]] ?? []).flatMap { group -> [(String, Int)] in
        let isStatus = group["base"] as? String == "OSStatus"
        return (group["constants"] as? [[String: Any]] ?? []).compactMap { constant in
          guard let name = constant["name"] as? String, let value = constant["value"] as? Int else { return nil }
          let isFailure =
            name.hasSuffix("Error") || name.hasSuffix("Err") || name.contains("Err_") || name.contains("Error_")
          return name.hasPrefix("k") && (isStatus || isFailure) ? (name, value) : nil
        }
      }
    }
  }

  /// The text of all tests of the API but this one.
  private static func tests() throws -> String {
    let folder = Fixture.folder.deletingLastPathComponent().appending(path: "Interfaces/CoreAudio")
    let suites = ["AudioToolboxTests", "CoreMediaTests", "CHeaderTests/Programs"]
    return try suites.flatMap { suite -> [String] in
      let names =
        FileManager.default.enumerator(atPath: folder.appending(path: suite).path)?
        .compactMap { $0 as? String } ?? []
      return try names.filter { $0.hasSuffix(".swift") || $0.hasSuffix(".c") }
        .filter { !$0.hasSuffix("StatusCoverageTests.swift") }
        .map { try String(contentsOf: folder.appending(path: "\(suite)/\($0)"), encoding: .utf8) }
    }.joined()
  }

  @Test("Every one", .needs(.api))
  func all() throws {
    let statuses = try Self.statuses()
    try #require(statuses.count > 120)
    let text = try Self.tests()
    let words = Set(text.split { !($0.isLetter || $0.isNumber || $0 == "_") })
    for (name, value) in statuses {
      // By its name, by that of Swift's overlay, or by its number.
      let last = name.split(separator: "_").last.map(String.init) ?? name
      let overlay = Substring(last.prefix(1).lowercased() + last.dropFirst())
      let isProvoked =
        words.contains(Substring(name))
        || (name.contains("Error_") && last != "AllocationFailed" && text.contains(".Error.\(overlay)"))
        || (value < -10_000 && text.contains("== \(value)"))
      #expect(isProvoked != (Self.reasons[name] != nil), "\(name)")
    }
    for name in Self.reasons.keys {
      #expect(statuses.contains { $0.name == name }, "\(name)")
    }
  }
}
