// Plays a file for some seconds with all that a player can do, and records beside it: see ../device-thread.
//
//     program SECONDS MUSIC RECORDING plain|offending|alsa
//
// `offending` allocates in the tap, on the device's thread, and takes a lock there, so that the watcher can show that it would see it. `alsa` uses
// libasound's device `null` in place of a virtual one.

import AudioBase
import AudioConversion
import AudioDevices
import AudioPlayback
import SignalProcessing
import Synchronization

let arguments = CommandLine.arguments
guard arguments.count == 5, let seconds = Double(arguments[1]) else { fatalError("see the head of this file") }
let offends = arguments[4] == "offending"
let offence = Lock(0)

/// What the tap has seen. It is called on the device's thread.
final class Tally: Sendable {
  let cycles = Atomic<Int>(0)
  let loudCycles = Atomic<Int>(0)
}

/// The file again and again, 10 seconds of each.
struct Endless: SampleSource {
  var track: TrackSource
  var sampleRate: Double { track.sampleRate }
  var channelCount: Int { track.channelCount }
  var frameCount: Int64? { nil }

  mutating func read(into planes: inout some SamplePlanes<Float> & ~Copyable) throws(AudioError) -> Int {
    let count = try track.read(into: &planes)
    guard count < planes.frameCapacity else { return count }
    try track.seek(toFrame: 0)
    // The rest of this part stays as it was: nobody listens.
    return planes.frameCapacity
  }

  mutating func seek(toFrame frame: Int64) throws(AudioError) { try track.seek(toFrame: frame) }
}

// The music has 44,100 Hz, so that its rate is converted.
let device: any AudioDevice =
  arguments[4] == "alsa"
  ? try ALSADevice("null")
  : VirtualDevice("traced", DeviceFormat(sampleRate: 48_000, channelCount: 2), pacing: .realTime)
let tally = Tally()
var options = PlayerOptions()
options.timePitch = .timeDomain
options.tap = { samples, _ in
  tally.cycles.add(1, ordering: .relaxed)
  var peak: Float = 0
  for index in samples.indices { peak = max(peak, abs(samples[index])) }
  if peak > 0 { tally.loudCycles.add(1, ordering: .relaxed) }
  if offends {
    _ = [Float](repeating: peak, count: 64 + samples.count).withUnsafeBufferPointer { $0.last }
    offence.withLock { $0 += 1 }
  }
}
let source = try TrackSource(playing: arguments[2], for: device.format)
let player = try Player(Endless(track: source), on: device, options: options)
let format = StreamFormat(formatID: .appleLossless, sampleRate: 0, channelsPerFrame: 0)
var recording = FileRecording.Options()
recording.replacement = .replace
let recorder = try Recorder(
  to: FileRecording(creating: arguments[3], format, from: device.format, recording), from: device)

try player.play()
try recorder.record()
let start = ContinuousClock.now
var turn = 0
while ContinuousClock.now - start < .seconds(seconds) {
  turn += 1
  try player.setVolume(turn % 2 == 0 ? 1 : 0.3, over: 0.08)
  if turn % 5 == 0 { try player.setRate([0.75, 1, 1.5][turn / 5 % 3]) }
  if turn % 7 == 0 { try player.seek(toSeconds: Double(turn % 3)) }
  if turn % 11 == 0 {
    player.pause()
    try await Task.sleep(for: .milliseconds(30))
    try player.play()
  }
  try await Task.sleep(for: .milliseconds(100))
}
player.stop()
try recorder.finish()
print("cycles \(tally.cycles.load(ordering: .relaxed))")
print("loud \(tally.loudCycles.load(ordering: .relaxed))")
print("missing \(player.underruns.frames)")
print("recorded \(recorder.frameCount)")
print("lost \(recorder.overruns.frames)")
