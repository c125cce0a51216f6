import AVFoundation
import AudioToolbox
import CoreMedia
import TestSupport
import Testing

/// A file that imports several of our modules, as programs do, and uses names that each of them brings.
@Suite("Several imports in one file")
struct ImportTests {
  @Test("A URL becomes one of Core Foundation's, whichever module the name comes from")
  func urls() {
    let url = URL(fileURLWithPath: "/nowhere/at all")
    var file: AudioFileID?
    expectEqual(AudioFileOpenURL(url as CFURL, .readPermission, 0, &file), kAudioFileFileNotFoundError)
    var status: OSStatus = noErr
    status = kAudio_ParamError
    #expect(status != noErr && CMTime.zero.seconds == 0)
  }
}
