import Foundation
import TestSupport
import Testing

/// A compiler in one of its languages.
struct Compiler: CustomStringConvertible, Sendable {
  var program: String
  var language: String
  var standard: String

  var description: String { "\(program) -std=\(standard)" }

  /// Those that are installed, for tests that have a case for each.
  static let installed = all.filter { $0.path != nil }

  static let all = [
    Compiler(program: "gcc", language: "c", standard: "c99"),
    Compiler(program: "gcc", language: "c", standard: "c17"),
    Compiler(program: "clang", language: "c", standard: "c99"),
    Compiler(program: "clang", language: "c", standard: "c17"),
    Compiler(program: "g++", language: "c++", standard: "c++17"),
    Compiler(program: "clang++", language: "c++", standard: "c++17"),
  ]

  /// Where the program is, or `nil` where it is not installed.
  var path: String? { ForeignProgram.path(program) }

  /// What the compiler says about a program; nothing where it compiles without a remark.
  func complaints(about source: String, arguments: [String]) throws -> String {
    guard let path else { throw NothingToTest("\(program) is not installed") }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments =
      ["-x", language, "-std=\(standard)", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I", Headers.folder.path]
      + arguments + ["-"]
    let input = Pipe()
    // A file, not a pipe: Foundation ends the process where a signal interrupts its reading of one (EINTR).
    let output = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data().write(to: output)
    defer { try? FileManager.default.removeItem(at: output) }
    process.standardInput = input
    process.standardError = try FileHandle(forWritingTo: output)
    try process.run()
    input.fileHandleForWriting.write(Data(source.utf8))
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
    return process.terminationStatus == 0 ? "" : "\(self): \(text.prefix(600))"
  }
}

/// The headers and the assertions about them.
enum Headers {
  static let package = SharedFiles.fixtures.deletingLastPathComponent().deletingLastPathComponent()
  static let folder = package.appending(path: "Sources/Interfaces/CoreAudio/CAudioToolbox/include")
  static let checks = package.appending(path: "Tests/Interfaces/CoreAudio/CHeaderTests/Checks")

  /// The names by which programs include them.
  static let names: [String] = {
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".h") && !$0.hasPrefix("CAudioToolbox/") }.sorted()
  }()

  static let checkFiles: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: checks.path)) ?? []
    return files.filter { $0.hasSuffix(".c") }.sorted()
  }()

  /// The folder above the toolchain's CoreFoundation headers, or `nil`.
  static let coreFoundation: String? = {
    guard let swift = ForeignProgram.path("swift") else { return nil }
    let toolchain = URL(fileURLWithPath: swift).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder = toolchain.appending(path: "lib/swift")
    let base = folder.appending(path: "CoreFoundation/CFBase.h").path
    return FileManager.default.fileExists(atPath: base) ? folder.path : nil
  }()

  /// Every way in which a program may find CoreFoundation.
  static var waysToCompile: [[String]] {
    [["-DCA_WITHOUT_COREFOUNDATION"]] + (coreFoundation.map { [["-isystem", $0]] } ?? [])
  }
}

@Test(
  "Every compiler is there, and the toolchain's CoreFoundation",
  .needs(.program("gcc"), .program("g++"), .program("clang"), .program("clang++"), .program("swift")))
func everyCompilerIsThere() {
  expectEqual(Compiler.installed.count, Compiler.all.count)
  #expect(Headers.coreFoundation != nil)
}

/// In the oldest of each compiler's standards: `Scripts/prove c-api` has all headers together in all of them.
@Test(
  "Each header compiles alone, with and without CoreFoundation",
  arguments: Compiler.installed.filter { $0.standard != "c17" })
func eachHeaderCompilesAlone(compiler: Compiler) throws {
  expectGreater(Headers.names.count, 25)
  for name in Headers.names {
    for arguments in Headers.waysToCompile {
      let complaints = try compiler.complaints(about: "#include <\(name)>\n", arguments: arguments)
      expectEqual(complaints, "", "\(name) \(arguments)")
    }
  }
}

@Test("Values, sizes and offsets are Apple's", arguments: Compiler.installed.filter { $0.standard != "c99" })
func valuesAreApples(compiler: Compiler) throws {
  expectGreaterOrEqual(Headers.checkFiles.count, 20)
  for name in Headers.checkFiles {
    let source = try String(contentsOf: Headers.checks.appending(path: name), encoding: .utf8)
    for arguments in Headers.waysToCompile {
      // Comparing constants of different signs is the point of it.
      let complaints = try compiler.complaints(about: source, arguments: arguments + ["-w"])
      expectEqual(complaints, "", "\(name) \(arguments)")
    }
  }
}

@Test("A wrong value is found", arguments: Compiler.installed.filter { $0.standard != "c99" })
func wrongValueIsFound(compiler: Compiler) throws {
  let check = compiler.language == "c" ? "_Static_assert" : "static_assert"
  let source = "#include <AudioToolbox/AudioFile.h>\n\(check)(kAudioFileWAVEType == 0, \"\");\n"
  #expect(try compiler.complaints(about: source, arguments: ["-DCA_WITHOUT_COREFOUNDATION"]) != "")
}
