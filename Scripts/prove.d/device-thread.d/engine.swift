// Plays by AVAudioEngine for some seconds: see ../device-thread.
//
//     program SECONDS MUSIC
//
// A file whose rate is converted goes through time pitch and an equalizer, buffers in loops through varispeed, and a block makes
// a tone; each node's volume and place, rate, pitch and bands change all the time, and one node comes and goes.

import AVFAudio
import Foundation

let arguments = CommandLine.arguments
guard arguments.count == 3, let seconds = Int(arguments[1]) else { fatalError("see the head of this file") }
setenv("AUDIO_TOOLBOX_DEVICE", "virtual:48000:2", 1)

/// What the tap has seen, on a queue of the engine's.
final class Tally: @unchecked Sendable {
  private let lock = NSLock()
  private var counts = (frames: 0, loud: 0)
  func add(_ buffer: AVAudioPCMBuffer) {
    let samples = UnsafeBufferPointer(start: buffer.floatChannelData![0], count: Int(buffer.frameLength))
    let isLoud = samples.contains { $0 != 0 }
    lock.withLock {
      counts.frames += samples.count
      if isLoud { counts.loud += samples.count }
    }
  }
  var all: (frames: Int, loud: Int) { lock.withLock { counts } }
}

let engine = AVAudioEngine()
let (music, beeps) = (AVAudioPlayerNode(), AVAudioPlayerNode())
let (pitch, speed, equalizer) = (AVAudioUnitTimePitch(), AVAudioUnitVarispeed(), AVAudioUnitEQ(numberOfBands: 4))
let tone = AVAudioSourceNode { _, _, count, list in
  for buffer in UnsafeMutableAudioBufferListPointer(list) {
    let samples = buffer.mData!.assumingMemoryBound(to: Float.self)
    for index in 0..<Int(count) { samples[index] = index % 96 < 48 ? 0.05 : -0.05 }
  }
  return noErr
}
for node in [music, beeps, pitch, speed, equalizer, tone] { engine.attach(node) }
let file = try AVAudioFile(forReading: URL(fileURLWithPath: arguments[2]))
let mono = AVAudioFormat(standardFormatWithSampleRate: 32_000, channels: 1)!
engine.connect(music, to: pitch, format: file.processingFormat)
engine.connect(pitch, to: equalizer, format: file.processingFormat)
engine.connect(equalizer, to: engine.mainMixerNode, format: file.processingFormat)
engine.connect(beeps, to: speed, format: mono)
engine.connect(speed, to: engine.mainMixerNode, format: mono)
engine.connect(tone, to: engine.mainMixerNode, format: nil)
let tally = Tally()
engine.mainMixerNode.installTap(onBus: 0, bufferSize: 4096, format: nil) { buffer, _ in tally.add(buffer) }

let beep = AVAudioPCMBuffer(pcmFormat: mono, frameCapacity: 3200)!
beep.frameLength = 3200
for index in 0..<3200 { beep.floatChannelData![0][index] = index < 1600 ? 0.2 * Float(sin(Double(index) * 0.2)) : 0 }
try engine.start()
for _ in 0..<(seconds / 2 + 2) { music.scheduleFile(file, at: nil) }
beeps.scheduleBuffer(beep, at: nil, options: .loops)
music.play()
beeps.play()
for turn in 0..<(10 * seconds) {
  usleep(100_000)
  music.volume = turn % 2 == 0 ? 0.4 : 1
  beeps.pan = Float(turn % 3 - 1)
  pitch.rate = [0.75, 1, 1.5][turn / 5 % 3]
  pitch.pitch = turn % 4 == 0 ? 300 : 0
  speed.rate = turn % 6 < 3 ? 1 : 1.25
  let band = equalizer.bands[turn % 4]
  band.filterType = AVAudioUnitEQFilterType(rawValue: turn % 11)!
  (band.frequency, band.gain, band.bypass) = (Float(200 + 400 * (turn % 8)), Float(turn % 7 - 3), turn % 9 == 0)
  if turn % 7 == 0 { beeps.scheduleBuffer(beep, at: nil, options: [.loops, .interrupts]) }
  if turn % 11 == 0 { music.pause() } else if turn % 11 == 1 { music.play() }
  if turn % 8 == 0 { engine.disconnectNodeOutput(tone) }
  if turn % 8 == 4 { engine.connect(tone, to: engine.mainMixerNode, format: nil) }
}
engine.stop()
print("frames \(tally.all.frames)")
print("loud \(tally.all.loud)")
