import AudioToolbox
import Dispatch
import Foundation
import TestSupport
import Testing

@Suite("System sounds", .serialized, .ownThreads)
struct SystemSoundTests {
  /// A sound of a tenth of a second.
  private func make(frames: Int = 4410) throws -> SystemSoundID {
    let (url, _) = try integerFile(rate: 44100, channels: 1, frames: frames)
    var id: SystemSoundID = 0
    try #require(AudioServicesCreateSystemSoundID(url as CFURL, &id) == noErr)
    return id
  }

  @Test("A sound plays through, as often as it is asked to, and its end is told")
  func playing() async {
    await #expect(processExitsWith: .success) {
      setenv("AUDIO_TOOLBOX_DEVICE", "virtual:44100:2", 1)
      let (url, _) = try integerFile(rate: 44100, channels: 1, frames: 4410)
      var made: SystemSoundID = 0
      expectEqual(AudioServicesCreateSystemSoundID(url as CFURL, &made), noErr)
      let id = made
      let begin = DispatchTime.now()
      await withCheckedContinuation { continuation in
        AudioServicesPlaySystemSoundWithCompletion(id) { continuation.resume() }
      }
      expectGreaterOrEqual(DispatchTime.now().uptimeNanoseconds - begin.uptimeNanoseconds, 90_000_000)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<3 {
          group.addTask {
            await withCheckedContinuation { continuation in
              AudioServicesPlayAlertSoundWithCompletion(id) { continuation.resume() }
            }
          }
        }
      }
      await withCheckedContinuation { continuation in
        AudioServicesPlaySystemSoundWithDetails(id, nil) { continuation.resume() }
      }
      await withCheckedContinuation { continuation in
        AudioServicesPlayAlertSoundWithDetails(id, nil) { continuation.resume() }
      }
      expectEqual(AudioServicesDisposeSystemSoundID(id), noErr)
    }
  }

  @Test("A program that is told on a run loop, and one that asks not to be any more")
  func completion() async {
    await #expect(processExitsWith: .success) {
      setenv("AUDIO_TOOLBOX_DEVICE", "virtual:44100:2", 1)
      let (url, _) = try integerFile(rate: 44100, channels: 1, frames: 441)
      var id: SystemSoundID = 0
      expectEqual(AudioServicesCreateSystemSoundID(url as CFURL, &id), noErr)
      let told = UnsafeMutablePointer<UInt32>.allocate(capacity: 2)
      defer { told.deallocate() }
      told.initialize(repeating: 0, count: 2)
      let status = AudioServicesAddSystemSoundCompletion(
        id, CFRunLoopGetCurrent(), kCFRunLoopDefaultMode,
        { id, context in
          let told = context?.assumingMemoryBound(to: UInt32.self)
          told?[0] += 1
          told?[1] = id
        }, told)
      expectEqual(status, noErr)
      AudioServicesPlaySystemSound(id)
      while told[0] == 0 { CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.01, true) }
      expectEqual(told[1], id)
      AudioServicesRemoveSystemSoundCompletion(id)
      AudioServicesPlayAlertSound(id)
      expectEqual(AudioServicesDisposeSystemSoundID(id), noErr)
    }
  }

  @Test("Sounds that there are not are over at once")
  func nothingToPlay() async {
    for id in [kSystemSoundID_Vibrate, kSystemSoundID_UserPreferredAlert, 0] {
      await withCheckedContinuation { continuation in
        AudioServicesPlaySystemSoundWithCompletion(SystemSoundID(id)) { continuation.resume() }
      }
    }
    AudioServicesPlaySystemSound(0)
    AudioServicesPlaySystemSoundWithCompletion(0, nil)
  }

  @Test("Properties of a sound")
  func properties() throws {
    var id = try make()
    for (property, initial) in [
      (kAudioServicesPropertyIsUISound, UInt32(1)), (kAudioServicesPropertyCompletePlaybackIfAppDies, 0),
    ] {
      var (size, isWritable, value): (UInt32, DarwinBoolean, UInt32) = (0, false, 7)
      expectEqual(AudioServicesGetPropertyInfo(property, 4, &id, &size, &isWritable), noErr)
      #expect(size == 4 && isWritable.boolValue)
      #expect(AudioServicesGetProperty(property, 4, &id, &size, &value) == noErr && value == initial)
      value = 1 - initial
      expectEqual(AudioServicesSetProperty(property, 4, &id, 4, &value), noErr)
      value = 7
      #expect(AudioServicesGetProperty(property, 4, &id, &size, &value) == noErr && value == 1 - initial)
    }
    expectEqual(AudioServicesDisposeSystemSoundID(id), noErr)
  }

  @Test("What is no sound, and calls with too little")
  func refusals() throws {
    var id = try make()
    var (size, value): (UInt32, UInt32) = (4, 0)
    let (unspecified, property) = (kAudioServicesSystemSoundUnspecifiedError, kAudioServicesPropertyIsUISound)
    let text = Fixture.temporary("wav")
    try Data("no sound".utf8).write(to: text)
    var made: SystemSoundID = 5
    let (long, _) = try integerFile(rate: 8000, channels: 1, frames: 8000 * 31)
    Refusal.check([
      Refusal("AudioServicesCreateSystemSoundID", "no sound", unspecified) {
        AudioServicesCreateSystemSoundID(text as CFURL, &made)
      },
      Refusal("AudioServicesCreateSystemSoundID", "too long", kAudioServicesSystemSoundExceededMaximumDurationError) {
        AudioServicesCreateSystemSoundID(long as CFURL, &made)
      },
      Refusal("AudioServicesDisposeSystemSoundID", "no sound", unspecified) { AudioServicesDisposeSystemSoundID(3) },
      Refusal("AudioServicesAddSystemSoundCompletion", "no sound", unspecified) {
        AudioServicesAddSystemSoundCompletion(3, nil, nil, { _, _ in }, nil)
      },
      Refusal("AudioServicesAddSystemSoundCompletion", "no function", kAudio_ParamError) {
        AudioServicesAddSystemSoundCompletion(id, nil, nil, nothing(), nil)
      },
      Refusal("AudioServicesGetProperty", "another property", kAudioServicesUnsupportedPropertyError) {
        AudioServicesGetProperty(1, 4, &id, &size, &value)
      },
      Refusal("AudioServicesGetProperty", "no specifier", kAudioServicesBadSpecifierSizeError) {
        AudioServicesGetProperty(property, 0, nil, &size, &value)
      },
      Refusal("AudioServicesGetProperty", "no place", kAudio_ParamError) {
        AudioServicesGetProperty(property, 4, &id, &size, nil)
      },
      Refusal("AudioServicesGetPropertyInfo", "a short specifier", kAudioServicesBadSpecifierSizeError) {
        AudioServicesGetPropertyInfo(property, 2, &id, nil, nil)
      },
      Refusal("AudioServicesSetProperty", "another size", kAudioServicesBadPropertySizeError) {
        AudioServicesSetProperty(property, 4, &id, 2, &value)
      },
      Refusal("AudioServicesSetProperty", "no value", kAudio_ParamError) {
        AudioServicesSetProperty(property, 4, &id, 4, nothing())
      },
    ])
    expectEqual(made, 0)
    size = 2
    #expect(
      AudioServicesGetProperty(property, 4, &id, &size, &value) == kAudioServicesBadPropertySizeError && size == 4)
    expectEqual(AudioServicesDisposeSystemSoundID(id), noErr)
    expectEqual(AudioServicesDisposeSystemSoundID(id), unspecified)
  }
}
