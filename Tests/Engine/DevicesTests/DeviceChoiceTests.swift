import AudioDevices
import TestSupport
import Testing

@Suite("Devices by words")
struct DeviceChoiceTests {
  @Test("Names of cards keep their own colons and numbers; rates and channels stand behind them")
  func words() {
    expectEqual(DeviceChoice("alsa"), .alsa("default", sampleRate: nil, channelCount: nil))
    expectEqual(DeviceChoice("alsa:hw:0"), .alsa("hw:0", sampleRate: nil, channelCount: nil))
    expectEqual(DeviceChoice("alsa:hw:0,0:48000"), .alsa("hw:0,0", sampleRate: 48_000, channelCount: nil))
    expectEqual(DeviceChoice("alsa:hw:1:44100:6"), .alsa("hw:1", sampleRate: 44_100, channelCount: 6))
    expectEqual(
      DeviceChoice("alsa:plughw:CARD=PCH,DEV=0:96000:2"),
      .alsa("plughw:CARD=PCH,DEV=0", sampleRate: 96_000, channelCount: 2))
    for nonsense in ["", "alsa:", "hw:0", "ALSA", "alsaX"] {
      expectNil(DeviceChoice(nonsense), "\(nonsense)")
    }
  }

  @Test("The virtual device has a rate and channels, and nonsense is not taken")
  func virtual() {
    expectEqual(DeviceChoice("virtual"), .virtual(DeviceFormat(sampleRate: 48000, channelCount: 2)))
    expectEqual(DeviceChoice("virtual:44100"), .virtual(DeviceFormat(sampleRate: 44100, channelCount: 2)))
    expectEqual(DeviceChoice("virtual:8000:1"), .virtual(DeviceFormat(sampleRate: 8000, channelCount: 1)))
    for nonsense in ["virtual:", "virtual:x", "virtual:0", "virtual:44100:0", "virtual:44100:2:3"] {
      expectNil(DeviceChoice(nonsense), "\(nonsense)")
    }
  }

  @Test("A device that cannot be had is refused by name")
  func refusals() {
    #expect(throws: DeviceError.unknownDevice("hw:0")) { try DeviceList.device(choosing: "hw:0") }
    #expect(DeviceError.libraryMissing.description.contains("libasound2t64"))
  }
}
