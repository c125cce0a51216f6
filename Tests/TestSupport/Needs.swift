import Foundation
package import Testing

/// Something that stands beside the clone, without which a test can tell nothing.
package struct Need: Sendable, CustomStringConvertible {
  /// The name under which `Scripts/house.d/expected-skips` lists the need: `ffmpeg`, `shared/vectors`.
  package var description: String
  /// True if what is needed is there.
  package var isMet: @Sendable () -> Bool

  /// Creates a need of a test's own.
  package init(description: String, isMet: @escaping @Sendable () -> Bool) {
    (self.description, self.isMet) = (description, isMet)
  }

  /// A folder of `shared`, beside the work tree or one of its parents, with something in it.
  package static func shared(_ folder: String) -> Need {
    Need(description: "shared/\(folder)") { SharedFiles.hasFolder(folder) }
  }

  /// A program that is installed: FFmpeg, a compiler, another decoder.
  package static func program(_ name: String) -> Need {
    Need(description: name) { ForeignProgram.path(name) != nil }
  }

  /// The reference streams, their decodes and their index.
  package static let vectors = shared("vectors")
  /// Files of many programs.
  package static let corpus = shared("corpus")
  /// Recordings as WAVE files.
  package static let clips = shared("clips")
  /// The facts from which the C headers are made.
  package static let api = shared("api")
  /// FFmpeg, of which `ffprobe` is a part.
  package static let ffmpeg = program("ffmpeg")

  /// A network interface that groups can be joined through.
  package static let multicast = Need(description: "multicast") {
    let routes = try? String(contentsOfFile: "/proc/net/route", encoding: .utf8)
    return routes.map { $0.split(separator: "\n").count > 1 } ?? false
  }

  /// ALSA's library, which brings devices that need no sound card.
  package static let alsa = Need(description: "libasound2") {
    let folders = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"]
    return folders.contains { FileManager.default.fileExists(atPath: $0 + "/libasound.so.2") }
  }

  #if canImport(Glibc)
    /// The C library's own count of what is allocated, which an allocator of a sanitizer does not keep.
    package static let allocationCount = Need(description: "mallinfo2") { LeftBehind.isMeasured }
  #endif
}

extension Trait where Self == ConditionTrait {
  /// Skips a test or a suite where one of some things is missing, and says which. `Scripts/house skips` makes CI fail
  /// where that is not expected.
  package static func needs(_ needs: Need...) -> Self {
    let names = needs.filter { !$0.isMet() }.map(\.description)
    return .enabled(if: names.isEmpty, "needs \(names.joined(separator: ", "))")
  }
}

/// A test found nothing to look at, though what it needs is there.
package struct NothingToTest: Error, CustomStringConvertible {
  package var description: String

  package init(_ description: String) { self.description = description }
}
