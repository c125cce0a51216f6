import AVFAudio
import AudioToolbox
import CoreMedia
import Foundation
import TestSupport
import Testing

@Suite("Errors say what they are as Foundation's users expect")
struct ErrorTests {
  @Test func aFileThatIsNotThere() {
    let error = #expect(throws: (any Error).self) { try AVAudioFile(forReading: Make.url("wav")) }
    guard let error = error as NSError? else { return }
    expectEqual(error.domain, "com.apple.coreaudio.avfaudio")
    #expect(error.code != 0)
    #expect("\(error)".contains("The file does not exist."))
    #expect(error.localizedDescription.contains("\(error.code)"))
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError
    #expect(underlying?.domain == NSOSStatusErrorDomain && underlying?.code == error.code)
  }

  @Test func statusesOfCoreMedia() {
    let error: NSError = CMBlockBuffer.Error.badLengthParameter
    expectEqual(error.localizedDescription, "The length goes beyond the block buffer. (\(error.code))")
  }
}
