import AudioToolbox
import CoreFoundation
import Foundation
import TestSupport
import Testing

/// A file that imports Core Foundation beside the audio toolbox, as programs do.
@Suite("Core Foundation beside the audio toolbox")
struct CoreFoundationImportTests {
  private let path = "/nowhere/at all.wav"

  @Test("A URL becomes one of Core Foundation's, whose name is no other than theirs")
  func bridged() {
    let url: CFURL = URL(fileURLWithPath: path) as CFURL
    var file: AudioFileID?
    expectEqual(AudioFileOpenURL(url, .readPermission, 0, &file), kAudioFileFileNotFoundError)
    expectEqual(
      AudioFileOpenURL(URL(fileURLWithPath: path) as NSURL, .readPermission, 0, &file), kAudioFileFileNotFoundError)
  }

  @Test("A URL that Core Foundation made is taken as well")
  func made() throws {
    let text = CFStringCreateWithCString(kCFAllocatorDefault, path, CFStringBuiltInEncodings.UTF8.rawValue)
    let url = try required(CFURLCreateWithFileSystemPath(kCFAllocatorDefault, text, .cfurlposixPathStyle, false))
    var file: AudioFileID?
    expectEqual(AudioFileOpenURL(url, .readPermission, 0, &file), kAudioFileFileNotFoundError)
    var extended: ExtAudioFileRef?
    expectEqual(ExtAudioFileOpenURL(url, &extended), kAudio_FileNotFoundError)
  }
}
