import AVFoundation
import AudioDevices
import Foundation
import TestSupport
import Testing

/// What portable programs ask of a session: it keeps what it is told, and answers for the default device.
@Suite("AVAudioSession") struct SessionTests {
  private let session = AVAudioSession.sharedInstance()

  @Test func wishesAreKept() throws {
    try session.setMode(.voiceChat)
    try session.setPreferredIOBufferDuration(0.005)
    try session.setPreferredInputNumberOfChannels(1)
    try session.setPreferredOutputNumberOfChannels(2)
    try session.overrideOutputAudioPort(.speaker)
    expectEqual(session.preferredIOBufferDuration, 0.005)
    #expect(session.preferredInputNumberOfChannels == 1 && session.preferredOutputNumberOfChannels == 2)
    expectEqual(session.routeSharingPolicy, .default)
    #expect(session.availableModes.contains(.voiceChat) && session.availableCategories.contains(.playAndRecord))
  }

  @Test func answersAreThoseOfTheDefaultDevice() {
    let device = DeviceList.standard
    expectEqual(session.sampleRate, device.format.sampleRate)
    expectEqual(session.inputNumberOfChannels, device.format.channelCount)
    expectEqual(session.outputNumberOfChannels, device.format.channelCount)
    expectEqual(session.maximumInputNumberOfChannels, session.inputNumberOfChannels)
    expectEqual(session.maximumOutputNumberOfChannels, session.outputNumberOfChannels)
    expectEqual(session.ioBufferDuration, Double(device.bufferFrameCount) / device.format.sampleRate)
    #expect(session.inputLatency >= 0 && session.outputLatency >= 0)
    #expect(session.isInputAvailable && session.outputVolume == 1)
    #expect(!session.isOtherAudioPlaying && !session.secondaryAudioShouldBeSilencedHint)
  }

  @Test func permissionIsGranted() async {
    let answer = await withCheckedContinuation { waiting in
      session.requestRecordPermission { waiting.resume(returning: $0) }
    }
    #expect(answer && session.recordPermission == .granted)
    #expect(await AVAudioApplication.requestRecordPermission())
    #expect(!AVAudioApplication.shared.isInputMuted)
  }

  /// Programs listen to all of them; none is ever posted here.
  @Test func notificationsHaveNamesOfTheirOwn() {
    let names = [
      AVAudioSession.interruptionNotification, AVAudioSession.routeChangeNotification,
      AVAudioSession.mediaServicesWereLostNotification, AVAudioSession.mediaServicesWereResetNotification,
      AVAudioSession.silenceSecondaryAudioHintNotification, AVAudioSession.renderingModeChangeNotification,
      AVAudioSession.renderingCapabilitiesChangeNotification,
    ]
    expectEqual(Set(names).count, names.count)
  }
}
