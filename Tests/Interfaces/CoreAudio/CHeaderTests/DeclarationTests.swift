import Foundation
import TestSupport
import Testing

/// What the facts of the API list and the package has.
private enum Facts {
  /// Files that `APIFactFiles` leaves for later and whose headers are whole.
  private static let whole: Set<String> = [
    "AUGraph.json", "AudioServices.json", "AudioUnitParameters.json", "AudioUnitProperties.json",
    "AudioUnitUtilities.json", "CAShow.json", "CMAudioClock.json", "CMMemoryPool.json", "CMSync.json",
    "CoreAudioClock.json", "CoreAudioTypes_inlines.json", "MusicDevice.json",
  ]

  /// The facts' files, read.
  private static func files() throws -> [(name: String, facts: [String: Any])] {
    let folder = try SharedFiles.file("api")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try names.filter { APIFactFiles.isTakenOver($0) || whole.contains($0) }.map {
      let facts = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appending(path: $0)))
      return ($0, facts as? [String: Any] ?? [:])
    }
  }

  /// Every function that Swift sees on Apple's systems, and every one of C, by where the facts tell of it.
  static func functions() throws -> [(source: String, name: String)] {
    try files().flatMap { name, facts -> [(String, String)] in
      let seen = (facts["headers"] as? [String: [String: Any]] ?? [:]).flatMap { header, parts in
        (parts["functions"] as? [String: Any] ?? [:]).keys.map { (header, $0) }
      }
      return seen
        + (facts["functions"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }.map { (name, $0) }
    }
  }

  /// Every constant that the facts' files list.
  static func constants() throws -> [(header: String, name: String)] {
    try files().flatMap { file, facts -> [(String, String)] in
      let enums = (facts["enums"] as? [[String: Any]] ?? []).flatMap { $0["constants"] as? [[String: Any]] ?? [] }
      let all = enums + (facts["statics"] as? [[String: Any]] ?? []) + (facts["macros"] as? [[String: Any]] ?? [])
      return all.compactMap { $0["name"] as? String }.map { (file, $0) }
    }
  }

  /// The names in the text of some files.
  static func words(_ folder: URL, _ suffix: String) throws -> Set<Substring> {
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return try files.filter { $0.hasSuffix(suffix) }.reduce(into: []) { words, file in
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      words.formUnion(text.split { !($0.isLetter || $0.isNumber || $0 == "_") })
    }
  }
}

/// Functions without one of Swift's or C's: those whose body stands in the header, and those that Swift sees under
/// another name.
private let bodiesElsewhere: Set<String> = [
  "NumBytesToNumAudioFileMarkers", "NumAudioFileMarkersToNumBytes", "NextAudioFileRegion", "CMBufferQueueDequeue",
  "CMBufferQueueDequeueIfDataReady", "GetAudioUnitParameterDisplayType", "SetAudioUnitParameterDisplayType",
  "IsAudioFormatNativeEndian", "CalculateLPCMFlags", "FillOutASBDForLPCM", "FillOutAudioTimeStampWithSampleTime",
  "FillOutAudioTimeStampWithHostTime", "FillOutAudioTimeStampWithSampleAndHostTime",
]

@Test("Every function of the facts is declared, and every one has a body", .needs(.api))
func everyFunctionIsDeclared() throws {
  let functions = try Facts.functions()
  try #require(functions.count > 500)
  let declared = try Facts.words(Headers.folder, ".h")
  let sources = Headers.package.appending(path: "Sources")
  let bodies = try Facts.words(sources, ".swift").union(Facts.words(sources, ".c"))
  for (source, name) in functions where !leftOut.contains(name) {
    #expect(declared.contains(name[...]), "\(source): \(name)")
    #expect(bodies.contains(name[...]) || bodiesElsewhere.contains(name), "\(source): \(name)")
  }
}

/// Names of the Mac OS of old that collide with names of programs.
private let leftOut: Set<String> = [
  "Debugger", "DebugStr", "SysBreak", "SysBreakStr", "SysBreakFunc", "ATTRIBUTE_PACKED",
]

@Test("Every constant and macro of the facts is declared", .needs(.api))
func everyConstantIsDeclared() throws {
  let constants = try Facts.constants()
  try #require(constants.count > 1_000)
  let declared = try Facts.words(Headers.folder, ".h")
  for (file, name) in constants where !leftOut.contains(name) {
    #expect(declared.contains(name[...]), "\(file): \(name)")
  }
}
