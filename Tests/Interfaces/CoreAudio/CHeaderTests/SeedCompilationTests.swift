import Foundation
import TestSupport
import Testing

/// The C and Objective-C of the texts that the package was made from, each block as its author left it.
private enum Seeds {
  static let folder = Headers.package.appending(path: "Tests/Interfaces/CoreAudio/CHeaderTests/Seeds")

  static func files(_ suffix: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == suffix }
  }
}

@Test(
  "C code written for Apple's systems compiles unchanged",
  arguments: Compiler.installed.filter { $0.standard == "c17" })
func seedsOfC(compiler: Compiler) throws {
  let files = try Seeds.files("c")
  expectGreaterOrEqual(files.count, 4)
  for file in files {
    let source = try String(contentsOf: file, encoding: .utf8)
    for arguments in Headers.waysToCompile {
      // Constants of four characters, and variables that an excerpt does not go on to use, are as their author left
      // them.
      let complaints = try compiler.complaints(about: source, arguments: arguments + ["-w"])
      expectEqual(complaints, "", "\(file.lastPathComponent) \(arguments)")
    }
  }
}

/// Foundation and its neighbours are stand-ins; Core Audio and Core Media are the headers of this package.
@Test("Objective-C code is understood as far as it uses Core Audio and Core Media", .needs(.program("clang")))
func seedsOfObjectiveC() throws {
  let clang = Compiler(program: "clang", language: "objective-c", standard: "gnu17")
  let files = try Seeds.files("m")
  expectGreaterOrEqual(files.count, 5)
  for file in files {
    let arguments = [
      "-w", "-fobjc-arc", "-fblocks", "-fobjc-runtime=gnustep-2.0", "-DCA_WITHOUT_COREFOUNDATION",
      "-I", Seeds.folder.path, "-I", Seeds.folder.appending(path: "StandIns").path,
    ]
    let source = try String(contentsOf: file, encoding: .utf8)
    try expectEqual(clang.complaints(about: source, arguments: arguments), "", "\(file.lastPathComponent)")
  }
}
