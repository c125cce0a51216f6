// The arguments of the process as bytes. `CommandLine.arguments` repairs invalid UTF-8, so that a name could become
// that of another file; only the C strings that the program was started with keep the bytes. They stay allocated,
// unchanged, until the program ends, and there are as many as `argc` states.

package import AudioFiles

/// The arguments of the program.
package enum ProgramArguments {
  /// The name that it was called by, and its arguments.
  package static var all: [Pathname] {
    (0..<Int(CommandLine.argc)).map { index in
      guard let text = unsafe CommandLine.unsafeArgv[index] else { return Pathname(bytes: []) }
      var bytes: [UInt8] = []
      var place = 0
      while unsafe text[place] != 0 {
        unsafe bytes.append(UInt8(bitPattern: text[place]))
        place += 1
      }
      return Pathname(bytes: bytes)
    }
  }

  /// The name that messages and help begin with: `af-stream` where it was called by that, otherwise `af`, which hands
  /// its own name on to the program that works for it.
  package static let name =
    all.first.map { $0.lastComponent.elementsEqual("af-stream".utf8) } == true ? "af-stream" : "af"
}

/// The version of the programs.
package let toolVersion = "0.1.0"
