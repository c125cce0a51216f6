#if canImport(Glibc)
  import AVFoundation
  import Foundation
  import TestSupport
  import Testing

  /// What raises an exception on Apple's systems ends the process; and a thousand engines leave nothing.
  @Suite("Engines that are used wrongly, or often") struct EngineMisuseTests {
    @Test(.ownThreads) func nodesMustBeAttached() async {
      await #expect(processExitsWith: .failure) {
        let engine = AVAudioEngine()
        engine.connect(AVAudioPlayerNode(), to: AVAudioMixerNode(), format: nil)
      }
      await #expect(processExitsWith: .failure) {
        let (one, two, node) = (AVAudioEngine(), AVAudioEngine(), AVAudioPlayerNode())
        one.attach(node)
        two.attach(node)
      }
      await #expect(processExitsWith: .failure) { AVAudioEngine().detach(AVAudioPlayerNode()) }
      await #expect(processExitsWith: .failure) {
        AVAudioPlayerNode().scheduleBuffer(Make.tone(Make.format(), frames: 10), completionHandler: nil)
      }
    }

    @Test(.ownThreads) func playersNeedARunningEngineAndAConnection() async {
      await #expect(processExitsWith: .failure) { try OfflineEngine().player().play() }
      await #expect(processExitsWith: .failure) {
        let offline = try OfflineEngine()
        let node = AVAudioPlayerNode()
        offline.engine.attach(node)
        _ = offline.engine.mainMixerNode
        try offline.engine.start()
        node.play()
      }
      await #expect(processExitsWith: .failure) { try AVAudioEngine().start() }
    }

    @Test(.ownThreads) func formatsMustFit() async {
      await #expect(processExitsWith: .failure) {
        let offline = try OfflineEngine()
        let buffer = Make.tone(Make.format(channels: 1), frames: 10)
        offline.player().scheduleBuffer(buffer, completionHandler: nil)
      }
      await #expect(processExitsWith: .failure) {
        let offline = try OfflineEngine()
        offline.player().installTap(onBus: 0, bufferSize: 1, format: Make.format(rate: 8000)) { _, _ in }
      }
      await #expect(processExitsWith: .failure) {
        let mixer = try OfflineEngine().engine.mainMixerNode
        mixer.installTap(onBus: 0, bufferSize: 1, format: nil) { _, _ in }
        mixer.installTap(onBus: 0, bufferSize: 1, format: nil) { _, _ in }
      }
      await #expect(processExitsWith: .failure) {
        let offline = try OfflineEngine()
        _ = offline.engine.mainMixerNode
        try offline.engine.start()
        offline.engine.disconnectNodeInput(offline.engine.outputNode)
      }
    }

    @Test(.ownThreads) func enginesLeaveNothing() async {
      await #expect(processExitsWith: .success) {
        let tone = Make.tone(Make.format(rate: 48000), frames: 600)
        let left = try LeftBehind.bytesPerRound {
          let offline = try OfflineEngine()
          let player = AVAudioPlayerNode()
          let nodes = [AVAudioUnitEQ(numberOfBands: 2), AVAudioUnitVarispeed(), AVAudioMixerNode()]
          offline.engine.attach(player)
          var last: AVAudioNode = player
          for node in nodes {
            offline.engine.attach(node)
            offline.engine.connect(last, to: node, format: offline.format)
            last = node
          }
          offline.engine.connect(last, to: offline.engine.mainMixerNode, format: offline.format)
          player.installTap(onBus: 0, bufferSize: 4800, format: nil) { _, _ in }
          try offline.engine.start()
          player.scheduleBuffer(tone, completionHandler: nil)
          player.scheduleBuffer(tone, at: nil, options: .loops, completionHandler: nil)
          player.play()
          try offline.render(1000, step: 500)
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }
  }
#endif
