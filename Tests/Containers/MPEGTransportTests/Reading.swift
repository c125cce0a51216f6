import Foundation
import TestSupport

/// The bytes of a fixture of MPEG audio.
func fixture(_ name: String) throws -> [UInt8] {
  [UInt8](try Data(contentsOf: SharedFiles.fixtures.appending(path: "MPEGAudio/\(name)")))
}
